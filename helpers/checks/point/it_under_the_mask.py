"""Exercise 12.2: what reaches "it" under the causal mask."""

from helpers.checks.kinds.question import Option, Question

it_under_the_mask = Question(
    name="it_under_the_mask",
    asks="Can the row of “it” give “mat” more weight because of “warm”?",
    options=(
        Option(
            "Yes, with two layers: the first brings “warm” to “it”",
            "So it was in this notebook, without a mask. Where does “warm” stand: before “it”, or "
            "after it?",
        ),
        Option(
            "Yes, with two layers: the first brings “warm” to “mat”, the second to “it”",
            "“mat” stands before “warm”, too. Which rows does “warm” reach at all under the mask?",
        ),
        Option(
            "Yes, but it takes a third layer",
            "Another layer passes on only what a row has already. Which row before “warm” has it?",
        ),
        Option(
            "No, with no number of layers; but the row of “warm” can",
            "All that a row holds comes from itself and from what stands before it. “warm” is the "
            "last word here and may take from all: its row may point to “mat”.",
            right=True,
        ),
    ),
)
