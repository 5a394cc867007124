"""The checks of notebook 05."""

NUMBER = "05"
TITLE = "Ask, match, answer"
EXERCISES = ("question_for_brick", "asks_for_itself", "attend_in_roles")
