"""The notebooks that need no torch run where there is none."""

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import v4
from rules.notebook import MAIN, ROOT
from rules.wording import TORCH_FREE

REFUSAL = "torch is hidden here"
PATHS = [path for path in MAIN if int(path.name[:2]) in TORCH_FREE]


@pytest.fixture(autouse=True)
def hidden_torch(tmp_path, monkeypatch):
    """Put a torch that refuses first on the path of every kernel started here."""
    (tmp_path / "torch.py").write_text(f'raise ImportError("{REFUSAL}")\n', encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def run(notebook):
    """Run a notebook in memory, from the folder where its readers run it."""
    place = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=place).execute()


def test_the_hidden_torch_is_what_a_notebook_would_import():
    with pytest.raises(CellExecutionError, match=REFUSAL):
        run(v4.new_notebook(cells=[v4.new_code_cell("import torch")]))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_notebook_runs_without_torch(path):
    run(nbformat.read(path, as_version=4))
