"""Exercise 6.2: the loss of a ring whose keys are zeros."""

import math

from helpers.checks.kinds.value import Fault, Value, foreseen

NO_IDEA = math.log(3)  # the loss of even weights over three words
NEAR = 0.006  # two decimals are enough
EVEN = "What does each query score with a key of zeros, and which weights follow?"
FORESEEN = {
    "The scores are 0, but a loss of 0 would mean that each right word has all the weight. Which "
    "weights does softmax make of three equal scores?": 0,
    "This is the weight of the right word. Which loss does it have?": 1 / 3,
    "This is 1 minus the weight, the first of the two losses. The ring uses the other one.": 2 / 3,
    "The right size, but this loss is never below 0: mind its minus.": -NO_IDEA,
    "This is the sum over the rows; the loss is their mean.": 3 * NO_IDEA,
    "This is a logarithm to base 10; the loss takes the natural one, to base e.": math.log10(3),
    # The loss of the identity, and −log₂ of 1/3, which is as near as rounding.
    "This is the loss of the identity, whose keys are the words. Here all keys are zeros. (If you "
    "computed a logarithm to base 2: the loss takes the natural one.)": 1.586,
}

loss_of_no_idea = Value(
    name="loss_of_no_idea",
    shape=(),
    faults=(
        *foreseen(FORESEEN, NEAR),
        Fault(lambda answer: answer > NO_IDEA + 0.02, "Too high. " + EVEN),
        Fault(lambda answer: answer < NO_IDEA - 0.02, "Too low. " + EVEN),
    ),
    done="The weights are even and the loss is ln 3, below that of the identity: to know nothing "
    "costs less than to be sure of a wrong word. A training over n words that shows a loss near "
    "ln n has learned nothing yet.",
)
