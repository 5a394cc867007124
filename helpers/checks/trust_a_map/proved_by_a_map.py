"""Exercise 14.3: what the weights of a map prove."""

from helpers.checks.kinds.question import Option, Question

proved_by_a_map = Question(
    name="proved_by_a_map",
    asks="What follows from these weights alone, whatever the values are?",
    options=(
        Option(
            "The first token matters most for the output of this head",
            "Its value may be close to 0, or behind `W_O` nothing may be left of it. Then the "
            "other words make the output.",
        ),
        Option(
            "The first token adds the longest term",
            "A term is a weight times what arrives. Seven tenths of something short can be less "
            "than one tenth of something long.",
        ),
        Option(
            "Of the mixture that this head makes, three tenths are the other words’ values",
            "Yes. Shares are what a map holds, and it holds them for every possible value. How "
            "much that is, and whether anybody downstream cares, it does not say.",
            right=True,
        ),
        Option(
            "Without the first token the model would write another next word",
            "Nobody has tried. Hidden, the token leaves its weight to the others; and there are "
            "other heads, and a residual path.",
        ),
        Option(
            "This head does nothing in this text: the first token is a sink",
            "That is one possible reason for such a row. It takes the length of what arrives to "
            "tell, and the row is that of the last word alone.",
        ),
    ),
)
