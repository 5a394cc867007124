"""Training: one loop for all the small tasks of the series."""
