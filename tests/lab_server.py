"""Starts `helpers.jupyterlab` as a learner does, in folders of its own."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from helpers.jupyterlab import launch

UNWANTED = {"DEV", "JUPYTER_CONFIG_PATH", *launch.THREADS}
# A shell that starts tests in the background has them ignore Ctrl-C; a terminal does not.
START = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pathlib import Path
from helpers.jupyterlab import launch
originals, work = map(Path, sys.argv[1:3])
sys.exit(launch.main(sys.argv[3:], originals=originals, work=work))
"""


class Server(NamedTuple):
    """A running JupyterLab: its address and token, its process, its folders, its printed lines."""

    url: str
    token: str
    process: subprocess.Popen
    work: Path
    runtime: Path
    log: Path

    def fetch(self, method, path, body=None):
        """Return the bytes that the server answers."""
        headers = {"Authorization": f"token {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    def ask(self, method, path, body=None):
        """Return what the server's REST interface answers, None for nothing."""
        return json.loads(self.fetch(method, path, body) or "null")


def until(condition, what, seconds=180):
    """Return the condition's first truthy answer, or fail with the word for what is missing."""
    deadline = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"waited {seconds} seconds for {what}"
        time.sleep(0.05)
    return answer


def foreign_kernel(folder):
    """Put a kernel `python3` of another environment into a folder; return what makes Jupyter look.

    It ends at once, as one without the series' packages ends at the first import.
    """
    place = folder / "foreign/kernels/python3"
    place.mkdir(parents=True)
    command = [sys.executable, "-c", "raise SystemExit('another Python')"]
    spec = {"argv": command, "display_name": "Another", "language": "python"}
    (place / "kernel.json").write_text(json.dumps(spec))
    return {"JUPYTER_PATH": str(folder / "foreign")}


@contextmanager
def jupyterlab(originals, folder, *arguments, start=START, **environment):
    """Run JupyterLab on copies in `folder`, which also keeps its settings to itself.

    start : the program, which is given `originals`, the folder for the copies, and the arguments
    """
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    inherited = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    env = {**inherited, **own, "IPYTHONDIR": str(folder / "ipython"), **environment}
    log = folder / "log.txt"
    command = [sys.executable, "-c", start, originals, folder / "work", "--port=0", *arguments]
    with open(log, "w") as file:
        process = subprocess.Popen(
            command, env=env, cwd=folder, stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    try:
        info = until(lambda: _info(process, folder / "RUNTIME", log), "the server", seconds=180)
        yield Server(info["url"], info["token"], process, folder / "work", folder / "RUNTIME", log)
    finally:
        _end(process)


def _end(process):
    """Ask the server to stop; one stopped while it reads a file may wait for ever for a thread."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _info(process, runtime, log):
    """Return what the server writes about itself once it answers, None before."""
    assert process.poll() is None, log.read_text()
    for path in runtime.glob("jpserver-*.json"):
        try:
            info = json.loads(path.read_text())
            socket.create_connection((info["hostname"], info["port"]), timeout=5).close()
        except (OSError, ValueError):
            return None
        return info
    return None
