"""Exercise 8.4: why two heads that begin alike stay one."""

from helpers.checks.kinds.question import Option, Question

twin_heads = Question(
    name="twin_heads",
    asks="Two heads begin with equal numbers, and a half of the contents is never found. Why?",
    options=(
        Option(
            "Two heads of half the width are too narrow for two contents of eight numbers.",
            "The two heads of this section are as narrow, and leave next to nothing. The mixture "
            "of each has eight numbers, which is room for one content.",
        ),
        Option(
            "The steps are too few: heads that begin alike need longer to part.",
            "What would push them apart? At each step both are corrected alike. After five times "
            "as many steps they are still equal, to the last digit.",
        ),
        Option(
            "Both heads are corrected alike at each step, so they stay equal.",
            "Equal heads bring equal mixtures, and get equal gradients. Two heads that always "
            "bring the same mixture are one, and one leaves a half. Random numbers at the start "
            "tell them apart.",
            right=True,
        ),
        Option(
            "The two heads share their attention: what one looks at is closed to the other.",
            "Each head has a softmax of its own, and weights that sum to 1 by themselves. Here "
            "both even look at the same words.",
        ),
    ),
)
