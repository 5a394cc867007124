"""The checks of notebook 06."""

NUMBER = "06"
TITLE = "Let a head learn"
EXERCISES = ("slopes_of_scores", "training_step", "HeadWithTwoWidths")
