"""The checks of notebook 04."""

NUMBER = "04"
TITLE = "Mix a context vector"
EXERCISES = ("two_mixes", "unreachable_point", "attend_to_others")
