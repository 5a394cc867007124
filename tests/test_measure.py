"""Whether what we measure is what happened."""

import tracemalloc
from time import sleep

import numpy as np
import pytest

from helpers.measure import exponent, median_times, peak_memory, peak_memory_alone

SIZE = 8_000_000  # bytes, far above what the measuring itself takes


def test_functions_take_turns_after_one_untimed_round():
    calls = []
    median_times({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, runs=3)
    assert calls == ["a", "b"] * 4


def test_one_slow_call_does_not_move_the_median():
    pauses = iter([0, 0, 0.2, 0, 0, 0])
    times = median_times(
        {"once slow": lambda: sleep(next(pauses)), "steady": lambda: sleep(0.02)}, 5
    )
    assert times["once slow"] < times["steady"]


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


def test_an_error_passes_through_and_tracing_ends():
    with pytest.raises(ZeroDivisionError):
        peak_memory(lambda: 1 / 0)
    assert not tracemalloc.is_tracing()


def test_a_measurement_inside_another_is_refused():
    with pytest.raises(ValueError, match="tracemalloc traces already"):
        peak_memory(lambda: peak_memory(list))
    assert not tracemalloc.is_tracing()


@pytest.mark.parametrize("size", [5 * SIZE, 15 * SIZE])
def test_the_peak_alone_of_one_array_is_its_size_whatever_was_there(size):
    setup = f"import numpy as np; there = np.ones({2 * SIZE}, np.uint8)"
    assert peak_memory_alone(f"np.ones({size}, np.uint8)", setup) == pytest.approx(
        size, abs=SIZE / 4
    )


def test_what_this_process_holds_is_no_peak_of_a_fresh_one():
    held = np.ones(20 * SIZE, np.uint8)
    grown = peak_memory_alone(f"a = np.ones({SIZE}, np.uint8)", "import numpy as np")
    assert held.any()
    assert grown == pytest.approx(SIZE, abs=SIZE / 4)


def test_what_measured_code_prints_is_not_its_memory():
    assert peak_memory_alone("print(10**15, end='')") < SIZE / 4


def test_measured_code_that_fails_is_said_in_one_line():
    with pytest.raises(
        RuntimeError, match=r"^the measured code failed: NameError: name 'x' is not"
    ):
        peak_memory_alone("x + 1")


@pytest.mark.parametrize("power", [-1.0, 0.0, 1.0, 2.5])
def test_a_power_is_found_whatever_the_factor(power):
    sizes = [10, 25, 1_000]
    assert exponent(sizes, [7 * n**power for n in sizes]) == pytest.approx((power,) * 3)


def test_the_fit_is_that_of_numpy_and_the_range_that_of_neighbours():
    sizes, amounts = [1, 2, 4, 8, 24], [1, 2, 8, 24, 81]
    found = exponent(sizes, amounts)
    assert found.value == pytest.approx(np.polyfit(np.log(sizes), np.log(amounts), 1)[0])
    # from 1 to 2 it doubles as the size, from 2 to 4 it is four times as much
    assert found[1:] == pytest.approx((1, 2))
    assert found.low < found.value < found.high


@pytest.mark.parametrize(
    ("sizes", "amounts", "words"),
    [
        ([1], [1], r"two sizes or more .* got shapes \(1,\) and \(1,\)"),
        ([2, 1], [1, 2], r"increase, got \[2.0, 1.0\]"),
        ([0, 1], [1, 2], "sizes must be above 0"),
        ([1, 2], [1, 0], r"amounts must be above 0, got \[1.0, 0.0\]"),
    ],
)
def test_no_power_is_fitted_to_what_has_none(sizes, amounts, words):
    with pytest.raises(ValueError, match=words):
        exponent(sizes, amounts)
