"""Exercise 3.1: what a softmax without `keepdims` divides by what."""

from helpers.checks.kinds.question import Option, Question

softmax_divisors = Question(
    name="softmax_divisors",
    asks="What does each number in your colleague's table get divided by?",
    options=(
        Option(
            "All exponentials in a row by the same number, and each row by a different one.",
            "Try two numbers in the row of “journey”. Divide 4.4593 by its share, then 2.0279 by "
            "its own. Do you get the same?",
        ),
        Option(
            "All 36 exponentials by a single number.",
            "Divide two exponentials from different columns by their shares. Do you get the same?",
        ),
        Option(
            "All exponentials in a column by the same number, and each column by a different one.",
            "Yes. Without `keepdims`, the six sums of the rows form a row themselves, so each "
            "divides a column. With 4 rows and 5 columns, you'd have got an error.",
            right=True,
        ),
    ),
)
