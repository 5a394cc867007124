"""Several heads in the hand: what each looks at, and what stands side by side."""
