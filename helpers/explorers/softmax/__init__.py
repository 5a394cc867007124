"""Softmax in the hand, part by part."""
