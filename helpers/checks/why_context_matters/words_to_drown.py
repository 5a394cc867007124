"""Exercise 1.1: how many words with a score of 0 weigh as much as one with a high score."""

import numpy as np

from helpers.checks.kinds.value import Fault, Value

SCORES = np.array([4, 8])
MANY = np.exp(SCORES)  # how many words with a score of 0 weigh as much


def _near(answer, wanted, place=slice(None)):
    return np.allclose(answer[place], np.asarray(wanted)[place], rtol=0.1, atol=0)


def _weighed(place, question):
    """Return a message: the weight against so many words, and a question."""

    def message(answer):
        weight = MANY[place] / (MANY[place] + answer[place])
        side = "more than half. It takes more" if weight > 0.5 else "less than half. Fewer will do"
        words = f"{answer[place]:.6g} word{'' if answer[place] == 1 else 's'}"
        return (
            f"With {words} of score 0, the one of score {SCORES[place]} has a weight of "
            f"{weight:.3f}, {side}. {question}"
        )

    return message


words_to_drown = Value(
    name="words_to_drown",
    shape=(2,),
    faults=(
        Fault(lambda answer: answer.min() <= 0, "Give two counts of words, each above 0."),
        Fault(
            lambda answer: _near(answer, MANY[::-1]),
            "Both counts are right, but swapped: the one for 4 comes first.",
        ),
        Fault(
            lambda answer: _near(answer, SCORES),
            "You're taking the scores themselves as weights. What does softmax do to a score "
            "before it divides, and what does it make of a 0?",
        ),
        Fault(
            lambda answer: _near(answer, 2.0**SCORES),
            "You're raising 2 to the score. Softmax raises a different number.",
        ),
        Fault(
            lambda answer: _near(answer, 10.0**SCORES),
            "You're raising 10 to the score. Softmax raises a different number.",
        ),
        Fault(
            lambda answer: _near(answer, MANY, 0) and _near(answer, 2 * MANY[:1].repeat(2), 1),
            "The first count is right, and for the second you've doubled it. But extra points of "
            "score don't add to the count, they multiply it.",
        ),
        Fault(
            lambda answer: not _near(answer, MANY, 0),
            _weighed(0, "What does softmax make of a 0 and of a 4, before it divides?"),
        ),
        Fault(
            lambda answer: not _near(answer, MANY, 1),
            _weighed(
                1, "What did each point of score do to the count, from 0 up to 4? Go on up to 8."
            ),
        ),
    ),
    done="About 55 and 2,981. A score holds out against as many words as its power of e, so twice "
    "the score holds out against the square of that number.",
)
