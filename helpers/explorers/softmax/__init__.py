"""Softmax, part by part."""
