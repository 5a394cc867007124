"""Exercise 13.1: cut a word into pieces by merges."""

import contextlib
from itertools import pairwise

import numpy as np

from helpers.checks.kinds.function import Function, Mistake
from helpers.learner.calls import TroubleError

# The page's merges: ke, er, key, to, tow, tower
MERGES = [(107, 101), (101, 114), (256, 121), (116, 111), (259, 119), (260, 257)]
FLOATS = (
    "Right, but the numbers are floats, such as 3.0. A token is the place of a row in a table, "
    "and a place is a whole number: which array of yours holds floats?"
)
BYTES = 256  # numbers of single letters; the merges make those from here on


def expect_whole(result, expected):
    """Raise TroubleError for a right result, lists or arrays of numbers, that holds floats."""
    for one, other in zip(result, expected, strict=False):
        with contextlib.suppress(TypeError, ValueError):  # no table at all: the comparison says so
            if np.asarray(one).dtype.kind == "f" and np.array_equal(one, other):
                raise TroubleError(FLOATS)


def _run(given, numbers, merges):
    """Return what a learner's function gives, or say that its numbers are not whole."""
    result = given(numbers, merges)
    if isinstance(result, list | tuple | np.ndarray):
        expect_whole((result,), (_cut(numbers, merges),))
    return result


def _drawn(rng):
    """Draw letters, and merges that go through one another, in which the order decides."""
    a, b, c = (int(byte) for byte in rng.permutation(np.arange(97, 123))[:3])
    ends = [[a, b, b, c], [a, a, a, b], [b, c, c, a, b], [c, c, a]]
    middle = rng.choice([a, b, c], size=int(rng.integers(6, 12))).tolist()
    word = [number for part in rng.permutation(4) for number in ends[part]] + middle
    return word, [(b, c), (a, b), (257, 256), (a, a), (c, c), (258, a)]


def _merge(numbers, pair, new):
    """Return the numbers (a list) with each pair, from left to right, become one new number."""
    result = []
    for number in numbers:
        if result and (result[-1], number) == tuple(pair):
            result[-1] = new
        else:
            result.append(number)
    return result


def _cut(numbers, merges, merge=_merge, new=lambda place, pair, pieces: BYTES + place):
    """Return the numbers that are left when all merges are done, one after the other."""
    pieces = list(numbers)
    for place, pair in enumerate(merges):
        pieces = merge(pieces, pair, new(place, pair, pieces))
    return pieces


def _by(merge):
    """Return the mistake of somebody who does each merge in this way."""
    return lambda numbers, merges: _cut(numbers, merges, merge)


def _numbered(new):
    """Return the mistake of giving each merge the number new(place, pair, the numbers so far)."""
    return lambda numbers, merges: _cut(numbers, merges, new=new)


def _hits(numbers, pair):
    """Return of each number whether it and the one behind it are the pair."""
    return [*(two == tuple(pair) for two in pairwise(numbers)), False]


def _first_alone(numbers, pair, new):
    at = [*_hits(numbers, pair), True].index(True)
    return numbers[:at] + [new][: len(numbers) - at] + numbers[at + 2 :]


def _with_overlap(numbers, pair, new):
    """Look at every two neighbours as they were: a number may go into two pairs."""
    hits = _hits(numbers, pair)
    ways = zip(numbers, hits, [False, *hits], strict=False)
    return [new if hit else number for number, hit, second in ways if hit or not second]


def _second_left(numbers, pair, new):
    """Put the new number in place of the first of a pair, and leave the second where it is."""
    hits = _hits(numbers, pair)
    return [new if hit else number for number, hit in zip(numbers, hits, strict=True)]


def _second_alone(numbers, pair, new):
    """Put the new number behind the first of its pair, and drop the second alone."""
    merged = _merge(numbers, pair, new)
    return [part for one in merged for part in ((pair[0], new) if one == new else (one,))]


def _last_lost(numbers, pair, new):
    """Walk to the last number but one: the last is lost where it is in no pair."""
    result, i = [], 0
    while i < len(numbers) - 1:
        is_pair = (numbers[i], numbers[i + 1]) == tuple(pair)
        result.append(new if is_pair else numbers[i])
        i += 1 + is_pair
    return result


def _table(merges):
    return {tuple(pair): BYTES + place for place, pair in enumerate(merges)}


def _in_one_pass(numbers, merges):
    """Walk once along the letters; numbers that a merge has made are not looked at again."""
    table, result, i = _table(merges), [], 0
    while i < len(numbers):
        new = table.get(tuple(numbers[i : i + 2]))
        result.append(numbers[i] if new is None else new)
        i += 1 if new is None else 2
    return result


def _leftmost(numbers, merges):
    """Merge the leftmost pair that any merge knows, as long as there is one."""
    table, pieces = _table(merges), list(numbers)
    while found := [i for i, pair in enumerate(pairwise(pieces)) if pair in table]:
        i = found[0]
        pieces[i : i + 2] = [table[tuple(pieces[i : i + 2])]]
    return pieces


MISTAKES = (
    Mistake("Nothing is merged: the letters come back as they were.", lambda n, merges: list(n)),
    Mistake(
        "You apply the merges in reverse. The later ones are made of what the earlier ones make, "
        "so the first comes first.",
        lambda n, merges: _cut(n, merges[::-1], new=lambda i, *_: BYTES + len(merges) - 1 - i),
    ),
    Mistake(
        "You look at the letters alone. A number that a merge has made can be part of a later "
        "pair: each merge works on what the one before has left.",
        _in_one_pass,
    ),
    Mistake(
        "You take whatever pair stands furthest to the left. The order of the merges decides: the "
        "first goes through the whole word before the second begins.",
        _leftmost,
    ),
    Mistake(
        "Each of your merges begins with the letters anew, so what the one before has made is "
        "lost. On what should the second merge work?",
        lambda n, merges: _merge(list(n), merges[-1], BYTES + len(merges) - 1),
        lambda n, merges: _merge(list(n), merges[0], BYTES),
    ),
    Mistake(
        "The last number of a word is lost where it is in no pair. How far does your walk go?",
        _by(_last_lost),
    ),
    Mistake(
        "The new number is there, and so is the first half of its pair. Both halves go into it.",
        _by(_second_alone),
    ),
    Mistake(
        "Each merge is done only once. A pair may stand in a word several times.", _by(_first_alone)
    ),
    Mistake(
        "A number goes into two pairs at once. In three equal letters the first two are a pair, "
        "and the third is left.",
        _by(_with_overlap),
    ),
    Mistake(
        "You merge from the right. In three equal letters, the first two are the pair.",
        _by(lambda numbers, pair, new: _merge(numbers[::-1], tuple(pair)[::-1], new)[::-1]),
    ),
    Mistake(
        "The new number is there, and so is the second half of its pair. Both halves go into it.",
        _by(_second_left),
    ),
    Mistake(
        "The new numbers are off by one: the first merge, number 0, makes 256.",
        _numbered(lambda place, *_: BYTES + 1 + place),
        _numbered(lambda place, *_: BYTES - 1 + place),
    ),
    Mistake(
        "Your new numbers begin with 0, where the bytes are. They begin behind the last byte.",
        _numbered(lambda place, *_: place),
    ),
    Mistake(
        "You add the two numbers. With text, + joins; here a merge makes a new number.",
        _numbered(lambda _, pair, __: sum(pair)),
    ),
    Mistake(
        "Your new numbers are not those of the task: merge number i, counted from 0, makes "
        "256 + i. Later merges name them so.",
        _numbered(lambda _, __, pieces: max(pieces) + 1),
        _numbered(lambda place, *_: BYTES * (place + 1)),
        _numbered(lambda place, *_: BYTES * place),
        _numbered(lambda place, *_: 1000 + place),
        _numbered(lambda place, *_: 300 + place),
    ),
    Mistake(
        "Every merge makes the same new number. Each needs one of its own.",
        _numbered(lambda *_: BYTES),
    ),
)

cut_with_merges = Function(
    name="cut_with_merges",
    expected=_cut,
    shown=(list(b"keystroke"), MERGES),
    draw=_drawn,
    mistakes=MISTAKES,
    run=_run,
    also={"three equal letters": ([97, 97, 97], [(97, 97)])},
    done="“keystroke”, never seen, comes apart into 6 numbers: “key”, four letters and “ke”. "
    "With the 256 bytes to fall back on, no text in the world is without its tokens.",
)
