"""Colab and a JupyterHub: what INSTALL.md says to install and to set there is enough."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import requires

import pytest
from jupyter_server.services.kernels.kernelmanager import MappingKernelManager
from packaging.requirements import Requirement
from rules.notebook import ROOT
from test_environment import project
from traitlets.config import Config

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


def hub(config):
    """Return the lines for a hub's configuration in INSTALL.md and TEACHING.md, as set here."""
    pages = PAGE + (ROOT / "TEACHING.md").read_text(encoding="utf-8")
    first, second = re.findall(r"(?ms)^```python\n((?:series|start) = .*?)^```", pages)
    exec(re.sub(r'"/srv/[\w-]+"', json.dumps(str(ROOT)), first) + second, {"c": config})
    return config.Spawner


def test_on_a_hub_the_settings_bring_the_fast_websocket_and_the_hook_that_keeps_pictures(tmp_path):
    own = {f"JUPYTER_{name}_DIR": str(tmp_path) for name in ("CONFIG", "DATA", "RUNTIME")}
    env = {**os.environ, **own, **hub(Config()).environment}
    command = [sys.executable, "-c", STARTED]
    done = subprocess.run(
        command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["FastConnection", "helpers.jupyterlab.saving"], done.stderr


def test_the_lines_for_a_class_make_copies_and_start_a_learners_server(tmp_path):
    reason = "JupyterHub isn't installed: NOTHING PROVES THAT A CLASS CAN WORK ON ONE"
    spawner = pytest.importorskip("jupyterhub.spawner", reason=reason).Spawner
    set_here = hub(Config())
    assert set_here.keys() <= {*spawner.class_trait_names()}
    (option,) = re.findall(r"--MappingKernelManager\.(\w+)=", *set_here.args)
    assert option in MappingKernelManager.class_trait_names()
    command = [*set_here.cmd, *set_here.args, "--version"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert (tmp_path / "attention/00_start_here.ipynb").is_file()
