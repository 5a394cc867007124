"""The checks of notebook 07."""

NUMBER = "07"
TITLE = "Scale the scores"
EXERCISES = ("divisors_at_width_100", "divisor_behind_the_line", "repaired_attention")
