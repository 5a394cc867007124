"""The checks of notebook 18."""

NUMBER = "18"
TITLE = "Build it yourself"
EXERCISES = (
    *("masked_head", "ManyHeads", "RowNorm", "Block", "Model"),
    *("next_token_loss", "one_step", "train", "continue_text", "one_more"),
)
