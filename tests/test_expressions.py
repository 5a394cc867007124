import math

import pytest

from helpers.readers.expressions import evaluate


def test_printed_fractions_are_evaluated():
    assert evaluate("1 / (1 + exp(-2))") == pytest.approx(1 / (1 + math.e**-2))
    assert evaluate("-sqrt(2) ** 2") == pytest.approx(-2)
    assert evaluate("3 * 10 ** 21") == 3 * 10**21


def test_names_are_those_that_are_given():
    assert evaluate("total(n, 2) - 1", {"n": 5, "total": lambda a, b: a + b}) == 6


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "n",
        "(1).real",
        "[1, 2]",
        "1 if 1 else 2",
        "'a' * 3",
        "1 +",
        "1 / 0",
        "True",
    ],
)
def test_anything_but_arithmetic_is_refused_in_one_line(text):
    with pytest.raises(ValueError, match=r"^expected arithmetic, got [^\n]*$"):
        evaluate(text)
