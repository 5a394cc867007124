"""Time and memory that functions take, measured side by side."""

import statistics
import tracemalloc
from time import perf_counter


def median_times(functions, runs=9):
    """Return the median seconds per call of each function, as a dict with the same names.

    functions : dict of functions without arguments
    runs      : timed rounds, at least 1; an untimed one comes before them

    Each round calls every function once, in turn, so that a machine which slows down in between
    slows them all and their ratios stay.
    """
    if runs < 1:
        raise ValueError(f"runs must be at least 1, got {runs}")
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
