"""A histogram shows how the numbers are spread, and says their mean and spread in words."""

import numpy as np
import pytest
from matplotlib.patches import StepPatch

from helpers import figures


def outlines(picture):
    return [patch for patch in picture.axes[0].patches if isinstance(patch, StepPatch)]


def test_equal_numbers_still_stand_in_a_histogram():
    (outline,) = outlines(figures.histogram({"same": [3.0, 3.0]}, xlabel="x", bins=5))
    values, edges, _ = outline.get_data()
    assert np.sum(values * np.diff(edges)) == pytest.approx(1)
    assert edges[0] < 3 < edges[-1]


def test_the_words_say_mean_and_standard_deviation():
    words = figures.histogram({"a": [1.0, 5.0]}, xlabel="x").alt
    assert words.endswith("a: 2 numbers, mean 3.00, standard deviation 2.00")


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
