"""Mistakes in cutting a word into pieces by merges, by what they give."""

import contextlib
from itertools import pairwise

import numpy as np

from helpers.checks.kinds.function import known
from helpers.learner.calls import TroubleError

FLOATS = (
    "Right, but the numbers are floats, such as 3.0. A token is the place of a row in a table, "
    "and a place is a whole number: which array of yours holds floats?"
)
BYTES = 256  # numbers of single letters; the merges make those from here on


def _merge(numbers, pair, new):
    """Return the numbers (a list) with each pair, from left to right, become one new number."""
    result = []
    for number in numbers:
        if result and (result[-1], number) == tuple(pair):
            result[-1] = new
        else:
            result.append(number)
    return result


def cut(numbers, merges, first=BYTES, step=1, one=_merge):
    """Return the numbers that are left when all merges are done, one after the other."""
    pieces = list(numbers)
    for place, pair in enumerate(merges):
        pieces = one(pieces, pair, first + step * place)
    return pieces


def expect_whole(result, expected):
    """Raise TroubleError for a right result, lists or arrays of numbers, that holds floats."""
    for one, other in zip(result, expected, strict=False):
        with contextlib.suppress(TypeError, ValueError):  # no table at all: the comparison says so
            if np.asarray(one).dtype.kind == "f" and np.array_equal(one, other):
                raise TroubleError(FLOATS)


def run_for_pieces(given, numbers, merges):
    """Return what a learner's function gives, or say that its numbers are not whole."""
    result = given(numbers, merges)
    if isinstance(result, list | tuple | np.ndarray):
        expect_whole((result,), (cut(numbers, merges),))
    return result


def _reversed(numbers, merges):
    pieces = list(numbers)
    for place in reversed(range(len(merges))):
        pieces = _merge(pieces, merges[place], BYTES + place)
    return pieces


def _first_alone(numbers, pair, new):
    places = [i for i in range(len(numbers) - 1) if (numbers[i], numbers[i + 1]) == tuple(pair)]
    at = places[0] if places else len(numbers)
    return numbers[:at] + [new][: len(places)] + numbers[at + 2 :]


def _from_the_right(numbers, pair, new):
    return _merge(numbers[::-1], tuple(pair)[::-1], new)[::-1]


def _with_overlap(numbers, pair, new):
    """Look at every two neighbours as they were: a number may go into two pairs."""
    hits = [pair_of == tuple(pair) for pair_of in pairwise(numbers)]
    result = []
    for i, number in enumerate(numbers):
        if i < len(hits) and hits[i]:
            result.append(new)
        elif not (i and hits[i - 1]):
            result.append(number)
    return result


def _second_left(numbers, pair, new):
    """Put the new number in place of the first of a pair, and leave the second where it is."""
    hits = [*(two == tuple(pair) for two in pairwise(numbers)), False]
    return [new if hit else number for number, hit in zip(numbers, hits, strict=True)]


def _numbered(number):
    """Return the mistake of giving each merge number(place, pair, the numbers so far)."""

    def cut_otherwise(numbers, merges):
        pieces = list(numbers)
        for place, pair in enumerate(merges):
            pieces = _merge(pieces, pair, number(place, pair, pieces))
        return pieces

    return cut_otherwise


def _in_one_pass(numbers, merges):
    """Walk once along the letters; numbers that a merge has made are not looked at again."""
    table = {tuple(pair): BYTES + place for place, pair in enumerate(merges)}
    result, i = [], 0
    while i < len(numbers):
        new = table.get(tuple(numbers[i : i + 2]))
        result.append(numbers[i] if new is None else new)
        i += 1 if new is None else 2
    return result


def _leftmost(numbers, merges):
    """Merge the leftmost pair that any merge knows, as long as there is one."""
    table = {tuple(pair): BYTES + place for place, pair in enumerate(merges)}
    pieces = list(numbers)
    while True:
        known_at = [i for i in range(len(pieces) - 1) if tuple(pieces[i : i + 2]) in table]
        if not known_at:
            return pieces
        i = known_at[0]
        pieces[i : i + 2] = [table[tuple(pieces[i : i + 2])]]


def _each_from_the_start(numbers, merges):
    """Let each merge work on the letters, and return what the last one leaves."""
    return _merge(list(numbers), merges[-1], BYTES + len(merges) - 1)


def _last_lost(numbers, pair, new):
    """Walk to the last number but one: the last is lost where it is in no pair."""
    result, i = [], 0
    while i < len(numbers) - 1:
        is_pair = (numbers[i], numbers[i + 1]) == tuple(pair)
        result.append(new if is_pair else numbers[i])
        i += 1 + is_pair
    return result


def _second_alone(numbers, pair, new):
    """Put the new number behind the first of its pair, and drop the second alone."""
    return [
        part
        for one in _merge(numbers, pair, new)
        for part in ((pair[0], new) if one == new else (one,))
    ]


OF_CUTS = (
    *known("Nothing is merged: the letters come back as they were.", lambda n, merges: list(n)),
    *known(
        "You apply the merges in reverse. The later ones are made of what the earlier ones make, "
        "so the first comes first.",
        _reversed,
    ),
    *known(
        "You look at the letters alone. A number that a merge has made can be part of a later "
        "pair: each merge works on what the one before has left.",
        _in_one_pass,
    ),
    *known(
        "You take whatever pair stands furthest to the left. The order of the merges decides: the "
        "first goes through the whole word before the second begins.",
        _leftmost,
    ),
    *known(
        "Each of your merges begins with the letters anew, so what the one before has made is "
        "lost. On what should the second merge work?",
        _each_from_the_start,
        lambda n, merges: _merge(list(n), merges[0], BYTES),
    ),
    *known(
        "The last number of a word is lost where it is in no pair. How far does your walk go?",
        lambda n, merges: cut(n, merges, one=_last_lost),
    ),
    *known(
        "The new number is there, and so is the first half of its pair. Both halves go into it.",
        lambda n, merges: cut(n, merges, one=_second_alone),
    ),
    *known(
        "Each merge is done only once. A pair may stand in a word several times.",
        lambda n, merges: cut(n, merges, one=_first_alone),
    ),
    *known(
        "A number goes into two pairs at once. In three equal letters the first two are a pair, "
        "and the third is left.",
        lambda n, merges: cut(n, merges, one=_with_overlap),
    ),
    *known(
        "You merge from the right. In three equal letters, the first two are the pair.",
        lambda n, merges: cut(n, merges, one=_from_the_right),
    ),
    *known(
        "The new number is there, and so is the second half of its pair. Both halves go into it.",
        lambda n, merges: cut(n, merges, one=_second_left),
    ),
    *known(
        "The new numbers are off by one: the first merge, number 0, makes 256.",
        lambda n, merges: cut(n, merges, first=BYTES + 1),
        lambda n, merges: cut(n, merges, first=BYTES - 1),
    ),
    *known(
        "Your new numbers begin with 0, where the bytes are. They begin behind the last byte.",
        lambda n, merges: cut(n, merges, first=0),
    ),
    *known(
        "You add the two numbers. With text, + joins; here a merge makes a new number.",
        _numbered(lambda _, pair, __: sum(pair)),
    ),
    *known(
        "Your new numbers are not those of the task: merge number i, counted from 0, makes "
        "256 + i. Later merges name them so.",
        _numbered(lambda _, __, pieces: max(pieces) + 1),
        _numbered(lambda place, _, __: BYTES * (place + 1)),
        _numbered(lambda place, _, __: BYTES * place),
        _numbered(lambda place, _, __: 1000 + place),
        _numbered(lambda place, _, __: 300 + place),
    ),
    *known(
        "Every merge makes the same new number. Each needs one of its own.",
        lambda n, merges: cut(n, merges, step=0),
    ),
)
