"""What every run of pytest here does: beside the words, nbval compares what a cell draws."""

import pytest
from nbval.plugin import IPyNbCell
from rules.pictures import draws_otherwise

# Their pictures change with the clock, or with the processor that trained.
NOT_COMPARED = {"timing", "trained"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Fail a cell of a notebook that ran, but draws something else than is stored."""
    result = yield
    if isinstance(item, IPyNbCell) and not NOT_COMPARED & set(item.cell.metadata.get("tags", ())):
        complaints = draws_otherwise(item.cell.outputs, item.test_outputs)
        if complaints:
            pytest.fail("; ".join(complaints), pytrace=False)
    return result
