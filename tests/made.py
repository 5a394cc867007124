"""Runs a target of the Makefile as its reader does, with the Python and packages of this run."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from rules.notebook import ROOT

# What the outer run told its own make and pytest must not reach the inner one.
OUTER = r"PYTEST_|(?:MAKEFLAGS|MAKELEVEL|MFLAGS|ARGS|NB|DEV)$"
CLEAN = {key: value for key, value in os.environ.items() if not re.match(OUTER, key)}
STAMPS = re.findall(r"(?m)^\w*STAMP := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"))
INSTALLED = [word for stamp in STAMPS for word in ("-o", stamp)]  # whatever their age
needs_make = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("make"),
    reason="there is no make, or one that reads paths in a way of its own",
)


def make(target, *words, cwd=ROOT):
    """Run `make TARGET` with more words, its recipes not echoed, and return what came of it."""
    command = ["make", "--silent", target, *INSTALLED, f"PYTHON={sys.executable}", *words]
    env = CLEAN | {"PYTHONPATH": str(cwd)}  # as if it had been installed in that folder
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def helpers_copied(folder):
    """Copy the Makefile and the helpers into a folder, where make finds them, and return it."""
    shutil.copy2(ROOT / "Makefile", folder)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "helpers", folder / "helpers", ignore=ignored, dirs_exist_ok=True)
    return folder
