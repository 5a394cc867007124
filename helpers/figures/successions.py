"""The same words at successive moments, a small plane for each moment."""

import numpy as np

from helpers.figures import given
from helpers.figures.coordinates import AIR, equal_axes, look, name_all, reach
from helpers.figures.picture import TITLE, WIDEST, Picture, styled
from helpers.numerals import wording

LEFT, BETWEEN, LOW, HIGH = 0.62, 0.2, 0.5, 0.3  # inches around and between the planes
SIZE, SMALL = 6.5, 9  # points: a marker, a name
EDGE = 0.8  # points: its rim, which shows where one lies on another


@styled
def succession(history, labels, moments, *, title="", groups=None, axes=None, decimals=2):
    """Draw where the same words stand at successive moments, all planes with the same limits.

    history : (k, n, 2)    labels : n, written in the first plane    moments : k names, one a plane
    groups  : n names; each group has its marker and colour, of a role where it is one's name
    axes    : the names of the two coordinates

    Raises ValueError for labels, moments or groups that do not fit, and for vectors not of 2
    dimensions.
    """
    history = given.numbers(history, 3, "history")
    places = given.vectors(history.reshape(-1, history.shape[-1]), "history")
    texts = given.labels(labels, history.shape[1], "labels", "vectors")
    moments = given.labels(moments, len(history), "moments", "planes")
    kinds = given.labels(groups or texts, len(texts), "groups", "vectors")
    box = _box(places)
    width = (WIDEST - LEFT - 0.1 - BETWEEN * (len(moments) - 1)) / len(moments)
    top = HIGH + (0.32 if title else 0.0)
    picture = Picture(WIDEST, LOW + width + top, title=title)
    for step, (moment, vectors) in enumerate(zip(moments, history, strict=True)):
        left = LEFT + step * (width + BETWEEN)
        panel = equal_axes(picture, (left, LOW, width, width), box)
        panel.set_title(moment, loc="left", fontsize=TITLE - 1, pad=5)
        _name_axes(panel, axes, first=step == 0)
        _draw(panel, vectors, kinds)
        if step == 0:
            _name(panel, vectors, texts)
    picture.alt = wording.alt(title, *_words(history, texts, moments, decimals))
    return picture


def _box(places):
    """Return x0, x1, y0, y1 of a square that holds all places, with air around them."""
    low, high = places.min(axis=0), places.max(axis=0)
    middle, side = (low + high) / 2, (0.6 + AIR) * max((high - low).max(), 1e-3)
    return (*np.stack([middle - side, middle + side], axis=1).ravel(),)


def _name_axes(panel, axes, first):
    """Name the coordinates: across under each plane, up beside the first."""
    if axes is not None:
        across, up = given.labels(axes, 2, "axes", "coordinates")
        panel.set_xlabel(across)
        panel.set_ylabel(up if first else "")
    if not first:
        panel.set_yticklabels([])


def _draw(panel, vectors, kinds):
    """Draw the words as points."""
    for vector, kind in zip(vectors, kinds, strict=True):
        colour, marker = look(list(dict.fromkeys(kinds)), kind)
        style = {"color": colour, "mec": "white", "mew": EDGE, "ms": SIZE, "gid": "word"}
        panel.plot(*vector, marker, zorder=4, **style)


def _name(panel, vectors, texts):
    """Write each word beside its point, away from the middle of the crowd."""
    away = vectors - vectors.mean(axis=0)
    style = [{"fontsize": SMALL}] * len(texts)
    names = [*zip(texts, vectors, away, style, strict=True)]
    name_all(panel, names, markers=[(at, reach("o", SIZE, EDGE)) for at in vectors])


def _words(history, texts, moments, decimals):
    """Say where the words stand at each moment; those in one place once."""
    for moment, vectors in zip(moments, history, strict=True):
        points = [wording.point(vector, decimals) for vector in vectors]
        named = (f"{text} {at}" for text, at in zip(texts, points, strict=True))
        yield f"{moment}: {', '.join(named) if len(set(points)) > 1 else f'all at {points[0]}'}"
