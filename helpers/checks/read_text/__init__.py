"""The checks of notebook 13."""

NUMBER = "13"
TITLE = "Read text"
EXERCISES = ("cut_with_merges", "rows_to_guess", "two_perplexities")
