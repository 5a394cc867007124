"""Exercise 11.4: whose context changes when two words change places under the causal mask."""

from helpers.checks.kinds.question import Option, Question

who_notices_a_swap = Question(
    name="who_notices_a_swap",
    asks="Whose context changes when the third and fourth words change places?",
    options=(
        Option(
            "Nobody’s: a sum doesn’t depend on the order of its terms",
            "True, it doesn't. But are the contexts of the two words that change places still "
            "sums of the same terms? One of these words is now one position nearer to the front.",
        ),
        Option(
            "Only those of the two words",
            "Yes. One of the two now sees both, and the other no longer does. All the other words "
            "see the same set as before. In a second layer the fifth and sixth would notice, "
            "because they see these two.",
            right=True,
        ),
        Option(
            "Those of the third to sixth words: all the words from the swap on",
            "The fifth word sees the first five, and they're the same five in either order. "
            "What would have to change for its sum to change?",
        ),
        Option(
            "Those of the fifth and sixth words, which see both",
            "They see both, before the swap and after it, and a sum doesn't depend on the order of "
            "its terms. Whose terms have changed?",
        ),
        Option(
            "Everybody’s",
            "The first word sees only itself, whatever comes later. That's what the mask is for.",
        ),
    ),
)
