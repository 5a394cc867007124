"""The checks of notebook 05."""

NUMBER = "05"
TITLE = "Ask, match, answer"
EXERCISES = ("question_for_brick", "query_matrix", "attend")
