"""The explorer of a real language model: any text, its 270 heads, and what comes next."""
