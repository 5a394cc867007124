"""Marks what a class has handed in: `make mark FOLDER=returned`."""

# What comes of an answer: the state that its check gives or that marking finds, to mark and word.
RESULTS = {
    "correct": ("✓", "right"),
    "not yet": ("✗", "wrong"),
    "untouched": ("○", "empty"),
    "missing": ("–", "missing"),
    "stopped": ("!", "stopped"),
    "unreadable": ("?", "unreadable"),
}
