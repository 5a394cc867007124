"""The explorers' folders say in the same words what stands where."""

import ast
import re

import pytest
from rules.notebook import ROOT

EXPLORERS = ROOT / "helpers/explorers"
FOLDERS = sorted(
    path.parent for path in EXPLORERS.glob("*/explorer.py") if path.parent.name != "base"
)
PLAIN = {"__init__", "explorer", "state", "scenes", "words", "goals", "controls"}
MOST_FILES = 83
TREE = sorted(path for path in (ROOT / "helpers").rglob("*.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_uses_the_plain_names_and_only_those(folder):
    found = {path.stem for path in folder.glob("*.py")}
    assert {"__init__", "explorer"} <= found <= PLAIN


def test_every_folder_is_one_of_an_explorer_or_the_base():
    folders = {path.parent for path in EXPLORERS.rglob("*.py")}
    assert folders == {EXPLORERS, EXPLORERS / "base", *FOLDERS}


def test_the_explorers_are_few_files():
    assert len(list(EXPLORERS.rglob("*.py"))) <= MOST_FILES


@pytest.mark.parametrize("path", TREE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_docstring_says_whether_and_raises_in_plain_verbs(path):
    """What answers True or False begins with “Whether” or “Return whether”; “Say” never raises."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        said, inside = ast.get_docstring(node) or "", list(ast.walk(node))
        returns = any(isinstance(one, ast.Return) and one.value for one in inside)
        raises = any(isinstance(one, ast.Raise) for one in inside)
        assert not said.startswith("Say whether"), said
        assert not (said.startswith("Say") and raises and not returns), said


TOP = sorted((ROOT / "helpers").glob("*.py"))


@pytest.mark.parametrize("path", TOP, ids=lambda path: path.name)
def test_a_public_function_says_what_it_refuses(path):
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            asks = [ast.unparse(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)]
            raises = any(isinstance(one, ast.Raise) for one in ast.walk(node))
            if raises or any(name.startswith("expect.") for name in asks):
                assert re.search("Error|, or say ", ast.get_docstring(node) or ""), node.name
