"""Two vectors, the angle between them, and the shadow of one on the other."""

import itertools

import numpy as np

from helpers import palette
from helpers.figures import given
from helpers.figures.coordinates import arrow, coordinates, name_all
from helpers.figures.picture import styled
from helpers.numerals import wording

WIDTH = 2.2  # of the arrows, in points


@styled
def angle(a, b, *, labels=("a", "b"), title="", decimals=2, limits=None):
    """Draw two vectors, the arc of their angle and the projection of b on a.

    a : (2,) longer than 0, in the query's colour    b : (2,) longer than 0, in the key's colour

    Raises ValueError for a vector without length, or not of 2 dimensions.
    """
    a, b = given.vectors([given.numbers(v, 1, name) for v, name in ((a, "a"), (b, "b"))], "a and b")
    first, second = given.labels(labels, 2, "labels", "vectors")
    for name, vector in ((first, a), (second, b)):
        if not vector.any():
            raise ValueError(f"an angle needs two vectors longer than 0, got {name} = (0, 0)")
    shadow = a * (a @ b) / (a @ a)
    cosine = float(np.clip(a @ b / np.hypot(*a) / np.hypot(*b), -1, 1))
    degrees = float(np.degrees(np.arccos(cosine)))
    picture, panel = coordinates([a, b, shadow, (0, 0)], title=title, limits=limits, under=0.3)
    _project(panel, b, shadow)
    arc = _arc(panel, a, b)
    arrow(panel, (0, 0), a, palette.QUERY, width=WIDTH)
    arrow(panel, (0, 0), b, palette.KEY, width=WIDTH)
    _name(panel, (first, a), (second, b), shadow, arc, f"{wording.number(degrees, 1)}°")
    facts = _facts(first, second, a, b, shadow, cosine, decimals)
    down = -0.3 * panel.figure.dpi / panel.get_window_extent().height
    panel.text(0, down, facts, transform=panel.transAxes, va="top", color=palette.INK)
    picture.alt = wording.alt(
        title,
        f"{first} {wording.point(a, decimals)}, {second} {wording.point(b, decimals)},"
        f" angle {wording.number(degrees, 1)}°",
        *facts.replace("−", "-").split("\n"),
    )
    return picture


def _project(panel, b, shadow):
    """Drop b onto the line of a, and draw its shadow there."""
    panel.plot(*np.transpose([b, shadow]), "--", color=palette.MUTED, linewidth=1.1)
    panel.plot(
        *np.transpose([(0, 0), shadow]),
        color=palette.SCORE,
        linewidth=7,
        alpha=0.45,
        solid_capstyle="butt",
    )


def _arc(panel, a, b):
    """Draw the arc from a to b the short way round, and return its points."""
    start, end = np.arctan2(a[1], a[0]), np.arctan2(b[1], b[0])
    turn = (end - start + np.pi) % (2 * np.pi) - np.pi
    radius = 0.32 * min(np.hypot(*a), np.hypot(*b))
    ways = start + turn * np.linspace(0, 1, 60)
    arc = radius * np.stack([np.cos(ways), np.sin(ways)], axis=1)
    panel.plot(*arc.T, color=palette.INK, linewidth=1.2)
    return arc


def _name(panel, a, b, shadow, arc, degrees):
    """Name the vectors at their tips, the angle at its arc and the shadow at its middle."""
    origin = np.zeros(2)
    middle = arc[len(arc) // 2]
    names = [
        (a[0], a[1], a[1], {"color": palette.QUERY_TEXT, "weight": "bold"}),
        (b[0], b[1], b[1], {"color": palette.KEY_TEXT, "weight": "bold"}),
        (degrees, middle, middle, {}),
    ]
    lines = [(b[1], shadow), *itertools.pairwise(arc)]
    arrows = [(origin, tip, WIDTH) for _, tip in (a, b)]
    if np.hypot(*shadow) > 0.08 * max(np.hypot(*a[1]), np.hypot(*b[1])):
        text = f"{b[0]} on {a[0]}"
        names.append((text, shadow / 2, shadow - b[1], {"color": palette.SCORE}))
    name_all(panel, names, arrows=arrows, segments=lines)


def _facts(first, second, a, b, shadow, cosine, decimals):
    """Return lengths, cosine and dot product as two lines of text."""
    length = {name: wording.drawn(np.hypot(*v), decimals) for name, v in ((first, a), (second, b))}
    signed = wording.drawn(np.sign(a @ b) * np.hypot(*shadow), decimals)
    return (
        f"length of {first} {length[first]}, of {second} {length[second]};"
        f" cosine {wording.drawn(cosine, decimals)}\n"
        f"{first} · {second} = {length[first]} × {signed} (length of {first} × shadow of {second}"
        f" on {first}) = {wording.drawn(a @ b, decimals)}"
    )
