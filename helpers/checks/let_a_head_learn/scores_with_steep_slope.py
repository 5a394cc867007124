"""Exercise 6.1: scores at which the loss 1 minus the weight is steep."""

from helpers.attention import softmax
from helpers.checks.kinds.value import Fault, Value

STEEP = 0.2395  # 0.24, and room for the nudge


def _third(scores):
    return softmax(scores)[2]


def _is_steep(weight):
    """Return whether 1 - weight has a slope below -0.24 for the score of a word of this weight."""
    return weight * (1 - weight) > STEEP


def _are_weights(numbers):
    """Return whether somebody wrote the weights of a good row instead of its scores."""
    are_shares = (numbers >= 0).all() and abs(numbers.sum() - 1) < 0.02
    return are_shares and _is_steep(numbers[2]) and not _is_steep(_third(numbers))


def _too_flat(scores):
    weight = _third(scores)
    return (
        f"The third word has the weight {weight:.3f}, and the slope there is "
        f"−{weight * (1 - weight):.3f}, not below −0.24. Is it steeper with a higher third score, "
        f"or with a lower one?"
    )


scores_with_steep_slope = Value(
    name="scores_with_steep_slope",
    shape=(3,),
    faults=(
        Fault(
            _are_weights,
            "As weights these would do, but scores are asked for. Softmax makes weights of them "
            "first, and the third comes out smaller than you wrote it.",
        ),
        Fault(
            lambda scores: _third(scores) > 0.97,
            "This row is nearly sure of the right word: the loss is near 0, and flat. How sure may "
            "it be while a nudge still moves much weight?",
        ),
        Fault(
            lambda scores: _third(scores) < 0.03,
            "This row gives the right word hardly any weight: the loss is high, and flat, as in "
            "the row that is sure of the wrong word. How much weight can a nudge move?",
        ),
        Fault(
            lambda scores: not _is_steep(_third(scores)) and any(map(_is_steep, softmax(scores))),
            "Another word of this row would have such a slope, if it were the right one. The right "
            "one stands third: how much weight has it?",
        ),
        Fault(lambda scores: not _is_steep(_third(scores)), _too_flat),
    ),
    done="About half the weight: there the first loss is steepest. It is flat at both ends, in a "
    "row that is sure and right, and as flat in one that is sure and wrong. The second loss is "
    "flat only where the row is right.",
)
