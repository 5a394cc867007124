"""Attention over a sentence, part by part."""
