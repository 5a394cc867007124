"""The case of every explorer, found in its folder, and the marks of tests that few cases take."""

import pytest

from helpers.explorers.base.trial import of_every

CASES = of_every("CASE")


def only(*names):
    """Return the mark of a test that these explorers alone can take, of which each must."""
    return pytest.mark.parametrize("shown", names, indirect=True)


def quickly(*few):
    """Return the mark of a test that the long proof alone does with most explorers."""
    cases = [one if one in few else pytest.param(one, marks=pytest.mark.slow) for one in CASES]
    return pytest.mark.parametrize("shown", cases, indirect=True)
