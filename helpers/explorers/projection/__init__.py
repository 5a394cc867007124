"""Words, three projections, and the attention that follows from both."""
