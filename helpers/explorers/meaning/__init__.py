"""An ambiguous word and its company, part by part."""
