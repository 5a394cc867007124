"""Of equals the first is named first, and they are told as equals where a top one is named."""

from types import SimpleNamespace as Now

import numpy as np

from helpers.attention import attention
from helpers.explorers import FlowExplorer
from helpers.explorers.attention import words as attention_words
from helpers.explorers.attention.state import Attended
from helpers.explorers.base import words as base_words
from helpers.explorers.base.sentence import Sentence
from helpers.explorers.flow import state as computation
from helpers.explorers.heads import words as heads_words
from helpers.explorers.heads.state import Look
from helpers.explorers.meaning import words as meaning_words
from helpers.explorers.meaning.state import Meaning
from helpers.explorers.projection import words as projection_words
from helpers.explorers.scaling import scenes as scaling_scenes
from helpers.explorers.softmax import words as softmax_words
from helpers.readers import vocabularies

SENTENCE = ("apple", "love", "phones")
SQUARE = np.array([[1.0, 1], [-1, 1], [-1, -1], [1, -1]])


def attends(weights):
    """Return a square of tokens with these weights."""
    made = attention(SQUARE, SQUARE, SQUARE)._replace(weights=weights)
    return Attended(Sentence([*"abcd"], SQUARE), made, query=0)


def layer(*rows):
    """Return heads in which the query gives its words these weights."""
    heads = [Now(weights=np.tile(row, (3, 1))) for row in rows]
    held = Now(tokens=SENTENCE, result=Now(heads=heads))
    return Look(held, 0)


def test_attention_names_all_that_a_query_attends_to_equally_in_their_order():
    tokens = ("a", "b", "c", "d")
    tell = base_words.attends
    said = tell(tokens, np.array([0.1, 0.4, 0.4, 0.1]), 0)
    assert said == "“a” attends most to “b” and “c” (0.40 each)."
    assert tell(tokens, np.full(4, 0.25), 2) == "“c” attends equally to all tokens (0.25 each)."
    assert tell(tokens[:2], np.full(2, 0.5), 0) == "“a” attends equally to all tokens (0.50 each)."
    said = tell(tokens, np.array([0.3, 0.3, 0.1, 0.3]), 0)
    assert said == "“a” attends most to 3 tokens (0.30 each)."
    assert tell(tokens, np.array([0.1, 0.6, 0.15, 0.15]), 0) == "“a” attends most to “b” (0.60)."
    for row, then in (
        ([0.1, 0.6, 0.15, 0.15], "“c” and “d” (0.15 each)."),
        ([0.15, 0.6, 0.15, 0.1], "itself and “c” (0.15 each)."),
        ([0.149, 0.6, 0.151, 0.1], "itself and “c” (0.15 each)."),  # as far as a reader sees
        ([0.1, 0.7, 0.1, 0.1], "3 tokens (0.10 each)."),
        ([0.1, 0.6, 0.2, 0.1], "“c” (0.20)."),
        ([0.1, 0.4, 0.1, 0.4], ""),
    ):
        assert base_words.attends_next(tokens, np.array(row), 0) == (then and f"Next: {then}")


def test_of_equal_changes_since_a_pin_the_first_comes_first():
    before, after = np.full((1, 4), 0.25), np.array([[0.15, 0.35, 0.15, 0.35]])
    tokens = ("a", "b", "c", "d")
    said = attention_words.since_pin(attends(after), attends(before))
    assert "on “a” 0.25 → 0.15, on “b” 0.25 → 0.35, on “c” 0.25 → 0.15." in said
    then, now = (Now(weights=row[0], names=tokens) for row in (before, after))
    assert softmax_words.since_pin(now, then) == (
        "Since the pin: “a” 25% → 15%, “b” 25% → 35%, “c” 25% → 15%."
    )


def test_softmax_names_all_that_share_the_largest_weight_and_the_first_smallest():
    names = ("a", "b", "c", "d")
    said = softmax_words.result(np.array([0.1, 0.4, 0.1, 0.4]), names)
    assert said == "b and d get the most, 40% each; a the least, 10%."
    all_alike = softmax_words.result(np.full(4, 0.25), names)
    assert all_alike == "All attention weights are equal: 25% each."


def test_the_flow_speaks_of_the_first_of_the_tokens_with_the_highest_score():
    here = computation.load("the_cat_sat")
    scores = np.array([[9.0, 2, 2], [1, 9, 1], [3, 3, 9]])
    tied = computation.Computation(here.example, here.result._replace(scores=scores))
    assert [tied.answers_most(query) for query in range(3)] == [1, 0, 0]
    explorer = FlowExplorer("the_cat_sat", query=0, step="weights")
    assert "“The” attends most to itself and “sat” alike." in explorer.spoken.scene["more"]


def test_of_equal_changes_in_heads_the_first_comes_first():
    pin, now = layer([0.4, 0.3, 0.3]), layer([0.3, 0.35, 0.35])
    a, b, _ = SENTENCE
    assert heads_words.since_pin(now, pin) == (
        f"Since the pin: head 1 on “{a}” 0.40 → 0.30, on “{b}” 0.30 → 0.35."
    )


def test_a_meaning_as_near_as_the_other_is_told_as_such_and_equal_pulls_in_their_order():
    apple = vocabularies.load("apple")
    first, second = (Meaning(apple).mean(name) for name in Meaning(apple).meanings)
    midway = type("Midway", (Meaning,), {"moved": (first + second) / 2})
    middle = meaning_words.nearer(midway(apple, ("banana", "phone")))
    assert middle == "“apple” stays in between: 1.03 from fruit, 1.03 from technology."
    twins = type("Twins", (Meaning,), {"embeddings": np.array([[0.0, 0], [1, 0], [-1, 0]])})
    pulls = meaning_words.pulls(twins(apple, ("pear", "banana")))
    assert [name for name, _, _ in pulls] == ["pear", "banana"]


def test_of_equally_lopsided_pairs_the_first_is_asked():
    scores = np.array([[0.0, 2, 2], [0, 0, 0], [0, 0, 0]])
    assert projection_words.lopsided(scores) == (0, 1, 2.0)


def test_of_equal_largest_weights_the_first_key_is_marked():
    row = np.array([[0.1, 0.4, 0.1, 0.4]])
    scene = scaling_scenes.weights(row[0])
    assert scene["marks"][0]["text"] == "key 2: 0.400"
    assert scene["columns"]["roles"] == ["key", "top", "key", "key"]
