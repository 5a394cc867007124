"""Vectors as points of a plane, or as arrows from its origin."""

import itertools

import numpy as np

from helpers import palette
from helpers.figures import given
from helpers.figures.coordinates import arrow, coordinates, look, name_all, reach
from helpers.figures.picture import styled, widest
from helpers.numerals import wording

MOST_NAMED = 30
WAS = 3.5  # points: the marker of where a vector was
WIDTHS, SIZES = (1.7, 2.6), ((6.5, 1.0), (9.5, 2.0))  # of arrows, markers and edges; stressed


@styled
def plane(
    vectors,
    labels,
    *,
    title="",
    arrows=True,
    groups=None,
    mark=None,
    trails=None,
    axes=None,
    decimals=2,
):
    """Draw labelled vectors in a plane.

    vectors : (n, 2)    labels : n
    arrows  : draw arrows from the origin, else points
    groups  : n names, for the legend; each has its marker and a spare colour, or that of its role
              where it begins with query, key, value or context
    mark    : the place, or places, of vectors to stress; an arrow is then a query among keys
    trails  : (steps, n, 2) where the vectors were before, earliest first
    axes    : the names of the two coordinates

    Raises ValueError for labels or groups that do not fit, and for vectors not of 2 dimensions.
    """
    vectors = given.vectors(vectors, "vectors")
    texts = given.labels(labels, len(vectors), "labels", "vectors")
    groups = None if groups is None else given.labels(groups, len(texts), "groups", "vectors")
    stressed = [] if mark is None else mark if np.ndim(mark) else [mark]
    marks = [given.place(index, len(texts), "mark") for index in stressed]
    paths = _paths(trails, vectors)
    shown = [paths.reshape(-1, 2), np.zeros((int(arrows), 2))]
    kinds = list(dict.fromkeys(groups or []))
    beside = widest(kinds) + 0.55 if groups else 0.0
    picture, panel = coordinates(np.concatenate(shown), title=title, names=axes, beside=beside)
    plain = "key" if arrows and marks else ""  # beside one that asks, the others are asked
    roles = ["query" if arrows and i in marks else plain for i in range(len(texts))]
    styles = [look(kinds or [group], group) for group in groups or roles]
    _trace(panel, paths, styles)
    _draw(panel, vectors, styles, arrows, marks)
    if len(texts) <= MOST_NAMED:
        _name(panel, texts, styles, arrows, marks, paths)
    _legend(panel, kinds, arrows)
    picture.alt = wording.alt(title, *_words(vectors, texts, groups, marks, paths, decimals))
    return picture


def _paths(trails, vectors):
    """Return where each vector was, and now is: (steps + 1, n, 2)."""
    if trails is None:
        return vectors[None]
    trails = given.numbers(trails, 3, "trails")
    if trails.shape[1:] != vectors.shape or not np.isfinite(trails).all():
        raise ValueError(
            f"trails must be finite, of shape (steps, {len(vectors)}, 2), got {trails.shape}"
        )
    return np.concatenate([trails, vectors[None]])


def _trace(panel, paths, styles):
    """Draw each vector's way to where it is, dashed and grey, paler the earlier."""
    steps = len(paths) - 1
    marked = _left(paths)
    for i, (_, marker) in enumerate(styles):
        for k in range(steps):
            pale = {"color": palette.MUTED, "alpha": 0.25 + 0.5 * (k + 1) / steps, "zorder": 2}
            panel.plot(*paths[k : k + 2, i].T, linewidth=1, linestyle=(0, (3, 2)), **pale)
            if marked[k, i]:
                panel.plot(*paths[k, i], marker, markersize=WAS, **pale)


def _left(paths):
    """Return which earlier places get a marker, (steps, n): those where no vector stands now.

    A marker of one group on the vector of another would say that they are the same.
    """
    return ~(paths[:-1, :, None] == paths[-1]).all(axis=-1).any(axis=-1)


def _draw(panel, vectors, styles, arrows, marks):
    """Draw arrows from the origin, or points; those to stress are heavier."""
    for i, (vector, (colour, marker)) in enumerate(zip(vectors, styles, strict=True)):
        stressed = i in marks
        if arrows:
            style = {"width": WIDTHS[stressed], "zorder": 3 + stressed, "gid": "vector"}
            arrow(panel, (0, 0), vector, colour, **style)
        else:
            size, edge = SIZES[stressed]
            style = {"mec": palette.INK if stressed else colour, "mew": edge, "ms": size}
            panel.plot(*vector, marker, color=colour, zorder=4 + stressed, gid="vector", **style)


def _name(panel, texts, styles, arrows, marks, paths):
    """Name the vectors, each name away from the origin or from the middle of the crowd."""
    vectors = paths[-1]
    middle = np.zeros(2) if arrows else vectors.mean(axis=0)
    names = []
    for i, (vector, text) in enumerate(zip(vectors, texts, strict=True)):
        ink = palette.QUERY_TEXT if styles[i][0] == palette.QUERY else palette.INK
        stress = {"color": ink, "weight": "bold"} if i in marks else {}
        names.append((text, vector, vector - middle, stress))
    ways = [way for path in paths.swapaxes(0, 1) for way in itertools.pairwise(path)]
    drawn, marked = {"markers": [], "arrows": []}, _left(paths)
    for i, (vector, (_, marker)) in enumerate(zip(vectors, styles, strict=True)):
        drawn["markers"] += [(place, reach(marker, WAS)) for place in paths[:-1, i][marked[:, i]]]
        if arrows:
            drawn["arrows"].append(((0, 0), vector, WIDTHS[i in marks]))
        else:
            drawn["markers"].append((vector, reach(marker, *SIZES[i in marks])))
    name_all(panel, names, segments=ways, **drawn)


def _legend(panel, kinds, arrows):
    """Say at the right which colour and marker is which group, or which colour of the arrows."""
    for kind in kinds:
        colour, marker = look(kinds, kind)
        drawn = {"marker": ">", "ms": 5, "lw": WIDTHS[0]} if arrows else {"marker": marker}
        panel.plot([], [], **{"color": colour, "lw": 0, "label": kind} | drawn)
    if kinds:
        room = {"handletextpad": 0.5, "handlelength": 1.6} if arrows else {"handletextpad": 0.2}
        panel.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0, **room)


def _words(vectors, texts, groups, marks, paths, decimals):
    """Return the alt text's lines: where each vector is, or the range of very many."""
    where = [f"{t} {wording.point(v, decimals)}" for t, v in zip(texts, vectors, strict=True)]
    lines = []
    if len(texts) > MOST_NAMED:
        low, high = vectors.min(axis=0), vectors.max(axis=0)
        ends = f"from {wording.point(low, decimals)} to {wording.point(high, decimals)}"
        lines.append(f"{len(texts)} vectors {ends}")
        where = []
    for group in dict.fromkeys(groups or []) if where else ():
        members = [w for w, g in zip(where, groups, strict=True) if g == group]
        lines.append(f"{group}: {', '.join(members)}")
    if not groups and where:
        lines.append(", ".join(where))
    if marks:
        lines.append(f"marked: {', '.join(texts[i] for i in marks)}")
    if len(paths) > 1:
        steps = wording.count(len(paths) - 1, "step")
        began = ", ".join(_began(texts, paths, decimals)) or "all in the same place"
        lines.append(f"{steps} before: {began}" if where else f"trails of {steps}")
    return lines


def _began(texts, paths, decimals):
    """Return in words where each vector that has moved was at first."""
    ways = [[wording.point(place, decimals) for place in way] for way in paths.swapaxes(0, 1)]
    return [f"{t} {way[0]}" for t, way in zip(texts, ways, strict=True) if len(set(way)) > 1]
