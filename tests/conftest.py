"""Settings for every test: Hypothesis repeats itself in CI and never judges by the clock."""

import gc
import os

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# Few examples where a test is waited for, many in `make prove`, which runs each property again.
for profile, examples in {"test": 12, "prove": 50}.items():
    settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=bool(os.environ.get("CI")),
    )
settings.load_profile("test")


def pytest_addoption(parser):
    words = "print what each check says to each wrong answer, as a table"
    parser.addoption("--messages", action="store_true", help=words)


def pytest_terminal_summary(terminalreporter, config):
    """Print the messages that the checks gave, so that all can be read at once."""
    if config.getoption("--messages"):
        reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
        said = [
            one for report in reports for key, one in report.user_properties if key == "message"
        ]
        for notebook, exercise, mistake, message in sorted(said):
            terminalreporter.write_line(f"\n{notebook} {exercise} | {mistake}\n    {message}")


def pytest_collection_modifyitems(items):
    """Put the longest tests first: at the end other workers would wait for them."""
    items.sort(key=lambda item: item.path.name != "test_trained_results.py")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for garbage neither while tests are collected nor later in all that stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(20_000, 20, 50)


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


@pytest.fixture(scope="session")
def smollm2():
    """The real model, which only `make real` brings: without it a test is skipped."""
    from helpers import real_model

    try:
        return real_model.load()
    except FileNotFoundError as error:
        pytest.skip(str(error))


@pytest.fixture
def tiny_model(monkeypatch):
    """Let the explorer of the real model load a tiny one, which every machine has."""
    from helpers import real_model
    from helpers.explorers.real_model.trial import tiny

    monkeypatch.setattr(real_model, "load", tiny)


@pytest.fixture
def generator():
    import torch  # heavy: only the tests that ask for it wait

    return torch.Generator().manual_seed(7)
