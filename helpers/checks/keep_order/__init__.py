"""The checks of notebook 11."""

NUMBER = "11"
TITLE = "Keep order"
EXERCISES = ("pace_that_looks_back", "turned_rows", "who_notices_a_swap")
