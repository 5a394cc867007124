"""Right and wrong answers to every exercise, one module for each notebook."""
