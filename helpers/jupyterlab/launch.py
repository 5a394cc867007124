"""Opens JupyterLab on the learner's copies of the notebooks."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from jupyter_core.paths import jupyter_config_dir, jupyter_data_dir, jupyter_runtime_dir
from jupyterlab.labapp import LabApp

from helpers.jupyterlab import NO_TORCH, copies, imports
from helpers.jupyterlab.kernel import ThisPython

SETTINGS = Path(__file__).with_name("settings")
WITHOUT_TORCH = Path(__file__).with_name("without_torch")
FIRST = "00_start_here.ipynb"
# Where Jupyter writes while it runs, and what it keeps of notebooks and settings.
FOLDERS = {
    "JUPYTER_RUNTIME_DIR": jupyter_runtime_dir,
    "JUPYTER_DATA_DIR": jupyter_data_dir,
    "JUPYTER_CONFIG_DIR": jupyter_config_dir,
}
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def main(arguments=(), *, originals=copies.ROOT / "notebooks", work=copies.ROOT / "work"):
    """Make the copies in `work`, tell the learner what is new, and serve until Ctrl-C.

    `arguments` are handed on to JupyterLab. With DEV=1 in the environment the originals themselves
    are opened, and nothing is copied. Kernels compute with one thread each unless the environment
    says how many. Returns 1, with one line on stderr, if there are no notebooks to copy or a folder
    cannot be written, else what JupyterLab returns.
    """
    sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may know less than a path
    try:
        for variable, place in FOLDERS.items():
            need_a_folder(Path(place()), variable)
        is_learner = os.environ.get("DEV", "0") in ("", "0")
        folder = work if is_learner else originals
        lines = imports.hidden_from(folder)
        if is_learner:
            lines += copies.bring_up_to_date(originals, work)
            lines.append(copies.are_in(work))
    except (OSError, ValueError) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 1
    if find_spec("torch") is None:
        lines.append(NO_TORCH)
        # Found last, so that the notebook that wants torch says the same.
        paths = [os.environ.get("PYTHONPATH"), str(WITHOUT_TORCH)]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    for line in lines:
        print(line, flush=True)
    # Without the settings there, JupyterLab asks each new learner about news from the network,
    # fetches two icons for its tab whenever a kernel works (twice for every step of a drag),
    # starts Node.js, where there is one, to ask whether it should be built anew, and sends what
    # different widgets report to different threads of a kernel, where one may overtake another.
    paths = [str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    os.environ.update(one_thread(os.environ))
    first = min((path.name for path in Path(originals).glob("*.ipynb")), default=FIRST)
    return LabApp.launch_instance([*options(folder, first), *arguments])


def need_a_folder(place, variable):
    """Make a folder that Jupyter writes to; OSError: one line that names the variable to set."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        TemporaryFile(dir=place).close()
    except OSError as error:
        raise OSError(
            f"expected a folder that Jupyter can write to at {place}, but {error.strerror}: set "
            f"{variable} to another, or HOME to a folder of your own"
        ) from None


def one_thread(environment):
    """Return the variables that keep a kernel to one thread, without those the user has set.

    The matrices of the series are small: on a busy machine with two cores, two threads took 252 s
    for a training that one does in 23 s. OMP_NUM_THREADS speaks for the others where they are not
    set, so a user who sets it has said all.
    """
    if environment.get(THREADS[0]):
        return {}
    return {name: "1" for name in THREADS if not environment.get(name)}


def options(folder, first=FIRST):
    """Return JupyterLab's options for opening a folder, at its first notebook."""
    chosen = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{first}",
        f"--ServerApp.kernel_spec_manager_class={ThisPython.__module__}.{ThisPython.__name__}",
    ]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*chosen, "--allow-root"] if is_root else chosen
