"""Exercise 0.2: steps 3 and 4 for made-up scores of three words, by hand."""

from helpers.checks.kinds.value import Fault, Value, foreseen, near

CONTEXT = (-0.1, 1.05)
NEAR = 0.012  # takes the digits of a calculator, too
OTHER_WEIGHTS = "You've given 1/2 to a different word. Which word does the power 2 belong to?"
FORESEEN = {
    "You're mixing with the powers themselves. They add up to 4; attention weights add up to 1.": (
        [-0.4, 4.2]
    ),
    "You're dividing by the number of words. Divide by the sum of the powers.": [-0.4 / 3, 1.4],
    "You're mixing with the scaled scores. Raise e to them first, then divide by the sum.": (
        [-0.28, 1.47]
    ),
    "You're giving every word the same weight. Whose power is larger than the others?": [0, 0.7],
    "Only “cave” is in your mixture. The other two scored 0. What weight does a 0 get?": (
        [-0.4, 2.1]
    ),
    "You've left out “cave”, which has the largest weight of all.": [0.1, 0],
    "You're taking the mean at the end. The weights add up to 1, so the sum is a mean already.": (
        [-0.1 / 3, 0.35]
    ),
    "You've lost a minus sign: the first entry of “cave” is negative.": [0.3, 1.05],
    "You're adding the vectors without weights. How much does each one count?": [0, 2.1],
}

context_on_paper = Value(
    name="context_on_paper",
    shape=(2,),
    faults=(
        *foreseen(FORESEEN, NEAR),
        *(Fault(near(other, NEAR), OTHER_WEIGHTS) for other in ([0.025, 0.475], [0.075, 0.575])),
        Fault(near(CONTEXT[::-1], NEAR), "These are the two entries in the wrong order."),
        Fault(
            lambda answer: not near(CONTEXT, NEAR)(answer),
            "First divide each power by the sum of the three. Then multiply each vector by its "
            "weight, and add up the first entries, and the second ones.",
        ),
    ),
    done="“cave” has half of the attention and by far the longest vector, so it almost "
    "single-handedly decides where the context vector ends up.",
)
