"""The checks of notebook 10."""

NUMBER = "10"
TITLE = "Hide"
EXERCISES = ("weights_after_hiding", "mask_from_outside", "look_back", "large_minus")
