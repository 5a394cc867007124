"""Names the packages: all folders of `helpers`, and `data`, which is to be found inside it."""

from setuptools import Distribution, find_packages, setup


class WithData(Distribution):
    """Puts data files into editable installs, too: setuptools looks for a method of this name."""

    has_data = Distribution.has_data_files


packages = [*find_packages(include=["helpers", "helpers.*"]), "helpers.data"]
setup(packages=packages, distclass=WithData)
