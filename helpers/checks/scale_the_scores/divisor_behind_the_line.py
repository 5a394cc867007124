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
            "At width 1 you'd divide by 1, just as with √d_k, so the two curves would start at "
            "the same point. The colleague's starts far above the other.",
        ),
        Option(
            "By the square root of 8, the number of keys",
            "It's true that the divisor is the same at all widths. But the square root of 8 would "
            "be right at width 8. Where do the two curves meet?",
        ),
        Option(
            "By 16, at every width",
            "Yes. The curves meet at width 256, because √256 = 16 is the right divisor there. At "
            "smaller widths, 16 is too large; at larger widths, it's too small. You get a curve "
            "like this if you take the square root of the wrong width, say the width of the "
            "embeddings.",
            right=True,
        ),
        Option(
            "By 256, at every width",
            "256 is the width where the curves meet, so the two divisors are equal there. What "
            "should you divide by at width 256?",
        ),
    ),
)
