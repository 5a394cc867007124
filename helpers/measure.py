"""Time and memory that functions take, measured side by side, and how they grow with size."""

import json
import statistics
import subprocess
import sys
import tracemalloc
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from helpers import expect


def median_times(functions, runs=9):
    """Return the median seconds per call of each function, as a dict with the same names.

    functions : dict of functions without arguments
    runs      : timed rounds, at least 1; an untimed one comes before them

    Each round calls every function once, in turn, so that a machine which slows down in between
    slows them all and their ratios stay. Raises ValueError for fewer rounds.
    """
    runs = expect.count("runs", runs)
    for function in functions.values():
        function()
    seconds = {name: [] for name in functions}
    for _ in range(runs):
        for name, function in functions.items():
            start = perf_counter()
            function()
            seconds[name].append(perf_counter() - start)
    return {name: statistics.median(taken) for name, taken in seconds.items()}


def peak_memory(function):
    """Return the most bytes that were held at once during a call, above those held before it.

    It counts what Python and NumPy allocate, what the function returns included; what other
    libraries allocate by themselves, such as torch, stays unseen.

    Raises ValueError if memory is being traced already: the peak would be the outer one's.
    """
    if tracemalloc.is_tracing():
        raise ValueError("peak_memory must not run while tracemalloc traces already")
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def peak_memory_alone(code, setup=""):
    """Return the bytes by which running `code` raises the resident peak of a fresh process.

    code, setup : Python code; `code` may use what `setup` has defined

    It sees what every library allocates, torch included. What `setup` has held and freed again
    hides as much, and what a first call prepares counts: let `setup` make one small call.
    On Linux, macOS and Windows.

    Raises RuntimeError with the last line of the traceback if `setup` or `code` fails.
    """
    program = "from helpers.measure import _print_growth; _print_growth()"
    told = json.dumps([setup, code])
    done = subprocess.run(
        [sys.executable, "-c", program], input=told, capture_output=True, text=True
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise RuntimeError(f"the measured code failed: {reason}")
    return int(done.stdout.splitlines()[-1])


def _print_growth():
    """Run the setup and the code that stdin holds, and print the growth of the resident peak."""
    setup, code = json.load(sys.stdin)
    names = {"__name__": "__main__"}
    exec(setup, names)
    before = _resident_peak()
    exec(code, names)
    print(f"\n{_resident_peak() - before}")


def _resident_peak():
    """Return the most bytes of main memory that this process has held so far."""
    if sys.platform == "win32":
        import psutil

        return psutil.Process().memory_info().peak_wset
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # bytes here, elsewhere kB
    # Linux hands `ru_maxrss` on from the process that started this one.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


class Exponent(NamedTuple):
    """The power of the size with which an amount grows: 1 doubles with it, 2 quadruples."""

    value: float  # the slope of a line through all points, both axes logarithmic
    low: float  # the slope between the two neighbours where it is flattest
    high: float  # and where it is steepest: where both are far apart, no one power fits


def exponent(sizes, amounts):
    """Fit `amount = c * size ** value` by least squares between the logarithms.

    sizes   : two or more, above 0 and increasing    amounts : one for each size, above 0
    returns : an `Exponent`; `value` lies between `low` and `high`

    Raises ValueError for other sizes or amounts.
    """
    sizes, amounts = np.asarray(sizes, dtype=float), np.asarray(amounts, dtype=float)
    if sizes.ndim != 1 or len(sizes) < 2 or sizes.shape != amounts.shape:
        got = f"{sizes.shape} and {amounts.shape}"
        raise ValueError(f"two sizes or more and one amount for each are needed, got shapes {got}")
    if not (sizes[0] > 0 and np.isfinite(sizes).all() and (np.diff(sizes) > 0).all()):
        raise ValueError(f"sizes must be above 0 and increase, got {sizes.tolist()}")
    if not (np.isfinite(amounts).all() and (amounts > 0).all()):
        raise ValueError(f"amounts must be above 0, got {amounts.tolist()}")
    x, y = np.log(sizes), np.log(amounts)
    slopes = np.diff(y) / np.diff(x)
    across = x - x.mean()
    return Exponent(float(across @ y / (across @ across)), float(slopes.min()), float(slopes.max()))
