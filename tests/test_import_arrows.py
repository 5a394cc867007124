"""Helpers import downwards only, and cost nothing that the reader does not use."""

import subprocess
import sys

import pytest
from rules.code import breaks_an_arrow, multiplies_a_text
from rules.notebook import ROOT

# Each helper, and the helpers and libraries that it may import.
ARROWS = {
    "expect": {"numpy"},
    "learner": {"filelock", "numpy", "platformdirs"},
    "numerals": set(),
    "palette": {"matplotlib"},
    "attention": {"expect", "numpy"},
    "positions": {"expect", "numpy"},
    "forward_pass": {"attention", "expect", "numpy"},
    "layers": {"expect", "torch"},
    "language_model": {"expect", "layers", "numpy", "torch"},
    "generation": {"language_model", "torch"},
    "readers": {"attention", "forward_pass", "language_model", "learner", "numpy"}
    | {"safetensors", "torch"},
    "training": {"expect", "language_model", "layers", "learner", "readers", "numpy", "torch"},
    "measure": {"expect", "numpy", "psutil"},
    "tables": {"expect", "numerals", "numpy"},
    "figures": {"numerals", "palette", "numpy", "matplotlib", "PIL"},  # Pillow: of matplotlib
    "views": {"expect", "palette", "anywidget", "IPython", "numpy", "traitlets"},
    # torch is imported where a reader asks for bfloat16 or a training, and nowhere else
    "explorers": {
        "attention",
        "figures",
        "forward_pass",
        "learner",
        "numerals",
        "palette",
        "positions",
        "readers",
    }
    | {"training", "views", "ipywidgets", "matplotlib", "numpy", "torch", "traitlets"},
    # what needs torch only for 06 on: the notebooks before run without torch (conftest)
    "checks": {"attention", "learner", "measure", "positions", "readers", "views", "numpy"}
    | {"generation", "language_model", "layers", "training", "torch"},
    # and the library of its own name, which it opens
    "jupyterlab": {"learner", "jupyter_core", "jupyter_server", "nbclient", "nbformat", "traitlets"}
    | {"ipykernel", "jupyter_client", "numpy", "PIL"},
}
FILES = sorted((ROOT / "helpers").rglob("*.py"))


def test_helpers_follow_the_arrows():
    assert breaks_an_arrow(ROOT, ARROWS) == []


def test_every_arrow_is_of_a_helper_in_use():
    names = {path.relative_to(ROOT / "helpers").with_suffix("").parts[0] for path in FILES}
    assert ARROWS.keys() <= names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_condition_is_written_as_one(path):
    assert multiplies_a_text(path) == []


def test_a_text_times_a_truth_is_named(tmp_path):
    path = tmp_path / "planted.py"
    path.write_text('n = 2\ns = "s" * (n > 1)\ndots = "." * n\nb = f"{n}" * (n and n)\n')
    assert [line.split(":")[0] for line in multiplies_a_text(path)] == [
        "planted.py line 2",
        "planted.py line 4",
    ]


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("attention.py", "import torch", "line 1: attention must not import torch"),
        ("attention.py", "from helpers import figures", "attention must not import figures"),
        ("attention.py", "import helpers.readers.recomputed", "must not import readers"),
        (
            "attention.py",
            "def f():\n    from . import jupyterlab",
            "line 2: attention must not import jupyterlab",
        ),
        (
            "figures/planes.py",
            "from ..attention import softmax",
            "figures must not import attention",
        ),
        ("figures/planes.py", "from matplotlib import pyplot", "imports pyplot"),
        ("figures/planes.py", "import torch.nn as nn", "figures must not import torch"),
        ("figures/__init__.py", "import matplotlib", "must not import matplotlib"),
        ("__init__.py", "import numpy", "must not import numpy"),
        ("novelty.py", "", "helpers/novelty.py: new helper; add the arrow of 'novelty'"),
    ],
)
def test_a_planted_import_is_named(tmp_path, file, source, complaint):
    path = tmp_path / "helpers" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    (line,) = breaks_an_arrow(tmp_path, ARROWS)
    assert complaint in line


def test_the_own_folder_and_the_standard_library_are_free(tmp_path):
    path = tmp_path / "helpers" / "figures" / "planes.py"
    path.parent.mkdir(parents=True)
    path.write_text("import math\nfrom helpers.figures import hull\nfrom . import palette\n")
    assert breaks_an_arrow(tmp_path, ARROWS) == []


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("helpers.attention", {"torch", "matplotlib"}),
        ("helpers.forward_pass", {"torch", "matplotlib"}),
        ("helpers.readers.stored_arrays", {"torch", "matplotlib"}),
        ("helpers.figures", {"torch", "matplotlib", "numpy"}),
    ],
)
def test_importing_a_helper_leaves_out_what_is_heavy(module, absent):
    report = f"import {module}, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, check=True
    ).stdout.split()
    assert module in loaded
    assert absent.isdisjoint(loaded)
