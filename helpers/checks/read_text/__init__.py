"""The checks of notebook 13."""

NUMBER = "13"
TITLE = "Read text"
EXERCISES = ("forward_in_stages", "rows_to_guess", "write")
