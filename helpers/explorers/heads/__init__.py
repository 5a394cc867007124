"""Several heads: what each looks at, and what stands side by side."""
