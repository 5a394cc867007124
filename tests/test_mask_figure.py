"""The picture of masks shows who may look at whom under each, and says so."""

import numpy as np
from matplotlib.colors import to_hex

from helpers import figures, palette
from helpers.attention import causal_mask, prefix_mask, window_mask

TOKENS = ["the", "pitcher", "saw", "a", "bat"]
MASKS = {
    "causal": causal_mask(5),
    "window of 1": window_mask(5, 1),
    "prefix of 2": prefix_mask(5, 2),
    "4 real & causal": causal_mask(5) & (np.arange(5) < 4),
}


def cells(panel, gid):
    """Where the cells of one kind stand, as (row, column) of their middle."""
    found = [patch for patch in panel.patches if patch.get_gid() == gid]
    return {(round(patch.get_y() + 0.5), round(patch.get_x() + 0.5)) for patch in found}


def dots(panel):
    found = [line for line in panel.lines if line.get_gid() == "dot"]
    return {(int(line.get_ydata()[0]), int(line.get_xdata()[0])) for line in found}


def test_each_pair_has_a_dot_where_the_query_may_look_and_a_hatched_cell_where_not():
    for panel, mask in zip(figures.masks(MASKS, TOKENS).axes, MASKS.values(), strict=True):
        assert dots(panel) == cells(panel, "seen") == {*map(tuple, np.argwhere(mask).tolist())}
        assert cells(panel, "hidden") == {*map(tuple, np.argwhere(~mask).tolist())}
        assert panel.yaxis_inverted()


def test_hidden_is_told_by_more_than_its_colour():
    panel = figures.masks(MASKS, TOKENS).axes[0]
    for patch in panel.patches:
        hidden = patch.get_gid() == "hidden"
        assert bool(patch.get_hatch()) == hidden
        assert to_hex(patch.get_facecolor()) == (palette.TINT if hidden else palette.WHITE).lower()


def test_every_mask_names_its_columns_and_the_first_its_rows():
    picture = figures.masks(MASKS, TOKENS)
    picture.draw_without_rendering()
    panels = picture.axes
    assert [panel.texts[0].get_text() for panel in panels] == list(MASKS)
    for panel in panels:
        assert [label.get_text() for label in panel.get_xticklabels()] == TOKENS
        name = panel.texts[0].get_window_extent()
        assert not any(name.overlaps(one.get_window_extent()) for one in panel.get_xticklabels())
    rows = [[label.get_text() for label in panel.get_yticklabels()] for panel in panels]
    assert rows == [TOKENS, *([[""] * 5] * 3)]


def test_the_alt_text_says_of_every_word_whom_it_sees():
    masks = {"causal": causal_mask(3), "blind": np.eye(3, dtype=bool)[[1, 0, 2]] & [1, 1, 0] > 0}
    assert figures.masks(masks, ["the", "old", "bat"], title="Two masks").alt.splitlines() == [
        "Two masks",
        "causal: who sees which words, counted from 1: the 1, old 1 and 2, bat 1 to 3",
        "blind: who sees which words, counted from 1: the 2, old 1, bat none",
    ]
    apart = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1]], dtype=bool)
    assert (
        ": a 1 and 3, b 1 and 2, c 2 and 3" in figures.masks({"apart": apart}, ["a", "b", "c"]).alt
    )
