"""Reports are read as views describe them, and stale ones are passed over."""

import numpy as np
import pytest
from explorer_hand import report
from kept_explorer import is_kept, own_traits, views

from helpers import explorers
from helpers.explorers import AttentionExplorer, HeadsExplorer
from helpers.explorers.base.guess import GuessSlider
from helpers.views.curve import Curve
from helpers.views.heatmap import Heatmap
from helpers.views.plane import Plane
from helpers.views.reports import Report, read
from helpers.views.slider import Slider
from helpers.views.view import packed

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
    steps = packed({"steps": np.arange(3.0)})
    kinds = [read({"kind": "move", "place": k}, Curve.reports, steps) for k in (2, 3)]
    assert [kind and kind.place for kind in kinds] == [2, None]
    assert type(read({"kind": "move", "value": 2}, Slider.reports, SCENE).value) is float
    dots = {"dots": {"labels": ["a", "b"], "movable": [True, False]}}
    for index, moves in ((0, True), (1, False)):
        move = {"kind": "release", "index": index, "x": 9, "y": 0}
        assert bool(read(move, Plane.reports, dots)) is moves
        assert read({"kind": "choose", "index": index}, Plane.reports, dots).index == index


# Stale reports: true of a state that a change has overtaken

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]
DEEP = (
    ("Your", "journey", "starts"),
    [[0.4, 0.1, 0.8], [0.5, 0.8, 0.6], [0.5, 0.8, 0.6]],
)
HEAD = [np.eye(4)[:, :2]] * 3


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
