"""Exercise 4.2: which of four points no mixture of the five words reaches."""

from helpers.checks.kinds.question import Option, Question

unreachable_point = Question(
    name="unreachable_point",
    asks="The five words stay where the picture has them. You may choose the five weights freely, "
    "as long as none is below 0 and their sum is 1. Which point can the context never reach?",
    options=(
        Option(
            "`(1.7, 0.2)`",
            "It lies inside the hull, near the corner `complex`: give that word 0.8, and 0.1 each "
            "to `Smart` and `tasks`. Draw the points into the picture: which lies outside?",
        ),
        Option(
            "`(1, 0.5)`",
            "It is half `Smart` and half `perform`. All of the way from one word to another can "
            "be reached, and so can all between such ways.",
        ),
        Option(
            "`(0.4, 0.4)`",
            "Add the two numbers of a word: each of the five has 1 or more, and so has every mean "
            "of them. This point has 0.8. The hull ends on the side of the origin, too.",
            right=True,
        ),
        Option(
            "`(0.1, 1.8)`",
            "It lies inside the hull, close to its edge: give 0.85 to `tasks`, 0.1 to `robots` and "
            "0.05 to `complex`. Near an edge is not yet outside.",
        ),
    ),
)
