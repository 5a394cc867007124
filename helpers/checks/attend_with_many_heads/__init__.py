"""The checks of notebook 08."""

NUMBER = "08"
TITLE = "Attend with many heads"
EXERCISES = ("answers_to_both", "attend_in_heads", "unmixing_matrix")
