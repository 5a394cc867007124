"""Exercise 0.2: the context of "robots" in a sentence of three words, by hand."""

from helpers.checks.kinds.value import Fault, Value, foreseen, near

CONTEXT = (0.75, 0.5)
NEAR = 0.012  # takes the digits of a calculator, too
OTHER_SHARES = "A weight stands at another word. To which word does the power 2 belong?"
FORESEEN = {
    "You mix by the powers themselves. They add up to 4; shares add up to 1.": [3, 2],
    "You divide by the number of words. Shares are parts of the sum of all powers.": [1, 2 / 3],
    "You mix by the scaled scores: they are not shares yet. Take the powers.": [0, 0.7],
    "Every word counts alike in yours. What makes one share larger than another?": [1, 1 / 3],
    "“robots” alone is in it. The other two have a share as well.": [0, 1],
    "“robots” is left out. It is asked by itself, too, and has a share.": [1.5, 0],
    "You take the mean at the end. The weights are shares already: add up.": [0.25, 0.5 / 3],
    "You add the vectors without weights. How much does each count?": [3, 1],
    "You add the word’s own vector once more. It has its share already.": [0.75, 1.5],
}

context_on_paper = Value(
    name="context_on_paper",
    shape=(2,),
    faults=(
        *foreseen(FORESEEN, NEAR),
        *(Fault(near(other, NEAR), OTHER_SHARES) for other in ([1, 0.25], [1.25, 0.25])),
        Fault(near(CONTEXT[::-1], NEAR), "These are the two numbers in the other order."),
        Fault(
            lambda answer: not near(CONTEXT, NEAR)(answer),
            "First each power, divided by the sum of the three. Then each vector times its weight, "
            "and the first numbers added up, and the second.",
        ),
    ),
    done="“robots” takes from “complex” more than from “Smart”, though both have a weight of 1/4: "
    "the vector that is mixed in is twice as long.",
)
