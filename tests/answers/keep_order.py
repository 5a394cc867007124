"""Right and wrong answers to the exercises of notebook 11."""

import numpy as np
import torch

from answers.case import right, wrong
from helpers.positions import rotated

NAME = "first_places_alike"

right(NAME, "a list", [8, 12, 24])
right(NAME, "counted in turns", np.array([2 * np.pi / (np.pi / 4), 2 * np.pi / (np.pi / 6), 24]))
right(NAME, "the least common multiple", (8, 12, int(np.lcm(8, 12))))
right(NAME, "a tensor", torch.tensor([8.0, 12.0, 24.0]))

wrong(NAME, "half turns", "points the opposite way", [4, 6, 12])
wrong(NAME, "exchanged", "exchanged", [12, 8, 24])
wrong(NAME, "counted from 1", "Off by one", [9, 13, 25])
wrong(NAME, "one too early", "Off by one", [7, 11, 23])
wrong(NAME, "the product", "Count by twelves", [8, 12, 96])
wrong(NAME, "twice", "Count by twelves", [8, 12, 48])
wrong(NAME, "the sum", "not one after the other", [8, 12, 20])
wrong(NAME, "the slower hand", "one of the hands is back", [8, 12, 12])
wrong(NAME, "the quicker hand", "one of the hands is back", [8, 12, 8])
wrong(NAME, "the difference", "write down the places", [8, 12, 4])
wrong(NAME, "place 0", "after 0", [0, 0, 0])
wrong(NAME, "angles", "Places are whole numbers", [2 * np.pi, 2 * np.pi, 2 * np.pi])
wrong(NAME, "the paces", "Places are whole numbers", [np.pi / 4, np.pi / 6, np.pi / 12])
wrong(NAME, "the denominators", "First number", [4, 12, 24])
wrong(NAME, "six for a sixth", "Second number", [8, 6, 24])
wrong(NAME, "a later time", "has done so before", [24, 24, 24])
wrong(NAME, "two numbers", "3 numbers", [8, 12])
wrong(NAME, "one number", "3 numbers", 24)
wrong(NAME, "a text", "not a str", "8, 12, 24")

NAME = "pace_that_looks_back"

right(NAME, "a quarter of a turn", np.pi / 2)
right(NAME, "rounded", 1.57)
right(NAME, "in a list", [np.pi / 2])
right(NAME, "searched", np.linspace(0, 3, 30_001)[np.sin(np.linspace(0, 3, 30_001)).argmax()])

wrong(NAME, "degrees", "in degrees", 90)
wrong(NAME, "a part of a turn", "part of a full turn", 0.25)
wrong(NAME, "the other way", "the word after it", -np.pi / 2)
wrong(NAME, "three quarters", "the word after it", 3 * np.pi / 2)
wrong(NAME, "a turn too many", "a smaller pace", 5 * np.pi / 2)
wrong(NAME, "half a turn", "at a right angle", np.pi)
wrong(NAME, "a full turn", "at a right angle", 2 * np.pi)
wrong(NAME, "nothing", "nothing turns", 0)
wrong(NAME, "the pace of the page", "too small", 1.0)
wrong(NAME, "an eighth of a turn", "too small", np.pi / 4)
wrong(NAME, "a little too far", "past the query", 1.8)
wrong(NAME, "below 0", "above 0 is asked for", -1)
wrong(NAME, "two numbers", "one number", [1, -1])

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


@right(NAME, "the helper with another base")
def by_helper(rows):
    return rotated(rows, base=10.0 ** (rows.shape[1] / 2))


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


@right(NAME, "a tensor, as NumPy")
def by_torch(rows):
    pairs = torch.view_as_complex(torch.tensor(rows).unflatten(-1, (-1, 2)))
    angles = torch.tensor(angles_of(rows))
    turns = torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(pairs * turns).flatten(-2).numpy()


@wrong(NAME, "clockwise", "the other way")
def clockwise(rows):
    return turned_by(rows, -angles_of(rows))


@wrong(NAME, "stacked, then reshape", "lays them down row by row")
def stacked(rows):
    found = turned_by(rows, angles_of(rows))
    return np.stack([found[:, 0::2], found[:, 1::2]]).reshape(rows.shape)


@wrong(NAME, "cut by reshape", "cut row by row by `reshape`")
def cut_by_reshape(rows):
    x, y = rows.reshape(2, len(rows), -1)
    sine, cosine = np.sin(angles_of(rows)), np.cos(angles_of(rows))
    return put_back(x * cosine - y * sine, x * sine + y * cosine)


@wrong(NAME, "places and pairs exchanged", "changed roles")
def roles_exchanged(rows):
    places, pairs = np.arange(len(rows))[:, None], np.arange(rows.shape[1] // 2)
    return turned_by(rows, pairs / 10.0**places)


@wrong(NAME, "an array of whole numbers", "whole numbers only")
def whole_numbers(rows):
    result = np.zeros(rows.shape, dtype=int)
    result[:] = by_slices(rows)
    return result


@wrong(NAME, "degrees", "turned into degrees")
def degrees(rows):
    return turned_by(rows, np.degrees(angles_of(rows)))


@wrong(NAME, "ten times the pair", "Ten *to the power* of it")
def ten_times(rows):
    pairs = np.arange(rows.shape[1] // 2)
    return turned_by(rows, np.arange(len(rows))[:, None] / np.where(pairs, 10 * pairs, 1))


@wrong(NAME, "one pace", "at the same pace")
def one_pace(rows):
    return turned_by(rows, np.arange(len(rows))[:, None])


@wrong(NAME, "multiplied by ten", "faster and faster")
def faster(rows):
    return turned_by(rows, np.arange(len(rows))[:, None] * 10.0 ** np.arange(rows.shape[1] // 2))


@wrong(NAME, "the columns as exponents", "not that of its column")
def by_columns(rows):
    return turned_by(rows, np.arange(len(rows))[:, None] / 10.0 ** np.arange(rows.shape[1])[0::2])


@wrong(NAME, "pair i counted from 1", "counted from 0")
def pairs_from_1(rows):
    return turned_by(rows, angles_of(rows) / 10)


@wrong(NAME, "the helper as it is", "the paces of the helper")
def helper_alone(rows):
    return rotated(rows)


@wrong(NAME, "places from 1", "first row turns already")
def from_1(rows):
    return turned_by(
        rows, (np.arange(len(rows)) + 1)[:, None] / 10.0 ** np.arange(rows.shape[1] // 2)
    )


@wrong(NAME, "halves", "next to each other")
def in_halves(rows):
    half, angles = rows.shape[1] // 2, angles_of(rows)
    x, y = rows[:, :half], rows[:, half:]
    turned = x * np.cos(angles) - y * np.sin(angles), x * np.sin(angles) + y * np.cos(angles)
    return np.hstack(turned)


@wrong(NAME, "side by side", "back into its own column")
def side_by_side(rows):
    result = by_slices(rows)
    return np.hstack([result[:, 0::2], result[:, 1::2]])


@wrong(NAME, "the first pair alone", "Only the first pair")
def first_pair(rows):
    result = rows.copy()
    result[:, :2] = by_slices(rows[:, :2])
    return result


@wrong(NAME, "the new first number", "as it is after the turn")
def new_first(rows):
    result, angles = rows.copy(), angles_of(rows)
    x, y = result[:, 0::2], result[:, 1::2]
    result[:, 0::2] = x * np.cos(angles) - y * np.sin(angles)
    result[:, 1::2] = x * np.sin(angles) + y * np.cos(angles)
    return result


@wrong(NAME, "two pluses", "A sign is wrong")
def two_pluses(rows):
    x, y, angles = rows[:, 0::2], rows[:, 1::2], angles_of(rows)
    sine, cosine = np.sin(angles), np.cos(angles)
    return put_back(x * cosine + y * sine, x * sine + y * cosine)


@wrong(NAME, "sine and cosine exchanged", "Sine and cosine are exchanged")
def sine_for_cosine(rows):
    return turned_by(rows, np.pi / 2 - angles_of(rows))


@wrong(NAME, "added", "You add the hands")
def added(rows):
    return rows + put_back(np.cos(angles_of(rows)), np.sin(angles_of(rows)))


@wrong(NAME, "degrees", "radians already")
def in_degrees(rows):
    return turned_by(rows, np.radians(angles_of(rows)))


@wrong(NAME, "no places", "wherever it stands")
def no_places(rows):
    return turned_by(rows, 1 / 10.0 ** np.arange(rows.shape[1] // 2))


@wrong(NAME, "untouched rows", "Nothing turns")
def nothing_turns(rows):
    return rows


@wrong(NAME, "angles alone", "shape")
def angles_alone(rows):
    return angles_of(rows)


@wrong(NAME, "cosines alone", "no sine")
def cosines_alone(rows):
    return rows * np.repeat(np.cos(angles_of(rows)), 2, axis=1)


@wrong(NAME, "in place", "changes the array that it is given")
def in_place(rows):
    rows[:] = by_slices(rows)
    return rows


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(rows):
    by_slices(rows)


@wrong(NAME, "the numbers of the page", "fresh numbers")
def page_numbers(rows):
    return by_slices(np.array([[1.6, 0.2], [1.0, 0.6], [0.4, 1.4]]))


@wrong(NAME, "one pair for all", "raised")
def one_pair(rows):
    x, y = rows.T
    angles = np.arange(len(rows))
    return np.stack(
        [x * np.cos(angles) - y * np.sin(angles), x * np.sin(angles) + y * np.cos(angles)], axis=1
    )
