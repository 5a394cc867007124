"""Exercise 16.2: how far windows reach through layers, and how many pairs one computes."""

from helpers.checks.kinds.value import Fault, Value, near

reach_of_windows = Value(
    name="reach_of_windows",
    shape=(3,),
    faults=(
        Fault(
            lambda answer: (answer % 1 > 1e-6).any(),
            "All three are whole numbers. Where a layer would be needed in part, it is needed as a "
            "whole.",
        ),
        Fault(
            near(7, 0.1, 0),
            "First number: seven layers reach 896 places. Who brings the rest of the way?",
        ),
        Fault(
            near(4, 0.1, 0),
            "First number: you count as if a window reached 128 places to both sides, or 256 to "
            "one. A word hears 128 places back in each layer.",
        ),
        Fault(
            near(9, 0.1, 0),
            "First number: one layer too many. Eight reach 1,024 places back.",
        ),
        Fault(
            near(10, 0.1, 0),
            "First number: do the places double with each layer, as 2, 4, 8 …? Each layer adds as "
            "many places as the first.",
        ),
        Fault(
            near(1, 0.1, 0),
            "First number: one layer is enough for full attention. Behind this window word 1,000 "
            "sees words 872 to 1,000.",
        ),
        Fault(
            lambda answer: abs(answer[0] - 8) > 0.1,
            "First number: one layer reaches 128 places back, two reach 256. How many reach 1,000?",
        ),
        Fault(
            near(128, 0.1, 1),
            "Second number: that is the reach of one layer. A second layer hears what the first "
            "has gathered.",
        ),
        Fault(
            near(1548, 0.1, 1),
            "Second number: 129 words stand in the window, but one of them is the word itself. How "
            "many places back is the furthest?",
        ),
        Fault(
            near(3072, 0.1, 1),
            "Second number: the window opens to one side only. You count both.",
        ),
        Fault(
            near(128 * 2**11, 0.1, 1),
            "Second number: the reach does not double with each layer. What does one more layer "
            "add?",
        ),
        Fault(
            lambda answer: abs(answer[1] - 1536) > 0.1,
            "Second number: each of the 12 layers adds 128 places.",
        ),
        Fault(
            near(50, 0.1, 2),
            "Third number: five pairs in every row would be 50, but the text ends on both sides. "
            "How many words does the first one see?",
        ),
        Fault(
            near(27, 0.1, 2),
            "Third number: these are the pairs with words before, and the word itself. This window "
            "opens to both sides.",
        ),
        Fault(
            near(34, 0.1, 2),
            "Third number: each word sees itself, too. That is one pair more in every row.",
        ),
        Fault(
            near(46, 0.1, 2),
            "Third number: at each end you leave out two pairs. The first word has no two words "
            "before it; and the second word?",
        ),
        Fault(
            near(100, 0.1, 2),
            "Third number: that is every pair. Which of them are at most two places apart?",
        ),
        Fault(
            near(28, 0.1, 2),
            "Third number: that is a window of one place to each side. Here it reaches two.",
        ),
        Fault(
            lambda answer: abs(answer[2] - 44) > 0.1,
            "Third number: write down how many words each of the ten sees, from the first to the "
            "last, and add up.",
        ),
    ),
    done="Layers multiply the reach, and the pairs grow with the text alone: of the 100 there are "
    "44 here, and of a million, 4,994.",
)
