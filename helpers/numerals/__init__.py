"""Numbers as words."""
