"""Arithmetic written out in words; it says "=" only where nothing shown is rounded."""

import math

from helpers.figures import wording

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def short(number, decimals=2):
    """Return a number with at most `decimals` places and no zeros at its end."""
    text = wording.drawn(number, decimals)
    return text.rstrip("0").rstrip(".") if "." in text else text


def inner(number):
    """Return a number as it stands after an operator: in brackets where it is negative."""
    text = short(number)
    return f"({text})" if text.startswith("−") else text


def vector(numbers):
    """Return a vector as `(0, 1.5)`."""
    return f"({', '.join(short(number) for number in numbers)})"


def equals(*numbers):
    """Return "=" where every number is shown whole, else "≈"."""
    return "=" if all(abs(round(float(x), 2) - x) < 1e-9 for x in numbers) else "≈"


def product_sum(a, b):
    """Return the dot product of two vectors written out: `0 × 1 + 1 × 2 = 2`."""
    terms = [f"{inner(x)} × {inner(y)}" for x, y in zip(a, b, strict=True)]
    total = sum(x * y for x, y in zip(a, b, strict=True))
    return f"{_first(terms, a)} {equals(*a, *b, total)} {short(total)}"


def total(numbers):
    """Return a sum written out: `0.1 + 0.4 ≈ 0.49`."""
    terms, result = [inner(x) for x in numbers], math.fsum(numbers)
    return f"{_first(terms, numbers)} {equals(*numbers, result)} {short(result)}"


def times(factor, numbers):
    """Return a vector multiplied by a number: `0.4 × (0, 2) ≈ (0, 0.81)`."""
    result = [factor * x for x in numbers]
    return (
        f"{short(factor)} × {vector(numbers)} {equals(factor, *numbers, *result)} {vector(result)}"
    )


def power(score):
    """Return e to a score: `e^1.41 ≈ 4.11`."""
    result = math.exp(score)
    return f"e^{inner(score)} {equals(score, result)} {short(result)}"


def quotient(above, below):
    """Return a fraction written out: `4.11 ÷ 10.17 ≈ 0.4`."""
    result = above / below
    return f"{short(above)} ÷ {short(below)} {equals(above, below, result)} {short(result)}"


def numbered(letter, count):
    """Return names with subscripts that count from 1: `x₁`, `x₂`."""
    return [letter + str(k + 1).translate(SUBSCRIPTS) for k in range(count)]


def _first(terms, numbers):
    """Join the terms of a sum; its first number needs no brackets."""
    text = " + ".join(terms)
    bare = short(numbers[0])
    return text.replace(f"({bare})", bare, 1) if text.startswith("(") else text
