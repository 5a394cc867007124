"""What every run of pytest here does: nbval compares what a cell draws, too, and runs it again.

The numbers of a trained cell may differ from the stored ones by the tolerance that it names.

The notebooks that need no torch find none, nor what a browser lacks; and no test meets the record
of anybody's solved exercises, nor adds to it.
"""

import ast
import os
import sys
import tempfile
from itertools import groupby
from pathlib import Path

import nbval.kernel
import pytest
from nbformat import v4
from nbval.plugin import IPyNbCell
from rules.notebook import Cell, marks
from rules.pictures import draws_otherwise, draws_otherwise_by_and_large
from rules.trained import has_training
from rules.trained_claims import CLAIMS
from rules.wording import TORCH_FREE

from helpers.jupyterlab import agreement

EXACTLY = IPyNbCell.compare_outputs
NOT_REPEATED = {"timing", "trained"}
FOLDER = pytest.StashKey[Path]()
PYTHONPATH = os.environ.get("PYTHONPATH", "")
EARLY = {f"{number:02}" for number in TORCH_FREE}
MISSING = ("filelock", "safetensors", "torch")
REFUSES = 'raise ModuleNotFoundError("there is no {} for this notebook")\n'


def pytest_configure(config):
    """Make a folder for the records of this run, and for what refuses; each worker has its own."""
    IPyNbCell.compare_outputs = _compare_outputs
    nbval.kernel.pformat = _as_it_is  # of every message, for a log that nobody has asked for
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    config.stash[FOLDER] = Path(folder.name)
    for name in MISSING:
        path = config.stash[FOLDER] / f"{name}.py"
        path.write_text(REFUSES.format(name), encoding="utf-8")
    os.environ["ATTENTION_BY_HAND_PROGRESS"] = str(config.stash[FOLDER] / "progress.json")
    kernels = [str(Path(sys.prefix, "share/jupyter")), os.environ.get("JUPYTER_PATH")]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, kernels))  # this Python's come first


def _as_it_is(message):
    return message


def _compare_outputs(item, drawn, stored, skip_compare=None):
    """Compare as nbval does, but allow numbers the tolerance that the cell's metadata name."""
    tolerance = item.cell.metadata.get("tolerance")
    if tolerance is not None and agreement.words_agree(stored, drawn, tolerance):
        return True
    return EXACTLY(item, drawn, stored, skip_compare)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Begin each file with nothing solved: a notebook's kernel inherits what holds at its start.

    That of an early notebook finds first on its path what refuses.
    """
    folder = item.config.stash[FOLDER]
    place = folder / item.path.stem / "progress.json"
    os.environ["ATTENTION_BY_HAND_PROGRESS"] = str(place)
    early = item.path.suffix == ".ipynb" and item.path.name[:2] in EARLY
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(folder)] * early + [PYTHONPATH] * bool(PYTHONPATH)
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Assert after a cell what is claimed of it, and run each cell again after the last.

    What it shows again, in the same kernel, must be what is stored: a reader goes back, too.
    """
    for item in items:
        for mark in marks(item.path) if isinstance(item, IPyNbCell) else ():
            item.add_marker(mark)
    ordered = []
    for _, group in groupby(items, key=lambda item: item.parent):
        cells = list(group)
        ordered += [one for item in cells for one in (item, *_claims(item))]
        trainers = _trainers(cells)
        repeated = [item for item in cells if _may_run_again(item, trainers)]
        ordered += [_behind(item, "again", item.cell) for item in repeated]
    items[:] = ordered


def _trainers(items):
    """Return the names of the functions that a notebook defines and that train."""
    statements = [one for item in items if isinstance(item, IPyNbCell) for one in _tree(item).body]
    functions = [one for one in statements if isinstance(one, ast.FunctionDef)]
    return {one.name for one in functions if has_training(one)}


def _may_run_again(item, trainers):
    """Return whether an item is a cell that's quick, and neither trains nor looks at the clock."""
    if not isinstance(item, IPyNbCell) or item.get_closest_marker("slow"):
        return False
    tags = set(item.cell.metadata.get("tags", ()))
    return not NOT_REPEATED & tags and not has_training(_tree(item), trainers)


def _tree(item):
    return Cell(item.path.name, item.cell_num, item.cell).tree


def _claims(item):
    """Return what is claimed of a cell as cells that assert it."""
    if not isinstance(item, IPyNbCell):
        return []
    claims = CLAIMS.get(item.path.stem, {}).get(item.cell.get("id"), ())
    cells = [v4.new_code_cell(f"assert {claim}") for claim in claims]
    return [_behind(item, f"claim {k}", cell) for k, cell in enumerate(cells, 1)]


def _behind(item, what, cell):
    """Return a cell to be run as part of the item's notebook."""
    return IPyNbCell.from_parent(
        item.parent,
        name=f"{item.name} {what}",
        cell_num=item.cell_num,
        cell=cell,
        options=item.options,
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Fail a cell of a notebook that ran, but draws something else than is stored."""
    result = yield
    if isinstance(item, IPyNbCell) and (complaints := _pictures(item)):
        pytest.fail("; ".join(complaints), pytrace=False)
    return result


def _pictures(item):
    """Complain about what a cell draws, unless it draws the clock or a training without tolerance.

    Another processor ends such a training with another curve, and only its words are compared.
    """
    stored, drawn = item.cell.outputs, item.test_outputs
    if not NOT_REPEATED & set(item.cell.metadata.get("tags", ())):
        return draws_otherwise(stored, drawn)
    if "tolerance" in item.cell.metadata:
        return draws_otherwise_by_and_large(stored, drawn)
    return []
