"""The explorer of the stored language model: its story, its heads and its next word."""
