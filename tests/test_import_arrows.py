"""Helpers import downwards only, stay small, and cost nothing that the reader does not use."""

import subprocess
import sys

import pytest
from rules.code import (
    breaks_an_arrow,
    code_lines,
    is_too_long,
    multiplies_a_text,
    says_nothing,
    script_lines,
)
from rules.notebook import ROOT

# Each helper, and the helpers and libraries that it may import.
ARROWS = {
    "learner": {"filelock", "numpy", "platformdirs"},
    "numerals": {"numpy"},
    "palette": {"matplotlib"},
    "attention": {"learner", "numpy"},
    "positions": {"learner", "numpy"},
    "forward_pass": {"attention", "learner", "numpy"},
    "layers": {"learner", "torch"},
    "language_model": {"layers", "learner", "numpy", "torch"},
    "generation": {"language_model", "torch"},
    "readers": {"attention", "forward_pass", "language_model", "learner", "numpy"}
    | {"safetensors", "torch"},
    "training": {"language_model", "layers", "learner", "readers", "numpy", "torch"},
    "measure": {"learner", "numpy", "psutil"},
    "tables": {"learner", "numerals", "numpy"},
    "figures": {"numerals", "palette", "numpy", "matplotlib", "PIL"},  # Pillow: of matplotlib
    "views": {"learner", "palette", "anywidget", "IPython", "numpy", "traitlets"},
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
SCRIPTS = sorted((ROOT / "helpers").rglob("*.js"))
MEASURED = [*FILES, *SCRIPTS]


def test_helpers_follow_the_arrows():
    assert breaks_an_arrow(ROOT, ARROWS) == []


def test_every_arrow_is_of_a_helper_in_use():
    names = {path.relative_to(ROOT / "helpers").with_suffix("").parts[0] for path in FILES}
    assert ARROWS.keys() <= names


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_helper_holds_one_idea_and_says_which(path):
    assert is_too_long(path) + says_nothing(path) == []


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


def test_only_lines_of_code_are_counted():
    head = '"""One line\nof docstring."""\n\n# a comment\nx = [\n    1,\n]\n'
    source = head + '\ndef f():\n    """F."""\n    return x\n'
    assert code_lines(source) == {5, 6, 7, 9, 11}


def test_only_lines_of_code_are_counted_in_javascript():
    source = "// One line.\n\nconst x = 1; // why\n  // another\n\nfunction f() {\n  return x;\n}\n"
    assert script_lines(source) == {3, 6, 7, 8}


def test_a_file_and_a_function_that_hold_two_ideas_are_named(tmp_path):
    path = tmp_path / "utils.py"
    path.write_text("def f():\n" + "    x = 1\n" * 199, encoding="utf-8")
    assert is_too_long(path) == [
        "utils.py: 200 lines of code, not under 200",
        "utils.py line 1: f has 199 lines of code, not under 30",
    ]
    assert says_nothing(path) == ["utils.py: the name does not say what the file holds"]


@pytest.mark.parametrize(("name", "line"), [("long.py", "x = 1\n"), ("long.js", "let x;\n")])
def test_a_file_is_measured_by_one_rule_whatever_it_is_written_in(tmp_path, name, line):
    path = tmp_path / name
    path.write_text("\n" * 300 + line * 199, encoding="utf-8")
    assert is_too_long(path) == []
    path.write_text(line * 200, encoding="utf-8")
    assert is_too_long(path) == [f"{name}: 200 lines of code, not under 200"]


def test_the_longest_function_that_is_allowed_is_one_line_shorter(tmp_path):
    path = tmp_path / "long.py"
    head = 'def f(\n    a,\n    b,\n):\n    """F."""\n\n'
    path.write_text(head + "    # why\n\n    x = 1\n" * 29, encoding="utf-8")
    assert is_too_long(path) == []
    path.write_text(head + "    x = 1\n" * 30, encoding="utf-8")
    assert is_too_long(path) == ["long.py line 1: f has 30 lines of code, not under 30"]


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
