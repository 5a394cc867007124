"""Runs the notebooks in place, so that what they show is true.

All of them, or those that are named: `python -m helpers.jupyterlab.refresh 03 A2`.
"""

import os
import signal
import sys
import tempfile
import time
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from helpers.jupyterlab import agreement, imports, minutes, saving
from helpers.jupyterlab.kernel import ThisPython
from helpers.learner import atomic

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LONGEST = 600  # seconds for one cell
# Nothing that varies from Python to Python, but what an export as a script needs.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {
        "file_extension": ".py",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}


def main(numbers=(), folder=NOTEBOOKS):
    """Run the notebooks with these numbers, all without any, and return the exit code.

    Then the minutes and hours that follow from the notebooks' words are written into all pages.
    Cells tagged `timing` keep the outputs they have, unless the environment has TIMINGS=1;
    those with a `tolerance` keep them where the new ones agree up to it, unless TRAINED=1 does.
    The first cell that fails ends it: one line on stderr names it, and its file stays as it was.
    So does Ctrl-C, with the exit code that Unix gives to it.
    """
    path = Path(folder)
    try:
        for path in chosen(numbers, Path(folder)):
            print(path.name, end=" ", flush=True)
            start = time.perf_counter()
            notebook = read(path)
            run(notebook, path)
            atomic.write(path, nbformat.writes(notebook).rstrip("\n") + "\n")
            print(f" {time.perf_counter() - start:.1f} s", flush=True)
        atomic.write_all(minutes.rewritten(Path(folder)))
    except (OSError, RuntimeError, ValueError) as error:
        print(f"\nrefresh: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nrefresh: stopped at {path.name}, which is as it was", file=sys.stderr)
        return 128 + signal.SIGINT
    return 0


def chosen(numbers, folder):
    """Return the notebooks of a folder whose numbers (04, A2) are asked for, all for none.

    ValueError: there is no such notebook.
    """
    paths = {path.name[:2]: path for path in sorted(folder.glob("[0-9A][0-9]_*.ipynb"))}
    if not paths:
        raise ValueError(f"expected notebooks like 00_start_here.ipynb in {folder}, found none")
    unknown = sorted(set(numbers) - set(paths))
    if unknown:
        raise ValueError(f"no notebook {', '.join(unknown)}: there are {', '.join(paths)}")
    return [paths[number] for number in sorted(set(numbers) or paths)]


def read(path):
    """Return the notebook at `path`; ValueError: it is none, or its cells have no ids."""
    try:
        notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
        nbformat.validate(notebook)
        if notebook.nbformat_minor < 5:
            raise ValueError("its format is older than 4.5, so its cells have no ids")
    except (AttributeError, KeyError, TypeError, ValueError, nbformat.ValidationError) as error:
        reason = str(error).splitlines()[0]
        raise ValueError(f"{path.name} is not a notebook of format 4.5: {reason}") from None
    return notebook


def run(notebook, path):
    """Run a notebook from a fresh kernel, in the folder of its path, and scrub it, in place.

    The kernel knows of no exercise that anybody has solved, and what it solves itself is forgotten.
    ValueError: a cell raises, writes to stderr, takes over ten minutes, or ends its kernel; or the
    kernel would import other helpers than these.
    """
    imports.hidden_from(path.parent)
    client = NotebookClient(
        notebook,
        kernel_name=METADATA["kernelspec"]["name"],
        timeout=LONGEST,
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.create_kernel_manager().kernel_spec_manager = ThisPython()
    with _no_progress() as env, client.setup_kernel(env=env), _killed_by_ctrl_c(client):
        for number, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                stored = cell.outputs
                wrong = _execute(client, cell, number)
                if wrong:
                    raise ValueError(f"{path.name}, cell {number + 1}: {' '.join(wrong.split())}")
                kept = stored and _keeps(cell, stored)
                cell.outputs = _steady(stored if kept else cell.outputs, cell.execution_count)
                cell.metadata.pop("execution", None)
                print(".", end="", flush=True)
    saving.without_widgets(notebook)
    notebook.metadata.update(deepcopy(METADATA))


@contextmanager
def _no_progress():
    """Give an environment whose record of solved exercises is an empty file, deleted at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield {**os.environ, "ATTENTION_BY_HAND_PROGRESS": str(Path(folder) / "progress.json")}


@contextmanager
def _killed_by_ctrl_c(client):
    """End the kernel at once where Ctrl-C ends the run: asked politely, it prints a traceback."""
    try:
        yield
    except KeyboardInterrupt:
        client.shutdown_kernel = "immediate"
        raise


def _keeps(cell, stored):
    """Return whether a cell that has run keeps the outputs that it had."""
    if "timing" in cell.metadata.get("tags", []):
        return os.environ.get("TIMINGS") != "1"
    tolerance = cell.metadata.get("tolerance")
    return (
        tolerance is not None
        and os.environ.get("TRAINED") != "1"
        and agreement.agree(stored, cell.outputs, tolerance)
    )


def _execute(client, cell, number):
    """Run one cell and return what went wrong, if anything did."""
    try:
        client.execute_cell(cell, number)
    except CellExecutionError as error:
        return f"{error.ename}: {error.evalue}"
    except CellTimeoutError:
        return f"not done after {LONGEST} seconds"
    except DeadKernelError:
        return "its kernel died"
    errors = [out.text for out in cell.outputs if out.get("name") == "stderr"]
    return f"it writes to stderr: {''.join(errors)}" if errors else None


def _steady(outputs, count):
    """Return a cell's outputs without what changes by itself."""
    kept = []
    for output in outputs:
        if output.output_type == "execute_result":
            output.execution_count = count
        # The kernel cuts a long stream into pieces by the clock.
        if kept and output.output_type == "stream" == kept[-1].output_type:
            kept[-1].text += output.text
        else:
            kept.append(output)
    return kept


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
