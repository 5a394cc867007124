"""Names the packages: all folders of `helpers`, and `data`, which is to be found inside it."""

from setuptools import find_packages, setup

setup(packages=[*find_packages(include=["helpers", "helpers.*"]), "helpers.data"])
