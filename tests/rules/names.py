"""Whether a name that stands in backticks exists: a reader types it, or looks it up."""

import ast
import builtins
import functools
import importlib
import keyword
import math
import re

import numpy as np
import torch
from torch import nn

from rules.notebook import NOTEBOOKS, ROOT, Notebook

FENCE = r"(?ms)^ *```(?:python)?\n(.*?)^ *```"
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FILE = re.compile(r"\S*/\S*|\w+\.(?:css|ipynb|js|py|toml|txt)")
# Names of code; what stands in its strings and comments is passed over.
NAMES = re.compile(r'"""(?s:.*?)"""|"[^"\n]*"|#[^\n]*|\b([A-Za-z_]\w*)')
MODULES = {"np": np, "numpy": np, "torch": torch, "nn": nn, "math": math}
OFFERED = [builtins, math, np, np.linalg, torch, nn, nn.functional, nn.init, torch.optim]
OFFERED += [str, list, dict, np.ndarray, torch.Tensor, torch.Generator]
OFFERED += [nn.Module, nn.TransformerEncoder, nn.MultiheadAttention]


def names_only_what_exists(notebook):
    """Forbid backticks around a name that neither the notebook, nor a helper, nor a library has."""
    names = names_of(notebook)
    return [
        cell.says(complaint)
        for cell in notebook.markdown
        for complaint in unknown(cell.source, names)
    ]


def unknown(text, names, *, alone=True):
    """Complain about each name in the backticks of a text that does not exist.

    names : those that are known beside what helpers and libraries have
    alone : also about a name that is neither called nor has a dot
    """
    complaints = []
    for span in SPAN.findall(re.sub(FENCE, "", text)):
        if FILE.fullmatch(span):
            continue
        try:
            tree = ast.parse(span)
        except SyntaxError:
            continue  # a command, or a sentence
        for node in ast.walk(tree):
            name = getattr(node, "attr", getattr(node, "id", None))
            if name is None or not (alone or _is_called_or_dotted(node, tree)):
                continue
            if len(name) > 1 and name not in names | _known():
                complaints.append(f"`{span}`: there is no {name!r}")
            elif isinstance(node, ast.Attribute) and not _is_there(ast.unparse(node)):
                complaints.append(f"`{span}`: there is no {ast.unparse(node)!r}")
    return complaints


def names_of(notebook):
    """Return the names of a notebook's code, of its solutions', and the words of its outputs."""
    sources = [
        c.source if c.is_code else "\n".join(re.findall(FENCE, c.source)) for c in notebook.cells
    ]
    shown = [text for cell in notebook.code for text in cell.texts]
    return {name for source in sources for name in NAMES.findall(source)} | {
        word for text in shown for word in re.findall(r"\w+", text)
    }


def told(source):
    """Return the texts that a program may tell somebody, which its docstrings are not."""
    nodes = list(ast.walk(ast.parse(source)))
    apart = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    joined = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    apart |= {id(part) for node in joined for part in node.values}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in apart]
    return [
        *(node.value for node in constants if isinstance(node.value, str)),
        *("".join(getattr(part, "value", "…") for part in map(_put_in, j.values)) for j in joined),
    ]


def _put_in(part):
    return ast.Constant("…") if isinstance(part, ast.FormattedValue) else part


def _is_called_or_dotted(node, tree):
    called = {id(call.func) for call in ast.walk(tree) if isinstance(call, ast.Call)}
    return isinstance(node, ast.Attribute) or id(node) in called


def _is_there(dotted):
    """Return whether `module.name` exists, where it begins with a library or a helper's module."""
    first, *others = re.match(r"[\w.]*", dotted)[0].split(".")
    if first in MODULES:
        place = MODULES[first]
    elif first == "helpers" or first in _modules():
        place = importlib.import_module(_modules().get(first, first))
    else:
        return True
    for name in others:
        if not hasattr(place, name):
            try:
                importlib.import_module(f"{place.__name__}.{name}")
            except (AttributeError, ImportError):
                return False
        place = getattr(place, name)
    return True


@functools.cache
def _modules():
    """Return the modules of the helpers that a notebook imports, by the name they have there."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for path in NOTEBOOKS
        for cell in Notebook.read(path).code
        for node in cell.tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("helpers")
        for alias in node.names
        if importlib.util.find_spec(node.module).submodule_search_locations
    }


@functools.cache
def _known():
    """Return the names of the helpers' code and of the libraries."""
    files = list((ROOT / "helpers").rglob("*.py"))
    sources = [file.read_text(encoding="utf-8") for file in files]
    return (
        {name for place in OFFERED for name in dir(place)}
        | {name for source in sources for name in NAMES.findall(source)}
        | {*keyword.kwlist, *MODULES, "helpers"}
        | {file.stem for file in files}
    )
