"""The checks of notebook 02."""

NUMBER = "02"
TITLE = "Score with dot products"
EXERCISES = ("scores_of_journey", "score_every_pair", "stretch_factors")
