"""The computation of one query, step by step and part by part."""
