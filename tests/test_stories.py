"""The stories hold to their grammar, and the model that reads them is measured rightly."""

import random
from collections import Counter

import numpy as np
import pytest
import torch
from torch.nn import functional

from helpers.checks.read_text.write import write
from helpers.positions import sinusoids
from helpers.readers import files, stored_models
from helpers.training import read_stories, stories
from helpers.training.read_stories import (
    Answer,
    agreement,
    answered,
    answers,
    new_stories,
    pair_counts,
    perplexity,
)
from helpers.training.stories import (
    BEGIN,
    BETWEEN,
    LOOKS,
    NAMES,
    NO_TARGET,
    PLACES,
    THINGS,
    TOKENS,
    VERBS,
    WORDS,
    batch,
    numbers,
    story,
    words_of,
)

NEVER = set(stories.NEVER_ASKED)


def some_stories(count):
    rng = random.Random(3)
    return [story(rng) for _ in range(count)]


def test_the_longest_story_has_room_and_no_more():
    assert max(map(len, some_stories(2000))) == stories.LONGEST == 54
    assert len(set(WORDS)) == len(WORDS) == 50


def test_words_become_numbers_and_words_again():
    words = some_stories(1)[0]
    assert words_of(numbers(words)) == words
    assert numbers(words).dtype == torch.long
    with pytest.raises(ValueError, match=r"expected words of <story>, \., .*; got 'dragon'"):
        numbers(["the", "dragon"])


def test_the_targets_of_a_batch_are_the_words_that_follow():
    short, long = ["<story>", "who", "has"], ["<story>", "the", "key", "is", "old"]
    inputs, targets = batch([short, long])
    assert words_of(inputs[0]) == [*short, BEGIN, BEGIN]
    assert words_of(inputs[1]) == long
    assert targets[0].tolist() == [*numbers(["who", "has", BEGIN]).tolist(), NO_TARGET, NO_TARGET]
    assert words_of(targets[1]) == [*long[1:], BEGIN]


def always(word, other=None):
    """A model that says one word, and behind "has the ring ?" another."""

    def model(tokens):
        logits = torch.zeros(*tokens.shape, len(WORDS))
        logits[..., TOKENS[word]] = 1
        if other:
            ring = tokens == TOKENS["ring"]
            logits[..., 1:, TOKENS[other]] += 2 * ring[:, :-1]
        return logits

    return model


ONE = "anna won the ring . ben took the key . who has the ring ? anna . who has the key ? ben ."
TWO = "the rings in the tower are old . hugo won the ring . who has the ring ? hugo ."
PAIR = [[BEGIN, *text.split()] for text in (ONE, TWO)]


def test_answers_are_read_behind_the_question_marks():
    given = answers(always("ben", "hugo"), PAIR)
    assert given == [
        Answer(0, "ring", "anna", "hugo"),
        Answer(0, "key", "ben", "ben"),
        Answer(1, "ring", "hugo", "hugo"),
    ]
    assert answered(given) == pytest.approx(2 / 3)
    assert answered(given, [("hugo", "ring"), ("anna", "ring")]) == 0.5
    assert answered(given, [("hugo", "ring")]) == 1
    with pytest.raises(ValueError, match="no question"):
        answered(given, [("emma", "coin")])


@pytest.mark.parametrize("seed", [None, 4])
def test_a_text_is_continued_as_the_exercise_does_it(stored, seed):
    beginning = "<story> the keys in the tower"
    written = write.expected(stored[0], numbers(beginning.split()), 20, seed)
    assert read_stories.continued(stored[0], beginning, 20, seed).split() == words_of(written[6:])
    assert read_stories.continued(stored[0], beginning, 0) == ""


def test_agreement_compares_is_and_are_where_one_of_them_stands():
    shared = [
        ["<story>", "the", "keys", "in", "the", "tower", "are", "old", "."],
        ["<story>", "the", "key", "in", "the", "tower", "is", "old", "."],
    ]
    assert agreement(always("are"), shared) == 0.5
    assert agreement(always("is"), shared[:1]) == 0
    assert agreement(always("is"), shared[1:]) == 1
    assert agreement(always("the"), shared[1:]) == 1  # neither is larger: "are" is not said


def test_perplexity_is_the_number_of_words_that_an_even_guess_chooses_among():
    def even(tokens):
        return torch.zeros(*tokens.shape, len(WORDS))

    assert perplexity(even, PAIR) == pytest.approx(len(WORDS), rel=1e-5)


class EveryWay:
    """Stands for a generator of random numbers and takes every way through a program in turn."""

    def __init__(self):
        self.way, self.sizes, self.at, self.share = [], [], 0, 1.0

    def randrange(self, size):
        if self.at == len(self.way):
            self.way.append(0)
            self.sizes.append(size)
        self.at += 1
        self.share /= size
        return self.way[self.at - 1]

    def choice(self, among):
        return among[self.randrange(len(among))]

    def choices(self, among, k):
        return [self.choice(among) for _ in range(k)]

    def sample(self, among, k):
        among = list(among)
        return [among.pop(self.randrange(len(among))) for _ in range(k)]

    def turn(self):
        """Go on to the next way; return whether there is one."""
        while self.way and self.way[-1] + 1 == self.sizes[-1]:
            self.way.pop()
            self.sizes.pop()
        if self.way:
            self.way[-1] += 1
        self.at, self.share = 0, 1.0
        return bool(self.way)


def test_the_surprise_of_a_story_is_that_of_all_ways_to_it(monkeypatch):
    small = {"NAMES": NAMES[:3], "THINGS": THINGS[:3], "PLACES": PLACES[:1], "VERBS": VERBS[:1]}
    small |= {"BETWEEN": BETWEEN[:1], "LOOKS": LOOKS[:2]}
    small["NEVER_ASKED"] = (("anna", "key"), ("ben", "book"))
    for name, few in small.items():
        monkeypatch.setattr(stories, name, few)
    rng, shares, there_is_one = EveryWay(), Counter(), True
    while there_is_one:
        words = story(rng)
        shares[" ".join(words)] += rng.share
        there_is_one = rng.turn()
    assert sum(shares.values()) == pytest.approx(1)
    assert {text.count("?") for text in shares} == {1, 2, 3}
    for text, share in shares.items():
        assert read_stories.surprise(text.split()) == pytest.approx(-np.log(share))


def test_the_floor_is_the_mean_surprise_of_a_word_and_the_model_stands_on_it(stored):
    fresh = new_stories(300, seed=77)
    words = sum(len(one) for one in fresh)
    lost = sum(read_stories.surprise(one) for one in fresh)
    assert read_stories.floor(fresh) == pytest.approx(np.exp(lost / words))
    assert (
        read_stories.floor(fresh) < perplexity(stored[0], fresh) < 1.02 * read_stories.floor(fresh)
    )


def test_pair_counts_are_counted_word_by_word_and_make_a_model():
    pairs = [pair for words in PAIR for pair in zip(words, [*words[1:], BEGIN], strict=True)]
    places = [(TOKENS[one], TOKENS[other]) for one, other in pairs]
    counts = np.ones((len(WORDS), len(WORDS)))
    for place in places:
        counts[place] += 1
    found = pair_counts(PAIR)
    np.testing.assert_array_equal(found, counts)
    shares = counts / counts.sum(axis=1, keepdims=True)
    expected = np.exp(np.mean([-np.log(shares[place]) for place in places]))
    assert perplexity(lambda tokens: found.log()[tokens], PAIR) == pytest.approx(expected, rel=1e-5)


def test_the_corpus_is_what_the_program_writes_and_what_the_model_read_first():
    lines = [" ".join(words) for words in stories.corpus()]
    assert len(lines) == read_stories.SHOWN
    rng = random.Random(read_stories.SEED)
    assert lines == [" ".join(story(rng)) for _ in lines]
    draw = read_stories.drawn(read_stories.SEED)
    first = batch([line.split() for line in lines[:32]])
    assert all(torch.equal(*pair) for pair in zip(draw(), first, strict=True))
    assert (files.DATA / "corpora" / "stories.txt").stat().st_size < 500_000


def test_a_missing_corpus_says_what_to_run(monkeypatch, tmp_path):
    monkeypatch.setattr(stories, "CORPUS", tmp_path / "stories.txt")
    with pytest.raises(FileNotFoundError, match=r"^data/corpora/stories.txt is not there: run `"):
        stories.corpus()


@pytest.fixture(scope="module")
def stored():
    return stored_models.load("stories")


def test_the_stored_model_answers_in_new_stories(stored):
    model, record = stored
    assert record.words == WORDS
    fresh = new_stories(300, seed=77)
    assert answered(answers(model, fresh)) >= 0.95
    assert agreement(model, fresh) >= 0.99
    assert agreement(model, fresh, read_stories.PRONOUNS) >= 0.99
    counts = pair_counts(stories.corpus())
    assert 2 * perplexity(model, fresh) < perplexity(lambda tokens: counts.log()[tokens], fresh)


def test_the_record_tells_how_it_came_to_answer(stored):
    model, record = stored
    seen = record.seen
    assert set(seen) == {"loss", "answered", "never asked", "agreement", "pronouns"}
    assert record.steps.tolist() == list(range(0, read_stories.STEPS + 1, read_stories.EVERY))
    given = answers(model, new_stories(200, all_asked=True))
    often = [(one.owner, one.thing) for one in given if (one.owner, one.thing) not in NEVER]
    assert seen["answered"][-1] == pytest.approx(answered(given, often), abs=0.01)
    assert seen["never asked"][-1] == pytest.approx(answered(given, NEVER), abs=0.01)
    assert all(((shares >= 0) & np.isfinite(shares)).all() for shares in seen.values())
    soon = np.flatnonzero(seen["agreement"] > 0.99)[0]
    assert seen["answered"][soon] < 0.7  # verbs agree long before it answers


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_record_tells_the_gap_of_each_seed(stored, seed):
    model, record = stored
    if seed and read_stories.read(steps=101)[1].seen["loss"][2] != record.seen["loss"][2]:
        pytest.skip("another processor adds in another order and comes to other models")
    model = read_stories.read(seed)[0] if seed else model
    told = {pair: shares[seed] for pair, shares in record.by_seed.items()}
    assert told == pytest.approx(read_stories.gap(model), abs=0.03)


def test_the_start_of_the_places_and_of_the_scores():
    model = read_stories.untrained(4)
    expected = sinusoids(stories.LONGEST, 64) / 10
    np.testing.assert_allclose(model.places.weight.detach(), expected, atol=1e-5)
    torch.manual_seed(4)
    plain = read_stories.LanguageModel(len(WORDS), longest=stories.LONGEST)
    before, after = plain.state_dict(), model.state_dict()
    for name, numbers_before in before.items():
        twice = 2 if "q_proj" in name or "k_proj" in name else 1
        if name != "places.weight":
            assert torch.equal(after[name], twice * numbers_before)


def test_reading_is_one_training_with_its_record():
    model, record = read_stories.read(3, steps=2)
    inputs, targets = read_stories.drawn(3)()
    counted = targets != NO_TARGET
    logits = read_stories.untrained(3)(inputs)
    loss = functional.cross_entropy(logits[counted], targets[counted])
    assert record.seen["loss"][0] == pytest.approx(loss.item(), rel=1e-5)
    assert record.steps.tolist() == [0, 2]
    assert record.seed == 3
    assert not model.training


def test_a_training_that_was_stopped_by_hand_stores_nothing(monkeypatch, tmp_path):
    stored = files.DATA / "models" / "stories.safetensors"
    before = stored.read_bytes()
    stopped = read_stories.read(steps=1)
    monkeypatch.setattr(read_stories, "read", lambda seed: stopped)
    monkeypatch.setattr(stories, "CORPUS", tmp_path / "corpora" / "stories.txt")
    monkeypatch.setattr(read_stories.torch, "set_num_threads", lambda count: None)
    with pytest.raises(SystemExit, match="stopped"):
        read_stories.main()
    assert stored.read_bytes() == before
