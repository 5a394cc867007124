"""The readers of `data/`: every number that no notebook computes."""
