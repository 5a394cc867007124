"""What all eight explorers do alike: frames of a drag, reset, examples, pin and guess."""

import itertools

import ipywidgets
import numpy as np
import pytest
from explorer_hand import report, said

from helpers import worked_examples
from helpers.explorers import (
    AttentionExplorer,
    DotProductExplorer,
    FlowExplorer,
    HeadsExplorer,
    MeaningExplorer,
    ProjectionExplorer,
    ScalingExplorer,
    SoftmaxExplorer,
)
from helpers.views.view import View

GONE = "The pin is gone: it was of another example."


def attention(name="your_journey", columns=None, **traits):
    example = worked_examples.load(name)
    embeddings = example.embeddings[:, :columns]
    return AttentionExplorer(example.tokens, embeddings, **traits)


def heads_turned(explorer):
    explorer.turn(3.0)
    explorer._add()
    explorer._typed("W_V", 0, 0, "4")


def projected(explorer):
    explorer._fields["W_Q"]._maps.value = "shear"
    explorer._on_number("W_V", {"row": 0, "column": 1, "text": "0.7"})
    explorer.tied, explorer.shown, explorer.table = True, "values and shift", "weights"
    report(explorer._plane, kind="move", index=0, x=1.0, y=-2.0)


def moved(explorer):
    report(explorer.plane, kind="release", index=1, x=2.0, y=-2.0)
    explorer.query, explorer.table, explorer.editing, explorer.all_shifts = 2, "scores", True, True
    explorer.pulls = True


def pulled(explorer):
    report(explorer.hidden_axes.bars, kind="move", index=0, height=1)


# Each opens somewhere else than its class would, and is then changed in all that it has.
OPENED = {
    "attention": (lambda: attention(query=1, table="scaled"), moved),
    "attention in three dimensions": (
        lambda: attention(columns=None, axes=(0, 2)),
        lambda e: (moved(e), e.change(axes=(1, 2)), pulled(e)),
    ),
    "dot product": (
        lambda: DotProductExplorer(a=(1, 2), b=(0.5, -1), names=("one", "two")),
        lambda e: report(e._plane, kind="release", index=0, x=-1.0, y=1.0),
    ),
    "flow": (
        lambda: FlowExplorer("the_cat_sat", query=1, step="context"),
        lambda e: (e.change(query=2, target=0, step="scores"), e.change(example="smart_robots")),
    ),
    "heads": (
        lambda: HeadsExplorer(example="two heads fetch two words", query=2, head=1, view="one"),
        heads_turned,
    ),
    "meaning": (
        lambda: MeaningExplorer("bat", on=["cave", "wings"], lam=0.5),
        lambda e: (setattr(e, "lam", 0.1), setattr(e, "on", ["ball"]), setattr(e, "name", "bank")),
    ),
    "projection": (
        lambda: ProjectionExplorer([*"ABC"], [[1, 0], [0, 1], [1, 1]], W_K="swap"),
        projected,
    ),
    "projection tied": (
        lambda: ProjectionExplorer(W_Q="shear", W_K="swap", tied=True, dropped=["W_V"]),
        lambda e: (setattr(e, "tied", False), setattr(e, "dropped", ()), projected(e)),
    ),
    "scaling": (
        lambda: ScalingExplorer(d_k=1024, n=12, draw=3, entries="same"),
        lambda e: e.change(d_k=5, n=7, draw=8, scaled=True, entries="linear"),
    ),
    "softmax": (
        lambda: SoftmaxExplorer([1, 2, 3.5], ["a", "b", "c"], added=5, naive=True, chosen=2),
        lambda e: e.change(scores=(1, 2), temperature=3, added=1, naive=False, chosen=0),
    ),
}
EVERY = pytest.mark.parametrize("opened", OPENED.values(), ids=OPENED)


def shown(explorer):
    """Return all that is to be seen and pressed, widget by widget, and what the code would be."""
    seen, waiting = [], [explorer]
    while waiting:
        widget = waiting.pop()
        seen.append(widget.layout.display)
        if widget.layout.display == "none":
            continue
        waiting += getattr(widget, "children", ())
        if isinstance(widget, View):
            scene = {name: part for name, part in widget.scene.items() if name not in UNSEEN}
            if widget is explorer.spoken:
                scene = {name: scene[name] for name in ("headline", "more", "details")}
            seen.append((widget.label, scene))
        elif hasattr(widget, "value") and not isinstance(widget, ipywidgets.Button):
            seen.append((type(widget).__name__, widget.value))
    return seen, explorer.code()


UNSEEN = {"answer", "restore", "settle"}
SAID = ("headline", "more", "details", "message", "code")


def guess_at(explorer):
    """Make a guess and reveal it."""
    explorer.guessing = True
    for view, parts in guesses(explorer):
        report(view, **parts)


def guesses(explorer):
    """Yield what the hand does to guess: a view, and what it reports of it."""
    if isinstance(explorer, AttentionExplorer):
        place = {"index": len(explorer.tokens), "x": 1.0, "y": 1.0}
        yield explorer.plane, {"kind": "release", **place}
    elif isinstance(explorer, MeaningExplorer):
        place = {"index": len(explorer._meaning.vocabulary.texts) + 2, "x": 1.0, "y": 1.0}
        yield explorer._plane, {"kind": "release", **place}
    elif isinstance(explorer, HeadsExplorer):
        slider = explorer._panels._slider
        yield slider, {"kind": "release", "value": 0.3}
    elif isinstance(explorer, SoftmaxExplorer):
        yield explorer._weighed, {"kind": "release", "index": 0, "height": 0.9}
    else:
        yield explorer._slider, {"kind": "release", "value": 0.7}


@EVERY
def test_reset_returns_to_what_the_cell_opened_with_and_lets_go_of_pin_and_guess(opened):
    make, change = opened
    explorer = make()
    opening, words, message = shown(explorer), said(explorer), explorer.message
    for pinned, guessing in itertools.product((False, True), repeat=2):
        explorer.pinned = pinned
        change(explorer)
        if guessing:
            guess_at(explorer)
        explorer.pinned = pinned
        explorer.reset_button.click()
        assert not explorer.pinned
        assert not explorer.guessing
        assert explorer.pin is None
        assert said(explorer) == words
        assert shown(explorer) == opening
        gone = "The pin is gone: reset lets go of it." if pinned else ""
        assert explorer.message == " ".join(filter(None, [message, gone]))


@EVERY
def test_reset_finds_back_from_another_example_and_names_the_one_it_opened_with(opened):
    make, change = opened
    explorer = make()
    opening = shown(explorer)
    for title in titles(explorer):
        explorer.presets.value = title
        change(explorer)
        explorer.reset()
        assert shown(explorer) == opening


def titles(explorer):
    """Return the names of the examples, that of the present one last."""
    names = [each if isinstance(each, str) else each[1] for each in explorer.presets.options]
    return sorted(names, key=lambda name: name == explorer.presets.value)


@EVERY
def test_an_example_that_is_chosen_begins_with_nothing_pinned_and_nothing_guessed(opened):
    explorer = opened[0]()
    other, *_ = titles(explorer)
    fresh = opened[0]()
    fresh.presets.value = other
    for do in (
        lambda: None,
        lambda: guess_at(explorer),
        lambda: setattr(explorer, "guessing", True),
    ):
        explorer.reset()
        explorer.pinned = True
        do()
        assert explorer.pinned
        if isinstance(explorer, FlowExplorer):  # a guess goes back to before the weights
            fresh.step = explorer.step if explorer.step in fresh.steps else fresh.step
        explorer.presets.value = other
        assert (explorer.pinned, explorer.pin, explorer.guessing) == (False, None, False)
        assert explorer.buttons["pin"].value is False
        assert GONE in explorer.spoken.scene["message"]
        assert said(explorer) == said(fresh)
        assert shown(explorer)[1] == shown(fresh)[1]


@EVERY
def test_an_unpinned_example_is_taken_without_a_word_of_the_pin(opened):
    explorer = opened[0]()
    explorer.presets.value = titles(explorer)[0]
    assert "pin" not in explorer.message
    explorer.pinned = True
    explorer.buttons["pin"].value = False
    assert "pin" not in explorer.message


OUTGROWN = {
    "attention": (attention, lambda e: setattr(e, "sentence", e.sentence.without(0))),
    "flow": (FlowExplorer, lambda e: setattr(e, "example", "your_journey")),
    "heads": (HeadsExplorer, lambda e: e._add()),
    "meaning": (MeaningExplorer, lambda e: setattr(e, "name", "bank")),
    "projection": (ProjectionExplorer, lambda e: setattr(e, "tokens", ("x", "y", "z"))),
    "softmax": (SoftmaxExplorer, lambda e: setattr(e, "scores", (1, 2))),
}


@pytest.mark.parametrize(("make", "grow"), OUTGROWN.values(), ids=OUTGROWN)
def test_a_pin_that_fits_no_more_goes_and_says_so(make, grow):
    explorer = make()
    explorer.pinned = True
    grow(explorer)
    assert (explorer.pinned, explorer.pin) == (False, None)
    assert explorer.spoken.scene["message"].startswith("The pin is gone: it ")
    explorer.pinned = True
    assert explorer.pin is not None


UNGUESSED = {
    "dot product": (DotProductExplorer, lambda e: e._reveal.click()),
    "projection": (ProjectionExplorer, lambda e: e._reveal.click()),
    "scaling": (ScalingExplorer, lambda e: e._reveal.click()),
    "softmax": (SoftmaxExplorer, lambda e: e._controls._reveal.click()),
    "heads": (HeadsExplorer, lambda e: e._panels._reveal.click()),
    "meaning": (MeaningExplorer, lambda e: e._reveal.click()),
    "flow": (lambda: FlowExplorer(step="scaled"), lambda e: setattr(e, "step", "weights")),
}


@pytest.mark.parametrize(("make", "reveal"), UNGUESSED.values(), ids=UNGUESSED)
def test_a_guess_that_was_never_made_is_not_judged(make, reveal):
    explorer = make()
    for _ in range(2):  # also after one that was made
        explorer.guessing = True
        reveal(explorer)
        words = said(explorer)
        assert "uess" not in words
        assert "Your z" not in words
        assert "furthest off" not in words
        explorer.reset()
        guess_at(explorer)
        if not isinstance(explorer, FlowExplorer | SoftmaxExplorer | HeadsExplorer):
            assert any(word in said(explorer) for word in ("ou guessed", "Your z is"))
        explorer.reset()


# One frame of a drag: what the hand reports, and another report of the same drag.
DRAGS = {
    "attention": (
        lambda: attention(columns=2, editing=True),
        lambda e: (e.plane, "index", 1),
        ({"x": 2.0, "y": -1.0}, {"x": -1.5, "y": 0.5}),
    ),
    "attention, a hidden number": (
        lambda: attention(editing=True),
        lambda e: (e.hidden_axes.bars, "index", 1),
        ({"height": 2.0}, {"height": -1.0}),
    ),
    "attention, a guess": (
        lambda: attention(columns=2, guessing=True),
        lambda e: (e.plane, "index", 1),
        ({"x": 1.0, "y": -1.0}, {"x": -1.1, "y": 0.5}),
    ),
    "dot product": (
        DotProductExplorer,
        lambda e: (e._plane, "index", 0),
        ({"x": 2.0, "y": -1.0}, {"x": -1.5, "y": 0.5}),
    ),
    "heads": (
        lambda: HeadsExplorer(pinned=True),
        lambda e: (e._editor._factor, "value", None),
        ({"value": 7.0}, {"value": 3.0}),
    ),
    "meaning": (
        MeaningExplorer,
        lambda e: (e._slider, "value", None),
        ({"value": 0.2}, {"value": 0.7}),
    ),
    "projection": (
        ProjectionExplorer,
        lambda e: (e._plane, "index", 1),
        ({"x": 2.0, "y": -1.0}, {"x": -1.5, "y": 0.5}),
    ),
    "scaling": (
        ScalingExplorer,
        lambda e: (e._controls._width, "value", None),
        ({"value": 3}, {"value": 9}),
    ),
    "scaling, tokens": (
        ScalingExplorer,
        lambda e: (e._controls._tokens, "value", None),
        ({"value": 9}, {"value": 20}),
    ),
    "softmax": (
        lambda: SoftmaxExplorer(chosen=1),
        lambda e: (e._pulled, "index", 0),
        ({"height": 3.0}, {"height": -2.0}),
    ),
    "softmax, c": (
        lambda: SoftmaxExplorer(chosen=1, naive=True, dtype="float16"),
        lambda e: (e._controls._c, "value", None),
        ({"value": 9.0}, {"value": -700.0}),
    ),
    "softmax, temperature": (
        SoftmaxExplorer,
        lambda e: (e._controls._heat, "value", None),
        ({"value": 9}, {"value": -70}),
    ),
}


def _revealed(explorer):
    guess_at(explorer)
    return explorer


def left_behind(explorer):
    """Return what differs between the frame that is seen and the same state at rest."""
    explorer.buttons["code"].value = True
    before = {name: explorer.spoken.scene[name] for name in SAID}
    seen = shown(explorer)[0]
    explorer._redraw(resting=True)
    after = {name: explorer.spoken.scene[name] for name in before}
    return [
        pair
        for pair in zip([*seen, before], [*shown(explorer)[0], after], strict=True)
        if _visible(pair[0]) != _visible(pair[1])
    ]


def _visible(part):
    """Leave out what a frame may put off: how each number comes about, and the axis's end."""
    if not (isinstance(part, tuple) and isinstance(part[1], dict)):
        return part
    later = {"details", "reach", "low", "high", "ticks"}
    return {name: value for name, value in part[1].items() if name not in later}


@pytest.mark.parametrize(("make", "held", "frames"), DRAGS.values(), ids=DRAGS)
def test_sentences_tables_and_fields_are_never_stale_in_a_drag(make, held, frames):
    explorer = make()
    view, name, place = held(explorer)
    explorer.buttons["code"].value = True
    words = {said(explorer)}
    for frame in (*frames, *frames):
        hand = frame if place is None else {name: place, **frame}
        report(view, kind="move", **hand)
        assert explorer.spoken.scene["aloud"] is False
        words.add(said(explorer))
        assert left_behind(explorer) == []
    assert len(words) == 3
    report(view, kind="release", **hand)
    assert explorer.spoken.scene["aloud"] is True


# Each table of typed numbers that is to be seen, with the numbers that it is for.
FIELDS = {
    AttentionExplorer: lambda e: [(e.editor.grid, e.embeddings)] if e.editing else [],
    DotProductExplorer: lambda e: [(e._grid, [e.a, e.b])],
    HeadsExplorer: lambda e: zip(
        map(e._editor._grids.get, ("W_Q", "W_K", "W_V")), e.heads[e.head], strict=True
    ),
    ProjectionExplorer: lambda e: [
        (field._grid, getattr(e, name)) for name, field in e._fields.items() if name != "W_K"
    ],
    ScalingExplorer: lambda e: [(e._controls._typed, [[e.d_k, e.n, e.draw]])],
    SoftmaxExplorer: lambda e: [
        (e._controls._scores, [[score] for score in e.scores]),
        (e._controls._typed, [[e.added], [e.temperature]]),
    ],
}


def assert_fields_hold_the_numbers(explorer):
    for grid, numbers in FIELDS.get(type(explorer), lambda _: [])(explorer):
        held = np.array(grid.scene["texts"], dtype=float)
        np.testing.assert_allclose(held, numbers, rtol=1e-3)


@pytest.mark.parametrize(("make", "held", "frames"), DRAGS.values(), ids=DRAGS)
def test_typed_fields_hold_the_numbers_of_each_frame(make, held, frames):
    explorer = make()
    view, name, place = held(explorer)
    for kind, frame in zip(("move", "move", "release"), (*frames, frames[0]), strict=True):
        report(view, kind=kind, **(frame if place is None else {name: place, **frame}))
        assert_fields_hold_the_numbers(explorer)


@EVERY
def test_typed_fields_hold_the_numbers_once_all_is_changed(opened):
    make, change = opened
    explorer = make()
    assert_fields_hold_the_numbers(explorer)
    change(explorer)
    assert_fields_hold_the_numbers(explorer)
    explorer.reset()
    assert_fields_hold_the_numbers(explorer)


@pytest.mark.parametrize(("make", "held", "frames"), DRAGS.values(), ids=DRAGS)
def test_every_view_is_drawn_once_a_frame(make, held, frames):
    explorer, sent = make(), []
    view, name, place = held(explorer)
    for widget in explorer.spoken, view:
        widget.observe(lambda change: sent.append(change.owner), "scene")
    for frame in frames:
        sent.clear()
        report(view, kind="move", **(frame if place is None else {name: place, **frame}))
        assert sent.count(explorer.spoken) == 1
        assert sent.count(view) == 1
