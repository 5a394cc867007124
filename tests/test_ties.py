"""Of equals the first is named first, and they are told as equals where a top one is named."""

import numpy as np

from helpers.explorers import FlowExplorer
from helpers.explorers.base import words as base_words
from helpers.explorers.flow import state as computation
from helpers.explorers.meaning import words as meaning_words
from helpers.explorers.meaning.state import Meaning
from helpers.explorers.softmax import words as softmax_words
from helpers.readers import vocabularies


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
    now, then = np.array([[0.1, 0.402, 0.1, 0.398], [0.1, 0.402, 0.1, 0.3945]])
    assert base_words.attends_next(tokens, now, 0) == "Just behind: “d” (0.40)."
    assert base_words.changed(tokens, then, now) == "on “d” 0.39 → 0.40"  # less than 0.005


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
    assert "“The” attends most to itself and “sat” equally." in explorer.spoken.scene["more"]


def test_a_meaning_as_near_as_the_other_is_told_as_such_and_equal_pulls_in_their_order():
    apple = vocabularies.load("apple")
    first, second = (Meaning(apple).mean(name) for name in Meaning(apple).meanings)
    midway = type("Midway", (Meaning,), {"moved": (first + second) / 2})
    middle = meaning_words.nearer(midway(apple, ("banana", "phone")))
    assert middle == "“apple” stays in between: 1.03 from fruit, 1.03 from technology."
    twins = type("Twins", (Meaning,), {"embeddings": np.array([[0.0, 0], [1, 0], [-1, 0]])})
    pulls = meaning_words.pulls(twins(apple, ("pear", "banana")))
    assert [name for name, _, _ in pulls] == ["pear", "banana"]
