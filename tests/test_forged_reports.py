"""A stale or forged report, and any value from code: taken, passed over, or refused in a sentence.

What the page sends may have been true of a state that is gone, and may be anything at all.
"""

import functools
import itertools
import json
import traceback
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

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
from helpers.views.reports import Between, described
from helpers.views.view import View

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
    AttentionExplorer: [THREE, TWO, {"tokens": DEEP, "embeddings": DEEP_PLACES}],
    DotProductExplorer: [{"a": (0, 0)}],
    FlowExplorer: [{"step": step} for step in ("context", "weights", "embeddings")],
    HeadsExplorer: [{"heads": [HEAD] * n} for n in (1, 4)] + [{"W_O": np.eye(8)}, {"W_O": None}],
    MaskExplorer: [THREE, TWO, {"allowed": lambda n: np.eye(n, dtype=bool)}, {"query": 1}],
    MeaningExplorer: [{"on": ()}, {"lam": 0.5}],
    OrderExplorer: [TWO, {"order": (2, 1, 0)}, {"positions": "mask"}, {"positions": np.cos}],
    ProjectionExplorer: [{"tied": True}, {"dropped": ("W_Q", "W_V")}],
    ScalingExplorer: [{"d_k": 3}, {"n": 4}],
    SoftmaxExplorer: [{"scores": (1, 2)}, {"scores": range(8)}, {"chosen": 1}],
    TrainingExplorer: [
        {"said": "hungry"},
        {"layer": 0},
        {"losses": [2, 1], "weights": [np.eye(3)] * 2, "steps": (0, 1), "tokens": WORDS},
    ],
}
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
    return [widget, *inside] if isinstance(widget, View) and widget._handler else inside


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

TEXTS = ["0", "1", "-0.5", "8", "five", "", "nan", "1,000", "\ud800", "x" * 999]
KINDS_SENT = ["choose", "type", "rename", "remove", "stretch", "answer"]
HUGE = [10**400, -(10**400)]
STROKES = (
    "[0]",
    "[[]]",
    "[[0, 0]]",
    "[[0, 0, 1]]",
    "[[true, 0, true]]",
    "[[0, -1, true]]",
    "[[0, 0, true, 0]]",
)
STROKES += "[[0, 99, true]]", "[[0, 0.0, true]]", "[[0, null, true]]", "[{}]"
# What is no value of a field, whatever the scene is.
WRONG = {
    int: [True, False, 0.0, "0", None, [0], {}, -2, 10**6, *HUGE],
    float: ["1", True, None, [], {}, float("nan"), float("inf"), float("-inf"), *HUGE],
    bool: [1, 0, 1.0, "true", None, []],
    str: [1, True, None, [], {}],
    Literal: ["?", "", None, True, 0, [], {}, *KINDS_SENT],
    tuple: [None, [], {}, "0", [[0, 0, True]] * 999, *map(json.loads, STROKES)],
}


def is_kept(explorer, before):
    """Assert that all of the state is what it was."""
    after = own_traits(explorer)
    changed = {name for name in before if not alike(before[name], after[name])}
    assert changed <= {"message"}


def created(hint, scene, rng):
    """Return a value of a field as the browser can send it, None where the scene has none."""
    kind, *rules = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    high = scene.get("high", scene.get("reach", 2.5))
    if kind is int:
        places = [place for place in range(-1, 99) if all(r.allows(place, scene) for r in rules)]
        return int(rng.choice(places)) if places else None
    if get_origin(kind) is Literal:
        return str(rng.choice(get_args(kind)))
    if get_origin(kind) is tuple:
        value = [created(get_args(kind)[0], scene, rng) for _ in range(rng.integers(1, 4))]
    elif hasattr(kind, "_fields"):
        value = [
            created(inner, scene, rng)
            for inner in get_type_hints(kind, include_extras=True).values()
        ]
    else:
        value = {
            float: float(rng.uniform(scene.get("low", -high), high)),
            bool: bool(rng.integers(2)),
            str: str(rng.choice(TEXTS)),
        }[kind]
    return value if all(rule.allows(value, scene) for rule in rules) else None


def possible(view, rng):
    """Return the reports that the browser can send of a view as it is drawn now, one a shape."""
    for shape in view.reports:
        hints, _ = described(shape)
        parts = {name: created(hint, view.scene, rng) for name, hint in hints.items()}
        if shape.fits(view.scene) and None not in parts.values():
            yield shape, parts


def forged(view, rng):
    """Return reports that are possible but for one part of them."""
    for shape, parts in possible(view, rng):
        hints, needed = described(shape)
        yield {**parts, "goal": 0}
        for name, hint in hints.items():
            kind, *rules = get_args(hint) if get_origin(hint) is Annotated else (hint,)
            wrong = WRONG[get_origin(kind) or kind]
            if any(isinstance(rule, Between) for rule in rules):
                wrong = [*wrong, view.scene["low"] - 1, view.scene["high"] + 1]
            allowed = get_args(kind) if get_origin(kind) is Literal else ()
            yield from ({**parts, name: part} for part in wrong if part not in allowed)
            if name in needed:
                yield {other: part for other, part in parts.items() if other != name}


def changes(kind):
    """Return what can be done to an explorer: its changes, every example, every switch."""
    found = [lambda e, wishes=wishes: e.change(**wishes) for wishes in CHANGES[kind]]
    found += [lambda e, title=title: e._begin_example(title) for title in _one(kind).examples]
    for name in names_of(kind):
        if isinstance(kind.class_traits()[name], traitlets.Bool):
            found.append(lambda e, name=name: setattr(e, name, not getattr(e, name)))
    return [*found, lambda e: e.reset()]


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
    st.booleans(),  # whether it is forged
    st.one_of(st.none(), st.integers(0, 99)),  # the change that overtakes it
)


@NAMED
@settings(max_examples=30)
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
            sent(explorer, view, found[seed % len(found)])


@NAMED
@pytest.mark.parametrize("guessing", [False, True])
def test_a_forged_report_changes_nothing(kind, guessing):
    explorer = made(kind)
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


NONSENSE = [
    *(lambda value=value: value for value in (None, True, -2, 10**6, 10**400, 10**5000, 1.5, 1j)),
    *(lambda value=value: value for value in (float("nan"), float("inf"), b"bytes", ..., int, "")),
    *(
        lambda value=value: value
        for value in ("a\nb", "x" * 100_000, "\ud800", np.full((3, 2), np.nan))
    ),
    list,
    lambda: {"a": 1},
    lambda: [None] * 3,
    lambda: [[], []],
    lambda: [[1], [1, 2], [3]],
    lambda: [["0.5", "a"], ["b", "1"], ["2", "3"]],
    _inside_itself,
    lambda: np.ones((3, 2)) * (1 + 1j),
    lambda: np.ma.masked_greater(np.arange(6.0).reshape(3, 2), 3),
    object,
    lambda: lambda *_: None,
    Hostile,
    lambda: [Hostile()] * 3,
    lambda: [[Hostile()] * 2] * 3,
    itertools.count,
    lambda: itertools.repeat(itertools.count()),
    lambda: [itertools.count()] * 3,
    Endless,
    fails,
]
TRAITS = [(kind, name) for kind in KINDS for name in names_of(kind)]


@pytest.mark.parametrize(
    ("kind", "name"), TRAITS, ids=[f"{kind.__name__}-{name}" for kind, name in TRAITS]
)
def test_whatever_a_trait_is_set_to_is_taken_or_refused(kind, name):
    """One rule: what is held refuses in a sentence; a plain trait raises traitlets' own error."""
    held, explorer = isinstance(getattr(kind, name), Held), again(kind)
    for value in NONSENSE:
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
