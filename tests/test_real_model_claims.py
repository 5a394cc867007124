"""What 19 says of SmolLM2 holds for other nouns, frames and random sequences, too."""

import copy

import numpy as np
import pytest

pytestmark = pytest.mark.slow

KEYS, FRANCE = "The keys that the old man on the hill lost", "The capital of France is"
LAYER = {layer: [(layer, head) for head in range(9)] for layer in range(30)}


@pytest.fixture(scope="module")
def verbs(smollm2):
    """Return the tokens of *are* and *is*."""
    return [smollm2.encode(f" {verb}")[0] for verb in ("are", "is")]


@pytest.fixture(scope="module")
def gaps(smollm2, verbs):
    """Return a function that gives the logit of *are* minus that of *is* after each sentence."""

    def after(ids, model=smollm2, **how):
        ends = model.trace(ids, **how).stream[-1][..., -1, :]
        are, is_ = np.moveaxis(smollm2.unembed(ends, verbs), -1, 0)
        return are - is_

    return after


PAIRS = ["key", "keys", "book", "books", "dog", "dogs", "child", "children", "car", "cars", "man"]
PAIRS += ["men", "picture", "pictures", "tree", "trees", "mouse", "mice", "house", "houses"]
OTHERS = ["letter", "letters", "bird", "birds", "woman", "women"]
OTHERS += ["chair", "chairs", "song", "songs", "horse", "horses"]


@pytest.mark.parametrize(
    ("frame", "nouns", "turned", "plural"),
    [
        ("The {} near the tower", PAIRS, (10, 5), (1, 1, 0.8)),
        ("The {} that her brother in the garden found", OTHERS, (0, 5), (1, 0.67, 0)),
    ],
)
def test_one_value_says_the_number_and_moves_the_verb(
    smollm2, verbs, gaps, frame, nouns, turned, plural
):
    """In how many sentences, and what the plurals lose without its head, depends on the frame.

    Without the eight heads beside it they lose nothing, without three early ones much.
    """
    ids = np.array([smollm2.encode(frame.format(noun)) for noun in nouns])
    values = smollm2.trace(ids).heads[26].values[:, 0, 1]
    are, is_ = smollm2.embed[verbs]
    said = values @ (smollm2.layers[26].W_O[0] @ (smollm2.norm * (are - is_)))
    assert max(said[0::2]) < 0 < 80 < min(said[1::2])
    exchanged = values.reshape(-1, 2, 64)[:, ::-1].reshape(-1, 64)

    def swap(layer, values):
        if layer == 26:
            values[:, 0, 1] = exchanged

    before, after = (gaps(ids, **how).reshape(-1, 2) for how in ({}, {"change": swap}))
    assert ((after - before) * [1, -1] > 0).all()
    np.testing.assert_allclose(((after > 0) != (before > 0)).sum(axis=0), turned, rtol=0, atol=1)
    off = LAYER[26][1:], LAYER[26][:1], [(0, 2), (0, 8), (2, 2)]
    right = [(gaps(ids, off=heads)[1::2] > 0).mean() for heads in off]
    np.testing.assert_allclose(right, plural, atol=0.11)


def test_of_all_heads_two_early_ones_and_one_late_one_turn_the_verb_of_the_keys(smollm2, gaps):
    """Each layer's heads, off one at a time, begin with the stream that comes to them."""
    pair = np.array([smollm2.encode(text) for text in (KEYS, KEYS.replace("keys", "key"))])
    later, turn = copy.copy(smollm2), []
    places = np.tile(np.arange(pair.size).reshape(pair.shape), (9, 1, 1))

    def each_off(number, values):
        if number == 0:
            values[range(9), :, range(9)] = 0

    for layer, rows in enumerate(smollm2.trace(pair).stream[:-1]):
        later.layers, later.embed = smollm2.layers[layer:], rows.reshape(pair.size, -1)
        wrong = gaps(places, later, change=each_off) * [1, -1] < 0
        turn += [(layer, int(head)) for head in np.flatnonzero(wrong.any(axis=1))]
    assert turn == [(0, 2), (0, 8), (26, 0)]


@pytest.mark.parametrize(
    ("text", "best", "without"),
    [
        (KEYS, " his", [[(0, 2)], [(0, 8)]]),
        (FRANCE, " Paris", [[], [(0, 2)], [(0, 8)], [(2, 2)], LAYER[4], LAYER[17]]),
        (FRANCE, " the", [LAYER[0], LAYER[1]]),
    ],
)
def test_what_it_expects_next_without_some_heads(smollm2, text, best, without):
    ids = smollm2.encode(text)
    found = [smollm2(ids, off=off)[-1].argmax() for off in without]
    assert {*smollm2.words(found)} == {best}


INDUCTION, PREVIOUS = [(17, 3), (17, 4), (17, 5), (18, 6)], [(2, 1), (11, 1), (16, 0)]


@pytest.mark.parametrize("seed", range(1, 6))
def test_repeated_sequences_need_the_two_kinds_of_heads(smollm2, seed):
    rng = np.random.default_rng(seed)
    once = rng.integers(1000, 40_000, (3, 20))
    repeated = np.tile(once, 2)
    stream, heads = smollm2.trace(repeated)
    maps = np.stack([one.weights for one in heads])

    def most(distance, first, count):
        lines = np.diagonal(maps, -distance, axis1=-2, axis2=-1)[..., first - distance :]
        best = np.argsort(-lines.mean(axis=(1, -1)).ravel())[:count]
        return sorted(divmod(int(k), 9) for k in best)

    assert most(19, 20, 4) == INDUCTION
    assert most(1, 1, 3) == PREVIOUS

    def right(stream):
        return np.mean(smollm2.unembed(stream[-1][:, 20:39]).argmax(axis=-1) == once[:, 1:])

    def accuracy(off):
        return right(smollm2.trace(repeated, off=off).stream)

    others = [spot for spot in np.ndindex(30, 9) if spot not in INDUCTION + PREVIOUS]
    same = [spot for spot in others if spot[0] in (17, 18)]
    later = [spot for spot in others if spot[0] > 2]
    control = accuracy([same[k] for k in rng.permutation(len(same))[:4]])
    without = accuracy(INDUCTION)
    assert right(stream) > 0.4
    assert max(without, accuracy(PREVIOUS)) < control - 0.2
    assert accuracy([spot for spot in most(19, 20, 8) if spot not in INDUCTION]) < control
    assert accuracy([later[k] for k in rng.permutation(len(later))[:10]]) > without
