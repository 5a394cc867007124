"""What is drawn of a layer's cost: shares of the work, and two pictures of what grows with n."""

import dataclasses
import math

import numpy as np

from helpers import figures
from helpers.explorers.cost.state import LONGEST, SHORTEST
from helpers.explorers.cost.words import WORK, percent, shares, storing
from helpers.numerals import wording

DECADE = (100, 125, 160, 200, 250, 320, 400, 500, 640, 800)  # three stops double, ten make × 10
STOPS = {
    "n": (
        *(16, 20, 25, 32, 40, 50, 64, 80),
        *(stop * 10**k for k in range(4) for stop in DECADE),
        LONGEST,
    ),
    "d": (32, *(stop for k in range(5, 14) for stop in (3 * 2**k // 2, 2 ** (k + 1)))),
}
ROLES = ("key", "query", "context")  # of projections, pairs and MLP, as in the still picture
SHORT = ("", "pairs ", "")  # where letters are large: the others have their colours
NAMED = {False: (0, 50, 100), True: (0, 33, 100)}  # where they stand, by whether it is projected
DECADES = (4, 17)  # ends of the axis of multiply-adds, as powers of 10
DOUBLINGS = (8, 50)  # of the axis of bytes, as powers of 2
TICKS = {n: f"{n:,}" for n in (100, 1_000, 10_000, 100_000, LONGEST)}
FEW_TICKS = {100: "100", 10_000: "10⁴", LONGEST: "10⁶"}  # where letters are large
PROMPT = "<p class='abh-prompt'>Drag a dot or a slider: what does a longer text cost?</p>"
HIGH, PROJECTED = 210, 176  # of a picture, in pixels that a presentation makes larger


def stops_with(name, value):
    """Return the stops of n or d, with a value in the place of the nearest, so that Esc finds it.

    name : "n" or "d"
    """
    stops = STOPS[name]
    place = min(range(len(stops)), key=lambda k: abs(math.log(stops[k] / value)))
    return (*stops[:place], value, *stops[place + 1 :])


def bar(now, pinned=None, *, projector=False):
    """Return the scene of the work as one bar of 100 %, beside the one of a pin."""
    parts = [percent(part) for part in shares(now)]
    said = [f"{name} {part}" for name, part in zip(WORK, parts, strict=True)]
    seen = [name + part for name, part in zip(SHORT, parts, strict=True)] if projector else said
    marks = [
        {"at": at, "text": text, "role": role, "lane": 1}
        for at, text, role in zip(NAMED[projector], seen, ROLES, strict=True)
    ]
    inside = np.array([0.25, -0.25])  # apart, so that each part has an outline
    return {
        "columns": {"ends": _ends(now), "heights": np.full(3, 0.7), "roles": list(ROLES)},
        "ghosts": pinned and {"ends": _ends(pinned) + inside, "heights": np.full(3, 0.8)},
        "low": 0,
        "high": 100,
        "ticks": [0, 25, 50, 75, 100],
        "top": 1,
        "marks": marks,
        "beyond": ["shares of the work, in %", ""],
        "text": ", ".join(said),
        "tall": 102 if projector else 92,
    }


def _ends(now):
    """Return where each part of the bar begins and ends, (3, 2), in hundredths of the work."""
    edges = 100 * np.cumsum([0, *map(float, shares(now))])
    return np.stack([edges[:-1], edges[1:]], axis=1)


def work(now, stops, pinned=None, *, projector=False):
    """Return the scene of the multiply-adds against n, both axes logarithmic."""
    projections, pairs, mlp = _decades(now, stops).T
    ghosts = [] if pinned is None else [_line(_decades(pinned, stops)[:, 1], "ghost", "")]
    return {
        **_frame(now, stops, pinned, projector=projector),
        "y": pairs,
        "heights": pairs,
        "name": WORK[1],
        "role": ROLES[1],
        "others": [
            _line(projections, ROLES[0], WORK[0]),
            _line(mlp, ROLES[2], WORK[2]),
            *ghosts,
        ],
        "marks": [_mark(now.passing, f"n = 2d = {now.passing:,}"), *_pinned(pinned)],
        "top": DECADES[1] - DECADES[0],
        "levels": [[k - DECADES[0], wording.power(10.0**k)] for k in range(6, 16, 3)],
        "text": f"n = {now.n:,}, pairs: {wording.many(now.pairs)} multiply-adds",
    }


def _decades(now, stops):
    """Return where projections, pairs and MLP lie at each stop, (k, 3), in powers of 10."""
    return np.log10([list(map(float, each.work)) for each in _along(now, stops)]) - DECADES[0]


def memory(now, stops, pinned=None, guess=None, *, hidden=False, projector=False):
    """Return the scene of the stored bytes against n, both axes logarithmic.

    guess : a power of 2 to show beside the bytes, or None    hidden : whether it is all that shows
    """
    low = DOUBLINGS[0]
    limit = np.full(len(stops), math.log2(now.room) - low)
    held = [(each.direct, each.windowed, each.blockwise) for each in _along(now, stops)]
    direct, windowed, blockwise = (np.log2(np.array(held, dtype=float)) - low).clip(0).T
    lines = [_line(windowed, "head-3", "window"), _line(blockwise, "score", "blockwise")]
    if guess is not None:
        lines.append(_line(np.full(len(stops), guess - low), "ghost", "guess"))
    fills = [] if hidden or not SHORTEST < now.fitting < LONGEST else [now.fitting]
    said = "hidden" if hidden else wording.stored(now.direct)
    return {
        **_frame(now, stops, pinned, projector=projector),
        "y": np.empty(0) if hidden else direct,
        "heights": np.full(len(stops), guess - low) if hidden else direct,
        "guess": hidden,
        "name": "" if hidden else "direct",
        "role": ROLES[1],
        "others": [_line(limit, "limit", wording.stored(now.room)), *([] if hidden else lines)],
        "marks": [*(_mark(n, f"full at {n:,}") for n in fills), *_pinned(pinned)],
        "top": DOUBLINGS[1] - low,
        "levels": [[k - low, wording.stored(2**k)] for k in range(20 if projector else 10, 41, 10)],
        "text": f"n = {now.n:,}, direct: {said}",
    }


def _along(now, stops):
    """Return the same layer at each of some lengths."""
    return [dataclasses.replace(now, n=stop) for stop in stops]


def _frame(now, stops, pinned, *, projector):
    """Return what both pictures share: the axis of n, and the handle on it."""
    return {
        "x": (places := np.array([_place(stop) for stop in stops])),
        "steps": places,
        "at": stops.index(now.n),
        "texts": [f"n = {stop:,}" for stop in stops],
        "ghost": -1,  # a pin stands among the marks: its n may be no stop
        "low": 0,
        "high": _place(LONGEST),
        "ticks": [[_place(n), text] for n, text in (FEW_TICKS if projector else TICKS).items()],
        "across": "n",
        "cursor": "tokens n, along the curve",
        "tall": PROJECTED if projector else HIGH,
    }


def _place(n):
    """Return where a length lies on the logarithmic axis, which begins at the shortest."""
    return math.log10(n / SHORTEST)


def _line(y, role, name):
    return {"y": y, "role": role, "name": name}


def _mark(n, text):
    return {"at": _place(n), "text": text}


def _pinned(pinned):
    return [] if pinned is None else [_mark(pinned.n, "pinned")]


def picture(now, *, hidden=False):
    """Return a `Picture` of the work against n; its words hold no bytes while they are hidden."""
    lengths = np.geomspace(SHORTEST, LONGEST, 60)
    curves = {
        "projections": 4 * lengths * now.d**2,
        "pairs": 2 * lengths**2 * now.d,
        "MLP": 8 * lengths * now.d**2,
    }
    drawn = figures.lines(
        lengths,
        curves,
        xlabel="n",
        ylabel="multiply-adds",
        title=f"One layer of width d = {now.d:,}",
        log_x=True,
        log_y=True,
        mark={f"n = {now.n:,}": now.n, f"2d = {now.passing:,}": now.passing},
    )
    said = [f"{name} {percent(part)}" for name, part in zip(WORK, shares(now), strict=True)]
    lines = [f"At n = {now.n:,}: {', '.join(said)}", *([] if hidden else storing(now))]
    drawn.alt = wording.alt(*drawn.alt.split("\n"), *lines)
    return drawn
