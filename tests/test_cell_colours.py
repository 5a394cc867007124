"""The cells of a heat map in both themes: every step has a colour, and an ink that reads on it."""

import re

import numpy as np
import pytest

from helpers import palette
from helpers.explorers.base.cells import STEPS, cells
from helpers.explorers.base.colours import ColouredTable

NUMBERS = np.array([[0.0, 0.5, 1.0], [-3.0, 3.0, np.nan]])


def themes():
    """Return the custom properties of each theme, by name."""
    blocks = re.findall(r"^([^\n{]*)\{ (--w0:[^}]*)\}", ColouredTable.css, flags=re.MULTILINE)
    return {
        place.strip(): dict(re.findall(r"(--\w[\w-]*): ([^;]+);", names)) for place, names in blocks
    }


def test_there_is_a_light_and_a_dark_theme():
    assert list(themes()) == [":root", '[data-jp-theme-light="false"]']
    light, dark = themes().values()
    assert light.keys() == dark.keys()
    assert len(light) == 2 * 2 * (STEPS + 1)


@pytest.mark.parametrize("names", themes().values(), ids=["light", "dark"])
def test_the_ink_of_every_step_reads_on_its_colour(names):
    fills = [name for name in names if not name.endswith("-ink")]
    assert min(palette.contrast(names[name], names[f"{name}-ink"]) for name in fills) >= 4.5


@pytest.mark.parametrize("kind", ["weights", "scores", "scaled"])
def test_cells_use_colours_that_both_themes_have(kind):
    shown = cells(NUMBERS, kind)
    used = {name for part in ("fills", "inks") for row in shown[part] for name in row}
    for names in themes().values():
        assert {re.fullmatch(r"var\((.+)\)", name)[1] for name in used} <= names.keys()


def test_what_a_causal_mask_hides_is_hatched_also_above_a_pinned_row_and_no_other_zero():
    causal = np.array([[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]])
    hidden = [[False, True, True], [False, False, True], [False] * 3]
    for matrix in (causal, np.vstack([causal, causal[0]])):
        shown = cells(matrix, "weights")
        fills = [[fill == "var(--hidden)" for fill in row] for row in shown["fills"]]
        assert fills[:3] == hidden
        assert [[not text for text in row] for row in shown["texts"]][:3] == hidden
        assert not any(map(any, fills[3:]))
    for plain, kind in ((np.eye(3), "weights"), (causal[:, ::-1], "weights"), (causal, "scores")):
        assert "hidden" not in str(cells(plain, kind))


def test_a_dark_page_shows_small_numbers_dark_and_a_light_page_light():
    light, dark = themes().values()
    for letter, small in (("w", 0), ("s", STEPS // 2)):
        name = f"--{letter}{small}"
        assert palette.contrast(light[name], "white") < 1.3
        assert palette.contrast(dark[name], "#111111") < 1.5


def test_a_larger_weight_is_a_later_step():
    (row,) = cells(np.linspace(0, 1, 9)[None], "weights")["fills"]
    steps = [int(re.search(r"\d+", name)[0]) for name in row]
    assert steps == sorted(set(steps))
