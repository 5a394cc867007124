"""A goal is reached by what it says and by nothing short of it; ties are told in their order."""

from types import SimpleNamespace as Now

import numpy as np
import pytest

from helpers.attention import Attention
from helpers.explorers import (
    AttentionExplorer,
    CostExplorer,
    DotProductExplorer,
    FlowExplorer,
    LanguageModelExplorer,
    MeaningExplorer,
    ScalingExplorer,
    SoftmaxExplorer,
)
from helpers.explorers.attention import words as attention_words
from helpers.explorers.attention.state import Attended
from helpers.explorers.base import words as base_words
from helpers.explorers.base.sentence import Sentence
from helpers.explorers.cost.state import Cost
from helpers.explorers.dot_product.state import Pair
from helpers.explorers.flow import state as computation
from helpers.explorers.heads import words as heads_words
from helpers.explorers.heads.state import Look
from helpers.explorers.language_model.state import HEADS, STORY, Reading
from helpers.explorers.meaning import words as meaning_words
from helpers.explorers.meaning.state import Meaning
from helpers.explorers.projection import words as projection_words
from helpers.explorers.scaling import scenes as scaling_scenes
from helpers.explorers.softmax import words as softmax_words
from helpers.explorers.softmax.state import Row
from helpers.readers import vocabularies

E = 1e-4  # just inside or just outside
SENTENCE = ("apple", "love", "phones")
SQUARE = np.array([[1.0, 1], [-1, 1], [-1, -1], [1, -1]])


def result(weights=None, context=None, **parts):
    """Return an `Attention` that has the parts given."""
    parts = {"weights": weights, "context": context, **parts}
    given = {name: np.array(part, float) for name, part in parts.items() if part is not None}
    return Attention(**dict.fromkeys(Attention._fields) | given)


def looks(*tops):
    """Return weights of queries that look most at these places."""
    return 0.2 + 0.4 * np.eye(3)[list(tops)]


def attends(weights=None, z=(0, 0), query=0):
    """Return a square of tokens with these weights, and this context of each."""
    weights = np.full((4, 4), 0.25) if weights is None else weights
    made = result(weights, [z] * 4)._replace(values=SQUARE)
    return Attended(Sentence([*"abcd"], SQUARE), made, query=query)


def pairs(a, b, start=((1, 0), (1, 0))):
    return tuple(Pair(*np.array(pair, dtype=float)) for pair in ((a, b), start))


def turned(degrees, length):
    return length * np.cos(np.radians(degrees)), length * np.sin(np.radians(degrees))


def softened(*scores, added=0.0, dtype="float64"):
    return Row(scores, tuple("abc"[: len(scores)]), added, 1.0, dtype)


def smallest(weight):
    """Return three different scores, the smallest of whose weights is this."""
    rest = (1 - weight) / 2
    return softened(*np.log([weight, rest - 1e-3, rest + 1e-3]).tolist())


def measured(largest=0.0, entropy=(0.0,), d_k=4096, n=64):
    entropy = np.array(entropy)
    return Now(measured=Now(largest=np.array([largest, 1]), entropy=entropy), d_k=d_k, n=n)


def layer(*rows, query=0):
    """Return heads in which the query gives its words these weights."""
    heads = [Now(weights=np.tile(row, (3, 1))) for row in rows]
    held = Now(tokens=SENTENCE, result=Now(heads=heads))
    return Look(held, query)


def flow(own, query=0, shown=True, followed=0, weights=None):
    """Return a computation whose tokens give themselves these weights."""
    weights = np.diag(own) + 0.01 if weights is None else np.array(weights)
    now = {"query": query, "shows": lambda step: shown, "followed": set(range(followed))}
    return Now(result=Now(weights=weights), tokens="abc", **now)


def meant(distance=None, gap=None, on=("banana", "phone"), lam=1.0, z=None):
    """Return a word that stands so far from the second mean, or so much nearer to one."""
    here = MEANING
    first, second = (here.mean(name) for name in here.meanings)
    way = (second - first) / np.hypot(*(second - first))
    point = second + distance * way if distance is not None else (first + second) / 2
    point = point + (gap or 0) / 2 * way if z is None else np.array(z)
    there = type("There", (Meaning,), {"z": point, "moved": point})
    return there(here.vocabulary, on, lam)


MEANING = Meaning(vocabularies.load("apple"), ("banana", "phone"))


def scored(scores, tied=False):
    return Now(result=result(scores=scores), tied=tied)


def ringing(gap, *, back=0.0):
    """Return scores of which each word's next one passes the others by so much."""
    return back + np.roll(np.eye(3), 1, axis=1) * gap


def leaving(weight, farther, place=1):
    """Return a word that gives another so much weight and ends so much farther from it."""
    x = np.array([[0.0, 0], [1, 0], [5, 5]])
    weights = np.full((3, 3), (1 - weight) / 2)
    weights[0, place] = weight
    context = x + np.array([[-farther, 0], [0, 0], [0, 0]])
    return Now(embeddings=x, result=result(weights, context))


def read(old="", new="", *, without=(), cursor=31):
    """Return the explorer's own story with one text in the place of another."""
    return Reading(tuple(STORY.replace(old, new, 1).split()), cursor, without)


def layer_of(n, d=768, memory=16.0):
    """Return a layer of 12 heads that reads so many tokens."""
    return Cost(n, d, 12, 12, 2, 512, memory)


def first_reaches(n):
    return measured(entropy=[0, np.log(64) + n])


def lucky(largest, d_k=64, scaled=False):
    return Now(measured=Now(largest=[largest]), d_k=d_k, scaled=scaled)


# The goals of each explorer, and for each of them states just outside and a state inside.
A = attention_words
D, S, C = DotProductExplorer.goals, SoftmaxExplorer.goals, ScalingExplorer.goals
P, H = projection_words.goals(Now(tokens="ABC")), heads_words.goals(Now(tokens=SENTENCE))
F, X, L = FlowExplorer.goals, CostExplorer.goals, LanguageModelExplorer.goals
M = MeaningExplorer("apple").goals
NEAR = MEANING.near
UP, DOWN = [0.4999, 0.3, 0.2001], [0.2, 0.5001, 0.2999]
GOALS = {
    "attention, one": (
        A.ONE,
        [
            attends(looks(1, 1, 0)),
            attends(looks(0, 1, 2)),
            attends([[0.4, 0.4, 0.2]] * 3),
            attends([[0.1, 0.8, 0.1]] * 2 + [[0.1, 0.45, 0.45]]),
        ],
        attends(looks(2, 2, 2)),
    ),
    "attention, middle": (
        A.MIDDLE,
        [attends(z=(0.03 + E, 0)), attends(z=(0, -0.03 - E)), attends(z=(0.022, 0.022))],
        attends(z=(0.03 - E, 0)),
    ),
    "attention, outside": (
        A.OUTSIDE,
        [attends(z=(1, 1)), attends(z=(1 - E, 0)), attends(z=(0, 1 + 1e-9))],
        attends(z=(1 + E, 0)),
    ),
    "attention, 0": (
        A.NO_WEIGHT,
        [attends([[5e-324, 1.0]]), attends([[-1e-300, 1.0]])],
        attends([[0, 1.0]]),
    ),
    "cost, half": (X[0], [layer_of(6 * 768 - 1), layer_of(9_000, d=1_501)], layer_of(6 * 768)),
    "cost, overflow": (
        X[1],
        [layer_of(26_754), layer_of(200_000), layer_of(26_755, memory=24 * 26_755**2 / 2**30)],
        layer_of(26_755),
    ),
    "cost, projections": (
        X[2],
        [
            (layer_of(2_000), layer_of(1_000)),
            (layer_of(1_000), layer_of(2_000)),  # the share grows, by fewer tokens
            (layer_of(2_000, d=4_096), layer_of(1_000)),
            (layer_of(1_000), layer_of(1_000)),
        ],
        (Now(n=2, d=1, work=(3, 1, 0), total=4), Now(n=1, d=1, work=(1, 1, 0), total=2)),
    ),
    "dot product, near 0": (
        D[0],
        [
            pairs((1.01, 0.055 + E), (0, 1.01)),
            pairs((1.01, -0.055 - E), (0, 1.01)),
            pairs((1, 0), (0, 1.01)),
            pairs((1.01, 0), (0, 1)),
        ],
        pairs((1.01, 0.054), (0, 1.01)),  # 0.05 as it is shown
    ),
    "dot product, double": (
        D[1],
        [
            pairs((1.99, 0), (1, 0)),
            pairs(turned(2 + E, 2.1), (1, 0)),
            pairs((1, 0), turned(-2 - E, 2.1)),
            pairs((-2, 0), (-1, 0)),
            pairs((2, 0), (2, 0), start=((0.05, 0), (1, 0))),
        ],
        pairs(turned(2 - E, 1.997), (1, 0)),  # 2.00 as it is shown
    ),
    "dot product, past Cauchy and Schwarz": (
        D[2],
        [pairs((2, 1), (2, 1)), pairs((2, 1), (-4, -2)), pairs((0, 0), (1, 1))],
        (Now(score=-1 - E, limit=1), None),
    ),
    "softmax, naive fails": (
        S[0],
        [
            softened(0, 1, 2, added=707),
            softened(0, 1, 2, added=-730),
            softened(0, 1, 2, added=85, dtype="float32"),
            softened(0, 1, 2, added=8.5, dtype="float16"),
        ],
        softened(0, 1, 2, added=708),
    ),
    "softmax, three alike": (
        S[1],
        [smallest(0.3 - E), softened(0, 0, 0), softened(1, 1, 1.01), softened(0, 0.1)],
        smallest(0.3 + E),
    ),
    "softmax, 0": (S[2], [softened(0, 744), softened(0, 100, dtype="float32")], softened(0, 746)),
    "scaling, luck": (
        C[1],
        [lucky(0.5), lucky(0.5 + E), lucky(0.1, d_k=32), lucky(0.1, scaled=True)],
        lucky(0.5 - E),
    ),
    "scaling, entropy": (
        C[0],
        [
            measured(entropy=[(0.75 - E) * np.log(64), 4]),
            measured(entropy=[(0.75 + E) * np.log(64)], d_k=4095),
        ],
        measured(entropy=[(0.75 + E) * np.log(64)]),
    ),
    "scaling, past ln n": (C[2], [first_reaches(0), first_reaches(1e-10)], first_reaches(1e-8)),
    "flow, most at itself": (
        F[0],
        [flow([0.5, 0.5 + E, 0.1]), flow([0.5, 0.4, 0.1], shown=False)],
        flow([0.5, 0.5, 0.1]),
    ),
    "flow, every token": (F[1], [flow([1, 1, 1], followed=2)], flow([1, 1, 1], followed=3)),
    "flow, 0": (
        F[2],
        [flow([], weights=[[1e-300]]), flow([], weights=[[0.0]], shown=False)],
        flow([], weights=[[0.0]]),
    ),
    "heads, the claim": (
        H[0],
        [layer([0.3, 0.4, 0.3]), layer([0.2, 0.4, 0.4]), layer([0.4, 0.3, 0.3], [0.1, 0.1, 0.8])],
        layer([0.2, 0.4 - E, 0.4 + E]),
    ),
    "heads, two words": (
        H[1],
        [layer(UP, DOWN), layer([0.5, 0.3, 0.2], DOWN), layer(DOWN, DOWN)],
        layer([0.5 + E, 0.3, 0.2 - E], DOWN),
    ),
    "heads, two halves": (
        H[2],
        [layer([0.5, 0.5, 0]), layer([0.5 + E, 0.5 - E, 0], [0.5 - E, 0.5 + E, 0])],
        layer([0.5 + E, 0.5 + E, 0]),
    ),
    "language model, three heads": (
        L[0],
        [read(), read(without=("1d", "1a", "2a")), read(without=HEADS)],
        read(without=("1b", "1c", "2b", "2c", "2d")),
    ),
    "language model, one word": (
        L[1],
        [
            (read(), read()),
            (read("grace", "clara"), read()),  # another taker: another right answer
            (read("grace found", "felix won"), read()),  # two words
            (read("grace", "felix", without=("1b",)), read()),
            (read("grace found", "took found"), read()),  # nobody took it
        ],
        (read("grace", "felix"), read()),
    ),
    "language model, a later word": (
        L[2],
        [
            (read("grace", "felix"), read()),
            (read("ben won", "ben took", cursor=16), read(cursor=16)),
            (read("grace", "felix", cursor=31), read(cursor=30)),
        ],
        (
            Now(without=(), cursor=1, tokens=["<story>", "the", "key"], says="lamp"),
            Now(without=(), cursor=1, tokens=["<story>", "the", "ring"], says="drum"),
        ),
    ),
    "meaning, near a mean": (M[0], [meant(NEAR), meant(NEAR + E)], meant(NEAR - E)),
    "meaning, the middle": (
        M[1],
        [
            meant(gap=0.1 + E),
            meant(gap=-0.1 - E),
            meant(gap=0, on=("banana",)),
            meant(gap=0, on=("phone", "the")),
            meant(gap=0, lam=0.99),
        ],
        meant(gap=0.1 - E),
    ),
    "meaning, outside": (
        M[2],
        [meant(z=MEANING.embeddings[0]), meant(z=MEANING.embeddings.mean(axis=0))],
        meant(z=MEANING.embeddings.max(axis=0) + 1),
    ),
    "projection, the ring": (
        P[0],
        [scored(ringing(0)), scored(ringing(1e-7)), scored(ringing(1).T), scored(np.eye(3))],
        scored(ringing(E)),
    ),
    "projection, looks and leaves": (
        P[1],
        [leaving(0.9, 0.06), leaving(0.9 + E, 0.05 - E), leaving(0.95, 0.06, place=0)],
        leaving(0.9 + E, 0.05 + E),
    ),
    "projection, the tied ring": (
        P[2],
        [scored(ringing(1)), scored(ringing(0), tied=True)],
        scored(ringing(1), tied=True),
    ),
}


@pytest.mark.parametrize(("goal", "outside", "inside"), GOALS.values(), ids=GOALS)
def test_a_goal_is_reached_inside_its_limits_and_not_just_outside(goal, outside, inside):
    assert [reaches(goal, state) for state in outside] == [False] * len(outside)
    assert reaches(goal, inside)


def reaches(goal, state):
    """Return whether a state reaches a goal, given alone or with the earlier one to compare."""
    now, before = state if type(state) is tuple else (state, None)
    return bool(goal.reached(now, before))


def test_every_goal_of_every_explorer_is_tried():
    attention = (*AttentionExplorer().goals, *AttentionExplorer(attend=len).goals)
    own = (*attention, *D, *S, *C, *F, *P, *H, *L, *M, *X)
    assert {goal.text for goal, _, _ in GOALS.values()} == {goal.text for goal in own}
    assert len(GOALS) == 31


# Ties: of equals the first is named first, and equals are told as such where a top one is named.


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
    assert said == "b and d get most, 40% each; a the least, 10%."
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
    middle = meaning_words.nearer(meant(gap=0))
    assert middle == "“apple” stays in between: 1.03 from fruit, 1.03 from technology."
    here = Meaning(MEANING.vocabulary, ("pear", "banana"))
    twins = type("Twins", (Meaning,), {"embeddings": np.array([[0.0, 0], [1, 0], [-1, 0]])})
    pulls = meaning_words.pulls(twins(here.vocabulary, ("pear", "banana")))
    assert [name for name, _, _ in pulls] == ["pear", "banana"]


def test_of_equally_lopsided_pairs_the_first_is_asked():
    scores = np.array([[0.0, 2, 2], [0, 0, 0], [0, 0, 0]])
    assert projection_words.lopsided(scores) == (0, 1, 2.0)


def test_of_equal_largest_weights_the_first_key_is_marked():
    row = np.array([[0.1, 0.4, 0.1, 0.4]])
    scene = scaling_scenes.weights(row[0])
    assert scene["marks"][0]["text"] == "key 2: 0.400"
    assert scene["columns"]["roles"] == ["key", "top", "key", "key"]
