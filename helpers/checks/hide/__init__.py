"""The checks of notebook 10."""

NUMBER = "10"
TITLE = "Hide"
EXERCISES = ("masked_attention", "mask_that_passes", "mask_from_outside")
