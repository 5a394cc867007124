"""The explorer of what attention makes of the order of its words."""
