"""`make lab`: one command leads to the first notebook, and Ctrl-C ends it."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar

import pytest
from jupyterlab import __version__ as jupyterlab_version
from lab_server import START, jupyterlab, until
from nbformat import v4
from rules.notebook import ROOT
from tornado.websocket import websocket_connect

from helpers.jupyterlab import launch


@pytest.fixture
def originals(tmp_path):
    folder = tmp_path / "note books"
    folder.mkdir()
    notebook = v4.new_notebook(cells=[v4.new_code_cell("1 + 2", id="a", execution_count=1)])
    (folder / launch.FIRST).write_text(json.dumps(notebook))
    return folder


def printed(server):
    return server.log.read_text(encoding="utf-8")


def addresses(server):
    return re.findall(r"http\S+token=\w+", printed(server))


def test_the_learner_gets_copies_and_the_address_of_the_first(originals, tmp_path):
    with jupyterlab(originals, tmp_path, "--no-browser") as server:
        until(lambda: addresses(server), "an address")
        for address in addresses(server):
            assert re.fullmatch(
                r"http://(localhost|127\.0\.0\.1):\d+/lab/tree/00_start_here\.ipynb\?token=\w{48}",
                address,
            )
        served = server.ask("GET", f"api/contents/{launch.FIRST}")
        assert served["content"]["cells"][0]["execution_count"] is None
        assert f"Your own copies of the notebooks are in {server.work}" in printed(server)


def test_the_package_is_the_program_that_make_lab_runs():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"(?m)^lab:.*\n\t\$\(PYTHON\) (.*) \$\(ARGS\)$", makefile)
    command = [sys.executable, *recipe.split(), "--version"]
    env = {**os.environ, "DEV": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.stdout.strip() == jupyterlab_version, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in browser is a shell script")
def test_the_opened_browser_is_led_to_the_first_notebook(originals, tmp_path):
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\ncp "${{1#file://}}" "{seen}.part"\nmv "{seen}.part" "{seen}"\n')
    browser.chmod(0o755)
    with jupyterlab(originals, tmp_path, BROWSER=str(browser)) as server:
        until(seen.exists, "the browser")
        assert f"/lab/tree/{launch.FIRST}?token={server.token}" in seen.read_text()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system always has a browser")
def test_where_no_browser_can_open_the_address_is_printed(originals, tmp_path):
    nowhere = {"PATH": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    with jupyterlab(originals, tmp_path, **nowhere) as server:
        until(lambda: addresses(server), "an address")
        assert "Traceback" not in printed(server)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to a whole console")
def test_ctrl_c_ends_it_without_a_traceback(originals, tmp_path):
    with jupyterlab(originals, tmp_path, "--no-browser") as server:
        until(lambda: addresses(server), "an address")
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=180) == 0
        assert "Traceback" not in printed(server)


def test_a_developer_opens_the_originals_themselves(originals, tmp_path):
    with jupyterlab(originals, tmp_path, "--no-browser", DEV="1") as server:
        served = server.ask("GET", f"api/contents/{launch.FIRST}")
        assert served["content"]["cells"][0]["execution_count"] == 1
        assert not server.work.exists()


def test_news_and_the_busy_icon_are_off_and_the_learners_own_settings_stay(originals, tmp_path):
    own = tmp_path / "own/labconfig"
    own.mkdir(parents=True)
    (own / "page_config.json").write_text('{"disabledExtensions": {"some-other": true}}')
    config = {"JUPYTER_CONFIG_PATH": str(own.parent)}
    with jupyterlab(originals, tmp_path, "--no-browser", **config) as server:
        page = server.fetch("GET", "lab").decode()
        assert re.findall(r'"buildCheck": (\w+)', page) == ["false"]
        (disabled,) = re.findall(r'"disabledExtensions": (\[.*?\])', page)
        assert sorted(json.loads(disabled)) == [
            "@jupyterlab/application-extension:faviconbusy",
            "@jupyterlab/apputils-extension:announcements",
            "some-other",
        ]


def test_what_a_hand_does_reaches_the_kernel_in_its_order(originals, tmp_path):
    """Unless told not to, JupyterLab sends what different widgets report to different threads."""
    with jupyterlab(originals, tmp_path, "--no-browser") as server:
        found = server.ask(
            "GET", "lab/api/settings/@jupyterlab/apputils-extension:kernels-settings"
        )
        assert found["schema"]["properties"]["commsOverSubshells"]["default"] == "disabled"


COUNTED = """
import os, torch
from pathlib import Path
counted = [torch.get_num_threads(), *map(os.environ.get, {names})]
Path("counted.part").write_text(" ".join(map(str, counted)))
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


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ({}, ["1", "1", "1", "1"]),
        pytest.param({"OMP_NUM_THREADS": "2"}, ["2", "2", "None", "None"], marks=pytest.mark.slow),
    ],
)
def test_a_kernel_has_one_thread_unless_the_user_has_said_otherwise(
    originals, tmp_path, said, counted
):
    with jupyterlab(originals, tmp_path, "--no-browser", **said) as server:
        asyncio.run(run_in_a_kernel(server, COUNTED.format(names=launch.THREADS)))
        assert (server.work / "counted").read_text().split() == counted


def test_what_the_user_set_stays_and_an_empty_number_says_nothing():
    assert launch.one_thread({"MKL_NUM_THREADS": "2"}) == dict.fromkeys(launch.THREADS[:2], "1")
    nothing = dict.fromkeys(launch.THREADS, "")
    assert launch.one_thread(nothing) == dict.fromkeys(launch.THREADS, "1")


def status(opener, server, path, method="GET", body=None, **headers):
    """Return the status with which a server answers; `_` in the headers' names stands for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(server.url + path, body, named, method=method)
    try:
        with opener.open(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_nobody_else_can_use_the_server(originals, tmp_path):
    asked = {"path": "api/kernels", "method": "POST", "body": b"{}"}
    with jupyterlab(originals, tmp_path, "--no-browser") as server:
        stranger = urllib.request.build_opener()
        assert status(stranger, server, f"api/contents/{launch.FIRST}") == 403
        assert status(stranger, server, **asked) == 403
        assert status(stranger, server, **asked, Authorization="token wrong") == 403
        jar = CookieJar()
        learner = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        assert status(learner, server, f"lab?token={server.token}") == 200
        # A page from elsewhere has the browser send the learner's cookies, but cannot read them.
        assert status(learner, server, **asked) == 403
        assert status(learner, server, **asked, X_XSRFToken="guessed") == 403
        (secret,) = [cookie.value for cookie in jar if cookie.name == "_xsrf"]
        named = {"X_XSRFToken": secret}
        assert status(learner, server, **asked, **named, Host="elsewhere.example") == 403
        assert status(learner, server, **asked, **named, Origin="http://elsewhere.example") == 404
        assert server.ask("GET", "api/kernels") == []
        assert status(learner, server, **asked, **named) == 201


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no root")
def test_root_is_allowed_only_for_root(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "--allow-root" in launch.options("work")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "--allow-root" not in launch.options("work")


def test_a_missing_folder_is_said_in_one_line(tmp_path):
    command = [sys.executable, "-c", START, tmp_path / "gone", tmp_path / "work"]
    env = {name: value for name, value in os.environ.items() if name != "DEV"}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"lab: expected the notebooks in {tmp_path / 'gone'}, found none")
    assert done.stderr.count("\n") == 1
