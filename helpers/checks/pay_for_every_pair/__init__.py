"""The checks of notebook 15."""

NUMBER = "15"
TITLE = "Pay for every pair"
EXERCISES = ("gib_of_maps", "work_of_layer", "ticks_of_batch")
