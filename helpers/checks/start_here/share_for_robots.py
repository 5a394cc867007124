"""Exercise 0.3: a share of attention, read off a heat map."""

from helpers.checks.kinds.question import Option, Question

share_for_robots = Question(
    name="share_for_robots",
    asks="In “Who looks at whom”: which share of its attention does “perform” give to “robots”?",
    options=(
        Option(
            "0.12",
            "Yes. “perform” asks, so it is the row; “robots” is asked, so it is the column.",
            right=True,
        ),
        Option(
            "0.20",
            "That is the other way round: row “robots”, column “perform”. Whose row is it when "
            "“perform” gives?",
        ),
        Option("0.25", "That is what “perform” gives to itself. Which column is that of “robots”?"),
        Option("0.95", "That is what “perform” receives from all five: the sum of its column."),
    ),
)
