"""Exercise 4.2: which of four points no mixture of the five words reaches."""

from helpers.checks.kinds.question import Option, Question

unreachable_point = Question(
    name="unreachable_point",
    asks="The five words are where they were at the start. You may choose any five weights, as "
    "long as none is below 0 and they add up to 1. Which point can the context vector never reach?",
    options=(
        Option(
            "`(1.7, 0.2)`",
            "It's inside the hull, near the corner `complex`: give that word 0.8, and 0.1 each to "
            "`Smart` and `tasks`. Draw all four points into the picture. Which one is outside?",
        ),
        Option(
            "`(1, 0.5)`",
            "It's half `Smart` and half `perform`. You can reach every point on the line between "
            "two words, and every point between two such lines.",
        ),
        Option(
            "`(0.4, 0.4)`",
            "Add up the two entries of each word. The sum is 1 or more for all five, so it's 1 or "
            "more for every mean of them. This point has 0.8. The hull has an edge towards the "
            "origin, too.",
            right=True,
        ),
        Option(
            "`(0.1, 1.8)`",
            "It's inside the hull, close to its edge: give 0.85 to `tasks`, 0.1 to `robots` and "
            "0.05 to `complex`. Close to the edge isn't outside.",
        ),
    ),
)
