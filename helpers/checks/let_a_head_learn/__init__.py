"""The checks of notebook 06."""

NUMBER = "06"
TITLE = "Let a head learn"
EXERCISES = ("scores_with_steep_slope", "loss_of_no_idea", "training_step", "HeadWithTwoWidths")
