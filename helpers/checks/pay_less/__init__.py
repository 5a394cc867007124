"""The checks of notebook 16."""

NUMBER = "16"
TITLE = "Pay less"
EXERCISES = ("one_key_at_a_time", "grouped_attention", "asked_of_a_state")
