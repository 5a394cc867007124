"""Helpers import downwards only, and cost nothing that the reader does not use."""

import ast
import subprocess
import sys

import pytest
from rules.notebook import ROOT

# Each helper, and the helpers and libraries that it may import.
ARROWS = {
    "expect": {"numpy"},
    "lazy": set(),
    "learner": {"filelock", "numpy", "platformdirs"},
    "numerals": set(),
    "palette": set(),
    "attention": {"expect", "numpy"},
    "positions": {"expect", "numpy"},
    "forward_pass": {"attention", "expect", "numpy"},
    "real_model": {"attention", "expect", "learner", "positions", "readers", "numpy"}
    | {"safetensors"},
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
        "real_model",
    }
    | {
        "safetensors",
        "training",
        "views",
        "ipywidgets",
        "matplotlib",
        "numpy",
        "torch",
        "traitlets",
    },
    # what needs torch only for 06 on: the notebooks before run without torch (conftest)
    "checks": {"attention", "learner", "measure", "positions", "readers", "views", "numpy"}
    | {"generation", "language_model", "layers", "training", "torch"},
    # and the library of its own name, which it opens
    "jupyterlab": {"checks", "learner", "jupyter_core", "jupyter_server", "nbclient", "nbformat"}
    | {"ipykernel", "jupyter_client", "numpy", "PIL", "traitlets"},
    "marking": {"checks", "jupyterlab", "learner", "IPython", "nbformat"},
}


def imported(tree, package):
    """Return each imported module with its line; `package` is where relative imports begin."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = ".".join(
                [*(above if node.level else []), *([node.module] if node.module else [])]
            )
            yield from ((f"{start}.{alias.name}", node.lineno) for alias in node.names)


def breaks_an_arrow(root, arrows):
    """Complain about imports of files in `root`/helpers that the arrows do not allow.

    arrows: the name of a helper (a module or a folder) to the set of helpers and libraries that
    it may import. The standard library and the own folder are free; a folder's `__init__` may
    import from these two and `lazy`, and nothing may import pyplot.
    """
    complaints = []
    for path in sorted((root / "helpers").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        place, package = path.relative_to(root).as_posix(), ".".join(parts[:-1])
        name = parts[1]
        if name != "__init__" and name not in arrows:
            complaints.append(f"{place}: new helper; add the arrow of {name!r} to the table")
            continue
        allowed = {"lazy"} if parts[-1] == "__init__" else arrows[name]
        for module, line in imported(ast.parse(path.read_text(encoding="utf-8")), package):
            target = _target(module)
            if "pyplot" in module:
                complaints.append(
                    f"{place} line {line}: imports pyplot; figures use the object API"
                )
            elif target not in allowed | sys.stdlib_module_names | {name}:
                complaints.append(f"{place} line {line}: {name} must not import {target}")
    return complaints


def _target(module):
    """Return the helper that is imported, or the library."""
    first, *rest = module.split(".")
    return rest[0] if first == "helpers" and rest else first


def test_helpers_follow_the_arrows():
    assert breaks_an_arrow(ROOT, ARROWS) == []
    assert all([*(ROOT / "helpers").glob(f"{name}*")] for name in ARROWS)


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("attention.py", "import torch", "line 1: attention must not import torch"),
        ("attention.py", "def f():\n    from . import jupyterlab", "line 2: attention must not"),
        ("figures/planes.py", "from matplotlib import pyplot", "imports pyplot"),
        ("novelty.py", "", "helpers/novelty.py: new helper; add the arrow of 'novelty'"),
    ],
)
def test_a_planted_import_is_named(tmp_path, file, source, complaint):
    path = tmp_path / "helpers" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    (line,) = breaks_an_arrow(tmp_path, ARROWS)
    assert complaint in line


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("helpers.attention", {"torch", "matplotlib"}),
        ("helpers.forward_pass", {"torch", "matplotlib"}),
        ("helpers.real_model.model", {"torch", "matplotlib", "safetensors"}),
        ("helpers.readers.recordings", {"torch", "matplotlib", "safetensors"}),
        ("helpers.readers.stored_arrays", {"torch", "matplotlib", "safetensors"}),
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


PURE = """
import importlib, sys

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name in {"ipywidgets", "anywidget", "IPython", "matplotlib", "torch"}:
            raise ImportError(f"{name} is imported")

sys.meta_path.insert(0, Refusing())
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def test_what_an_explorer_computes_draws_and_says_runs_anywhere():
    found = [*(ROOT / "helpers/explorers").glob("*/*.py"), ROOT / "helpers/views/parts.py"]
    parts = [path for path in found if path.stem in ("state", "scenes", "words", "parts")]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in parts]
    assert len(names) > 40
    ran = subprocess.run([sys.executable, "-c", PURE, *names], cwd=ROOT, capture_output=True)
    assert ran.returncode == 0, ran.stderr.decode()
