"""Exercise 10.4: what becomes of a row in which a large negative number hides every word."""

from helpers.checks.kinds.question import Option, Question

large_minus = Question(
    name="large_minus",
    asks="All five scores of a row are replaced by `-1e9`. Which weights does softmax give?",
    options=(
        Option(
            "All are 0: the row is silent",
            "Each power alone would be 0. But softmax shares out a whole, and only the differences "
            "of scores count. How much do these five differ?",
        ),
        Option(
            "NaN: 0 divided by 0",
            "That is what minus infinity gives. Minus a billion is a number like others: take it "
            "away from all five, and which scores are left?",
        ),
        Option(
            "A fifth for each word, hidden or not",
            "Yes. Five equal scores share evenly. No error, no NaN, and every hidden word is "
            "heard: of the three answers to an empty row the one that nobody notices.",
            right=True,
        ),
        Option(
            "The weights that it had without a mask",
            "That happens where a billion is *taken away from* each score: the differences stay, "
            "as long as the floats have digits enough. Here each score is replaced.",
        ),
    ),
)
