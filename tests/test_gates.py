"""The gates close: a wrong digit fails the strict nbval run, a missing count fails a rule."""

import os
import subprocess
import sys

import nbformat
import pytest
from nbformat import v4
from rules.notebook import Notebook
from rules.outputs import is_counted_in_order
from sample_notebook import code

from helpers import refresh

# What the outer run told its own pytest must not reach the inner one.
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}


@pytest.fixture
def notebook():
    cells = [
        code("halves = [1 / 2, 1 / 4]", "halves", 1),
        code("sum(halves)", "sum", 2, {"text/plain": "0.75"}),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def strict_run(path):
    """Run nbval over one notebook as `make test` does, away from the project's own settings."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--nbval",
        "--nbval-current-env",
        "-p",
        "no:cacheprovider",
        path.name,
    ]
    return subprocess.run(command, cwd=path.parent, env=CLEAN, capture_output=True, text=True)


def test_nbval_passes_true_outputs(notebook, tmp_path):
    path = tmp_path / "03_true.ipynb"
    nbformat.write(notebook, path)
    run = strict_run(path)
    assert run.returncode == 0, run.stdout
    assert "2 passed" in run.stdout


def test_nbval_sees_one_wrong_digit(notebook, tmp_path):
    notebook.cells[1].outputs[0].data["text/plain"] = "0.76"
    path = tmp_path / "03_wrong.ipynb"
    nbformat.write(notebook, path)
    run = strict_run(path)
    assert run.returncode == 1, run.stdout
    assert "1 failed, 1 passed" in run.stdout


def test_nbval_sees_a_changed_embedding_in_the_numbers_of_an_explorer(tmp_path):
    explored = "explorers.AttentionExplorer(['a', 'b'], [[1, 0], [0, 1]])"
    cells = [
        v4.new_code_cell("from helpers import explorers", id="imports"),
        v4.new_code_cell(explored, id="explore"),
    ]
    path = tmp_path / "03_explored.ipynb"
    nbformat.write(v4.new_notebook(cells=cells), path)
    assert refresh.main(["03"], folder=tmp_path) == 0
    stored = nbformat.read(path, as_version=4)
    assert set(stored.cells[1].outputs[0].data) == {"image/png", "text/plain"}
    assert strict_run(path).returncode == 0
    stored.cells[1].source = explored.replace("[1, 0]", "[1.1, 0]")
    nbformat.write(stored, path)
    run = strict_run(path)
    assert run.returncode == 1, run.stdout
    assert "1 failed, 1 passed" in run.stdout


def test_a_notebook_without_counts_is_one_line_that_says_what_and_where(notebook, tmp_path):
    notebook.cells[1].execution_count = None
    path = tmp_path / "03_uncounted.ipynb"
    nbformat.write(notebook, path)
    assert is_counted_in_order(Notebook.read(path)) == [
        "03_uncounted.ipynb cell 2: no execution count - run `make refresh NB=03`"
    ]
