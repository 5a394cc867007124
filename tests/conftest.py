"""Settings for every test: Hypothesis repeats itself in CI and never judges by the clock."""

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# Few examples where a test is waited for, many in `make prove`, which runs each property again.
for profile, examples in {"test": 50, "prove": 200}.items():
    settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=bool(os.environ.get("CI")),
    )
settings.load_profile("test")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each worker whole units where files would be kept together."""
    if config.getvalue("dist") != "loadfile":
        return None
    from units_of_work import UnitsOfWork

    return UnitsOfWork(config, log)


@pytest.fixture
def rng():
    return np.random.default_rng(7)
