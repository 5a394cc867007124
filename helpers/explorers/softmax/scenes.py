"""What the bars of softmax show: scores, weights, a guess, and the naive form."""

import math

import numpy as np

from helpers.explorers.softmax.state import FEWEST, FURTHEST
from helpers.numerals import wording

WHOLE = {"low": 0.0, "high": 1.0, "ticks": [0, 0.5, 1]}
LEAST = (-1.0, 4.0)  # ends of the scores' axis
HIGH, LOW = 245, 160  # pixels of a picture, and of one that is beside the matter


def scores(row, axis, pinned=None):
    """Return the scene of the scores, with an axis from `axis[0]` to `axis[1]`."""
    raised = f" {'+' if row.added > 0 else '−'} {abs(row.added):g}" if row.added else ""
    low, high = axis
    return {
        **_bars(row, row.scores, "score"),
        "low": low,
        "high": high,
        "ticks": [round(end) for end in (low, 0, high) if not 0 < abs(end) < (high - low) / 10],
        "ghosts": pinned and np.array(pinned.scores),
        "movable": True,
        "step": 0.1,
        "caption": f"scores{raised}: pull a bar",
    }


def axis(row, pinned=None):
    """Return the ends of an axis that holds all scores, and always leaves room to pull."""
    reached = row.scores if pinned is None else (*row.scores, *pinned.scores)
    return -_end(-min(reached), -LEAST[0]), _end(max(reached), LEAST[1])


def _end(reach, end):
    """Return the end, doubled until it lies beyond `reach`."""
    while end <= reach and end < FURTHEST:
        end *= 2
    return min(end, FURTHEST)


def powers(row):
    """Return the scene of e to each score, as softmax gets it: its axis doubles as they need."""
    made = row.forms.powers
    most = max([LEAST[1], *made[np.isfinite(made)]])
    said = "always above 0"
    if {0, np.inf} & {*made}:
        said = f"{'too large for' if np.inf in made else 'rounded to 0 in'} {row.dtype}"
    heated = "" if row.temperature == 1 else f", s = score / {row.temperature:g}"
    scene = _bars(row, made, "power")
    return {
        **scene,
        "texts": _short(made, scene["texts"]),
        "roles": ["broken" if power in (0, np.inf) else "power" for power in made],
        "low": 0.0,
        "high": 2.0 ** min(math.ceil(math.log2(most)), 1023),
        "ticks": [0],
        "still": True,
        "caption": f"eˢ{heated}: {said}",
    }


def _short(numbers, texts):
    """Return texts that fit over bars: what's far from 1 has a power of 10 and few digits.

    That's as few as tell them apart, three at most.
    """
    far = [i for i, n in enumerate(numbers) if 0 < n < 0.005 or 1e5 <= n < np.inf]
    for digits in range(3):
        for i in far:
            mantissa, exponent = f"{numbers[i]:.{digits}e}".split("e")
            texts[i] = f"{mantissa}e{int(exponent)}".replace("-", "−")
        if len({*texts}) == len({*numbers}):
            break
    return texts


def weights(row, chosen, ghosts):
    """Return the scene of the weights, the maximum subtracted first."""
    return {
        **_bars(row, row.weights, "weight"),
        **WHOLE,
        "ghosts": ghosts,
        "chosen": chosen,
        "caption": "weights: choose one to see its fraction",
    }


def guess(row, guessed):
    """Return the scene of a guess, with what its bars sum to: weights share 1."""
    total = wording.number(sum(guessed))
    return {
        **_bars(row, guessed, "guess"),
        **WHOLE,
        "movable": True,
        "step": 0.05,
        "caption": f"your guess sums to {total}: pull each bar",
    }


def naive(row):
    """Return the scene of the naive form; what is broken is marked as such."""
    return {
        **_bars(row, row.forms.naive, "weight"),
        **WHOLE,
        "roles": ["broken" if bad else "weight" for bad in row.forms.broken],
        "still": True,
        "tall": LOW,
        "caption": "weights in the naive form: nothing subtracted",
    }


def table(row):
    """Return the scene of the scores as typed numbers."""
    return {
        "texts": [[wording.typed(score)] for score in row.scores],
        "rows": list(row.names),
        "columns": ["score"],
        "names": list(row.names),
        "renames": True,
        "removes": len(row.scores) > FEWEST,
    }


def numbers(row):
    """Return the scene of c and the temperature as typed numbers."""
    texts = [[wording.typed(row.added)], [wording.typed(row.temperature)]]
    return {"texts": texts, "rows": ["c", "temperature"], "columns": ["typed"]}


def _bars(row, heights, role):
    """Return what all scenes of bars share."""
    heights = np.array(heights, dtype=float)
    return {
        "heights": heights,
        "labels": list(row.names),
        "texts": [wording.drawn(height, 2 if abs(height) < 100 else 0) for height in heights],
        "roles": [role] * len(heights),
        "tall": HIGH,
        "fits": True,
    }
