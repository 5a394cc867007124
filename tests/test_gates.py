"""The gates close: a wrong digit fails the strict nbval run, a missing count fails a rule."""

import re
import shutil

import nbformat
import pytest
from made import make, needs_make
from nbformat import v4
from rules.notebook import ROOT
from sample_notebook import code

from helpers import figures


def drawn(name, stored):
    """Return a cell that draws two bars, with the PNG of this picture stored."""
    (words, sizes), (other, _) = (
        picture._repr_mimebundle_() for picture in (figures.bars([0.25, 0.75], ["a", "b"]), stored)
    )
    data = words | {"image/png": other["image/png"]}
    drawing = 'figures.bars([0.25, 0.75], ["a", "b"])'
    cell = v4.new_code_cell(drawing, id=name, execution_count=1)
    cell.outputs = [v4.new_output("execute_result", data, metadata=sizes, execution_count=1)]
    return cell


@pytest.fixture
def project(tmp_path):
    """A copy of the project that holds one notebook, with nine faults, and one test."""
    for name in ("Makefile", "pyproject.toml", "setup.py", "constraints.txt", "conftest.py"):
        shutil.copy2(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "tests/rules", tmp_path / "tests/rules")
    claims = '{"03_planted": {"trained": ["_ < 1", "_ > 0.76"]}}'
    (tmp_path / "tests/rules/trained_claims.py").write_text(f"CLAIMS = {claims}\n")
    (tmp_path / "tests/test_one.py").write_text("def test_one():\n    pass\n")
    (tmp_path / "tests/javascript").mkdir()
    (tmp_path / "tests/javascript/check.py").write_text("")  # there is none here to be checked
    (tmp_path / "notebooks").mkdir()
    bars, dots = figures.bars([0.25, 0.75], ["a", "b"]), figures.plane([[1, 1]], ["a"])
    one = {"text/plain": "1"}
    cells = [
        code("from helpers import figures", "imports", 1),
        code("1 / 4 + 1 / 2", "true", 2, {"text/plain": "0.75"}),
        code("1 / 4 + 1 / 2", "false", 3, {"text/plain": "0.76"}),
        drawn("true-picture", bars),
        drawn("false-picture", dots),
        code("1 / 4 + 1 / 2", "missing", 6),
        code('figures.runs = getattr(figures, "runs", 0) + 1\nfigures.runs', "grows", 7, one),
        code("import torch\n\ntorch.pi > 3", "torch", 8),
        code("1 / 4 + 1 / 2", "trained", 9, {"text/plain": "0.74"}),
        code("1 / 4 + 1 / 2", "trained-otherwise", 10, {"text/plain": "0.78"}),
        drawn("trained-picture", bars),
        drawn("another-run", dots),
        code("1 / 4 + 1 / 2", "no-tolerance", 13, {"text/plain": "0.76"}),
    ]
    for cell in cells[8:]:
        cell.metadata.tags = ["trained"]
    for cell in cells[8:12]:
        cell.metadata.tolerance = 0.02
    nbformat.write(v4.new_notebook(cells=cells), tmp_path / "notebooks/03_planted.ipynb")
    return tmp_path


@needs_make
@pytest.mark.slow
def test_make_test_runs_the_notebooks_and_sees_wrong_numbers_and_wrong_pictures(project):
    run = make("test", cwd=project)
    failed = re.findall(r"(?m)^FAILED notebooks\S*::(Cell \d+(?: again| claim \d)?)", run.stdout)
    wrong = ["Cell 2", "Cell 4", "Cell 5", "Cell 7"]
    again = [f"{cell} again" for cell in [*wrong, "Cell 6"]]  # which is right once only
    trained = ["Cell 8 claim 2", "Cell 9", "Cell 11", "Cell 12"]  # they run once
    assert sorted(failed) == sorted(wrong + again + trained), run.stdout + run.stderr
    assert "13 failed, 11 passed" in run.stdout
    assert "there is no torch for this notebook" in run.stdout
    assert "stored picture 1 is not what the cell draws" in run.stdout
    assert "a stored picture is not what the cell draws, by and large" in run.stdout
    assert run.returncode != 0
