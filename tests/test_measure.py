"""Whether what we measure is what happened."""

import tracemalloc
from time import sleep

import numpy as np
import pytest

from helpers.measure import median_times, peak_memory

SIZE = 8_000_000  # bytes, far above what the measuring itself takes


def test_functions_take_turns_after_one_untimed_round():
    calls = []
    median_times({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, runs=3)
    assert calls == ["a", "b"] * 4


def test_the_slower_function_has_the_longer_time():
    times = median_times({"slow": lambda: sleep(0.02), "fast": lambda: None}, runs=3)
    assert list(times) == ["slow", "fast"]
    assert times["slow"] > times["fast"] >= 0


def test_one_slow_call_does_not_move_the_median():
    pauses = iter([0, 0, 0.2, 0, 0, 0])
    times = median_times(
        {"once slow": lambda: sleep(next(pauses)), "steady": lambda: sleep(0.02)}, 5
    )
    assert times["once slow"] < times["steady"]


def test_what_the_first_call_prepares_is_not_timed():
    pauses = iter([0.2, 0, 0])
    times = median_times(
        {"first slow": lambda: sleep(next(pauses)), "steady": lambda: sleep(0.02)}, 2
    )
    assert times["first slow"] < times["steady"]


@pytest.mark.parametrize("runs", [0, -1])
def test_a_median_needs_a_run(runs):
    with pytest.raises(ValueError, match=f"runs must be at least 1, got {runs}"):
        median_times({"a": list}, runs)


@pytest.mark.parametrize("size", [SIZE, 3 * SIZE])
def test_the_peak_of_one_array_is_its_size(size):
    assert peak_memory(lambda: np.empty(size, np.uint8)) == pytest.approx(size, rel=0.01)


def test_the_peak_counts_what_was_freed_again_and_not_what_was_there():
    there = np.zeros(SIZE, np.uint8)

    def two_at_once_then_none():
        both = there + 1, there + 2
        del both
        return there.sum()

    assert peak_memory(two_at_once_then_none) == pytest.approx(2 * SIZE, rel=0.01)


def test_arrays_one_after_the_other_do_not_add_up():
    def one_at_a_time():
        for _ in range(4):
            np.empty(SIZE, np.uint8)

    assert peak_memory(one_at_a_time) == pytest.approx(SIZE, rel=0.01)


def test_a_second_measurement_forgets_the_first():
    peak_memory(lambda: np.empty(SIZE, np.uint8))
    assert peak_memory(lambda: None) < SIZE / 100


def test_an_error_passes_through_and_tracing_ends():
    with pytest.raises(ZeroDivisionError):
        peak_memory(lambda: 1 / 0)
    assert not tracemalloc.is_tracing()


def test_a_measurement_inside_another_is_refused():
    with pytest.raises(ValueError, match="tracemalloc traces already"):
        peak_memory(lambda: peak_memory(list))
    assert not tracemalloc.is_tracing()
