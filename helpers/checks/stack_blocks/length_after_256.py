"""Exercise 9.3: how long the vectors are after 256 layers, foreseen from three columns."""

from helpers.checks.kinds.value import Fault, Value

AFTER_256 = 91, 136  # a fifth on either side of 114, the mean over the page's three draws


def _about(low, high):
    return lambda length: low <= length <= high


length_after_256 = Value(
    name="length_after_256",
    shape=(),
    faults=(
        Fault(_about(5, 6.5), "That is the length in the post-norm blocks. Which row is pre-norm?"),
        Fault(
            _about(50, 60),
            "That is the length after 64 layers. Nothing shortens the path, so every further layer "
            "still adds its part.",
        ),
        Fault(
            _about(83, 85.5),
            "You add what the last column has added to the one before. But each column stands for "
            "four times as many layers: how many times as long does it make the vectors?",
        ),
        Fault(
            _about(86, 87),
            "That is twice the last length in the row without the MLP. The row with it is meant.",
        ),
        Fault(
            _about(87, 90.9),
            "Is that the length at the start, times the root of 256? The root is right, the start "
            "is not: by this rule the vectors would be 44 long after 64 layers. What does the "
            "table say there?",
        ),
        Fault(
            _about(160, 185),
            "You go on in a straight line, as steep as from layer 16 to 64. Is the way from 4 to "
            "16 as steep, for each layer?",
        ),
        Fault(
            _about(200, 240),
            "Four times the layers, four times the length? Test that on the columns 16 and 64.",
        ),
        Fault(
            lambda length: length > 1000,
            "Far too long: lengths that double with every layer are those of section 9.2, where no "
            "norm stands in front of attention.",
        ),
        Fault(
            lambda length: length < AFTER_256[0],
            "Too short. How many times as long do the vectors become from 4 layers to 16, and from "
            "16 to 64?",
        ),
        Fault(
            lambda length: length > AFTER_256[1],
            "Too long. How many times as long do the vectors become from 4 layers to 16, and from "
            "16 to 64?",
        ),
    ),
    done="Four times the layers, about twice the length: what is added points elsewhere each time, "
    "so the squares of the lengths add up. The experiment gives about 114.",
)
