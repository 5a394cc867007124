"""Several heads: what each attends to, and what stands side by side."""
