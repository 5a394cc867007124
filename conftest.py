"""What every run of pytest here does: nbval compares what a cell draws, too, and runs it again."""

from itertools import groupby

import pytest
from nbval.plugin import IPyNbCell
from rules.pictures import draws_otherwise
from rules.trained import TRAINS

# Their pictures change with the clock, or with the processor that trained.
NOT_COMPARED = {"timing", "trained"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Run each cell of a notebook once more after its last, in the same kernel.

    What it shows must be what is stored: a reader goes back, too.
    """
    ordered = []
    for _, group in groupby(items, key=lambda item: item.parent):
        cells = list(group)
        ordered += cells
        ordered += [_again(item) for item in cells if _may_run_again(item)]
    items[:] = ordered


def _may_run_again(item):
    """Return whether an item is a cell that neither trains nor looks at the clock."""
    if not isinstance(item, IPyNbCell):
        return False
    tags = set(item.cell.metadata.get("tags", ()))
    return not NOT_COMPARED & tags and not TRAINS.search(item.cell.source)


def _again(item):
    return IPyNbCell.from_parent(
        item.parent,
        name=f"{item.name} again",
        cell_num=item.cell_num,
        cell=item.cell,
        options=item.options,
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Fail a cell of a notebook that ran, but draws something else than is stored."""
    result = yield
    if isinstance(item, IPyNbCell) and not NOT_COMPARED & set(item.cell.metadata.get("tags", ())):
        complaints = draws_otherwise(item.cell.outputs, item.test_outputs)
        if complaints:
            pytest.fail("; ".join(complaints), pytrace=False)
    return result
