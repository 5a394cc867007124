"""The checks of notebook 17."""

NUMBER = "17"
TITLE = "Generate"
EXERCISES = ("step_with_cache", "bytes_of_a_cache", "likeliest_shares")
