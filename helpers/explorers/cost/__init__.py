"""The explorer of costs: what projections, pairs and MLP take as a text grows, and what is held."""
