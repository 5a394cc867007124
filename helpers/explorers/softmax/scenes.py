"""What the bars of softmax show: scores, their powers, the weights as one bar of 1, and a guess."""

import numpy as np

from helpers.explorers.softmax.state import FEWEST, FURTHEST
from helpers.numerals import wording

WHOLE = [0, 0.5, 1]  # ticks of an axis of weights
ENDS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512, FURTHEST)  # of the scores' axis
HIGH, LOW = 245, 160  # pixels of a picture, and of one that is beside the matter


def scores(row, axis, pinned=None):
    """Return the scene of the scores, with an axis from `axis[0]` to `axis[1]`."""
    raised = f" {'+' if row.added > 0 else '−'} {abs(row.added):g}" if row.added else ""
    low, high = axis
    return {
        **_bars(row, row.scores, "score", f"scores{raised}: drag a bar", low, high),
        "ticks": [end for end in (low, 0, high) if not 0 < abs(end) < (high - low) / 10],
        "ghosts": pinned and np.array(pinned.scores),
        "movable": True,
        "step": 0.1,
    }


def axis(start):
    """Return the ends of the scores' axis: all that an example begins with, and room to drag."""
    return -_end(max(0, -min(start.scores))), _end(max(0, *start.scores))


def _end(reach):
    return next((end for end in ENDS if end >= reach + 0.95), FURTHEST)


def powers(row, axis, hidden=False):
    """Return the scene of e to each score, as softmax gets it, on an axis that ends with theirs."""
    made = row.forms.powers
    caption = (
        "eˢ: always above 0" if row.temperature == 1 else f"eˢ, s = score / {row.temperature:g}"
    )
    if {0, np.inf} & {*made}:
        caption = f"eˢ: {'too large for' if np.inf in made else 'rounded to 0 in'} {row.dtype}"
    exponents = [wording.drawn(exponent) for exponent in row.forms.exponents]
    texts = [
        f"e^{exponents[i]}" if 0 < power < 0.005 or 1e5 <= power < np.inf else wording.drawn(power)
        for i, power in enumerate(made)
    ]
    roles = ["broken" if power in (0, np.inf) else "power" for power in made]
    if hidden:  # they would give the weights away
        made, texts, caption = np.zeros(len(made)), ["?"] * len(made), "eˢ: hidden"
        roles = ["power"] * len(made)
    with np.errstate(over="ignore"):
        high = min(float(np.exp(float(axis[1]))), np.finfo(float).max)
    return {
        **_bars(row, made, "power", caption, 0.0, high, texts),
        "roles": roles,
        "ticks": [0],
        "still": True,
    }


def weights(row, chosen, ghosts):
    """Return the scene of the weights as parts of one bar, the maximum subtracted first."""
    shares = [wording.percent(weight, 0) for weight in row.weights]
    return {
        **_bars(row, row.weights, "weight", "attention weights: parts of 1", texts=shares),
        "stacked": True,
        "ghosts": ghosts,
        "chosen": chosen,
    }


def guess(row, guessed):
    """Return the scene of a guess, with what its bars add up to: weights share 1."""
    caption = f"drag each bar: {100 * sum(guessed):.0f}% together"
    texts = [f"{100 * share:.0f}%" for share in guessed]
    return {**_bars(row, guessed, "guess", caption, texts=texts), "movable": True, "step": 0.05}


def naive(row):
    """Return the scene of the naive form; what is broken is marked as such."""
    made, caption = row.forms.naive, "weights in the naive form: nothing subtracted"
    brief = wording.brief_percent
    texts = [brief(share, 0) if share <= 1 else wording.drawn(share) for share in made]
    return {
        **_bars(row, made, "weight", caption, texts=texts),
        "roles": ["broken" if bad else "weight" for bad in row.forms.broken],
        "still": True,
        "tall": LOW,
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


def _bars(row, heights, role, caption, low=0.0, high=1.0, texts=None):
    """Return what all scenes of bars share; what is off the scale is marked with an arrow."""
    heights = np.array(heights, dtype=float)
    texts = texts or [wording.drawn(one, 2 if abs(one) < 100 else 0) for one in heights]
    off = [" ↑" if high < one < np.inf else " ↓" if one < low else "" for one in heights]
    found = "".join(dict.fromkeys(off)).strip()
    return {
        "heights": heights,
        "labels": list(row.names),
        "texts": [text + arrow for text, arrow in zip(texts, off, strict=True)],
        "roles": [role] * len(heights),
        "low": float(low),
        "high": float(high),
        "ticks": WHOLE,
        "caption": f"{caption.partition(':')[0]}: off the scale {found}" if found else caption,
        "tall": HIGH,
        "fits": True,
    }
