"""What notebook 09 says of a word that is dragged away from the others, in NumPy alone."""

import numpy as np
import pytest

from helpers.readers import vocabularies

SIX = ["apple", "pear", "juice", "phone", "screen", "software"]


def after_six_layers(moved, place, keeps=0.0):
    """Return the six words after six layers that keep a share of each word, one dragged before."""
    rows = vocabularies.load("apple").rows(SIX)
    rows[moved] = place
    for _ in range(6):
        powers = np.exp(rows @ rows.T)
        rows = keeps * rows + (1 - keeps) * powers / powers.sum(axis=1, keepdims=True) @ rows
    return rows


def from_the_nearest_other(rows, moved):
    return np.linalg.norm(np.delete(rows, moved, axis=0) - rows[moved], axis=1).min()


@pytest.mark.parametrize("moved", range(6))
def test_a_word_must_be_far_beyond_the_origin_to_keep_a_point_of_its_own(moved):
    near, far = (after_six_layers(moved, [-1.0, -1.0] * np.array(factor)) for factor in (1, 2))
    dragged = vocabularies.load("apple").rows(SIX)
    dragged[moved] = [-1, -1]
    assert (np.delete(dragged @ [-1, -1], moved) < 0).all()  # it scores below 0 with all others
    assert np.ptp(near, axis=0).max() < 0.01  # and yet there is one point
    assert np.ptp(np.delete(far, moved, axis=0), axis=0).max() < 0.01
    assert np.allclose(far[moved], [-2, -2], atol=0.01)


def test_layers_that_go_half_the_way_keep_software_apart_sooner():
    whole, half = (after_six_layers(5, [-1.0, -1.0], keeps) for keeps in (0.0, 0.5))
    assert from_the_nearest_other(whole, 5) < 0.01
    assert from_the_nearest_other(half, 5) > 0.5
