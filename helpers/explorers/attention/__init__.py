"""Attention over a sentence in the hand, part by part."""
