"""An ambiguous word and its neighbours, part by part."""
