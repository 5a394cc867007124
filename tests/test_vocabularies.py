"""What the hand-placed vocabularies promise, and what reading them says when it fails."""

import itertools

import numpy as np
import pytest

from helpers.attention import simplified_attention
from helpers.readers import files, vocabularies

# The word with two meanings, and the clusters of both meanings.
BETWEEN = {
    "apple": ("fruit", "technology"),
    "bank": ("river", "finance"),
    "bat": ("baseball", "cave"),
}
MEANINGS = [(name, side) for name, sides in BETWEEN.items() for side in sides]
GOOD = """
title = "two words"
axes = ["up", "right"]
[[word]]
text = "one"
vector = [1.0, 0.5]
cluster = "a"
[[word]]
text = "two"
vector = [0.1, -2]
cluster = "b"
"""
BAD = {
    'title = "two words"': ("", "title: missing"),
    'axes = ["up", "right"]': ("axes = []", "axes: expected the name of at least one axis"),
    "[1.0, 0.5]": ("[1.0]", r"word\[0\].vector: expected 2 numbers.*up, right, got \[1.0\]"),
    "[0.1, -2]": ("[0.1, nan]", r"word\[1\].vector\[1\]: expected a finite number, got nan"),
    "[0.1, ": ("[inf, ", r"word\[1\].vector\[0\]: expected a finite number, got inf"),
    "-2]": ("[2]]", r"word\[1\].vector: expected rows of one length"),
    'text = "two"': ('text = "one"', r"word\[1\].text: .*'one', which is word\[0\]"),
    'text = "one"': ("text = 1", r"word\[0\].text: expected a text, got 1"),
    'cluster = "b"': ("", r"word\[1\].cluster: missing"),
    'cluster = "a"': ('cluster = "a"\nclutser = "a"', r"word\[0\].clutser: not a key"),
    'text = "one"\n': ('text = "one\n', "expected a file in TOML, got .*line 5"),
}


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


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Read from a folder of our own, whose one vocabulary holds the given text."""
    monkeypatch.setattr(files, "DATA", tmp_path)
    (tmp_path / "vocabularies").mkdir()
    path = tmp_path / "vocabularies" / "small.toml"
    return lambda text: path.write_text(text, encoding="utf-8")


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


def test_a_well_formed_file_is_read_as_written(written):
    written(GOOD)
    small = vocabularies.load("small")
    assert (small.name, small.title, small.axes) == ("small", "two words", ("up", "right"))
    assert (small.texts, small.clusters) == (("one", "two"), ("a", "b"))
    assert small.vectors.tolist() == [[1.0, 0.5], [0.1, -2.0]]


@pytest.mark.parametrize("good", BAD)
def test_a_malformed_file_is_named_with_its_key_in_one_line(written, good):
    bad, message = BAD[good]
    written(GOOD.replace(good, bad, 1))
    with pytest.raises(ValueError, match=rf"^data/vocabularies/small\.toml: {message}") as caught:
        vocabularies.load("small")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("words", ["word = []", "word = [1]", "word = 1"])
def test_words_that_are_no_tables_are_refused(written, words):
    written(f'title = "t"\naxes = ["x"]\n{words}')
    with pytest.raises(ValueError, match=r"small\.toml: word.*: expected (at least one|a )"):
        vocabularies.load("small")


def test_a_file_that_is_not_utf_8_is_named(written, tmp_path):
    (tmp_path / "vocabularies" / "small.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(ValueError, match=r"small\.toml: expected a file in TOML, got .*utf-8"):
        vocabularies.load("small")
