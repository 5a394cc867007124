"""The checks of notebook 01: equal say, echoes of each word, words that drown, a word that lies."""

import numpy as np

from helpers.attention import softmax
from helpers.checks import mistakes_of_shares, mistakes_with_echoes
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.value import Fault, Value

# "apple" with phone, the, a, my and today, as the page has them.
COMPANY = [[1.0, 1.0], [0.7, 1.8], [0.2, -0.1], [-0.3, 0.1], [-0.1, -0.4], [0.2, 0.3]]


equal_say = Function(
    name="equal_say",
    expected=mistakes_of_shares.equal_say,
    shown=(np.array(COMPANY),),
    draw=lambda rng: (rng.normal(size=(int(rng.integers(3, 6)), 7)),),
    mistakes=mistakes_of_shares.MISTAKES,
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
    done="For these words and one half, the last is nearly all there and the first nearly gone: "
    "this reader hears the newest.",
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
        ).replace("-", "−")

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
