"""The checks of notebook 12."""

NUMBER = "12"
TITLE = "Point"
EXERCISES = ("vector_for_cosy", "it_under_the_mask", "weights_behind_match")
