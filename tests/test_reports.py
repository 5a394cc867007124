"""Reports are read as views describe them, stale ones passed over; pages send what's described."""

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from explorer_hand import report
from kept_explorer import is_kept, own_traits, views

import helpers.views
from helpers import explorers
from helpers.explorers import AttentionExplorer, FlowExplorer, HeadsExplorer
from helpers.explorers.base.guess import GuessSlider
from helpers.views.heatmap import Heatmap
from helpers.views.reports import Report, read
from helpers.views.script import script
from helpers.views.slider import Slider
from helpers.views.view import View, packed

FOLDER = Path(helpers.views.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py"))
VIEWS = [
    thing
    for stem in MODULES
    for thing in vars(import_module(f"helpers.views.{stem}")).values()
    if isinstance(thing, type) and issubclass(thing, View) and thing is not View
]
TABLE = {"rows": ["a", "b", "pin"], "columns": ["a", "b"], "paints": [[True, True]] * 2}
SCENE = {**packed(TABLE), "low": -1, "high": 2, "stretch": None}


@pytest.mark.parametrize(
    ("view", "raw", "report"),
    [
        (Slider, {"kind": "move", "value": 2}, Report(kind="move", value=2.0, by="")),
        (
            Slider,
            {"kind": "release", "value": -1, "by": "keys"},
            Report(kind="release", value=-1.0, by="keys"),
        ),
        (
            Heatmap,
            {"kind": "choose", "row": 2, "column": -1},
            Report(kind="choose", row=2, column=-1),
        ),
        (
            Heatmap,
            {"kind": "move", "cells": [[0, 1, False], [1, 1, True]], "row": 1},
            Report(kind="move", cells=[[0, 1, False], [1, 1, True]], row=1),
        ),
        (Slider, {"kind": "move", "value": 2.001}, None),
        (Slider, {"kind": "move", "value": float("nan")}, None),
        (Slider, {"kind": "move", "value": 1, "by": "voice"}, None),
        (Slider, {"kind": "move", "value": 1, "speed": 1}, None),
        (Slider, {"kind": "move"}, None),
        (Heatmap, {"kind": "choose", "row": 3, "column": 0}, None),
        (Heatmap, {"kind": "choose", "row": True, "column": 0}, None),
        (Heatmap, {"kind": "stretch", "on": True}, None),  # there is no switch
        (Heatmap, {"kind": "move", "cells": [[2, 0, True]], "row": 1}, None),  # the pinned row
        (Heatmap, {"kind": "move", "cells": [[0, 0, True]] * 5, "row": 1}, None),
        (Heatmap, {"kind": "move", "cells": [], "row": 1}, None),
    ],
)
def test_a_report_is_read_or_dropped(view, raw, report):
    assert read(raw, view.reports, SCENE) == report
    assert read(raw, view.reports, {}) is None  # nothing is drawn, so nothing can be touched


def test_a_place_in_numbers_is_counted_one_in_booleans_must_hold_and_a_number_is_a_float():
    curve, plane = (next(v for v in VIEWS if v.__name__ == name) for name in ("Curve", "Plane"))
    steps = packed({"steps": np.arange(3.0)})
    kinds = [read({"kind": "move", "place": k}, curve.reports, steps) for k in (2, 3)]
    assert [kind and kind.place for kind in kinds] == [2, None]
    assert type(read({"kind": "move", "value": 2}, Slider.reports, SCENE).value) is float
    dots = {"dots": {"labels": ["a", "b"], "movable": [True, False]}}
    for index, moves in ((0, True), (1, False)):
        move = {"kind": "release", "index": index, "x": 9, "y": 0}
        assert bool(read(move, plane.reports, dots)) is moves
        assert read({"kind": "choose", "index": index}, plane.reports, dots).index == index


def sent_by(view):
    """Return the kinds and the names of the parts of reports that a view's JavaScript sends."""
    text = script(view.kind).partition("const $stage =")
    text = text[0].partition("const $stock =")[0] + text[2].partition("\n})();")[2]
    kinds, parts = set(re.findall(r'\bkind: "(\w+)"', text)), set()
    if re.search(r"\{ kind,", text):
        kinds |= {"move", "release"}
    for literal in re.findall(r"\{ (kind\b[^{}]*|\.\.\.\w+\(\)[^{}]*|by: [^{}]*) \}", text):
        parts |= {part.split(":")[0].strip() for part in literal.split(",")}
    return kinds, {part for part in parts if not part.startswith("...")}


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_a_view_sends_what_it_describes_and_nothing_else(view):
    kinds = {kind for shape in view.reports for kind in shape.parts["kind"].texts}
    assert sent_by(view) == (kinds, {name for shape in view.reports for name in shape.parts})


# Stale reports: true of a state that a change has overtaken

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]
DEEP = (
    ("Your", "journey", "starts"),
    [[0.4, 0.1, 0.8], [0.5, 0.8, 0.6], [0.5, 0.8, 0.6]],
)
HEAD = [np.eye(4)[:, :2]] * 3


def test_a_step_and_a_cell_that_the_next_example_has_not():
    explorer = FlowExplorer("i_love_apple_phones", step="context")
    last, wide = len(explorer.steps) - 1, len(explorer.table.scene["columns"]) - 1
    explorer.example = "your_journey"
    assert len(explorer.steps) <= last
    assert len(explorer.table.scene["columns"]) <= wide
    before = own_traits(explorer)
    report(explorer.stepper, kind="choose", index=last)
    report(explorer.table, kind="choose", row=0, column=wide)
    is_kept(explorer, before)
    report(explorer.stepper, kind="choose", index=2)
    assert explorer.step == explorer.steps[2]


def test_a_bar_of_a_coordinate_that_the_next_sentence_has_not():
    explorer = AttentionExplorer(*DEEP)
    report(explorer.hidden_axes.bars, kind="release", index=0, height=0.5)
    assert explorer.embeddings[0, 2] == 0.5
    explorer.change(tokens=WORDS, embeddings=PLACES)
    before = own_traits(explorer)
    report(explorer.hidden_axes.bars, kind="release", index=0, height=0.25)
    is_kept(explorer, before)


def test_a_row_and_a_column_that_went_while_nobody_saw_them():
    explorer = AttentionExplorer(*DEEP, editing=True)
    explorer.editing = False
    explorer.change(tokens=WORDS[:2], embeddings=PLACES[:2])
    before = own_traits(explorer)
    for row, column in ((2, 0), (0, 2)):
        report(explorer.editor.grid, kind="type", row=row, column=column, text="1")
    assert explorer.message == ""
    is_kept(explorer, before)


def test_a_head_and_a_matrix_that_went_while_nobody_saw_them():
    explorer = HeadsExplorer(heads=[HEAD] * 4, W_O=np.eye(8), tables=True, editing=True)
    explorer.tables = explorer.editing = False
    explorer.change(heads=[HEAD], W_O=None)
    before = own_traits(explorer)
    report(explorer.weights.maps[3], kind="choose", row=0, column=-1)
    report(explorer.editor.grids["W_O"], kind="type", row=0, column=0, text="1")
    assert explorer.message == ""
    is_kept(explorer, before)


@pytest.mark.parametrize("name", ["DotProduct", "Projection", "Scaling"])
def test_a_guess_that_was_on_its_way_when_the_hand_let_go_changes_nothing(name):
    explorer = getattr(explorers, f"{name}Explorer")(guessing=True)
    (slider,) = (view for view in views(explorer) if isinstance(view, GuessSlider))
    report(slider, kind="move", value=2)
    report(slider, kind="release", value=1)
    report(slider, kind="move", value=2)
    assert (explorer.guessing, explorer.guess) == (False, 1)
