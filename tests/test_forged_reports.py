"""A stale or forged report, and any value from code: taken, passed over, or refused in a sentence.

What the page sends may have been true of a state that is gone, and may be anything at all.
"""

import functools
import itertools
import json
import traceback

import ipywidgets
import numpy as np
import pytest
import traitlets
from explorer_hand import report
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import explorers
from helpers.attention import simplified_attention
from helpers.explorers import (
    AttentionExplorer,
    DotProductExplorer,
    FlowExplorer,
    HeadsExplorer,
    MaskExplorer,
    MeaningExplorer,
    OrderExplorer,
    ProjectionExplorer,
    ScalingExplorer,
    SoftmaxExplorer,
    TrainingExplorer,
)
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.held_state import Held
from helpers.views.view import View

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]
DEEP = ("Your", "journey", "starts")
DEEP_PLACES = [[0.4, 0.1, 0.8], [0.5, 0.8, 0.6], [0.5, 0.8, 0.6]]
HEAD = [np.eye(4)[:, :2]] * 3

# Each explorer, and changes of its state by which a report on its way becomes stale.
CHANGES = {
    AttentionExplorer: [
        lambda e: e.show(WORDS, PLACES),
        lambda e: e.show(WORDS[:2], PLACES[:2]),
        lambda e: e.show(DEEP, DEEP_PLACES),
        lambda e: setattr(e, "editing", True),
    ],
    DotProductExplorer: [lambda e: setattr(e, "a", (0, 0))],
    FlowExplorer: [
        lambda e: setattr(e, "example", "the_cat_sat"),
        lambda e: e.change(example="smart_robots", step="context"),
        lambda e: setattr(e, "step", "weights"),
        lambda e: setattr(e, "step", "embeddings"),
    ],
    HeadsExplorer: [
        lambda e: e._begin_example("two heads fetch two words"),
        lambda e: e._begin_example("the word before, the word after"),
        lambda e: setattr(e, "heads", [HEAD] * 4),
        lambda e: setattr(e, "heads", [HEAD]),
        lambda e: setattr(e, "W_O", np.eye(8)),
        lambda e: setattr(e, "W_O", None),
        lambda e: setattr(e, "editing", True),
        lambda e: e.change(typing=True, tables=True),
    ],
    MaskExplorer: [
        lambda e: e.change(tokens=WORDS, embeddings=PLACES),
        lambda e: e._begin_example("padding"),
        lambda e: setattr(e, "allowed", np.eye(len(e.tokens), dtype=bool)),
        lambda e: setattr(e, "query", 1),
    ],
    MeaningExplorer: [
        lambda e: setattr(e, "name", "bank"),
        lambda e: setattr(e, "on", ()),
        lambda e: setattr(e, "lam", 0.5),
        lambda e: setattr(e, "pulls", True),
    ],
    OrderExplorer: [
        lambda e: setattr(e.presets, "value", "the dog bites the man"),
        lambda e: setattr(e.presets, "value", "dog bites man"),
        lambda e: setattr(e, "order", range(len(e.tokens))[::-1]),
        lambda e: setattr(e, "positions", "mask"),
        lambda e: setattr(e, "positions", np.cos),
        lambda e: setattr(e, "editing", True),
    ],
    ProjectionExplorer: [
        lambda e: setattr(e.presets, "value", "apple"),
        lambda e: setattr(e.presets, "value", "A, B, C on a circle"),
        lambda e: setattr(e, "tied", True),
        lambda e: setattr(e, "dropped", ("W_Q", "W_V")),
    ],
    ScalingExplorer: [
        lambda e: setattr(e, "d_k", 3),
        lambda e: setattr(e, "n", 4),
        lambda e: setattr(e, "editing", True),
    ],
    SoftmaxExplorer: [
        lambda e: setattr(e, "scores", (1, 2)),
        lambda e: setattr(e, "scores", range(8)),
        lambda e: setattr(e, "chosen", 1),
        lambda e: (setattr(e, "naive", True), setattr(e, "editing", True)),
    ],
    TrainingExplorer: [
        lambda e: setattr(e.presets, "value", "one layer"),
        lambda e: setattr(e, "said", "hungry"),
        lambda e: setattr(e, "layer", 0),
        lambda e: e.change(losses=[2, 1], weights=[np.eye(3)] * 2, steps=(0, 1), tokens=WORDS),
        lambda e: setattr(e, "step", e.steps[-1]),
    ],
}
for _changes in CHANGES.values():
    _changes += [
        lambda e: setattr(e, "guessing", True),
        lambda e: setattr(e, "guessing", False),
        lambda e: setattr(e, "pinned", True),
        lambda e: setattr(e, "projector", not e.projector),
        lambda e: e.reset(),
    ]
KINDS = [getattr(explorers, name) for name in explorers.__all__]
NAMED = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


def made(kind):
    """Return a new explorer."""
    return kind(WORDS, PLACES) if kind is AttentionExplorer else kind()


@functools.cache
def _one(kind):
    return made(kind)


def again(kind):
    """Return the same explorer again, as new: a hundred new ones would take long."""
    explorer = _one(kind)
    explorer.projector = False
    explorer.reset()
    explorer.message = ""
    return explorer


def views(widget):
    """Return every view in a widget that hears a hand, in order."""
    inside = [view for child in getattr(widget, "children", ()) for view in views(child)]
    return [widget, *inside] if isinstance(widget, View) and widget._hand else inside


def names_of(kind):
    """Return the names of an explorer's own traits."""
    return sorted(set(kind.class_trait_names()) - set(ipywidgets.VBox.class_trait_names()))


def own_traits(explorer):
    """Return the values of an explorer's own traits, its words and its pin."""
    values = {name: getattr(explorer, name) for name in names_of(type(explorer))}
    return {**values, "pin": explorer.pin}


def alike(one, other):
    """Whether two values are the same, arrays and all within them included."""
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and np.array_equal(one, other)
    if isinstance(one, tuple | list):
        return type(one) is type(other) and len(one) == len(other) and all(map(alike, one, other))
    return type(one) is type(other) and one == other


def is_kept(explorer, before):
    """Assert that all of the state is what it was."""
    after = own_traits(explorer)
    changed = {name for name in before if not alike(before[name], after[name])}
    assert changed <= {"message"}


def is_well(explorer):
    """Assert what must hold whatever came: it can be drawn, said and sent, and hears wishes."""
    message = explorer.message
    assert "\n" not in message
    assert message == "" or message.endswith((".", "…"))
    assert explorer.quiet is False
    assert explorer.told().headline
    for view in [v for v in every(explorer) if isinstance(v, View)]:
        json.dumps(view.scene, allow_nan=False, default=lambda buffer: "").encode()
    for name in ("query", "head", "target", "chosen"):
        assert type(getattr(explorer, name, 0)) is int
    if explorer.guess is not None:
        made = [one for one in np.ravel(np.array(explorer.guess, dtype=object)) if one is not None]
        assert np.isfinite(np.array(made, dtype=float)).all()


def every(widget):
    """Return a widget and all within it."""
    return [widget, *(one for child in getattr(widget, "children", ()) for one in every(child))]


# Reports

PARTS = ("kind", "index", "row", "column", "goal", "value", "height", "x", "y", "text", "on", "by")
PARTS += ("panel", "cells", "place")
ODD = [None, True, False, "", "0", "nan", "\ud800", "x" * 999, "1,000", [], {}, [[]]]
NUMBERS = [-1, -2, 0.0, 1.0, 7, 99, 1e308, -1e308, float("nan"), float("inf")]
HUGE = [10**400, -(10**400), 10**5000]
KINDS_SENT = ["move", "release", "choose", "type", "rename", "remove", "stretch", "?"]
JUNK = st.one_of(
    st.sampled_from([*ODD, *NUMBERS, *HUGE, *KINDS_SENT]),
    st.integers(-3, 12),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.sampled_from(PARTS), st.integers(), max_size=2),
)


def possible(view, seed):
    """Return a report that the hand can make of a view as it is drawn now, {} where it is not."""
    if len(view.scene) < 2:
        return {}
    rng = np.random.default_rng(seed)
    return POSSIBLE[type(view).__name__](view.scene, rng, str(rng.choice(["move", "release"])))


def _of_plane(scene, rng, kind):
    index = int(rng.integers(len(scene["dots"]["labels"])))
    x, y = (rng.uniform(-1, 1, 2) * scene.get("reach", 2.5)).round(3).tolist()
    choice = {"kind": "choose", "index": index}
    return choice if rng.integers(3) == 0 else {"kind": kind, "index": index, "x": x, "y": y}


def _of_bars(scene, rng, kind):
    index = int(rng.integers(len(scene["labels"])))
    height = float(rng.uniform(scene["low"], scene["high"]))
    held = scene.get("movable")
    return {"kind": kind if held else "choose", "index": index, "height": height}


def _of_slider(scene, rng, kind):
    return {"kind": kind, "value": float(rng.integers(int(scene["low"]), int(scene["high"]) + 1))}


def _of_heatmap(scene, rng, kind):
    if scene.get("paints") and rng.integers(4):
        n, on = len(scene["paints"]), bool(rng.integers(2))
        cells = [[int(i), int(j), on] for i, j in rng.integers(n, size=(rng.integers(1, 4), 2))]
        return {"kind": kind, "cells": cells, "row": cells[-1][0]}
    row, column = rng.integers(len(scene["rows"])), rng.integers(-1, len(scene["columns"]))
    return {"kind": "choose", "row": int(row), "column": int(column)}


def _of_arcs(scene, rng, _kind):
    panel, index = rng.integers(len(scene["panels"])), rng.integers(-1, len(scene["tokens"]))
    return {"kind": "choose", "panel": int(panel), "index": int(index)}


def _of_ring(scene, rng, _kind):
    return {"kind": "choose", "index": int(rng.integers(len(scene["names"])))}


def _of_lineup(scene, rng, kind):
    index, place = rng.integers(len(scene["tokens"]), size=2)
    kind = str(rng.choice([kind, "choose"]))
    return {"kind": kind, "index": int(index), "place": int(place)}


def _of_grid(scene, rng, _kind):
    row, column = rng.integers(len(scene["texts"])), rng.integers(len(scene["texts"][0]))
    kinds = ["type", "type", "rename", "remove"] if scene.get("removes") else ["type"]
    text = str(rng.choice(["0", "1", "-0.5", "2", "8", "five"]))
    return {"kind": str(rng.choice(kinds)), "row": int(row), "column": int(column), "text": text}


def _of_steps(scene, rng, _kind):
    return {"kind": "choose", "index": int(rng.integers(len(scene["names"])))}


def _of_curve(scene, rng, kind):
    records = len(scene["steps"]) // 8  # each is a float64
    return {"kind": kind, "place": int(rng.integers(records))}


POSSIBLE = {
    "Plane": _of_plane,
    "Bars": _of_bars,
    "Slider": _of_slider,
    "Arcs": _of_arcs,
    "ColouredLineup": _of_lineup,
    "GuessSlider": _of_slider,
    "ColouredTable": _of_heatmap,
    "Ring": _of_ring,
    "Grid": _of_grid,
    "Steps": _of_steps,
    "Curve": _of_curve,
}


def sent(explorer, view, parts):
    """Send a report; a message leaves the state as it was, and the report is answered."""
    before = own_traits(explorer)
    report(view, **parts)  # which asserts the answer
    if explorer.message != before["message"] and explorer.message.endswith("stays."):
        is_kept(explorer, before)
    is_well(explorer)


STEPS = st.tuples(
    st.integers(0, 99),  # which view
    st.integers(0, 10**6),  # which of the reports that it can make
    st.dictionaries(st.sampled_from(PARTS), JUNK, max_size=3),  # parts that are forged
    st.sets(st.sampled_from(PARTS), max_size=2),  # parts that are missing
    st.one_of(st.none(), st.integers(0, 99)),  # the change that overtakes it
)


@NAMED
@settings(max_examples=30)
@given(steps=st.lists(STEPS, min_size=1, max_size=8))
def test_no_stale_or_forged_report_breaks_an_explorer(kind, steps):
    explorer = again(kind)
    hands = views(explorer)
    for place, seed, forged, missing, change in steps:
        view = hands[place % len(hands)]
        parts = possible(view, seed)
        if change is not None:
            CHANGES[kind][change % len(CHANGES[kind])](explorer)
        parts = {name: part for name, part in {**parts, **forged}.items() if name not in missing}
        sent(explorer, view, parts)


@NAMED
def test_a_report_of_nothing_changes_nothing(kind):
    explorer = made(kind)
    for guessing in (False, True):
        explorer.guessing = guessing
        before = own_traits(explorer)
        for view in views(explorer):
            for forged in ({}, {"kind": "?"}, {"kind": None}, {"kind": []}, *_wrong_places()):
                report(view, **forged)
                is_kept(explorer, before)
                assert explorer.message == ""
    is_well(explorer)


def _wrong_places():
    """Return reports that name no place, or no number, of any view."""
    moves, kinds = ("move", "release"), ("choose", "type", "rename", "remove")
    places = ("panel", "index", "place", "row", "column", "goal")
    numbers = ("x", "y", "height", "value")
    for kind, place in itertools.product(
        moves + kinds, (True, 0.0, -2, 99, 10**400, "0", None, [0])
    ):
        some = {**dict.fromkeys(numbers[:3], 0.5), "value": "1", "text": "1"}
        yield {"kind": kind, **some, **dict.fromkeys(places, place)}
    for kind, number in itertools.product(moves, ("1", True, None, float("nan"), 10**400, [])):
        yield {"kind": kind, "index": 0, **dict.fromkeys(numbers, number)}


def test_every_way_of_touching_is_tried():
    kinds = {type(view).__name__ for kind in KINDS for view in views(_one(kind))}
    assert kinds == set(POSSIBLE)


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
    explorer.show(WORDS, PLACES)
    before = own_traits(explorer)
    report(explorer.hidden_axes.bars, kind="release", index=0, height=0.25)
    is_kept(explorer, before)


@pytest.mark.parametrize("kind", [DotProductExplorer, ProjectionExplorer, ScalingExplorer])
@pytest.mark.parametrize("value", [None, "1", True, [], 1e300, float("nan"), 10**400])
def test_only_a_number_of_the_slider_becomes_a_guess(kind, value):
    explorer = kind(guessing=True)
    (slider,) = (view for view in views(explorer) if isinstance(view, GuessSlider))
    report(slider, kind="move", value=2)
    report(slider, kind="move", value=value)
    report(slider, kind="release", value=value)
    assert (explorer.guessing, explorer.guess) == (True, 2)
    report(slider, kind="release", value=1)
    assert (explorer.guessing, explorer.guess) == (False, 1)
    report(slider, kind="move", value=2)  # it was on its way when the other let go
    assert explorer.guess == 1


# Values from code


class Hostile:
    """Whatever is asked of it raises."""

    def _raise(self, *_):
        raise RuntimeError("no")

    __array__ = __iter__ = __len__ = __getitem__ = __float__ = __int__ = __index__ = _raise
    __str__ = __repr__ = __eq__ = __bool__ = __format__ = _raise
    __hash__ = object.__hash__


class Endless:
    """A sequence that says it is long, and never ends."""

    def __len__(self):
        return 10**9

    def __getitem__(self, place):
        return 0.0


def fails():
    """Yield one number, then raise."""
    yield 0
    raise RuntimeError("no")


def _inside_itself():
    held = []
    held += [held, held]
    return held


NONSENSE = {
    "None": lambda: None,
    "True": lambda: True,
    "minus one": lambda: -2,
    "far": lambda: 10**6,
    "beyond floats": lambda: 10**400,
    "beyond texts": lambda: 10**5000,
    "half": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "complex": lambda: 1j,
    "empty text": lambda: "",
    "lines": lambda: "a\nb",
    "long text": lambda: "x" * 100_000,
    "half a surrogate": lambda: "\ud800",
    "bytes": lambda: b"bytes",
    "empty list": list,
    "dict": lambda: {"a": 1},
    "list of None": lambda: [None] * 3,
    "list of lists": lambda: [[], []],
    "ragged": lambda: [[1], [1, 2], [3]],
    "texts": lambda: [["0.5", "a"], ["b", "1"], ["2", "3"]],
    "list in itself": _inside_itself,
    "nan array": lambda: np.full((3, 2), np.nan),
    "complex array": lambda: np.ones((3, 2)) * (1 + 1j),
    "masked array": lambda: np.ma.masked_greater(np.arange(6.0).reshape(3, 2), 3),
    "object": object,
    "dots": lambda: ...,
    "function": lambda: lambda *_: None,
    "class": lambda: int,
    "hostile": Hostile,
    "list of hostile": lambda: [Hostile()] * 3,
    "rows of hostile": lambda: [[Hostile()] * 2] * 3,
    "endless": itertools.count,
    "endless rows": lambda: itertools.repeat(itertools.count()),
    "rows without end": lambda: [itertools.count()] * 3,
    "long": Endless,
    "fails on the way": fails,
}
TRAITS = [(kind, name) for kind in KINDS for name in names_of(kind)]


@pytest.mark.parametrize(
    ("kind", "name"), TRAITS, ids=[f"{kind.__name__}-{name}" for kind, name in TRAITS]
)
def test_whatever_a_trait_is_set_to_is_taken_or_refused(kind, name):
    """One rule: what is held refuses in a sentence; a plain trait raises traitlets' own error."""
    held, explorer = isinstance(getattr(kind, name), Held), again(kind)
    for value in NONSENSE.values():
        given, before = value(), own_traits(explorer)
        if held:
            setattr(explorer, name, given)
            refused = explorer.message != "" and explorer.spoken.scene["message"]
        else:
            refused = is_refused_by_traitlets(explorer, name, given)
        if refused and not (name == "attend" and callable(given)):  # that has a stand-in
            is_kept(explorer, before)
        explorer.message = explorer.message if held else ""
        is_well(explorer)
        if refused:
            explorer.message = ""
        else:  # what was refused has left it as new
            explorer = again(kind)


def is_refused_by_traitlets(explorer, name, given):
    """Set a plain trait; return whether traitlets raised."""
    try:
        setattr(explorer, name, given)
    except Exception as error:  # it compares the value and shows its repr, which may raise as well
        frames = traceback.extract_tb(error.__traceback__)
        own = explorers.__path__[0]
        assert not any(frame.filename.startswith(own) for frame in frames)
        return True
    return False


@pytest.mark.parametrize(
    ("kind", "name"), TRAITS, ids=[f"{kind.__name__}-{name}" for kind, name in TRAITS]
)
def test_a_trait_is_held_or_says_itself_what_it_can_be(kind, name):
    trait = kind.class_traits()[name]
    assert isinstance(trait, Held | traitlets.Bool | traitlets.Enum | traitlets.Unicode)


@pytest.mark.parametrize("given", [True, np.True_, 0.0, "0", None, 99, 10**400, [0]])
@pytest.mark.parametrize(
    ("kind", "name"), [pair for pair in TRAITS if pair[1] in ("query", "head", "target", "chosen")]
)
def test_only_a_whole_number_is_a_place(kind, name, given):
    explorer = again(kind)
    before = own_traits(explorer)
    setattr(explorer, name, given)
    is_kept(explorer, before)
    assert explorer.message.endswith(".")
    assert explorer.message.count(". ") == 0
    setattr(explorer, name, np.int64(1))
    assert (getattr(explorer, name), explorer.message) == (1, "")


@pytest.mark.parametrize("given", [5, "red green", None, [1, 2], lambda s: 5])
def test_a_sentence_is_a_sentence(given):
    explorer = made(AttentionExplorer)
    before = own_traits(explorer)
    explorer.sentence = given
    is_kept(explorer, before)
    assert explorer.message.startswith("A sentence is set by tokens and embeddings; got ")


def test_the_chosen_weight_goes_with_its_score_and_the_guess_stays_beside_another():
    explorer = SoftmaxExplorer([0.0, 1.0, 2.0], guessing=True)
    report(explorer.weighed, kind="release", index=0, height=0.25)
    explorer.guessing = False
    report(explorer.weighed, kind="choose", index=2)
    assert (explorer.chosen, explorer.guess[0]) == (2, 0.25)
    explorer.scores = (0, 1)
    assert (explorer.chosen, explorer.guess) == (-1, None)


def test_a_wish_with_a_plain_part_that_is_refused_takes_none_of_it():
    explorer = made(SoftmaxExplorer)
    before = own_traits(explorer)
    with pytest.raises(traitlets.TraitError):
        explorer.change(scores=(1, 2, 3), naive="yes")
    is_kept(explorer, before)
    explorer.scores = (1, 2, 3)
    assert (explorer.scores, explorer.message) == ((1, 2, 3), "")


def test_complex_masked_and_typed_embeddings_are_refused_and_a_tensor_is_read():
    explorer = made(AttentionExplorer)
    for value, words in (
        (np.array(PLACES) * 1j, "not complex ones"),
        (np.ma.masked_less(PLACES, 0), "not a masked array"),
        ([["0.5", "1"]] * 3, "not texts"),
    ):
        explorer.embeddings = value
        assert words in explorer.message
        assert explorer.message.startswith("The embeddings must be rows of numbers of one length")
    torch = pytest.importorskip("torch")
    explorer.embeddings = torch.eye(3, 2, requires_grad=True)
    assert explorer.message == ""
    np.testing.assert_array_equal(explorer.embeddings, np.eye(3, 2))
    np.testing.assert_array_equal(
        explorer.result.weights, simplified_attention(np.eye(3, 2)).weights
    )
