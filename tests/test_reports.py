"""Reports are read as the views describe them, or dropped; and the pages send what is described."""

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import helpers.views
from helpers.views.heatmap import Heatmap
from helpers.views.reports import Report, read
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


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
)
NAMES = sorted({name for view in VIEWS for shape in view.reports for name in shape.parts})


@given(raw=st.dictionaries(st.sampled_from([*NAMES, "goal"]), JSON, max_size=5))
def test_nothing_that_the_page_could_send_raises(raw):
    for view in VIEWS:
        for shape in view.reports:
            for kind in ("move", "choose", "type", raw.get("kind")):
                read({**raw, "kind": kind}, [shape], SCENE)


def sent_by(view):
    """Return the kinds and the names of the parts of reports that a view's JavaScript sends."""
    text = str(view._esm)
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
