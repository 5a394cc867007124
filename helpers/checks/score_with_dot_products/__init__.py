"""The checks of notebook 02."""

NUMBER = "02"
TITLE = "Score with dot products"
EXERCISES = ("score_every_pair", "cosine_from_heat_map", "quiet_friend", "table_without_bug")
