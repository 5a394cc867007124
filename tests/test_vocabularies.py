"""What the hand-placed vocabularies promise, and what reading them says when it fails."""

import itertools

import numpy as np
import pytest

from helpers.attention import simplified_attention
from helpers.readers import vocabularies

# The word with two meanings, and the clusters of both meanings.
BETWEEN = {
    "apple": ("fruit", "technology"),
    "bank": ("river", "finance"),
    "bat": ("baseball", "cave"),
}
MEANINGS = [(name, side) for name, sides in BETWEEN.items() for side in sides]


def of(vocabulary, cluster):
    return [word.text for word in vocabulary.words if word.cluster == cluster]


def mean(vocabulary, cluster):
    return vocabulary.rows(of(vocabulary, cluster)).mean(axis=0)


def context_of(vocabulary, *texts):
    """The context vector of the word with two meanings, which comes first, beside `texts`."""
    return simplified_attention(vocabulary.rows([vocabulary.name, *texts])).context[0]


@pytest.fixture(params=BETWEEN)
def vocabulary(request):
    return vocabularies.load(request.param)


def test_the_word_stands_exactly_as_far_from_one_meaning_as_from_the_other(vocabulary):
    tenths = np.rint(vocabulary.vectors * 10).astype(int)
    assert np.array_equal(tenths / 10, vocabulary.vectors), "one decimal per coordinate"
    clusters = np.array(vocabulary.clusters)
    word = tenths[vocabulary.texts.index(vocabulary.name)]
    sums = [
        (tenths[clusters == side] - word).sum(axis=0) * (clusters == other).sum()
        for side, other in itertools.permutations(BETWEEN[vocabulary.name])
    ]
    assert sums[0] @ sums[0] == sums[1] @ sums[1] > 0


@pytest.mark.parametrize(("name", "side"), MEANINGS)
def test_neighbours_of_one_meaning_move_the_word_towards_it(name, side):
    vocabulary = vocabularies.load(name)
    word, goal = vocabulary.vector(name), mean(vocabulary, side)
    (other,) = set(BETWEEN[name]) - {side}
    moved = context_of(vocabulary, *of(vocabulary, side))
    assert np.linalg.norm(moved - word) > 0.7
    assert np.linalg.norm(moved - goal) < 0.4 * np.linalg.norm(word - goal)
    assert np.linalg.norm(moved - mean(vocabulary, other)) > 1.7


def test_rows_follow_the_texts_even_repeated():
    apple = vocabularies.load("apple")
    rows = apple.rows(["the", "apple", "the"])
    assert np.array_equal(rows[1], apple.vector("apple"))
    assert np.array_equal(rows[0], rows[2])
    assert not np.array_equal(rows[0], rows[1])


def test_what_a_reader_changes_does_not_change_the_vocabulary():
    apple = vocabularies.load("apple")
    before = apple.vectors
    apple.vectors[:] = 9
    apple.rows(["apple"])[:] = 9
    apple.vector("apple")[:] = 9
    assert np.array_equal(apple.vectors, before)


def test_a_word_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(ValueError, match=r"apple has no word 'cherry'; there is apple, .*today"):
        vocabularies.load("apple").rows(["apple", "cherry"])
