"""The checks of notebook 01."""

NUMBER = "01"
TITLE = "Why context matters"
EXERCISES = ("equal_shares", "words_to_drown", "misleading_neighbour")
