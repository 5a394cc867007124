"""The checks of notebook 00."""

NUMBER = "00"
TITLE = "Start here"
EXERCISES = ("scores_of_bat", "context_on_paper", "context_of", "visitor")
