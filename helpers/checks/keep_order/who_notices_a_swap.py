"""Exercise 11.4: whose context changes as two words are exchanged under the causal mask."""

from helpers.checks.kinds.question import Option, Question

who_notices_a_swap = Question(
    name="who_notices_a_swap",
    asks="Whose context changes when the third word and the fourth exchange places?",
    options=(
        Option(
            "Nobody’s: a sum does not know the order of its terms",
            "True, it does not. But does each of the two that are exchanged still have the same "
            "terms? One of them now stands a place further to the front.",
        ),
        Option(
            "That of the two words, and of nobody else",
            "Yes. One of the two now sees the other, and the other no longer sees it. Everybody "
            "else sees the same set of words as before. In a second layer the fifth and the sixth "
            "would notice, for they see these two.",
            right=True,
        ),
        Option(
            "That of the third to the sixth word: all from the swap on",
            "The fifth word sees the first five, and these are the same five in either order. "
            "What would have to change, for its sum to change?",
        ),
        Option(
            "That of the fifth and the sixth word, which see both",
            "They see both before the swap and after it. A sum does not know the order of its "
            "terms: whose terms have changed?",
        ),
        Option(
            "Everybody’s",
            "The first word sees itself alone, whatever comes later. That is what the mask is for.",
        ),
    ),
)
