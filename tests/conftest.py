"""Settings for every test: Hypothesis repeats itself in CI and never judges by the clock."""

import os

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("everywhere", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "everywhere")


@pytest.fixture
def rng():
    return np.random.default_rng(7)
