"""Marks what a class has handed in: `make mark FOLDER=returned`."""
