"""The checks of notebook 03."""

NUMBER = "03"
TITLE = "Turn scores into weights"
EXERCISES = ("softmax_divisors", "scores_for_shares", "stable_softmax")
