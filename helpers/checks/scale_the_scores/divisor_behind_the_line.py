"""Exercise 7.2: which divisor is behind a measured curve."""

from helpers.checks.kinds.question import Option, Question

divisor_behind_the_line = Question(
    name="divisor_behind_the_line",
    asks="What does the colleague divide the scores by?",
    options=(
        Option(
            "By the width d_k itself",
            "Then wide queries would attend to all 8 tokens equally, and the curve would rise. "
            "Which end of this curve is too high?",
        ),
        Option(
            "By the fourth root of d_k",
            "At width 1 you'd divide by 1, just as with the root, so the curves would start at "
            "the same point. This one starts far above the other.",
        ),
        Option(
            "By the root of 8, the number of keys",
            "It's true that the divisor stays the same at all widths. But this one would be "
            "right at width 8. Where do the two curves meet?",
        ),
        Option(
            "By 16, at every width",
            "Yes. Where the curves meet, at 256, both divide by the same number, the root of 256. "
            "To the left of that, 16 is too large; to the right, it's too small. You get a curve "
            "like this if you take the root of the wrong width, say the width of the embeddings.",
            right=True,
        ),
        Option(
            "By 256, at every width",
            "256 is the width where the curves meet, so there the two divisors are equal. What "
            "should you divide by at width 256?",
        ),
    ),
)
