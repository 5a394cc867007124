"""`make lab`: one command leads to the first notebook, and Ctrl-C ends it."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest
from jupyterlab import __version__ as jupyterlab_version
from lab_server import UNWANTED, foreign_kernel, jupyterlab, until
from made import make, needs_make
from nbformat import v4
from rules.notebook import ROOT
from tornado.websocket import websocket_connect

from helpers.jupyterlab import NO_TORCH, launch
from helpers.jupyterlab.__main__ import NO_HOME


def original_in(folder):
    """Write the first notebook into a folder of a folder, and return the former."""
    originals = folder / "note books"
    originals.mkdir()
    notebook = v4.new_notebook(cells=[v4.new_code_cell("1 + 2", id="a", execution_count=1)])
    (originals / launch.FIRST).write_text(json.dumps(notebook))
    return originals


@pytest.fixture
def originals(tmp_path):
    return original_in(tmp_path)


@pytest.fixture(scope="module")
def learners(tmp_path_factory):
    """The server of a learner with another kernel and an extension off, as `make lab` starts it."""
    folder = tmp_path_factory.mktemp("learners")
    own = folder / "own/labconfig"
    own.mkdir(parents=True)
    (own / "page_config.json").write_text('{"disabledExtensions": {"some-other": true}}')
    own = {"JUPYTER_CONFIG_PATH": str(own.parent)} | foreign_kernel(folder)
    with jupyterlab(original_in(folder), folder, "--no-browser", **own) as server:
        yield server


def printed(server):
    return server.log.read_text(encoding="utf-8")


def addresses(server):
    return re.findall(r"http\S+token=\w+", printed(server))


def test_the_learner_gets_copies_and_the_address_of_the_first(learners):
    until(lambda: addresses(learners), "an address")
    for address in addresses(learners):
        assert re.fullmatch(
            r"http://(localhost|127\.0\.0\.1):\d+/lab/tree/00_start_here\.ipynb\?token=\w{48}",
            address,
        )
    served = learners.ask("GET", f"api/contents/{launch.FIRST}")
    assert served["content"]["cells"][0]["execution_count"] is None
    assert f"Your own copies of the notebooks are in {learners.work}" in printed(learners)


@needs_make
def test_make_lab_opens_the_originals_for_a_developer_with_the_options_that_it_is_given():
    flags = ["DEV=1", "ARGS=--version"]
    command = make("lab", "--dry-run", *flags).stdout.strip()
    assert command.endswith(" --version")  # or it would stay
    done = make("lab", *flags)
    assert done.stdout.strip() == jupyterlab_version, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in browser is a shell script")
def test_the_browser_is_led_to_the_first_notebook_and_ctrl_c_ends_it_all(originals, tmp_path):
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\ncp "${{1#file://}}" "{seen}.part"\nmv "{seen}.part" "{seen}"\n')
    browser.chmod(0o755)
    with jupyterlab(originals, tmp_path, BROWSER=str(browser)) as server:
        until(seen.exists, "the browser")
        assert f"/lab/tree/{launch.FIRST}?token={server.token}" in seen.read_text()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=180) == 0
        assert "Traceback" not in printed(server)


def test_news_and_the_busy_icon_are_off_and_the_learners_own_settings_stay(learners):
    page = learners.fetch("GET", "lab").decode()
    assert re.findall(r'"buildCheck": (\w+)', page) == ["false"]
    (disabled,) = re.findall(r'"disabledExtensions": (\[.*?\])', page)
    assert sorted(json.loads(disabled)) == [
        "@jupyterlab/application-extension:faviconbusy",
        "@jupyterlab/apputils-extension:announcements",
        "some-other",
    ]


def test_what_a_user_does_reaches_the_kernel_in_its_order(learners):
    """Unless told not to, JupyterLab sends what different widgets report to different threads."""
    found = learners.ask("GET", "lab/api/settings/@jupyterlab/apputils-extension:kernels-settings")
    assert found["schema"]["properties"]["commsOverSubshells"]["default"] == "disabled"


COUNTED = """
import os, sys, torch
from pathlib import Path
counted = [torch.get_num_threads(), *map(os.environ.get, {names})]
Path("counted.part").write_text(" ".join(map(str, counted)))
Path("python").write_text(sys.executable)
os.replace("counted.part", "counted")
"""


async def run_in_a_kernel(server, source):
    """Run code in a kernel that the server starts in the learner's folder, as a browser does."""
    kernel = server.ask("POST", "api/kernels", {"name": "python3", "path": launch.FIRST})
    address = f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel['id']}/channels"
    socket = await websocket_connect(f"{address}?token={server.token}")
    header = {"msg_id": "1", "msg_type": "execute_request", "session": "1", "username": ""}
    message = {"header": header, "parent_header": {}, "metadata": {}, "channel": "shell"}
    await socket.write_message(json.dumps(message | {"content": {"code": source}}))
    kind = None
    while kind != "execute_reply":
        answer = json.loads(await socket.read_message() or "{}")
        kind = answer["header"]["msg_type"]
    assert answer["content"]["status"] == "ok", answer["content"]
    socket.close()


def test_a_kernel_is_the_python_that_launched_and_has_one_thread(learners):
    asyncio.run(run_in_a_kernel(learners, COUNTED.format(names=launch.THREADS)))
    assert (learners.work / "counted").read_text() == "1 1 1 1"
    assert (learners.work / "python").read_text() == sys.executable
    (offered,) = learners.ask("GET", "api/kernelspecs")["kernelspecs"].values()
    assert offered["spec"]["argv"][0] == sys.executable


def test_what_the_user_set_stays_and_an_empty_number_says_nothing():
    assert launch.one_thread({"MKL_NUM_THREADS": "2"}) == dict.fromkeys(launch.THREADS[:2], "1")
    nothing = dict.fromkeys(launch.THREADS, "")
    assert launch.one_thread(nothing) == dict.fromkeys(launch.THREADS, "1")


def test_only_who_has_the_token_can_use_the_server(learners):
    for headers in ({}, {"Authorization": "token wrong"}):
        for path, body in ((f"api/contents/{launch.FIRST}", None), ("api/kernels", b"{}")):
            request = urllib.request.Request(learners.url + path, body, headers)
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(request, timeout=60)


@pytest.fixture
def start(originals, tmp_path, monkeypatch):
    """Start the series, short of JupyterLab itself, in an environment of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    own = {name: str(tmp_path / name) for name in launch.FOLDERS}
    monkeypatch.setattr(os, "environ", kept | own)
    monkeypatch.setattr(launch.LabApp, "launch_instance", lambda options: 0)
    return lambda work=tmp_path / "work": launch.main(originals=originals, work=work)


@pytest.mark.parametrize("variable", [*launch.FOLDERS, "HOME"])
def test_where_jupyter_cannot_write_one_line_says_so(start, tmp_path, capsys, variable):
    (tmp_path / "file").touch()
    if variable == "HOME":
        for name in [*launch.FOLDERS, "XDG_DATA_HOME"]:
            os.environ.pop(name, None)
    os.environ |= {"APPDATA": str(tmp_path / "file"), variable: str(tmp_path / "file/own")}
    assert start() == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("lab: expected a folder that Jupyter can write to at ")
    assert str(tmp_path / "file") in line
    asked = "JUPYTER_RUNTIME_DIR" if variable == "HOME" else variable
    assert line.endswith(f": set {asked} to another, or HOME to a folder of your own")
    assert not (tmp_path / "work").exists()


def opened(folder, **variables):
    """Run what `make lab DEV=1` runs, up to the server, in a folder where a `~` would show."""
    names = "|".join(["HOME", "USERPROFILE", "JUPYTER_", "IPYTHONDIR", "XDG_"])
    kept = {name: value for name, value in os.environ.items() if not re.match(names, name)}
    env = kept | {"PYTHONPATH": str(ROOT), "DEV": "1"} | variables
    command = [sys.executable, "-m", "helpers.jupyterlab", "--version"]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other names for it")
def test_where_no_home_folder_is_known_one_line_says_so(tmp_path):
    done = opened(tmp_path, HOME="~")
    assert done.stderr == f"{NO_HOME}\n"
    assert done.returncode == 1
    assert list(tmp_path.iterdir()) == []


WHOLE = ("helpers", "numpy", "ipywidgets", "secrets")  # the last for NumPy, not for a notebook
HIDING = [f"{name}.py" for name in WHOLE] + ["numpy/__init__.py", "helpers/notes.txt"]
OTHERS = ["mine.py", "numpy/notes.txt", "a file.py", "sys.py"]


@pytest.mark.parametrize("name", [*HIDING, *OTHERS])
def test_what_a_learner_calls_like_a_module_is_said_to_hide_it(start, tmp_path, capsys, name):
    assert start() == 0
    assert "hides" not in capsys.readouterr().out
    place = tmp_path / "work" / name
    place.parent.mkdir(exist_ok=True)
    place.touch()
    own = tmp_path / "work" / Path(name).parts[0]
    module = own.stem
    asked = [sys.executable, "-c", f"import {module} as it; print(it.__path__, it.__file__)"]
    if name not in OTHERS:
        found = subprocess.run(asked, cwd=own.parent, capture_output=True, text=True).stdout
        assert sysconfig.get_path("purelib") not in found
        assert str(ROOT) not in found
    assert start() == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "hides" in line]
    whose = "the helpers of the series" if module == "helpers" else f"the module {module}"
    said = f"{own} hides {whose} from the notebooks beside it: give it another name"
    assert lines == ([] if name in OTHERS else [said])


@pytest.mark.parametrize("is_copied", [False, True])
def test_a_folder_that_was_moved_or_copied_says_how_to_install_it_there(tmp_path, is_copied):
    """A Python whose installed helpers are gone, or in another folder, and the way of VS Code."""
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    other = tmp_path / "other/helpers"
    other.mkdir(parents=True)
    (other / "__init__.py").touch()
    if is_copied:
        (libraries,) = tmp_path.glob("venv/[Ll]ib/**/site-packages")
        (libraries / "old.pth").write_text(str(other.parent))
    command = [python, "-m", "helpers.jupyterlab.copies", tmp_path / "work"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found = other if is_copied else "no helpers"
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"copies: the notebooks would import {found}, not {ROOT / 'helpers'}: ")
    assert line.endswith(f"{python} -m pip install --editable {ROOT}")
    assert done.returncode == 1
    assert not (tmp_path / "work").exists()


def test_where_there_is_no_torch_the_start_and_the_notebooks_say_why(start, monkeypatch, capsys):
    assert start() == 0
    assert NO_TORCH not in capsys.readouterr().out
    assert "without_torch" not in os.environ.get("PYTHONPATH", "")
    monkeypatch.setattr(launch, "find_spec", lambda name: None)
    assert start() == 0
    assert NO_TORCH in capsys.readouterr().out.splitlines()
    asked = [sys.executable, "-c", "import torch"]
    done = subprocess.run(asked, env=os.environ, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {NO_TORCH}"
