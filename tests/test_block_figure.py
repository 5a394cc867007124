"""The picture of a block shows its boxes in order, what goes round them, and says so."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from helpers import figures, palette

LAYERS = {
    "plain": ["attention"],
    "residual": [("attention",)],
    "block": [("norm", "attention"), ("norm", "MLP")],
}
TRANSFORMER = {
    "encoder": [("self-attention",), "norm"],
    "decoder": [("masked",), "norm", ("attention to the encoder",), "norm"],
}
MEMORY = ("encoder", "decoder", "attention to the encoder")


def parts(picture, gid):
    """Everything in the picture that was drawn as one kind, in the order drawn."""
    return [part for part in picture.axes[0].get_children() if part.get_gid() == gid]


def box(picture, name):
    """The edges (left, bottom, right, top) of the boxes with this name, in inches."""
    texts = [text.get_text() for text in parts(picture, "name")]
    extents = [patch.get_path().get_extents() for patch in parts(picture, "box")]
    return [extents[i].extents for i, text in enumerate(texts) if text == name]


def ways(picture, gid):
    return [np.array(line.get_data()).T for line in parts(picture, gid)]


def test_the_boxes_stand_in_the_order_in_which_rows_pass_them():
    picture = figures.block({"block": LAYERS["block"]})
    names = [text.get_text() for text in parts(picture, "name")]
    heights = [text.get_position()[1] for text in parts(picture, "name")]
    assert names == ["norm", "attention", "norm", "MLP"]
    assert heights == sorted(heights)


def test_a_residual_path_begins_below_its_boxes_goes_round_them_and_ends_at_the_plus():
    picture = figures.block({"residual": [("norm", "attention"), "after"]})
    ((start, low, high, end),) = ways(picture, "residual")
    left, bottom, right, _ = box(picture, "norm")[0]
    top = box(picture, "attention")[0][3]
    (plus,) = parts(picture, "plus")
    assert start[0] == pytest.approx((left + right) / 2)
    assert start[1] < bottom
    assert low[0] == high[0] < left
    assert end[1] == plus.center[1] > top
    assert plus.center[1] + plus.radius < box(picture, "after")[0][1]
    assert not parts(figures.block({"plain": ["attention"]}), "residual")


def test_the_memory_leads_from_above_one_column_to_the_box_that_reads_it():
    picture = figures.block(TRANSFORMER, memory=MEMORY)
    (way,) = ways(picture, "memory")
    left, bottom, _, top = box(picture, "attention to the encoder")[0]
    assert way[0][1] > box(picture, "norm")[0][3]
    assert bottom < way[-1][1] < top
    assert box(picture, "self-attention")[0][2] < way[-1][0] < left


def test_only_the_named_boxes_are_tinted():
    picture = figures.block(LAYERS, highlight=["attention"])
    names = [text.get_text() for text in parts(picture, "name")]
    for name, patch in zip(names, parts(picture, "box"), strict=True):
        tint = palette.CONTEXT_TINT if name == "attention" else palette.TINT
        assert to_hex(patch.get_facecolor()) == tint.lower()


def test_the_alt_text_names_the_order_and_what_is_added():
    assert figures.block(LAYERS, title="Three layers").alt.splitlines() == [
        "Three layers",
        "from below:",
        "plain: attention",
        "residual: attention → add the input to it",
        "block: norm → attention → add the input to it → norm → MLP → add the input to it",
    ]
    said = figures.block(TRANSFORMER, memory=MEMORY).alt
    assert said.endswith("attention to the encoder in decoder reads what leaves encoder")


def test_below_each_column_stands_what_goes_in():
    for options, texts, said in (
        ({}, ["rows"] * 3, "plain: attention"),
        ({"enters": {"plain": "tokens"}}, ["tokens", "rows", "rows"], "plain: tokens → attention"),
    ):
        picture = figures.block(LAYERS, **options)
        lowest = min(text.get_position()[1] for text in picture.axes[0].texts)
        below = [one.get_text() for one in picture.axes[0].texts if one.get_position()[1] == lowest]
        assert below == texts
        assert picture.alt.splitlines()[1] == said
    with pytest.raises(ValueError, match="enters names 'GPT', not block, plain"):
        figures.block(LAYERS, enters={"GPT": "tokens"})


def test_names_fit_their_boxes_and_no_box_overlaps_another():
    picture = figures.block(TRANSFORMER, memory=MEMORY)
    picture.draw_without_rendering()
    edges = [patch.get_window_extent() for patch in parts(picture, "box")]
    for text, edge in zip(parts(picture, "name"), edges, strict=True):
        assert edge.x0 < text.get_window_extent().x0
        assert text.get_window_extent().x1 < edge.x1
    for i, edge in enumerate(edges):
        assert not any(edge.overlaps(other) for other in edges[i + 1 :])
