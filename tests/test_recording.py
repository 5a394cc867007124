"""Recorded explorers: a frame is what the live explorer shows, and a page's hand finds it."""

import base64
import gzip
import json
from fnmatch import fnmatchcase

import controls
import numpy as np
import pytest
import recorded_cells
import recording
from frames import every, packed
from rules.notebook import NOTEBOOKS

from helpers import explorers
from helpers.views.view import View

WORDS = ["dog", "bites", "man"], [[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]]
CLOSE_TO_NOTHING = "bring the score within 0.05"


def unpacked(explorer):
    """Return a recording as a page unpacks it."""
    return json.loads(gzip.decompress(base64.b64decode(packed(recording.record(explorer)))))


def value(table, place):
    """Return what stands at a place of the table, numbers of a picture as an array."""
    entry = table[place]
    if not isinstance(entry, list):
        return entry
    kind, *parts = entry
    if kind == 2:
        return np.array(parts, dtype=float)
    values = [value(table, part) for part in parts]
    return values if kind == 0 else dict(zip(values[0], values[1:], strict=True))


def plain(part):
    """Return a part of a scene as it comes back from a recording."""
    if isinstance(part, memoryview):
        return np.frombuffer(part)
    if isinstance(part, dict):
        return {name: plain(inner) for name, inner in part.items()}
    return [plain(inner) for inner in part] if isinstance(part, list | tuple) else part


def assert_shows(made, frame, live):
    """Assert that each view of a frame is what the view of a live explorer is."""
    views = [(k, one) for k, one in enumerate(every(live)) if isinstance(one, View)]
    for k, view in views:
        shown = value(made["table"], made["frames"][k][frame])["scene"]
        scene = {name: part for name, part in plain(view.scene).items() if name != "answer"}
        assert shown.keys() == scene.keys()
        for name in shown:
            np.testing.assert_equal(_rounded(shown[name]), _rounded(scene[name]), f"{name} {k}")


def _rounded(part):
    if isinstance(part, np.ndarray):
        return (part.round(4) + 0.0).tolist()
    if isinstance(part, dict):
        return {name: _rounded(inner) for name, inner in part.items()}
    return [_rounded(inner) for inner in part] if isinstance(part, list) else part


@pytest.fixture(scope="module")
def pair():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(recording.PLACES, "dot_product", 5)
        return unpacked(explorers.DotProductExplorer([2, -1], [2, 1]))


@pytest.fixture(scope="module")
def order():
    return unpacked(explorers.OrderExplorer(*WORDS, positions="rotation", query=1))


@pytest.mark.parametrize("at", [[1.25, 2.5], [0.0, 0.0], [-2.5, -1.25]])
def test_a_place_at_rest_shows_what_the_live_explorer_does(pair, at):
    drag = pair["drags"][0]
    live = explorers.DotProductExplorer([2, -1], [2, 1])
    live.change(a=at)
    assert_shows(pair, drag["first"] + len(drag["at"]) + drag["at"].index(at), live)


def test_the_first_frame_and_the_first_place_of_a_drag_are_the_opening(pair):
    live = explorers.DotProductExplorer([2, -1], [2, 1])
    assert_shows(pair, 0, live)
    assert pair["drags"][1]["at"][0] == [2, 1]


def test_a_goal_is_reached_at_rest_and_not_in_passing(pair):
    drag, (words,) = pair["drags"][0], spoken(pair)
    frame = drag["first"] + drag["at"].index([1.25, -2.5])  # b is (2, 1)
    reached = [
        value(pair["table"], pair["frames"][words][one])["scene"]["goals"][0]
        for one in (frame, frame + len(drag["at"]))
    ]
    assert [goal["text"][: len(CLOSE_TO_NOTHING)] for goal in reached] == [CLOSE_TO_NOTHING] * 2
    assert [goal["done"] for goal in reached] == [False, True]


def spoken(made):
    return [k for k, one in enumerate(made["widgets"]) if one.get("module") == "words"]


def test_presses_lead_on_from_frame_to_frame(order):
    live = explorers.OrderExplorer(*WORDS, positions="rotation", query=1)
    (none,) = (k for k, one in enumerate(every(live)) if getattr(one, "description", "") == "none")
    row = every(live).index(live.row)
    frame = 0
    for key in (f"{row} index=2 kind=choose", f"{none} true", f"{row} index=0 kind=move place=2"):
        frame = order["next"][str(frame)][key]
    live.change(query=2, positions="none", order=[1, 2, 0])
    assert_shows(order, frame, live)
    back = every(live).index(live.reset_button)
    assert order["next"]["0"][f"{back} click"] == 0


def test_each_word_of_01_is_switched_by_a_hand():
    explorer = explorers.MeaningExplorer("apple")
    hands = [name for hand in recording.HANDS["meaning"] for name in hand]
    found = [one.name for one in controls.presses(explorer, every(explorer))]
    words = [name for name in found if name.startswith("Checkbox ")]
    assert len(words) == len(explorer.vectors) - 1
    assert all(any(fnmatchcase(word, name) for name in hands) for word in words)


def test_a_hand_that_leads_too_far_is_said(monkeypatch):
    monkeypatch.setattr(recording, "LIMIT", 20)
    with pytest.raises(RuntimeError, match=r"order: more than 20 frames by \['\*'\]"):
        recording.record(explorers.OrderExplorer(*WORDS))


def test_what_asks_for_a_kernel_is_no_press():
    explorer = explorers.SoftmaxExplorer()
    names = {press.name for press in controls.presses(explorer, every(explorer))}
    assert "ToggleButton break it" in names
    assert not [
        one for one in names if one.endswith((" pin", " guess", " code", " edit", " reset"))
    ]


def test_only_what_waits_for_nobody_is_recorded():
    (path,) = (path for path in NOTEBOOKS if path.name.startswith("04"))
    assert [cell for cell, _ in recorded_cells.explorers_of(path)] == ["n04-explore"]


def large(path):
    """Stand for what records a notebook."""
    return {path.stem: "x" * 3_000_000}, {}


def test_a_recording_that_is_too_large_for_a_page_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(recorded_cells, "recorded", large)
    with pytest.raises(ValueError, match="02: a recording of 3000 kB is too large"):
        recorded_cells.write([tmp_path / "02.ipynb"], tmp_path)


def test_a_still_stands_until_its_recording_is_there():
    made = recorded_cells.html("cell", '<img alt="a">', "begin.html")
    assert made.index('data-recorded="cell"') < made.index('<img alt="a">')
    assert '<a href="begin.html">your own JupyterLab</a>' in made
