"""What is drawn of a training: the curve of its losses, a word's arcs, and the map."""

import numpy as np

from helpers.explorers.base.cells import cells
from helpers.explorers.base.words import short
from helpers.explorers.training.words import named, said_of
from helpers.numerals import wording

ROOM = 1.1  # above the highest number of a curve
ROUND = (1, 2, 5, 10)  # steps between numbers below a curve, times a power of 10, and beside it
FINE = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
POINTS = 300  # of the drawn curve, beside the recorded ones
AXIS = {"cursor": "recorded step, along the losses", "caption": "loss: drag along the curve"}
TALL = {"bare": 112, "axis": 130, "alone": 210}  # pixels of a curve without its steps, with, alone
HIDDEN, PINNED = "?", "pinned"
PLAIN = ("var(--tint)", "var(--ink)")
REST = "Press a row's name to follow that word."


def curve(now, pin=None, guess=None, hidden=False, *, projector=False):
    """Return the scene of `views.Curve`: the losses, the recorded steps and the cursor.

    guess  : a step, or None    hidden : whether the cursor is that of a guess
    """
    count = len(now.losses)
    recorded = np.minimum(now.steps, count - 1)
    drawn = np.unique([*range(0, count, -(-count // POINTS)), *recorded, count - 1])
    beyond = [now.steps[-1]] * (now.steps[-1] == count)  # after the last step no loss is taken
    top, low = float(now.losses.max()), min(0.0, float(now.losses.min()))
    end = max(count - 1, now.steps[-1])
    levels = _ticks(low, top, 3, FINE)
    ticks = _ticks(0, end, 4 if projector else 6, ROUND, least=1)
    at = now.at if not hidden else nearest(now, guess)
    return {
        "x": np.array([*drawn, *beyond], dtype=float),
        "y": np.array([*now.losses[drawn], *now.losses[-1:]])[: len(drawn) + len(beyond)],
        "steps": np.array(now.steps, dtype=float),
        "heights": now.heights,
        "at": at,
        "ghost": -1 if pin is None or pin.steps != now.steps else pin.at,
        "high": float(end),
        "low": float(min(levels[0], low) if low < 0 else 0.0),
        "top": ROOM * top if top > low else low + 1.0,
        "levels": _marked(levels, low, ROOM * top),
        "ticks": _marked(ticks, 0, end),
        **AXIS,
        "across": "step",
        "text": f"step {now.steps[at]}, loss {wording.drawn(now.heights[at])}",
        "guess": hidden,
        "tall": TALL["alone"],
    }


def share(now, losses):
    """Return both scenes, that of the losses and under it that of the weight on the target."""
    gives = f"{said_of(now, now.query)} gives {named(now, now.target)}"
    under = {
        "x": losses["steps"],
        "y": now.shares,
        "heights": now.shares,
        "low": 0.0,
        "top": ROOM,
        "levels": [[0.0, "0"], [0.5, "0.5"], [1.0, "1"]],
        "cursor": "recorded step, along the weight",
        "caption": f"weight that {gives}",
        "text": f"step {now.step}, weight {wording.drawn(now.share)}",
        "tall": TALL["axis"],
    }
    return {**losses, "ticks": [], "across": "", "tall": TALL["bare"]}, {**losses, **under}


def _ticks(low, high, most, steps, least=0):
    """Return where numbers stand along an axis, as many as `most`, and one.

    steps : from one to the next, times a power of 10    least : the smallest such step
    """
    rough = (high - low) / most or 1.0
    power = 10.0 ** np.floor(np.log10(rough))
    step = max(least, power * next(one for one in steps if one * power >= rough * (1 - 1e-9)))
    return step * np.arange(np.floor(low / step), np.ceil(high / step) + 1)


def _marked(places, low, high):
    """Return the ticks of an axis between its ends, each with its number as text."""
    within = [float(place) for place in places if low <= place <= high]
    return [[place, f"{place:.10g}".replace("-", "−")] for place in within]


def nearest(now, step):
    """Return the place of the record that is nearest to a step."""
    return int(np.abs(np.array(now.steps) - step).argmin())


def arcs(now, pin=None, hidden=False):
    """Return the scene of `views.Arcs`: where the word in focus looks at this step.

    pin    : an earlier moment whose row is the ghost, or None
    hidden : whether the weights are still to be guessed
    """
    row, n = now.row(now.query), len(now.tokens)
    return {
        "tokens": list(now.tokens),
        "query": now.query,
        "chosen": 0,
        "marked": now.answer if now.answers else -1,
        "panels": [
            {
                "name": f"step {now.step}" + (f", layer {now.layer + 1}" if now.layers > 1 else ""),
                "weights": np.full(n, np.nan) if hidden else row,
                "texts": [HIDDEN] * n if hidden else [wording.drawn(weight) for weight in row],
                "ghosts": np.full(n, np.nan) if pin is None else pin.row(now.query),
                "rest": "",
                "guess": False,
            }
        ],
        "details": [[]],
        "prompt": "",
        "strip": None,
    }


def table(now, pin=None, hidden=False, *, resting=True):
    """Return the scene of the map: every word's weights at this step, and the row of a pin.

    resting : whether there is time to say every weight in words
    """
    weights, rows, columns = now.map, list(now.tokens), list(now.tokens)
    if pin is not None:
        weights, rows = np.vstack([weights, pin.row(now.query)]), [*rows, PINNED]
    scene = cells(weights, "weights")
    marks = [["ghost" if i == len(columns) else "" for _ in columns] for i in range(len(rows))]
    if now.answers:
        marks[now.query][now.answer] = "context"
    if hidden:
        for part, cell in zip(("texts", "fills", "inks"), (HIDDEN, *PLAIN), strict=True):
            scene[part] = [[cell] * len(columns) for _ in rows]
    return {
        **scene,
        "marks": marks,
        "rows": rows,
        "columns": columns,
        "row": now.query,
        "rest": REST,
        "details": _details(now) if resting and not hidden else [],
    }


def _details(now):
    """Say every weight of the map in words."""
    names = [short(token) for token in now.tokens]
    rows = [zip(names, row, strict=True) for row in now.map]
    return [
        [f"{asks} → {key}: {wording.drawn(weight, 4)}" for key, weight in row]
        for asks, row in zip(names, rows, strict=True)
    ]
