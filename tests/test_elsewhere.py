"""Colab and a JupyterHub: what INSTALL.md says to install and to set there is enough."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import requires
from types import SimpleNamespace

from packaging.requirements import Requirement
from rules.notebook import ROOT
from test_environment import project

from helpers.views.parts import Choice

PAGE = (ROOT / "INSTALL.md").read_text(encoding="utf-8")
# What Colab has of what the series needs, and of what its widgets need.
COLAB = {"filelock", "ipykernel", "ipywidgets", "matplotlib", "nbclient", "nbformat", "numpy"}
COLAB |= {"platformdirs", "psutil", "safetensors", "torch", "typing-extensions"}


def needed(requirements):
    """Return the names of packages that are needed without any extra."""
    parsed = map(Requirement, requirements)
    return {one.name for one in parsed if not one.marker or one.marker.evaluate({"extra": ""})}


def test_in_colab_one_line_brings_what_it_lacks_and_replaces_nothing():
    (line,) = re.findall(r"(?m)^!pip install (.*)$", PAGE)
    option, *packages, wheel = line.split()
    assert option == "--no-deps"
    assert re.fullmatch(rf"{project()['name'].replace('-', '_')}-\*\.whl", wheel)
    assert not COLAB & set(packages)
    for package in packages:
        assert needed(requires(package) or []) <= COLAB | set(packages), package
    # JupyterLab is what Colab stands for.
    assert needed(project()["dependencies"]) <= COLAB | set(packages) | {"jupyterlab"}


def test_a_tab_has_a_tooltip_that_the_widgets_of_colab_take():
    """Up to ipywidgets 8 it is a text, and never None."""
    tabs = Choice(["scores", "weights"], "scores", print)
    tabs.refuse("weights", "")
    assert tabs.buttons["weights"].does == ""


# A server that nobody has opened JupyterLab for, as a hub starts one.
STARTED = """
from jupyter_server.serverapp import ServerApp
app = ServerApp()
app.initialize([], new_httpserver=False)
print(app.kernel_websocket_connection_class.__name__)
print(app.contents_manager.pre_save_hook.__module__)
"""


def test_on_a_hub_the_settings_bring_the_fast_websocket_and_the_hook_that_keeps_pictures(tmp_path):
    (lines,) = re.findall(r"(?ms)^```python\n(series = .*?)^```", PAGE)
    assert len(lines.splitlines()) == 5
    c = SimpleNamespace(Spawner=SimpleNamespace())
    exec(re.sub(r'"/srv/[\w-]+"', json.dumps(str(ROOT)), lines), {"c": c})
    own = {f"JUPYTER_{name}_DIR": str(tmp_path) for name in ("CONFIG", "DATA", "RUNTIME")}
    env = {**os.environ, **own, **c.Spawner.environment}
    command = [sys.executable, "-c", STARTED]
    done = subprocess.run(
        command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["FastConnection", "helpers.jupyterlab.saving"], done.stderr
