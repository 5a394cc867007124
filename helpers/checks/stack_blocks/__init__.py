"""The checks of notebook 09."""

NUMBER = "09"
TITLE = "Stack blocks"
EXERCISES = ("half_way_layers", "feed_forward", "length_after_256")
