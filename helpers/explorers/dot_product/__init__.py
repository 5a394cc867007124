"""Two vectors and their dot product, part by part."""
