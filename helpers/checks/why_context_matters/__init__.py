"""The checks of notebook 01."""

NUMBER = "01"
TITLE = "Why context matters"
EXERCISES = ("words_to_drown", "equal_shares", "misleading_neighbour")
