"""Recorded explorers: a frame shows what the live explorer does, and asks for a drag alone."""

import base64
import gzip
import json

import numpy as np
import pytest
import recording
from rules.notebook import NOTEBOOKS

from helpers import explorers


@pytest.fixture(scope="module")
def pair():
    """What a page gets of two arrows, on a coarse grid."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(recording.ACROSS, "dot_product", 5)
        made = recording.record(explorers.DotProductExplorer([2, -1], [2, 1]))
    return made | json.loads(gzip.decompress(base64.b64decode(made["packed"])))


def scenes(made, frame):
    """Return what a frame shows, by the labels of its views."""

    def part(place):
        return json.loads(made["table"][place])

    shown = made["frames"][frame].items()
    return {
        made["parts"][number]["label"]: {n: part(at) for n, at in part(place).items()}
        for number, place in shown
    }


def plain(part):
    """Return a part of a live scene as a page gets it."""
    return json.loads(json.dumps(part, default=recording._numbers))


@pytest.mark.parametrize("at", [[1.25, 2.5], [0.0, 0.0], [-2.5, -1.25]])
def test_a_place_at_rest_shows_what_the_live_explorer_does(pair, at):
    drag = pair["drags"][0]
    shown = scenes(pair, drag["first"] + len(drag["at"]) + drag["at"].index(at))
    live = explorers.DotProductExplorer([2, -1], [2, 1])
    live.change(a=at)
    for view in (live.plane, live.bars, live.facts, live.spoken):
        left = {"goals": [], "prompt": ""}
        wanted = {name: left.get(name, plain(part)) for name, part in view.scene.items()}
        assert shown[view.label] == wanted
    assert live.spoken.scene["goals"]  # which a page can't reach


def test_a_drag_begins_where_its_thing_was_and_leaves_the_other_there(pair):
    first, second = pair["drags"]
    assert (first["at"][0], second["at"][0]) == ([2, -1], [2, 1])
    at = second["first"] + 2 * len(second["at"]) - 1
    ends = scenes(pair, at)["two vectors in the plane"]["dots"]["at"]["floats"]
    np.testing.assert_allclose(ends, [2, -1, *second["at"][-1]])


def test_only_what_waits_for_nobody_is_recorded():
    (path,) = (path for path in NOTEBOOKS if path.name.startswith("04"))
    assert [cell for cell, _ in recording.explorers_of(path)] == ["n04-explore"]
