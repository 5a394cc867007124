"""Answers to the exercises of notebook 11, as learners write them."""

import numpy as np

from answers.case import right, right_each, wrong, wrong_each

NAME = "pace_that_looks_back"
right_each(
    NAME,
    {
        "a quarter of a turn": np.pi / 2,
        "rounded": 1.57,
        "in a list": [np.pi / 2],
        "searched": np.linspace(0, 3, 30_001)[np.sin(np.linspace(0, 3, 30_001)).argmax()],
    },
)
wrong_each(
    NAME,
    {
        "degrees": (90, "in degrees"),
        "a part of a turn": (0.25, "fraction of a turn"),
        "the other way": (-np.pi / 2, "the word after the query"),
        "three quarters": (3 * np.pi / 2, "the word after the query"),
        "a turn too many": (5 * np.pi / 2, "a smaller frequency"),
        "a turn too many, cut off": (7.85, "a smaller frequency"),
        "half a turn": (np.pi, "at a right angle"),
        "a full turn": (2 * np.pi, "at a right angle"),
        "nothing": (0, "nothing is rotated"),
        "the frequency of the page": (1.0, "too small"),
        "a little too far": (1.8, "past the query"),
        "below 0": (-1, "asks for a frequency above 0"),
    },
)

NAME = "turned_rows"


def angles_of(rows):
    return np.arange(len(rows))[:, None] / 10.0 ** np.arange(rows.shape[1] // 2)


def put_back(x, y):
    result = np.empty((len(x), 2 * x.shape[1]))
    result[:, 0::2], result[:, 1::2] = x, y
    return result


def turned_by(rows, angles):
    x, y = rows[:, 0::2], rows[:, 1::2]
    sine, cosine = np.sin(angles), np.cos(angles)
    return put_back(x * cosine - y * sine, x * sine + y * cosine)


@right(NAME, "slices")
def by_slices(rows):
    return turned_by(rows, angles_of(rows))


@right(NAME, "two loops")
def by_loops(rows):
    result = rows.copy()
    for place in range(len(rows)):
        for i in range(rows.shape[1] // 2):
            angle = place / 10**i
            x, y = rows[place, 2 * i], rows[place, 2 * i + 1]
            result[place, 2 * i] = x * np.cos(angle) - y * np.sin(angle)
            result[place, 2 * i + 1] = x * np.sin(angle) + y * np.cos(angle)
    return result


@right(NAME, "complex numbers")
def by_complex_numbers(rows):
    pairs = (rows[:, 0::2] + 1j * rows[:, 1::2]) * np.exp(1j * angles_of(rows))
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(rows.shape)


@right(NAME, "a matrix for each place")
def by_matrices(rows):
    result = []
    for place, row in enumerate(rows):
        turn = np.zeros((len(row), len(row)))
        for i in range(len(row) // 2):
            a = place / 10**i
            turn[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = (
                [np.cos(a), -np.sin(a)],
                [np.sin(a), np.cos(a)],
            )
        result.append(turn @ row)
    return result


@wrong(NAME, "an array of whole numbers", "an array of integers")
def whole_numbers(rows):
    result = np.zeros(rows.shape, dtype=int)
    result[:] = by_slices(rows)
    return result


@wrong(NAME, "the numbers of the page", "fresh numbers")
def page_numbers(rows):
    return by_slices(np.array([[1.6, 0.2], [1.0, 0.6], [0.4, 1.4]]))
