"""Maps of the plane as 2 x 2 matrices that stand to the right of a row: x W."""

import numpy as np

from helpers.explorers.base.readers import listed, number_of, said

MATRICES = ("W_Q", "W_K", "W_V")
LIMIT = 5  # of an entry, from 0
_C, _S = -0.5, np.sqrt(3) / 2  # cosine and sine of 120 degrees


def fixed(rows):
    """Return rows of numbers as a float array that cannot be written into."""
    array = np.array(rows, dtype=float)
    array.setflags(write=False)
    return array


IDENTITY = fixed([[1, 0], [0, 1]])
NAMED = {
    "identity": IDENTITY,
    "rotate by 120°": fixed([[_C, _S], [-_S, _C]]),
    "rotate by −120°": fixed([[_C, -_S], [_S, _C]]),
    "scale by 2": fixed([[2, 0], [0, 2]]),
    "shear": fixed([[1, 0], [1, 1]]),
    "swap": fixed([[0, 1], [1, 0]]),
    "opposite": fixed([[-1, 0], [0, -1]]),
}
OWN = "own"


def name_of(matrix):
    """Return the name of a map, or "own" where it has none."""
    return next((name for name, one in NAMED.items() if np.allclose(one, matrix)), OWN)


def usable_matrix(matrix, name):
    """Return a (2, 2) matrix, or a map by its name, as an array; entries from -5 to 5.

    Raises ValueError, in one sentence, for anything else.
    """
    if isinstance(matrix, str):
        if matrix not in NAMED:
            raise ValueError(f"{name} has no map {said(matrix)}; there are {', '.join(NAMED)}.")
        return NAMED[matrix]
    rows = [listed(row) for row in listed(matrix) or ()]
    if None in rows or [len(row) for row in rows] != [2, 2]:
        raise ValueError(f"{name} must be 2 rows of 2 numbers; this is {said(matrix)}.")
    rows = fixed([[number_of(entry) for entry in row] for row in rows])
    if np.abs(rows).max() > LIMIT:
        raise ValueError(f"The numbers of {name} must lie between −{LIMIT} and {LIMIT}.")
    return rows


def usable_names(names):
    """Return names of matrices in their order, or say in one sentence which there are."""
    given = [names] if isinstance(names, str) else listed(names)
    if given is None or not all(isinstance(name, str) and name in MATRICES for name in given):
        raise ValueError(f"Only {', '.join(MATRICES)} can be dropped; this is {said(names)}.")
    return tuple(name for name in MATRICES if name in given)


def usable_switch(on):
    """Return True or False, or say in one sentence what came."""
    if not isinstance(on, bool | np.bool_):
        raise ValueError(f"tied must be True or False; this is {said(on)}.")
    return bool(on)


def settable(name, tied, dropped):
    """Say in one sentence why a matrix that does not act cannot be set."""
    if tied and name == "W_K":
        raise ValueError("W_K follows W_Q while they are tied; untie them to set it.")
    if name in dropped:
        raise ValueError(f"{name} is dropped and acts as the identity; take it back to set it.")


def acting(own, tied, dropped):
    """Return the three matrices that act: a dropped one is the identity, a tied W_K is W_Q.

    own : the matrices as they were set, by name
    """
    act = {name: IDENTITY if name in dropped else own[name] for name in MATRICES}
    return {**act, "W_K": act["W_Q"]} if tied else act
