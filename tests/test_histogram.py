"""A histogram shows how the numbers are spread, and says their mean and spread in words."""

import numpy as np
import pytest
from matplotlib.patches import StepPatch

from helpers import figures

NARROW = np.array([-1.0, 0, 0, 1])
WIDE = np.array([-4.0, -2, -1, 1, 2, 4])


def outlines(picture):
    return [patch for patch in picture.axes[0].patches if isinstance(patch, StepPatch)]


def drawn():
    samples = {"narrow": NARROW, "wide": WIDE}
    return figures.histogram(samples, xlabel="score", title="Two samples", bins=8)


def test_each_outline_encloses_the_shares_of_its_own_numbers():
    narrow, wide = (outline.get_data() for outline in outlines(drawn()))
    np.testing.assert_array_equal(narrow.edges, np.arange(-4, 5))
    np.testing.assert_allclose(narrow.values, [0, 0, 0, 1 / 4, 1 / 2, 1 / 4, 0, 0])
    np.testing.assert_allclose(wide.values, np.array([1, 0, 1, 1, 0, 1, 1, 1]) / 6)


def test_the_words_give_mean_and_standard_deviation_of_each():
    assert drawn().alt.split("\n") == [
        "Two samples",
        "density against score, -4.00 to 4.00",
        "narrow: 4 numbers, mean 0.00, standard deviation 0.71",
        "wide: 6 numbers, mean 0.00, standard deviation 2.65",
    ]
    coarse = figures.histogram({"a": [1.04, 2.04]}, xlabel="x", decimals=1).alt
    assert "a: 2 numbers, mean 1.5, standard deviation 0.5" in coarse
    assert "-0.00" not in figures.histogram({"a": [-1, 1 - 1e-9]}, xlabel="x").alt


def test_equal_numbers_still_stand_in_a_histogram():
    (outline,) = outlines(figures.histogram({"same": [3.0, 3.0]}, xlabel="x", bins=5))
    values, edges, _ = outline.get_data()
    assert np.sum(values * np.diff(edges)) == pytest.approx(1)
    assert edges[0] < 3 < edges[-1]


@pytest.mark.parametrize(
    ("samples", "bins", "complaint"),
    [
        ({}, 10, "at least one sample, got none"),
        ({"a": []}, 10, "sample 'a' must have one axis and no empty one"),
        ({"a": [1, np.nan, np.inf]}, 10, "sample 'a' must be finite, got 2"),
        ({"a": [1, 2]}, 0, "bins must be at least 1, got 0"),
    ],
)
def test_what_cannot_be_drawn_is_named(samples, bins, complaint):
    with pytest.raises(ValueError, match=complaint):
        figures.histogram(samples, xlabel="x", bins=bins)
