"""Exercise 12.2: what reaches "it" under the causal mask."""

from helpers.checks.kinds.question import Option, Question

it_under_the_mask = Question(
    name="it_under_the_mask",
    asks="Can the row for “it” give “mat” more weight because of “warm”?",
    options=(
        Option(
            "Yes, with two layers: the first brings “warm” to “it”",
            "That's how it worked in this notebook, but without a mask. Does “warm” come before or "
            "after “it”?",
        ),
        Option(
            "Yes, with two layers: the first brings “warm” to “mat”, the second to “it”",
            "“mat” comes before “warm”, too. Which rows can use “warm” at all under the mask?",
        ),
        Option(
            "Yes, but it takes a third layer",
            "Another layer can only pass on what some row already contains. Which row before "
            "“warm” contains anything from that word?",
        ),
        Option(
            "No, however many layers it has; but the row for “warm” can",
            "A row is made from its own token and from those before it. “warm” is the last word, "
            "so its row can use all of them, and it can point to “mat”.",
            right=True,
        ),
    ),
)
