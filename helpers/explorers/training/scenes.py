"""What is drawn of a training: the curve of its losses, a word's arcs, the map, a still picture."""

import functools

import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from helpers import palette
from helpers.explorers.base.colours import cells
from helpers.explorers.base.words import short
from helpers.explorers.training.words import named, said_of
from helpers.figures.picture import WIDEST, Picture, styled, widest
from helpers.numerals import wording

ROOM = 1.1  # above the highest number of a curve
ROUND = (1, 2, 5, 10)  # steps between the numbers below the curve, times a power of 10
POINTS = 300  # of the drawn curve, beside the recorded ones
AXIS = {"cursor": "recorded step, along the losses", "caption": "loss: drag along the curve"}
TALL = {"bare": 112, "axis": 130, "alone": 210}  # pixels of a curve without its steps, with, alone
HIGH, SIDE = 3.7, 2.5  # inches of a still picture, and across its map
HIDDEN, PINNED = "?", "pinned"
PLAIN = ("var(--tint)", "var(--ink)")
REST = "Press a row's name to follow that word."
VERDICTS = (  # what a still picture says of a weight: digits differ between machines
    (0.1, "hardly any of its weight"),
    (0.5, "less than half of its weight"),
    (0.9, "more than half of its weight"),
    (np.inf, "nearly all of its weight"),
)


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
    levels = _ticks(low, top, 3)
    ticks = _ticks(0, end, 4 if projector else 6, integer=True, steps=ROUND)
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


@functools.lru_cache(maxsize=32)
@styled
def _ticks(low, high, most, **options):
    """Return where numbers stand along an axis, as many as `most`, and one."""
    return MaxNLocator(most, **options).tick_values(low, high)


def _marked(places, low, high):
    """Return the places of an axis between its ends, each with its number as text."""
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


@styled
def picture(now, hidden=False):
    """Return a `Picture`: the losses, under them the weight on the target, beside them the map.

    A guess leaves the losses alone. The words hold no number of a weight: trained ones differ in
    their last digits between machines, and a verdict does not.
    """
    step, layer = f"step {now.step}", f", layer {now.layer + 1} of {now.layers}"
    layer = layer if now.layers > 1 else ""
    said = [f"{len(now.losses)} losses; maps are recorded at {len(now.steps)} steps"]
    drawn = Picture(WIDEST, HIGH)
    losses = [*now.losses, now.losses[-1]][: max(len(now.losses), now.steps[-1] + 1)]
    curves = {"loss": (range(len(losses)), losses, palette.SERIES[0])}
    end = WIDEST
    if not hidden:
        gives = f"{said_of(now, now.query)} gives {named(now, now.target)}"
        curves[f"weight that {gives}"] = now.steps, now.shares, palette.SECOND
        said += [
            f"{when}{layer}: {gives} {verdict(share)}"
            for when, share in ((step, now.share), ("the end", now.shares[-1]))
        ]
        end = _map(drawn, now, f"weights at {step}{layer}")
    up = (HIGH - 0.55) / len(curves)
    for k, (name, (x, y, colour)) in enumerate(curves.items()):
        axes = drawn.panel(0.5, HIGH - (k + 1) * up, end - 0.65, up - 0.45)
        axes.plot(x, y, color=colour, linewidth=1.9)
        axes.set_title(name, loc="left", fontsize="medium")
        axes.set(xlim=(0, len(losses) - 1), ylim=(min(0, min(y)), ROOM if k else None))
        if not hidden:
            axes.axvline(now.step, color=palette.QUERY, linewidth=1.6)
    axes.set_xlabel("step")
    drawn.alt = wording.alt(*said, f"sentence: {' '.join(now.tokens)}")
    return drawn


def _map(drawn, now, name):
    """Draw the map with its row and answer framed, at the right; return where it begins."""
    tokens = [short(token) for token in now.tokens]
    n, label = len(tokens), widest(tokens) + 0.1
    side = min(SIDE, HIGH - label - 0.5)
    axes = drawn.panel(WIDEST - SIDE - 0.1, HIGH - 0.35 - label - side, side, side)
    axes.imshow(now.map, cmap=palette.WEIGHTS_MAP, vmin=0, vmax=1, interpolation="nearest")
    style = {"size": min(9.5, 60 * side / n), "color": palette.INK}
    axes.set_xticks(range(n), tokens, rotation=90, **style)
    axes.set_yticks(range(n), tokens, **style)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, pad=3)
    axes.set_title(name, loc="left", fontsize="medium")
    style = {"fill": False, "linewidth": 2, "clip_on": False, "zorder": 3}
    answer = [(now.answer, 1, palette.CONTEXT)] * now.answers
    for left, width, colour in ((0, n, palette.QUERY), *answer):
        frame = Rectangle((left - 0.5, now.query - 0.5), width, 1, edgecolor=colour, **style)
        axes.add_patch(frame)
    return WIDEST - SIDE - 0.1 - label


def verdict(share):
    """Return in words how large a weight is."""
    return next(words for most, words in VERDICTS if share <= most)
