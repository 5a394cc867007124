"""The checks of notebook 14."""

NUMBER = "14"
TITLE = "Trust a map"
EXERCISES = ("lengths_of_terms", "moved_by_hiding", "chances_without_edge")
