"""Exercise 1.1: weights and contexts where every word has an equal share."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake
from helpers.readers import vocabularies

COMPANY = vocabularies.load("apple").rows(["apple", "phone", "the", "a", "my", "today"])


def _even(embeddings):
    return np.full((len(embeddings), len(embeddings)), 1 / len(embeddings))


OWN_NUMBERS = (
    "Your weights are right, but each context is the mean of one word’s own numbers. A context is "
    "the mean of all words, number by number."
)
ALL_NUMBERS = (
    "Your weights are right, but each context is one mean of all numbers. The numbers of a vector "
    "stay apart: first with first, second with second."
)
TAKEN_APART = "Your contexts are right; your weights are not. What share should each word have?"

SPREAD = {
    "Each row of your weights adds up to the number of words, so your contexts are sums. A row "
    "shares out one whole.": lambda x: np.ones_like(_even(x)),
    "All your weights are 0, so nothing is mixed. A share is a fraction of one whole: does your "
    "division keep what stands after the point?": lambda x: np.zeros_like(_even(x)),
    "You share one whole among all entries of the table. Each row has a whole of its own to share "
    "out.": lambda x: _even(x) / len(x),
    "You divide by the width of a vector. Among how many is the whole shared out?": (
        lambda x: np.full((len(x), len(x)), 1 / x.shape[1])
    ),
    "You share out among six, as many as the page has words. Among how many here?": (
        lambda x: np.full((len(x), len(x)), 1 / 6)
    ),
    "Each word mixes the others alone. Here it has a share in its own context, too.": (
        lambda x: (1 - np.eye(len(x))) / (len(x) - 1)
    ),
    "You divide by the number of the other words. But how many have a share, the one that asks "
    "included?": lambda x: np.full((len(x), len(x)), 1 / (len(x) - 1)),
    "Each word takes itself alone, so nothing moves. Which others have a share?": (
        lambda x: np.eye(len(x))
    ),
    "This is attention: the weights depend on the vectors. With equal shares they depend on one "
    "number alone. Which?": lambda x: softmax(x @ x.T),
}
MIXED = {
    "Your weights are right, but a context here is the sum of all words. Mix them with the weights "
    "that you have.": lambda x: np.ones_like(_even(x)) @ x,
    "Your weights are right, but the second table holds the embeddings as they were. What mixes "
    "them?": lambda x: x,
    OWN_NUMBERS: lambda x: x.mean(axis=1, keepdims=True) * np.ones_like(x),
    ALL_NUMBERS: lambda x: np.full_like(x, x.mean()),
    "Your weights are right, but there is one context for all. Every word has a row of its own, "
    "even if all rows are alike.": lambda x: x.mean(axis=0),
    "Your weights are right, but the contexts lie one after the other in a single row. Every word "
    "has a row of its own.": lambda x: np.tile(x.mean(axis=0), len(x)),
    "Your weights are right, but a context holds the share of its own word alone. Which others "
    "have one in it?": lambda x: x / len(x),
    "Your weights are right, but in each context the last word alone is left. What becomes of the "
    "words before it?": lambda x: np.tile(x[-1] / len(x), (len(x), 1)),
    "Your weights are right, but your contexts are attention’s: mix with your own weights.": (
        lambda x: softmax(x @ x.T) @ x
    ),
}
OTHERWISE = {
    "Right, but in the other order: the weights come first, then the contexts.": (
        lambda x: (_even(x) @ x, _even(x))
    ),
    "The numbers are right, but you return one row each. Every word has a row of weights and a row "
    "of context, even if all rows are alike.": lambda x: (_even(x)[0], x.mean(axis=0)),
}
MISTAKES = (
    *(Mistake(words, lambda x, w=w: (w(x), w(x) @ x)) for words, w in SPREAD.items()),
    *(Mistake(TAKEN_APART, lambda x, w=w: (w(x), _even(x) @ x)) for w in SPREAD.values()),
    *(Mistake(words, lambda x, z=z: (_even(x), z(x))) for words, z in MIXED.items()),
    Mistake(OWN_NUMBERS, lambda x: (_even(x), x.mean(axis=1))),
    Mistake(ALL_NUMBERS, lambda x: (_even(x), x.mean())),
    *(Mistake(words, compute) for words, compute in OTHERWISE.items()),
)

equal_shares = Function(
    name="equal_shares",
    expected=lambda x: (_even(x), _even(x) @ x),
    shown=(COMPANY,),
    draw=lambda rng: (rng.normal(size=(int(rng.integers(3, 6)), 7)),),
    mistakes=MISTAKES,
    done="All rows are alike: with equal shares it makes no difference which word asks.",
)
