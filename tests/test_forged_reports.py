"""A stale or forged report is taken or passed over, and breaks nothing.

What the page sends may have been true of a state that is gone, and may be anything at all.
"""

import itertools

import numpy as np
import pytest
import traitlets
from explorer_hand import report
from hypothesis import given
from hypothesis import strategies as st
from kept_explorer import KINDS, again, is_kept, is_well, names_of, once, own_traits, views

from helpers import explorers
from helpers.explorers import AttentionExplorer, FlowExplorer, HeadsExplorer, SoftmaxExplorer
from helpers.explorers.base.guess import GuessSlider
from helpers.views.heatmap import Cells
from helpers.views.reports import Number, OneOf, Place, Plain

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]
DEEP = ("Your", "journey", "starts")
DEEP_PLACES = [[0.4, 0.1, 0.8], [0.5, 0.8, 0.6], [0.5, 0.8, 0.6]]
THREE, TWO = (
    {"tokens": WORDS, "embeddings": PLACES},
    {"tokens": WORDS[:2], "embeddings": PLACES[:2]},
)
HEAD = [np.eye(4)[:, :2]] * 3

# By which a report on its way becomes stale, as it does by examples and switches.
CHANGES = {
    "Attention": [THREE, TWO, {"tokens": DEEP, "embeddings": DEEP_PLACES}],
    "Cost": [{"n": 1_234}, {"d": 33, "memory": 0.5}],
    "DotProduct": [{"a": (0, 0)}],
    "Flow": [{"step": step} for step in ("context", "weights", "embeddings")],
    "Heads": [{"heads": [HEAD] * n} for n in (1, 4)] + [{"W_O": np.eye(8)}, {"W_O": None}],
    "LanguageModel": [{"story": "the key"}, {"without": ["1d"]}, {"cursor": 0}],
    "Mask": [THREE, TWO, {"allowed": lambda n: np.eye(n, dtype=bool)}, {"query": 1}],
    "Meaning": [{"on": ()}, {"lam": 0.5}],
    "Order": [TWO, {"order": (2, 1, 0)}, {"positions": "mask"}, {"positions": np.cos}],
    "Projection": [{"tied": True}, {"dropped": ("W_Q", "W_V")}],
    "Scaling": [{"d_k": 3}, {"n": 4}],
    "Softmax": [{"scores": (1, 2)}, {"scores": range(8)}, {"chosen": 1}],
    "Training": [
        {"said": "hungry"},
        {"layer": 0},
        {"losses": [2, 1], "weights": [np.eye(3)] * 2, "steps": (0, 1), "tokens": WORDS},
    ],
}
NAMED = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)

TEXTS = ["0", "1", "-0.5", "8", "five", "", "nan", "1,000", "\ud800", "x" * 999]
HUGE = [10**400, -(10**400)]
ON = [0, 0, True]
NO_CELLS = [
    [0, 0],
    [0, 0, 1],
    [*ON, 0],
    [True, *ON[1:]],
    [0.0, *ON[1:]],
    [0, -1, True],
    [0, 99, True],
    [],
    {},
    0,
]
NO_TEXTS, NO_BOOLS = [1, True, None, [], {}], [1, 0, 1.0, "true", None, []]
# What no part of such a class or type allows, whatever the scene is.
WRONG = {
    Place: [True, False, 0.0, "0", None, [0], {}, -2, 10**6, *HUGE],
    Number: ["1", True, None, [], {}, float("nan"), float("inf"), float("-inf"), *HUGE],
    OneOf: ["?", "", None, True, 0, [], {}, "choose", "type", "rename", "remove", "stretch"],
    Cells: [None, [], {}, "0", [ON] * 999, *([cell] for cell in NO_CELLS)],
    Plain: NO_TEXTS,
}


def value_of(part, scene, rng):
    """Return what a part of a report can hold as the browser sends it, None where nothing."""
    high, side = scene.get("high", scene.get("reach", 2.5)), len(scene.get("paints", ())) or 1
    number = float(rng.uniform(scene.get("low", -high), high))
    cells = [[*rng.integers(side, size=2).tolist(), on] for on in (True, False)]
    tried = [*range(-1, 99), number, cells, bool(rng.integers(2)), str(rng.choice(TEXTS))]
    found = [one for one in [*tried, *getattr(part, "texts", ())] if part.allows(one, scene)]
    if isinstance(part, Number):
        return number if number in found else None
    return found[rng.integers(len(found))] if found else None


def possible(view, rng):
    """Return the reports that the browser can send of a view as it is drawn now, one a shape."""
    for shape in view.reports:
        parts = {name: value_of(part, view.scene, rng) for name, part in shape.parts.items()}
        left_out = shape.absent if rng.integers(2) else ()
        if shape.when(view.scene) and None not in parts.values():
            yield shape, {name: part for name, part in parts.items() if name not in left_out}


def forged(view, rng):
    """Return reports that are possible but for one part of them."""
    for shape, parts in possible(view, rng):
        yield {**parts, "goal": 0}
        needed = parts.keys() - shape.absent.keys()
        yield from ({other: parts[other] for other in parts if other != name} for name in needed)
        for name, part in shape.parts.items():
            wrong = NO_BOOLS if part == Plain(bool) else WRONG[type(part)]
            if isinstance(part, Number) and part.low:
                wrong = [*wrong, view.scene["low"] - 1, view.scene["high"] + 1]
            allowed = getattr(part, "texts", ())
            yield from ({**parts, name: one} for one in wrong if one not in allowed)


def changes(kind):
    """Return what can be done to an explorer: its changes, every example, every switch."""
    found = [lambda e, wishes=wishes: e.change(**wishes) for wishes in CHANGES[kind.__name__[:-8]]]
    found += [lambda e, title=title: e._begin_example(title) for title in once(kind).examples]
    for name in names_of(kind):
        if isinstance(kind.class_traits()[name], traitlets.Bool):
            found.append(lambda e, name=name: setattr(e, name, not getattr(e, name)))
    return [*found, lambda e: e.reset()]


STEPS = st.tuples(
    st.integers(0, 99),  # which view
    st.integers(0, 10**6),  # which of the reports that it can make
    st.booleans(),  # whether it is forged
    st.one_of(st.none(), st.integers(0, 99)),  # the change that overtakes it
)


@NAMED
@given(steps=st.lists(STEPS, min_size=1, max_size=8))
def test_no_stale_or_forged_report_breaks_an_explorer(kind, steps):
    explorer, overtaking = again(kind), changes(kind)
    heard = views(explorer)
    for place, seed, forge, change in steps:
        view, rng = heard[place % len(heard)], np.random.default_rng(seed)
        found = list(forged(view, rng)) if forge else [parts for _, parts in possible(view, rng)]
        if change is not None:
            overtaking[change % len(overtaking)](explorer)
        if found:
            before = own_traits(explorer)
            report(view, **found[seed % len(found)])  # which asserts the answer
            if explorer.message != before["message"] and explorer.message.endswith("stays."):
                is_kept(explorer, before)
            is_well(explorer)


@NAMED
@pytest.mark.parametrize("guessing", [False, True])
def test_a_forged_report_changes_nothing(kind, guessing):
    explorer = kind()
    for name in explorer.switches:
        setattr(explorer, name, True)
    explorer.guessing = guessing
    before, message = own_traits(explorer), explorer.message
    for view in views(explorer):
        assert view.reports
        for parts in ({}, {"kind": "?"}, *forged(view, np.random.default_rng(0))):
            report(view, **parts)
            assert explorer.message == message, parts
            is_kept(explorer, before)
    is_well(explorer)


@NAMED
def test_whatever_is_drawn_can_be_pressed_without_a_complaint(kind):
    explorer = kind()
    for name in (*explorer.switches, "pinned"):
        setattr(explorer, name, True)
    for guessing, view in itertools.product((False, True), views(explorer)):
        explorer.guessing = guessing
        for shape, parts in possible(view, np.random.default_rng(0)):
            numbered = [name for name, part in shape.parts.items() if isinstance(part, Place)]
            if "x" in parts:  # now what is pinned lies elsewhere
                report(view, **{**parts, "kind": "release"})
            for name, place in itertools.product(numbered, range(-1, 20)):
                if parts["kind"] == "choose":
                    report(view, **{**parts, name: place})
                    assert explorer.message == "", (view.label, name, place)


# The reports that were found to raise, each after the change that overtook it


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
    explorer = AttentionExplorer(DEEP, DEEP_PLACES)
    report(explorer.hidden_axes.bars, kind="release", index=0, height=0.5)
    assert explorer.embeddings[0, 2] == 0.5
    explorer.change(tokens=WORDS, embeddings=PLACES)
    before = own_traits(explorer)
    report(explorer.hidden_axes.bars, kind="release", index=0, height=0.25)
    is_kept(explorer, before)


def test_a_row_and_a_column_that_went_while_nobody_saw_them():
    explorer = AttentionExplorer(DEEP, DEEP_PLACES, editing=True)
    explorer.editing = False
    explorer.change(**TWO)
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


@pytest.mark.parametrize("height", [-0.5, 1.5])
def test_a_guessed_weight_is_a_share(height):
    explorer = SoftmaxExplorer(guessing=True)
    report(explorer.weighed, kind="move", index=0, height=height)
    assert explorer.guess is None


@pytest.mark.parametrize("name", ["DotProduct", "Projection", "Scaling"])
@pytest.mark.parametrize("value", [True, 1e300, float("nan")])
def test_only_a_number_of_the_slider_becomes_a_guess(name, value):
    explorer = getattr(explorers, f"{name}Explorer")(guessing=True)
    (slider,) = (view for view in views(explorer) if isinstance(view, GuessSlider))
    report(slider, kind="move", value=2)
    report(slider, kind="move", value=value)
    report(slider, kind="release", value=value)
    assert (explorer.guessing, explorer.guess) == (True, 2)
    report(slider, kind="release", value=1)
    assert (explorer.guessing, explorer.guess) == (False, 1)
    report(slider, kind="move", value=2)  # it was on its way when the other let go
    assert explorer.guess == 1
