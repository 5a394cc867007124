"""What the notebooks in a folder would import: the helpers of this project, or somebody else's."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"helpers": "the helpers of the series"}
# Where Python would find each module if the notebooks' folder held none of that name, and whether
# it looks there before it takes a folder without __init__.py for the module.
ASK = """
import json, sys
from importlib.machinery import PathFinder
from importlib.util import find_spec

found = {}
for name in sys.argv[1:]:
    spec = find_spec(name)
    if spec and spec.origin not in ("built-in", "frozen"):
        places = [*(spec.submodule_search_locations or ()), spec.origin]
        found[name] = places[0], PathFinder.find_spec(name) is not None
print(json.dumps(found))
"""


def hidden_from(folder):
    """Return a line for each file or folder there that hides a module from the notebooks beside it.

    ValueError: the helpers that they would import are not those of this project.
    """
    beside = sorted(folder.iterdir()) if folder.is_dir() else []
    own = {path.stem: path for path in beside if _is_module(path)}
    command = [sys.executable, "-P", "-c", ASK, "helpers", *own]
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    _need_our_helpers(*found.get("helpers", [None])[:1])
    return [
        f"{path} hides {NAMES.get(name, f'the module {name}')} from the notebooks beside it: "
        "give it another name"
        for name, path in own.items()
        if name in found and (_is_whole(path) or not found[name][1])
    ]


def _is_module(path):
    """Return whether Python may import a file or folder by its name alone."""
    is_named = path.stem.isidentifier() and not path.stem.startswith("__")
    return is_named and (path.suffix == ".py" or (path.is_dir() and not path.suffix))


def _is_whole(path):
    return path.suffix == ".py" or (path / "__init__.py").exists()


def _need_our_helpers(place):
    """Raise a ValueError that says what to do unless this is the folder of our helpers."""
    ours = ROOT / "helpers"
    if place is None or not os.path.exists(place) or not os.path.samefile(place, ours):
        install = [sys.executable, "-m", "pip", "install", "--editable", str(ROOT)]
        raise ValueError(
            f"the notebooks would import {place or 'no helpers'}, not {ours}: was the folder moved "
            f"or copied? Install it where it is now: {subprocess.list2cmdline(install)}"
        )
