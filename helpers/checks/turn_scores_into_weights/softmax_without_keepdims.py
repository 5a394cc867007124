"""Exercise 3.1: what a softmax without `keepdims` divides by what."""

from helpers.checks.kinds.question import Option, Question

softmax_without_keepdims = Question(
    name="softmax_without_keepdims",
    asks="`hasty_softmax` has no `keepdims=True`. What did it divide by what?",
    options=(
        Option(
            "Each row by the sum of that row, as it should.",
            "Add up the row of “journey”: 0.20 + 0.24 + 0.24 + 0.21 + 0.20 + 0.22. Is that 1?",
        ),
        Option(
            "All 36 powers by a single sum, that of the whole table.",
            "Then all 36 numbers together would add up to 1. Add up just the first column.",
        ),
        Option(
            "The first column by the sum of the first row, the second column by the sum of the "
            "second row, and so on.",
            "Yes. Without `keepdims`, the six sums form a row instead of a column. These columns "
            "add up to 1 only because the table of scores is its own mirror image. With 4 rows and "
            "5 columns you'd have got an error.",
            right=True,
        ),
    ),
)
