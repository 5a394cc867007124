"""Two vectors in the hand, part by part."""
