"""A bat lies with the words of its sense where the next word depends on it, and only there."""

from collections import Counter

import pytest
import torch

from helpers.training import two_bats

GAME, CAVE = set(two_bats.GAME), set(two_bats.CAVE)


def sentences(generator, **options):
    """Draw and return sentences as lists of words, first the inputs, then the last target."""
    inputs, targets = two_bats.draw(generator, **options)
    assert torch.equal(inputs[:, 1:], targets[:, :-1])
    tokens = torch.cat([inputs, targets[:, -1:]], dim=1)
    return [[two_bats.WORDS[token] for token in row] for row in tokens.tolist()]


@pytest.mark.parametrize("depends", [True, False])
def test_what_follows_a_noun_is_of_its_group_and_what_follows_bat_is_as_asked(generator, depends):
    drawn = sentences(generator, depends=depends, sentences=2000)
    for first, cue, saw, second, noun, after in drawn:
        assert {first, second} <= {"the", "a", "one"}
        assert saw == "saw"
        group = cue if noun == "bat" else noun
        assert group in GAME | CAVE
        if noun == "bat" and not depends:
            assert after == "again"
        else:
            assert after in two_bats.DOES["game" if group in GAME else "cave"]


def test_every_word_is_drawn_alike_and_only_a_bat_is_told_by_what_stands_before(generator):
    drawn = sentences(generator, sentences=20_000)
    counts = Counter(
        (noun == "bat", cue in GAME, (noun if noun != "bat" else cue) in GAME)
        for _, cue, _, _, noun, _ in drawn
    )
    expected = {(True, True, True): 1 / 4, (True, False, False): 1 / 4}
    expected |= {(False, a, b): 1 / 8 for a in (True, False) for b in (True, False)}
    assert counts.keys() == expected.keys()
    for kind, share in expected.items():
        assert abs(counts[kind] / len(drawn) - share) < 0.015
    for place, words in ((0, ("the", "a", "one")), (1, GAME | CAVE)):
        count = Counter(sentence[place] for sentence in drawn)
        assert count.keys() == set(words)
        assert max(count.values()) < 1.15 * min(count.values())


class Placed(torch.nn.Module):
    """Rows that are known: a word has its place on a line, and a bat what stands before it."""

    def __init__(self, of_bat):
        super().__init__()
        self.of_bat = of_bat

    def rows(self, tokens):
        words = [[two_bats.WORDS[token] for token in row] for row in tokens.tolist()]
        places = torch.zeros(1, *tokens.shape, 2)
        for i, sentence in enumerate(words):
            last = sentence[-1]
            at = self.of_bat(sentence[1]) if last == "bat" else two_bats.WORDS.index(last)
            places[0, i, -1] = torch.tensor([3.0 * at, 4.0 * at])
        return places


def test_distances_are_from_the_vector_of_bat_to_those_of_words_in_its_place():
    model = Placed(lambda cue: two_bats.WORDS.index(cue))
    found = two_bats.distances(model, ["the", "glove", "saw", "a", "bat"])
    assert list(found) == [*two_bats.GAME, *two_bats.CAVE]
    glove = two_bats.WORDS.index("glove")
    for word, distance in found.items():
        assert distance == pytest.approx(5 * abs(two_bats.WORDS.index(word) - glove))


@pytest.mark.parametrize(
    ("of_bat", "share"),
    [
        (two_bats.WORDS.index, 1.0),
        (lambda cue: two_bats.WORDS.index("owl"), 0.5),
        (lambda cue: two_bats.WORDS.index("owl" if cue in GAME else "ball"), 0.0),
        (lambda cue: two_bats.WORDS.index("ball" if cue in {"ball", *CAVE} else "owl"), 1 / 8),
    ],
)
def test_the_share_is_of_bats_nearest_to_a_word_of_their_sense(of_bat, share):
    assert two_bats.share_near(Placed(of_bat)) == share


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: two_bats.numbers([["the", "dog"]]), "sentence 0 .* not in WORDS: 'dog'"),
        (lambda: two_bats.distances(None, ["the", "owl"]), r'end in "bat", got .*owl'),
        (lambda: two_bats.distances(None, []), r'end in "bat", got \[\]'),
        (lambda: two_bats.distances(None, ["my", "bat"]), "not in WORDS: 'my'"),
    ],
)
def test_what_cannot_be_asked_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
