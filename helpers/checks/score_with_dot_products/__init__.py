"""The checks of notebook 02."""

NUMBER = "02"
TITLE = "Score with dot products"
EXERCISES = ("score_every_pair", "orthogonal_to_both", "stretch_factors")
