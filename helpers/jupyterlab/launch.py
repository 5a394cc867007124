"""Opens JupyterLab on the learner's copies of the notebooks."""

import os
import sys
from pathlib import Path

from jupyterlab.labapp import LabApp

from helpers.jupyterlab import copies

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Path(__file__).with_name("settings")
FIRST = "00_start_here.ipynb"
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def main(arguments=(), *, originals=ROOT / "notebooks", work=ROOT / "work"):
    """Make the copies in `work`, tell the learner what is new, and serve until Ctrl-C.

    `arguments` are handed on to JupyterLab. With DEV=1 in the environment the originals themselves
    are opened, and nothing is copied. Kernels compute with one thread each unless the environment
    says how many. Returns 1 if there are no notebooks to copy, with one line
    on stderr, else what JupyterLab returns.
    """
    folder = originals
    if os.environ.get("DEV", "0") in ("", "0"):
        folder = work
        try:
            lines = copies.bring_up_to_date(originals, work)
        except (OSError, ValueError) as error:
            print(f"lab: {error}", file=sys.stderr)
            return 1
        print(*lines, f"Your own copies of the notebooks are in {work}", sep="\n", flush=True)
    # Without the settings there, JupyterLab asks each new learner about news from the network,
    # fetches two icons for its tab whenever a kernel works (twice for every step of a hand),
    # starts Node.js, where there is one, to ask whether it should be built anew, and sends what
    # different widgets report to different threads of a kernel, where one may overtake another.
    paths = [str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    os.environ.update(one_thread(os.environ))
    return LabApp.launch_instance([*options(folder), *arguments])


def one_thread(environment):
    """Return the variables that keep a kernel to one thread, without those the user has set.

    The matrices of the series are small: on a busy machine with two cores, two threads took 252 s
    for a training that one does in 23 s. OMP_NUM_THREADS speaks for the others where they are not
    set, so a user who sets it has said all.
    """
    if environment.get(THREADS[0]):
        return {}
    return {name: "1" for name in THREADS if not environment.get(name)}


def options(folder):
    """Return JupyterLab's options for opening the first notebook of a folder."""
    chosen = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*chosen, "--allow-root"] if is_root else chosen
