"""The checks of notebook 19."""

NUMBER = "19"
TITLE = "Open a real model"
EXERCISES = ("rms_norm", "rotated", "shared_keys", "readout")
