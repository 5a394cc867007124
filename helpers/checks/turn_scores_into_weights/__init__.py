"""The checks of notebook 03."""

NUMBER = "03"
TITLE = "Turn scores into weights"
EXERCISES = (
    "softmax_without_keepdims",
    "scores_for_shares",
    "temperatures_for_half",
    "stable_softmax",
)
