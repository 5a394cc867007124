"""The checks of notebook 09."""

NUMBER = "09"
TITLE = "Stack blocks"
EXERCISES = ("half_way_layers", "rms_norm", "length_after_256", "pre_norm_decoder")
