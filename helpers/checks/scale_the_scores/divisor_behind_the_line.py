"""Exercise 7.2: which divisor a measured line tells of."""

from helpers.checks.kinds.question import Option, Question

divisor_behind_the_line = Question(
    name="divisor_behind_the_line",
    asks="By what does the colleague divide the scores?",
    options=(
        Option(
            "By the width d_k itself",
            "Then wide queries would look at all 8 words alike, and the line would rise. Which end "
            "of this line is too high?",
        ),
        Option(
            "By the root of the root of d_k",
            "At width 1 that divides by 1, as the root does: the lines would begin at one point. "
            "This one begins far above.",
        ),
        Option(
            "By the root of 8, the number of keys",
            "A divisor that stays the same at all widths: that fits. But this one would be the "
            "right one at width 8. Where do the two lines meet?",
        ),
        Option(
            "By 16, at every width",
            "Yes. Where the lines meet, at 256, both divide by the same number, the root of 256. "
            "To the left 16 is too much, to the right too little. Whoever divides by the root of "
            "another width, say that of the embeddings, gets such a line.",
            right=True,
        ),
        Option(
            "By 256, at every width",
            "256 is the width at which the lines meet. There both divide by the same number: by "
            "what does the root divide at 256?",
        ),
    ),
)
