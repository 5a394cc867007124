"""The explorer of a recorded sentence: what a model expects next, and one head's part in it."""
