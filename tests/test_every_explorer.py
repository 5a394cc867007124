"""What a drag shows frame by frame, typed fields, and a reset from wherever the hand has gone.

What every explorer keeps in any case is in `test_explorer_contract.py`.
"""

from operator import attrgetter

import numpy as np
import pytest
from explorer_hand import report, said, told
from test_explorer_contract import (
    assert_code_gives_the_numbers,
    assert_reset_returns_to_the_opening,
    seen,
)

from helpers.attention import causal_mask
from helpers.explorers import (
    AttentionExplorer,
    CostExplorer,
    DotProductExplorer,
    FlowExplorer,
    HeadsExplorer,
    LanguageModelExplorer,
    MaskExplorer,
    MeaningExplorer,
    OrderExplorer,
    ProjectionExplorer,
    ScalingExplorer,
    SoftmaxExplorer,
    TrainingExplorer,
)
from helpers.readers import worked_examples


def attention(columns=None, **traits):
    example = worked_examples.load("your_journey")
    return AttentionExplorer(example.tokens, example.embeddings[:, :columns], **traits)


def heads_turned(explorer):
    explorer.editing = True
    explorer.sharpen(3.0)
    explorer.editor.add.press()
    explorer.editor.mix.press(True)
    for name in ("W_V", "W_O"):
        report(explorer.editor.grids[name], kind="type", row=0, column=0, text="4")


def painted(explorer):
    explorer.presets.choose("window")
    report(explorer.table, kind="release", cells=[[0, 2, True], [1, 2, False]], row=1)


def projected(explorer):
    explorer.fields["W_Q"].maps.choose("shear")
    report(explorer.fields["W_V"].grid, kind="type", row=0, column=1, text="0.7")
    explorer.tied, explorer.shown, explorer.table = True, "values and shift", "weights"
    explorer.editing = True
    report(explorer.plane, kind="move", index=0, x=1.0, y=-2.0)


def moved(explorer):
    report(explorer.plane, kind="release", index=1, x=2.0, y=-2.0)
    explorer.query, explorer.table, explorer.editing, explorer.all_shifts = 2, "scores", True, True
    explorer.pulls = True


def training(records=3, layers=2, n=3, **traits):
    """Return an explorer of a training in which each word comes to look at itself."""
    shares = np.linspace(1 / n, 0.9, records)
    others = np.repeat((1 - shares)[:, None] / (n - 1), n - 1, axis=1)
    rows = np.column_stack([shares, others])
    rows = np.stack([np.roll(rows, query, axis=1) for query in range(n)], axis=1)
    weights = np.broadcast_to(rows[:, None], (records, layers, n, n))
    tokens, steps = [chr(97 + place) for place in range(n)], range(0, 4 * records, 4)
    return TrainingExplorer(np.linspace(2, 1, 4 * records), weights, steps, tokens, **traits)


# Each opens somewhere else than its class would, and is then changed in all that it has.
OPENED = {
    "attention": (lambda: attention(query=1, table="scaled"), moved),
    "attention in three dimensions": (
        lambda: attention(axes=(0, 2)),
        lambda e: (
            moved(e),
            e.change(axes=(1, 2)),
            report(e.hidden_axes.bars, kind="move", index=0, height=1),
        ),
    ),
    "cost": (
        lambda: CostExplorer(n=1_000, d=1_024, heads=3, memory=0.5, editing=True),
        lambda e: (
            e.change(n=8_192, window=9_000, bytes_each=4, layers=1),
            report(e.work, kind="release", place=3),
            report(e.typed, kind="type", row=1, column=0, text="80"),
        ),
    ),
    "dot product": (
        lambda: DotProductExplorer(a=(1, 2), b=(0.5, -1), names=("one", "two")),
        lambda e: report(e.plane, kind="release", index=0, x=-1.0, y=1.0),
    ),
    "flow": (
        lambda: FlowExplorer("the_cat_sat", query=1, step="context"),
        lambda e: (e.change(query=2, target=0, step="scores"), e.change(example="smart_robots")),
    ),
    "heads": (
        lambda: HeadsExplorer(example="two heads fetch two words", query=2, head=1, tables=True),
        heads_turned,
    ),
    "language model": (
        lambda: LanguageModelExplorer("anna took the lamp herself .", cursor=3, without=["2b"]),
        lambda e: (
            report(e.tiles, kind="turn", head=3),
            report(e.row, kind="change", index=2, word=9),
            report(e.typed, kind="type", row=0, column=0, text="who has the zebra ?"),
            e.write(3),
        ),
    ),
    "mask": (
        lambda: MaskExplorer([*"abc"], [[1, 0], [0, 1], [1, 1]], causal_mask(3), query=2),
        painted,
    ),
    "mask, from a function": (lambda: MaskExplorer([*"abcdefgh"], np.eye(8), causal_mask), painted),
    "meaning": (
        lambda: MeaningExplorer("bat", on=["cave", "wings"], lam=0.5),
        lambda e: (setattr(e, "lam", 0.1), setattr(e, "on", ["ball"]), setattr(e, "name", "bank")),
    ),
    "order": (
        lambda: OrderExplorer([*"abcd"], [[1, 0], [0, 1], [1, 1], [2, 0]], "mask", query=3),
        lambda e: (
            e.change(order=(3, 1, 0, 2), positions="rotation", query=1, editing=True),
            report(e.row, kind="release", index=0, place=3),
            report(e.row, kind="choose", index=2),
        ),
    ),
    "order with a function": (
        lambda: OrderExplorer(order=(2, 0, 1), positions=np.sin, editing=True),
        lambda e: e.change(tokens=[*"ab"], embeddings=[[1, 0], [0, 1]], positions="learned"),
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
    "training": (
        lambda: TrainingExplorer(step=7, layer=0, query=2, said="hungry"),
        lambda e: (
            e.change(said="raining", step=9, query=8),
            report(e.curve, kind="release", place=3),
            report(e.slider, kind="release", value=5),
        ),
    ),
    "training of one's own": (
        lambda: training(query=1, answer=0, step=4),
        lambda e: (
            report(e.curve, kind="release", place=2),
            report(e.table, kind="choose", row=2, column=0),
            e.change(tokens=[*"xyz"], layer=1),
        ),
    ),
}
EVERY = pytest.mark.parametrize("opened", OPENED.values(), ids=OPENED)


@EVERY
def test_reset_returns_to_what_a_cell_with_arguments_of_its_own_opened_with(opened):
    make, change = opened
    assert_reset_returns_to_the_opening(make(), change)


@EVERY
def test_the_lines_of_the_code_give_the_numbers_of_any_state(opened):
    make, change = opened
    explorer = make()
    assert_code_gives_the_numbers(explorer, sin=np.sin)
    change(explorer)
    assert_code_gives_the_numbers(explorer)


@pytest.mark.parametrize(
    "kind", [DotProductExplorer, ProjectionExplorer, ScalingExplorer, SoftmaxExplorer]
)
def test_a_still_picture_is_another_while_something_is_guessed(kind):
    assert kind(guessing=True).picture().alt != kind().picture().alt


OUTGROWN = {
    "attention": (attention, lambda e: e.change(tokens=e.tokens[1:], embeddings=e.embeddings[1:])),
    "flow": (FlowExplorer, lambda e: setattr(e, "example", "your_journey")),
    "heads": (HeadsExplorer, lambda e: e.editor.add.press()),
    "mask": (
        MaskExplorer,
        lambda e: e.change(tokens=[*"abc"], embeddings=np.eye(3), allowed=np.eye(3) > 0),
    ),
    "meaning": (MeaningExplorer, lambda e: setattr(e, "name", "bank")),
    "order": (OrderExplorer, lambda e: setattr(e, "tokens", ("x", "y", "z"))),
    "projection": (ProjectionExplorer, lambda e: setattr(e, "tokens", ("x", "y", "z"))),
    "softmax": (SoftmaxExplorer, lambda e: setattr(e, "scores", (1, 2))),
    "training": (training, lambda e: e.change(weights=np.full((3, 2, 2, 2), 0.5), tokens=[*"ab"])),
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
    explorer.message = ""
    explorer.buttons["pin"].press(False)  # the user lets go of it
    assert "pin" not in explorer.message


def each(name, *values):
    return [{name: value} for value in values]


# How an explorer begins, the view that is dragged, its part, and what two frames report.
AT = [{"x": 2.0, "y": -1.0}, {"x": -1.5, "y": 0.5}]
NEAR = [{"x": 1.0, "y": -1.0}, {"x": -1.1, "y": 0.5}]
CELLS = each("cells", [[2, 0, False]], [[2, 0, False], [2, 1, False]])
HEIGHTS = each("height", 2.0, -0.5)
ALL_HEADS = {"pinned": True, "editing": True, "tables": True}
LEARNED = {"positions": "learned", "editing": True}
TYPED = {"chosen": 1, "editing": True}
BREAKS = {"chosen": 1, "naive": True, "dtype": "float16"}
DRAGS = {
    "attention": (lambda: attention(2, editing=True), "plane", {"index": 1}, AT),
    "attention, deep": (lambda: attention(editing=True), "hidden_axes.bars", {"index": 1}, HEIGHTS),
    "attention, a guess": (lambda: attention(2, guessing=True), "plane", {"index": 1}, NEAR),
    "cost": (lambda: CostExplorer(pinned=True, editing=True), "work", {}, each("place", 9, 40)),
    "cost, width": (lambda: CostExplorer(pinned=True), "width", {}, each("value", 0, 18)),
    "dot product": (DotProductExplorer, "plane", {"index": 0}, AT),
    "heads": (lambda: HeadsExplorer(**ALL_HEADS), "sharper", {}, each("value", 7.0, 3.0)),
    "mask": (lambda: MaskExplorer(pinned=True), "table", {"row": 2}, CELLS),
    "meaning": (MeaningExplorer, "slider", {}, each("value", 0.2, 0.7)),
    "order": (lambda: OrderExplorer(**LEARNED), "row", {"index": 1}, each("place", 2, 0)),
    "projection": (ProjectionExplorer, "plane", {"index": 1}, AT),
    "scaling": (ScalingExplorer, "width", {}, each("value", 3, 9)),
    "scaling, tokens": (lambda: ScalingExplorer(editing=True), "tokens", {}, each("value", 9, 20)),
    "softmax": (lambda: SoftmaxExplorer(**TYPED), "pulled", {"index": 0}, HEIGHTS),
    "softmax, c": (lambda: SoftmaxExplorer(**BREAKS), "raise_all", {}, each("value", 9.0, -700.0)),
    "softmax, temperature": (SoftmaxExplorer, "heat", {}, each("value", 9, -70)),
    "training": (lambda: training(pinned=True, answer=0), "curve", {}, each("place", 1, 2)),
    "training, the slider": (lambda: training(answer=0), "slider", {}, each("value", 1, 2)),
}
DRAGGED = pytest.mark.parametrize(("make", "view", "part", "frames"), DRAGS.values(), ids=DRAGS)


def left_behind(explorer):
    """Return what differs between the frame that is seen and the same state at rest."""
    explorer.buttons["code"].press(True)
    before = {name: explorer.spoken.scene[name] for name in ("message", "code")}
    frame = seen(explorer)
    explorer.change()
    after = {name: explorer.spoken.scene[name] for name in before}
    return [
        pair
        for pair in zip([*frame, before], [*seen(explorer), after], strict=True)
        if _visible(pair[0]) != _visible(pair[1])
    ]


def _visible(part):
    """Leave out what a frame may put off: how each number comes about, and the axis's end."""
    if not (isinstance(part, tuple) and isinstance(part[1], dict)):
        return part
    later = {"details", "reach", "low", "high", "ticks"}
    return {name: value for name, value in part[1].items() if name not in later}


@DRAGGED
def test_sentences_tables_and_fields_are_never_stale_in_a_drag(make, view, part, frames):
    explorer = make()
    dragged = attrgetter(view)(explorer)
    explorer.buttons["code"].press(True)
    words = {said(explorer)}
    for frame in (*frames, *frames):
        report(dragged, kind="move", **part, **frame)
        assert explorer.spoken.scene["aloud"] is False
        words.add(said(explorer))
        assert left_behind(explorer) == []
    assert len(words) == 3
    report(dragged, kind="release", **part, **frame)
    assert explorer.spoken.scene["aloud"] is True


# Each table of typed numbers that is to be seen, with the numbers that it is for.
FIELDS = {
    AttentionExplorer: lambda e: [(e.editor.grid, e.embeddings)] if e.editing else [],
    CostExplorer: lambda e: [(e.typed, [[getattr(e, name)] for name in e.typed.scene["rows"]])],
    DotProductExplorer: lambda e: [(e.grid, [e.a, e.b])],
    HeadsExplorer: lambda e: (
        list(zip(map(e.editor.grids.get, ("W_Q", "W_K", "W_V")), e.heads[e.head], strict=True))
        if e.editing
        else []
    ),
    OrderExplorer: lambda e: [(e.sentence.grid, e.embeddings)],
    ProjectionExplorer: lambda e: [
        (field.grid, getattr(e, name)) for name, field in e.fields.items() if name != "W_K"
    ],
    ScalingExplorer: lambda e: [(e.typed, [[e.d_k, e.n, e.draw]])],
    SoftmaxExplorer: lambda e: [
        (e.table, [[score] for score in e.scores]),
        (e.fields, [[e.added], [e.temperature]]),
    ],
}


def assert_fields_hold_the_numbers(explorer):
    for grid, numbers in FIELDS.get(type(explorer), lambda _: [])(explorer):
        held = [[float(text.replace("−", "-")) for text in row] for row in grid.scene["texts"]]
        np.testing.assert_allclose(held, numbers, rtol=1e-3)


@EVERY
def test_typed_fields_hold_the_numbers_once_all_is_changed(opened):
    make, change = opened
    explorer = make()
    assert_fields_hold_the_numbers(explorer)
    change(explorer)
    assert_fields_hold_the_numbers(explorer)
    explorer.reset()
    assert_fields_hold_the_numbers(explorer)


@DRAGGED
def test_a_frame_is_one_message(make, view, part, frames):
    explorer = make()
    dragged, messages = attrgetter(view)(explorer), told(explorer)
    for frame in frames:
        messages.clear()
        said = {"kind": "move", **part, **frame}
        explorer._receive(explorer, {"part": dragged.number, "report": said}, [])
        (message,) = messages
        assert {explorer.spoken, dragged} <= message.keys()
