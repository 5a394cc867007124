"""Helpers import downwards only, stay small, and cost nothing that the reader does not use."""

import subprocess
import sys

import pytest
from rules.code import breaks_an_arrow, code_lines, is_too_long, raw_lines, says_nothing
from rules.notebook import ROOT

# Each helper, and the helpers and libraries that it may import.
ARROWS = {
    "expect": {"numpy"},
    "attention": {"expect", "numpy"},
    "layers": {"torch"},
    "training": {"layers", "torch"},
    "sources": {"numpy"},
    "worked_examples": {"sources", "numpy"},
    "vocabularies": {"sources", "numpy"},
    "recomputed": {"attention", "sources", "worked_examples", "numpy"},
    "measure": {"numpy"},
    "figures": {"numpy", "matplotlib", "PIL"},  # Pillow comes with matplotlib, which requires it
    "views": {"anywidget", "numpy", "traitlets"},
    # torch is imported where a reader asks for bfloat16, and nowhere else
    "explorers": {"attention", "expect", "figures", "views", "vocabularies", "worked_examples"}
    | {"ipywidgets", "matplotlib", "numpy", "torch", "traitlets"},
    # and the library of its own name, which it opens
    "jupyterlab": {"jupyter_server", "nbclient", "nbformat", "traitlets"},
}
FILES = sorted((ROOT / "helpers").rglob("*.py"))
SCRIPTS = sorted((ROOT / "helpers").rglob("*.js"))


def test_helpers_follow_the_arrows():
    assert breaks_an_arrow(ROOT, ARROWS) == []


def test_every_arrow_is_of_a_helper_in_use():
    names = {path.relative_to(ROOT / "helpers").with_suffix("").parts[0] for path in FILES}
    assert ARROWS.keys() <= names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_helper_holds_one_idea_and_says_which(path):
    assert is_too_long(path) + says_nothing(path) == []


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("attention.py", "import torch", "line 1: attention must not import torch"),
        ("attention.py", "from helpers import figures", "attention must not import figures"),
        ("attention.py", "import helpers.recomputed", "must not import recomputed"),
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


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_view_in_the_browser_stays_small(path):
    assert raw_lines(path) < 250


def test_docstrings_comments_and_blank_lines_count_where_all_lines_do(tmp_path):
    path = tmp_path / "explorer.py"
    path.write_text('"""One line\nof docstring."""\n\n# a comment\nx = 1\n', encoding="utf-8")
    assert raw_lines(path) == 5


def test_only_lines_of_code_are_counted():
    head = '"""One line\nof docstring."""\n\n# a comment\nx = [\n    1,\n]\n'
    source = head + '\ndef f():\n    """F."""\n    return x\n'
    assert code_lines(source) == {5, 6, 7, 9, 11}


def test_a_file_and_a_function_that_hold_two_ideas_are_named(tmp_path):
    path = tmp_path / "utils.py"
    path.write_text("def f():\n" + "    x = 1\n" * 200, encoding="utf-8")
    assert is_too_long(path) == [
        "utils.py: 201 lines of code, at most 200",
        "utils.py line 1: f has 200 lines of code, at most 30",
    ]
    assert says_nothing(path) == ["utils.py: the name does not say what the file holds"]


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("helpers.attention", {"torch", "matplotlib"}),
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
