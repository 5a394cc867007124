"""Whether a name in backticks exists: a reader types it, or looks it up."""

import ast
import builtins
import functools
import keyword
import math
import re

import numpy as np
import torch
from torch import nn

from rules.notebook import ROOT

FENCE = r"(?ms)^ *```(?:python)?\n(.*?)^ *```"
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FILE = re.compile(r"\S*/\S*|\w+\.(?:css|ipynb|js|py|toml|txt)")
# Names of code; its strings and comments are passed over.
NAMES = re.compile(r'"""(?s:.*?)"""|"[^"\n]*"|#[^\n]*|\b([A-Za-z_]\w*)')
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


def unknown(text, names):
    """Complain about each name in the backticks of a text that is not among these or the known."""
    complaints = []
    for span in SPAN.findall(re.sub(FENCE, "", text)):
        try:
            tree = ast.parse("" if FILE.fullmatch(span) else span.replace("…", "..."))
        except SyntaxError:
            continue  # a command, or a sentence
        found = [getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(tree)]
        complaints += [
            f"`{span}`: there is no {name!r}"
            for name in found
            if len(name) > 1 and name not in names | _known()
        ]
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


@functools.cache
def _known():
    """Return the names of the helpers' code and of the libraries."""
    files = list((ROOT / "helpers").rglob("*.py"))
    sources = [file.read_text(encoding="utf-8") for file in files]
    return (
        {name for place in OFFERED for name in dir(place)}
        | {name for source in sources for name in NAMES.findall(source)}
        | {*keyword.kwlist, "np", "nn", "torch", "math", "helpers"}
        | {file.stem for file in files}
    )
