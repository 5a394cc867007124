"""A notebook sets one thread for itself, and the tests of its trainings can still ask for two."""

import nbformat
import pytest
import torch
from nbformat import v4
from rules.notebook import Notebook
from rules.trained import is_repeated
from sample_notebook import NAME, code

ONE = "torch.set_num_threads(1)  # small matrices: a second thread waits more than it helps"


@pytest.fixture
def threads():
    before = torch.get_num_threads()
    yield torch.set_num_threads
    torch.set_num_threads(before)


def counting(tmp_path, imports, count="torch.get_num_threads()"):
    """Return a notebook whose trained cell says how many threads there are, one as stored."""
    cells = [
        code(f"import torch\n\n{imports}", "imports", 1),
        code(count, "count", 2, {"text/plain": "1"}, ["trained"]),
    ]
    nbformat.write(v4.new_notebook(cells=cells), tmp_path / NAME)
    return Notebook.read(tmp_path / NAME)


def test_the_threads_asked_for_are_those_that_run(tmp_path, threads):
    notebook = counting(tmp_path, ONE)
    for count, complaints in [(1, 0), (2, 1), (1, 0)]:
        threads(count)
        found = is_repeated(notebook, 0)
        assert len(found) == complaints
        assert all(line.endswith("cell 2: stored '1', with seed 0 '2'") for line in found)


def test_a_notebook_that_takes_its_threads_back_is_named(tmp_path, threads):
    threads(2)
    notebook = counting(tmp_path, "torch.set_num_threads(int(1))")
    assert f"{NAME}: ran on 1 threads, not on 2 as asked" in is_repeated(notebook, 0)
