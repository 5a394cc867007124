"""The checks of notebook 01: equal say, echoes of each word, words that drown, a word that lies."""

import numpy as np

from helpers.attention import softmax
from helpers.checks import mistakes_with_echoes
from helpers.checks.function import Function, Mistake
from helpers.checks.value import Fault, Value

# "apple" with phone, the, a, my and today, as the page has them.
COMPANY = [[1.0, 1.0], [0.7, 1.8], [0.2, -0.1], [-0.3, 0.1], [-0.1, -0.4], [0.2, 0.3]]


def _even(embeddings):
    return np.full((len(embeddings), len(embeddings)), 1 / len(embeddings))


TAKEN_APART = "Your contexts are right; your weights are not. What part of one whole has each word?"

SPREAD = {
    "Each row of your weights adds up to the number of words, so your contexts are sums. A row "
    "shares out one whole.": lambda x: np.ones_like(_even(x)),
    "You share one whole among all entries of the table. Each row has a whole of its own to share "
    "out.": lambda x: _even(x) / len(x),
    "You divide by the width of a vector. Among how many is the say shared out?": (
        lambda x: np.full((len(x), len(x)), 1 / x.shape[1])
    ),
    "Each word hears the others alone. Here it has a say in its own context, too.": (
        lambda x: (1 - np.eye(len(x))) / (len(x) - 1)
    ),
    "You divide by the number of the other words. But how many have a say, the one that listens "
    "included?": lambda x: np.full((len(x), len(x)), 1 / (len(x) - 1)),
    "Each word hears itself alone, so nothing moves. Who else is to be heard?": (
        lambda x: np.eye(len(x))
    ),
    "This is attention: the weights depend on the vectors. With an equal say they depend on one "
    "number alone. Which?": lambda x: softmax(x @ x.T),
}
MIXED = {
    "Your weights are right, but a context here is the sum of all words. Mix them with the weights "
    "that you have.": lambda x: np.ones_like(_even(x)) @ x,
    "Your weights are right, but the second table holds the embeddings as they were. Who mixes "
    "them?": lambda x: x,
    "Your weights are right, but each context is the mean of one word’s own numbers. A context is "
    "the mean of all words, number by number.": (
        lambda x: x.mean(axis=1, keepdims=True) * np.ones_like(x)
    ),
    "Your weights are right, but each context is one mean of all numbers. The numbers of a vector "
    "stay apart: first with first, second with second.": lambda x: np.full_like(x, x.mean()),
    "Your weights are right, but there is one context for all. Every word has a row of its own, "
    "even if all rows are alike.": lambda x: x.mean(axis=0),
    "Your weights are right, but a context holds the share of its own word alone. Who else has one "
    "in it?": lambda x: x / len(x),
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

equal_say = Function(
    name="equal_say",
    expected=lambda x: (_even(x), _even(x) @ x),
    shown=(np.array(COMPANY),),
    draw=lambda rng: (rng.normal(size=(int(rng.integers(3, 6)), 7)),),
    mistakes=(
        *(Mistake(lambda x, w=w: (w(x), w(x) @ x), words) for words, w in SPREAD.items()),
        *(Mistake(lambda x, w=w: (w(x), _even(x) @ x), TAKEN_APART) for w in SPREAD.values()),
        *(Mistake(lambda x, z=z: (_even(x), z(x)), words) for words, z in MIXED.items()),
        *(Mistake(compute, words) for words, compute in OTHERWISE.items()),
    ),
    done="All rows are alike: with an equal say it makes no difference which word listens.",
)

echoes = Function(
    name="echoes",
    expected=mistakes_with_echoes.echoes,
    shown=(np.array([0.3, 0.1, -0.2, 0.2, 0.1]), 0.5),
    draw=lambda rng: (
        rng.normal(scale=0.4, size=int(rng.integers(3, 9))),
        float(rng.uniform(0.6, 0.9)),
    ),
    mistakes=mistakes_with_echoes.MISTAKES,
    done="The last word is nearly all there, the first nearly gone: this reader hears the newest.",
)

SCORES = np.array([4, 8])
MANY = np.exp(SCORES)  # how many words that score 0 weigh as much


def _near(answer, wanted, place=slice(None)):
    return np.allclose(answer[place], np.asarray(wanted)[place], rtol=0.1, atol=0)


def _weighed(place, question):
    """Return a message: the weight against so many words, and a question."""

    def message(answer):
        weight = MANY[place] / (MANY[place] + answer[place])
        side = "more than half: it takes more" if weight > 0.5 else "less than half: fewer would do"
        words = f"{answer[place]:.6g} word{'' if answer[place] == 1 else 's'}"
        return (
            f"Against {words} of score 0, one of score {SCORES[place]} has a weight of "
            f"{weight:.3f}, {side}. {question}"
        )

    return message


words_to_drown = Value(
    name="words_to_drown",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: answer.min() <= 0,
            "Two counts of words are asked for, each above 0.",
        ),
        Fault(
            lambda answer: _near(answer, MANY[::-1]),
            "Both counts, but in the reverse order: that for the score 4 comes first.",
        ),
        Fault(
            lambda answer: _near(answer, SCORES),
            "You weigh the scores themselves. What does softmax make of a score before it divides, "
            "and what of a 0?",
        ),
        Fault(
            lambda answer: _near(answer, 2.0**SCORES),
            "You raise 2 to the score. Softmax raises another number.",
        ),
        Fault(
            lambda answer: _near(answer, 10.0**SCORES),
            "You raise 10 to the score. Softmax raises another number.",
        ),
        Fault(
            lambda answer: _near(answer, MANY, 0) and _near(answer, 2 * MANY[:1].repeat(2), 1),
            "The first is right. For the second you doubled it: but 4 more points of score do not "
            "add words, they multiply them.",
        ),
        Fault(
            lambda answer: not _near(answer, MANY, 0),
            _weighed(0, "What does softmax make of a 0, and what of a 4, before it divides?"),
        ),
        Fault(
            lambda answer: not _near(answer, MANY, 1),
            _weighed(
                1, "What did each point of score do to the count, from 0 up to 4? Go on to 8."
            ),
        ),
    ),
    done="55 and 2,981: a score holds against as many words as its power of e, so twice the score "
    "holds against the square of the number.",
)

LITTLE = np.zeros((9, 2))  # The, that, my, left, on, the, in, the, yesterday
NOUNS = np.array([[4.0, 1.0], [0.0, -1.0], [0.0, -1.0]])  # keys, table, hall
GAP = np.array([1.0, 0.0])


def _heard(neighbour):
    """Return the weights that the gap gives to "keys" and "neighbour", and how plural it becomes.

    Who stands where makes no difference to it.
    """
    words = np.vstack([NOUNS[0], neighbour, NOUNS[1:], LITTLE, GAP])
    weights = softmax(words @ GAP)
    return weights[0], weights[1], weights @ words[:, 1]


def _is_solved(answer):
    keys, _, plural = _heard(answer)
    return keys > 0.5 and plural < 0


def _say(words):
    """Return a message: who is heard how much and where the gap comes out, then words."""

    def message(answer):
        keys, neighbour, plural = _heard(answer)
        return (
            f"The gap gives {keys:.2f} to “keys” and {neighbour:.2f} to “neighbour”, and comes "
            f"out at plural {plural:.2f}. {words}"
        )

    return message


misleading_neighbour = Value(
    name="misleading_neighbour",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: np.abs(answer).max() > 5,
            "So loud a word is not needed: keep both numbers within −5 and 5.",
        ),
        Fault(
            lambda answer: not _is_solved(answer) and _is_solved(answer[::-1]),
            "Right numbers in the wrong order: subject comes first, plural second.",
        ),
        Fault(
            lambda answer: answer[1] >= 0,
            "Who is to draw the gap below 0 must bring something below 0. Which number is it?",
        ),
        Fault(
            lambda answer: _heard(answer)[0] <= 0.5 and _heard(answer)[2] < 0,
            _say(
                "“is” it would be, but “keys” no longer has more than half. Can a quieter word "
                "bring more?"
            ),
        ),
        Fault(
            lambda answer: _heard(answer)[0] <= 0.5,
            _say(
                "“keys” does not have more than half, nor is the gap below 0. One of your "
                "numbers decides how much it is heard, the other what it brings."
            ),
        ),
        Fault(
            lambda answer: _heard(answer)[2] >= 0,
            _say(
                "“keys” has more than half, as it should. What “neighbour” adds is its weight "
                "times its plural: could one of the two be stronger, or both?"
            ),
        ),
    ),
    done="Heard less than “keys”, and yet it decides: how much a word is heard is one thing, what "
    "it brings another.",
)
