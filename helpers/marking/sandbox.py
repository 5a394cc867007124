"""Runs learners' cells where they reach neither the teacher's files nor the network.

bubblewrap gives them a system of their own: Python and this series to read, an empty home in
memory, and nothing else.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from helpers.marking import RESULTS
from helpers.marking.inside import LIMITED

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds for one cell
MOST_STOPS = 3  # of one notebook
LONGEST, MOST_LINES = 100_000, 1000  # characters of a line, and lines that wait to be read
HOME = "/learner"  # in memory
ROOM = 512 * 2**20  # bytes that files may fill
OWN = {
    "HOME": HOME,
    "TMPDIR": HOME,
    "PATH": "/usr/bin:/bin",
    "MPLBACKEND": "agg",
    "PYTHONDONTWRITEBYTECODE": "1",
}
THREADS = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
READ = ("/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives")
WORKER = ("-m", "helpers.marking.inside")
REFUSED = (
    "learners' code runs in a sandbox, and there is none here. On Linux, install bubblewrap; "
    "elsewhere, or to do without, say UNSAFE=1: then the code has all the rights that you have"
)


def expect_one():
    """Raise RuntimeError where nothing can be locked in."""
    command = _locked_in("-c", "")
    if not shutil.which("bwrap") or subprocess.run(command, capture_output=True).returncode:
        raise RuntimeError(REFUSED)


def verdicts(steps, unsafe=False):
    """Return what each check says, as [state, words], by its name.

    steps : cells and checks in turn, {"code": source} or {"check": name}
    A step that takes more than PATIENCE seconds, or that ends Python, is left out, and all run
    again; the next check says so. After the third such step nothing further is run.
    """
    steps, why = list(steps), "Three cells before it had to be stopped."
    asked = [step["check"] for step in steps if "check" in step]
    for _ in range(MOST_STOPS):
        said, stop = _run(steps, unsafe)
        if not stop:
            break
        steps[stop[0]] = {**steps[stop[0]], "code": "", "why": stop[1]}
    return {name: said.get(name, ["stopped", why]) for name in asked}


def _run(steps, unsafe):
    """Return what checks say, and the place of the step that ended it with the reason, or None."""
    command = [sys.executable, *WORKER] if unsafe else _locked_in(*WORKER, LIMITED)
    own = tempfile.TemporaryDirectory()  # where learners' progress is not the teacher's
    environ = os.environ | THREADS | {"ATTENTION_BY_HAND_PROGRESS": f"{own.name}/progress.json"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    pipes |= {"encoding": "utf-8", "errors": "replace"}
    said, place, until = {}, -1, time.monotonic() + PATIENCE
    with own, subprocess.Popen(command, env=environ, cwd=ROOT, **pipes) as ran:
        heard = queue.SimpleQueue()
        listener = threading.Thread(target=_listen, args=(ran.stdout, heard), daemon=True)
        listener.start()
        try:
            ran.stdin.write(json.dumps(steps))
            ran.stdin.close()
            while line := heard.get(timeout=max(0, until - time.monotonic())):
                if time.monotonic() > until:
                    raise queue.Empty
                begins, told = _read(line)
                if place < begins < len(steps):
                    place, until = begins, time.monotonic() + PATIENCE
                said |= told
            ran.wait(PATIENCE)
            why = "It ended Python, or took more memory than there is."
        except (queue.Empty, subprocess.TimeoutExpired):
            why = f"It didn't end within {PATIENCE} seconds."
        finally:
            ran.kill()
            listener.join(PATIENCE)  # it reads on until everybody who could write is gone
    if place < 0:
        raise RuntimeError("Python didn't start in the sandbox")
    return said, (place, why) if ran.returncode else None


def _listen(stream, heard):
    for line in iter(lambda: stream.readline(LONGEST), ""):
        if heard.qsize() < MOST_LINES:  # the worker's own are few
            heard.put(line)
    heard.put("")


def _read(line):
    """Return which step begins, -1 for none, and what a check says, from a line of the worker's.

    Learners' code could write lines, too: what the worker can't have written says nothing.
    """
    try:
        told = json.loads(line)
        begins = told.pop("begins", -1)
        said = {name: [state, str(words)] for name, (state, words) in told.items()}
        if isinstance(begins, int) and {state for state, _ in said.values()} <= RESULTS.keys():
            return begins, said
    except (AttributeError, TypeError, ValueError):
        pass
    return -1, {}


def _locked_in(*arguments):
    """Return the command that runs Python in bubblewrap."""
    series = (str(ROOT / part) for part in ("helpers", "data"))
    bound = [*READ, sys.base_prefix, sys.prefix, *series]
    folders = {str(folder): None for place in bound for folder in Path(place).parents[::-1]}
    is_root = os.geteuid() == 0
    options = [
        *(f"--unshare-{what}" for what in (("ipc", "pid", "net", "uts") if is_root else ("all",))),
        *("--die-with-parent", "--new-session", "--clearenv"),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--perms", "1777", "--size", str(ROOM), "--tmpfs", HOME),
        *(word for folder in folders for word in ("--perms", "0755", "--dir", folder)),
        *(word for place in bound for word in ("--ro-bind-try", place, place)),
        *(word for pair in (OWN | THREADS).items() for word in ("--setenv", *pair)),
        *(("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID") if is_root else ()),
        *("--chdir", str(ROOT)),
    ]
    return ["bwrap", *options, sys.executable, *arguments]
