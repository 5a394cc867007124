"""Small maps beside each other show every weight under one scale, and say where a row looks."""

import numpy as np
import pytest

from helpers import figures
from helpers.figures import colour_maps

TOKENS = ["the", "pitcher", "saw", "bat"]
FIRST = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 0.9, 0.1, 0], [0.25, 0.05, 0.7, 0]])
MAPS = {"1a": FIRST, "1b": np.eye(4), "2a": np.full((4, 4), 0.25)}


def panels(picture):
    return {panel.texts[0].get_text(): panel for panel in picture.axes}


def labels(ticks):
    return [label.get_text() for label in ticks]


def test_each_map_shows_its_weights_from_0_to_1_the_first_row_on_top():
    found = panels(figures.maps(MAPS, TOKENS))
    assert list(found) == list(MAPS)
    for name, panel in found.items():
        (image,) = panel.images
        assert np.array_equal(image.get_array(), MAPS[name])
        assert image.get_clim() == (0, 1)
        assert image.get_cmap().name == colour_maps.WEIGHTS_MAP.name
        assert panel.yaxis_inverted()


def test_weights_of_exactly_0_are_hatched_and_the_note_says_so():
    tiny = np.where(FIRST == 0, 1e-9, FIRST)
    picture = figures.maps({"masked": FIRST, "seen": tiny}, TOKENS)
    found = panels(picture)
    (patch,) = found["masked"].patches
    assert patch.get_hatch()
    assert len(patch.get_path().vertices) == 5 * (FIRST == 0).sum()
    assert not found["seen"].patches
    assert "hatched" in picture.note
    assert "hatched" not in figures.maps({"seen": tiny}, TOKENS).note


def test_the_words_say_where_the_framed_row_looks_most_or_each_row():
    picture = figures.maps(MAPS, TOKENS, asks=3, title="Three")
    assert [panel.patches[-1].get_bbox().bounds for panel in picture.axes] == [
        (-0.5, 2.5, 4, 1)
    ] * 3
    assert picture.alt.splitlines() == [
        "Three",
        "framed: bat, which attends most to",
        "1a saw 0.70, 1b bat 1.00, 2a the 0.25",
    ]
    assert figures.maps({"1a": FIRST}, TOKENS).alt == (
        "1a, each row attends most to: the, the, pitcher, saw"
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: figures.maps({}, TOKENS), "expected at least one map, got none"),
        (lambda: figures.maps(MAPS | {"x": np.eye(3)}, TOKENS), "map 'x' must be .*4, 4.*3, 3"),
        (lambda: figures.maps({"x": 2 * FIRST}, TOKENS), "map 'x' must lie between 0 and 1, got 2"),
    ],
)
def test_what_cannot_be_drawn_is_named(call, said):
    with pytest.raises(ValueError, match=said):
        call()
