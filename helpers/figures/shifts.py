"""How one query moves: a sum of pulls towards the values, ending at its context."""

import itertools

import numpy as np
from matplotlib.patches import Rectangle

from helpers import palette
from helpers.figures import given
from helpers.figures.coordinates import arrow, coordinates, equal_axes, name_all, reach
from helpers.figures.hull import hull
from helpers.figures.picture import styled
from helpers.numerals import wording

SHORTEST = 0.02  # of what is drawn: shorter pulls have no name
AT_VALUE, AT_QUERY, AT_CONTEXT = ("o", 6), ("o", 9), ("D", 7)  # markers, sizes in points
SHIFT, PULL = 5, 1.1  # widths of arrows in points
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # of a square, anticlockwise
SMALL = 0.45  # of the plane: a shorter way of pulls is drawn once more, enlarged


@styled
def shift(vectors, labels, query, weights, *, title="", values=None, decimals=2):
    """Draw the way from the query's vector x to its context z as pulls, tip to tail.

    vectors : (n, 2)    labels : n tokens    query : a place
    weights : (n,), the query's row, summing to 1
    values  : (n, 2), each "one's value" beside the words in grey; None where the vectors are both

    Token j pulls by weight j times (value j - x); the pulls together end at z, inside the
    shaded hull of the values. Pulls that are short beside the plane stand enlarged beside it.
    Raises ValueError for labels that do not fit, vectors not of 2 dimensions, or weights that
    do not sum to 1 (their pulls would not end at z).
    """
    vectors = given.vectors(vectors, "vectors")
    texts = given.labels(labels, len(vectors), "labels", "vectors")
    query = given.place(query, len(texts), "query")
    weights = _row(weights, len(texts))
    own = values is None
    points = vectors if own else given.vectors(values, "values", len(texts))
    x = vectors[query]
    pulls = weights[:, None] * (points - x)
    way = x + np.vstack([np.zeros(2), np.cumsum(pulls, axis=0)])
    shown = np.vstack([vectors, points, way])
    small = np.ptp(way, axis=0).max() < SMALL * np.ptp(shown, axis=0).max()
    aside = {"under": 0.55 if own else 0.7}
    if small:
        aside |= {"beside": 3.45, "room": (3.1, 3.4)}
        shown = np.vstack([shown, _frame(way, 0.5)])  # the air around it holds the rest
    picture, panel = coordinates(shown, title=title, **aside)
    names = _names_of_values(texts, query, points, x, own)
    names += [] if own else _others(panel, texts, vectors, query)
    names += _names_of_ends(f"{texts[query]}, x", x, way[-1])[: 1 if own else 2]
    _ground(panel, points, x, way[-1])
    (_enlarged if small else _pulls)(panel, texts, way, names, points)
    _legend(panel)
    picture.alt = wording.alt(title, *_words(texts, query, way, pulls, decimals))
    return picture


def _row(weights, count):
    """Return the query's weights, or say why they cannot be its row."""
    weights = given.numbers(weights, 1, "weights")
    if len(weights) != count:
        raise ValueError(f"weights must hold {count} numbers, one per label, got {len(weights)}")
    given.in_unit_range(weights, "weights")
    if not abs(weights.sum() - 1) < 1e-3:
        raise ValueError(f"weights must sum to 1 for pulls to end at z, got {weights.sum():.4g}")
    return weights


def _ground(panel, values, x, z):
    """Shade the hull of the values, and mark each value, the query and its context."""
    corners = hull(values)
    if len(corners) > 2:
        panel.fill(*np.transpose(corners), fc=palette.HULL, ec=palette.HULL_EDGE, zorder=0.5)
    else:
        panel.plot(*np.transpose(corners), color=palette.HULL_EDGE, lw=5, alpha=0.6, zorder=0.5)
    marker, size = AT_VALUE
    style = {"color": palette.VALUE, "markersize": size, "zorder": 4}
    panel.plot(*values.T, marker, label="values, their hull", **style)
    _ends(panel, x, z)


def _ends(panel, x, z):
    """Mark the query and its context, and draw the whole shift between them."""
    if np.hypot(*(z - x)) > 0:
        arrow(panel, x, z, palette.SHIFT_TINT, width=SHIFT, zorder=2, gid="shift")
    for place, (marker, size), colour, label in (
        (x, AT_QUERY, palette.QUERY, "x, the query"),
        (z, AT_CONTEXT, palette.CONTEXT, "z, its context"),
    ):
        zorder = 5 if place is x else 6
        panel.plot(*place, marker, color=colour, markersize=size, zorder=zorder, label=label)
    panel.plot([], [], color=palette.INK, marker=">", lw=1.1, ms=4, label="pulls, tip to tail")


def _names_of_values(texts, query, values, x, own):
    """Return the values' names, placed away from their middle; the query's own in its colour."""
    middle = values.mean(axis=0)
    names = []
    for j, (text, value) in enumerate(zip(texts, values, strict=True)):
        strong = {"color": palette.QUERY_TEXT, "weight": "bold"}
        style = strong if own and j == query else {"color": palette.VALUE}
        text = (f"{text}, x" if j == query else text) if own else f"{text}’s value"
        names.append((text, value, value - middle, style))
    return names


def _others(panel, texts, vectors, query):
    """Mark the words that are not the query, where their values stand elsewhere; name them."""
    others = [j for j in range(len(texts)) if j != query]
    style = {"color": palette.MUTED, "markersize": AT_VALUE[1], "zorder": 3}
    panel.plot(*vectors[others].T, AT_VALUE[0], label="the other words", **style)
    middle = vectors.mean(axis=0)
    return [(texts[j], vectors[j], vectors[j] - middle, {"color": palette.MUTED}) for j in others]


def _names_of_ends(text, x, z):
    """Return the names of z and of x, each placed away from the other."""
    at_z = {"color": palette.CONTEXT_TEXT, "weight": "bold", "fontsize": 11}
    at_x = {"color": palette.QUERY_TEXT, "weight": "bold"}
    return [("z", z, z - x, at_z), (text, x, x - z, at_x)]


def _obstacles(values, x, z, pulls=()):
    """Return what no name may cover: the markers, and the arrows of the shift and the pulls."""
    markers = [(value, reach(*AT_VALUE)) for value in values]
    markers += [(x, reach(*AT_QUERY)), (z, reach(*AT_CONTEXT))]
    arrows = [(x, z, SHIFT), *((start, end, PULL) for start, end in pulls)]
    return {"markers": markers, "arrows": [a for a in arrows if np.hypot(*(a[1] - a[0])) > 0]}


def _pulls(panel, texts, way, names, values):
    """Draw the pulls tip to tail, and name those long enough to be seen, and all else."""
    extent = np.ptp([*panel.get_xlim(), *panel.get_ylim()])
    middle = (way[0] + way[-1]) / 2
    for text, (start, end) in zip(texts, itertools.pairwise(way), strict=True):
        length = np.hypot(*(end - start))
        if length > 0:
            arrow(panel, start, end, palette.INK, width=PULL, zorder=4, gid="pull")
        if length > SHORTEST * extent:
            side = np.array([end[1] - start[1], start[0] - end[0]])
            side = side if side @ ((start + end) / 2 - middle) >= 0 else -side
            style = {"fontsize": 9, "style": "italic", "color": palette.MUTED}
            names = [*names, (text, (start + end) / 2, side, style)]
    name_all(panel, names, **_obstacles(values, way[0], way[-1], itertools.pairwise(way)))


def _frame(way, share=0.74):
    """Return the corners of the square that is enlarged, with the way of the pulls in it."""
    reach = max(np.ptp(way, axis=0).max(), 1e-9) * share
    return (way.min(axis=0) + way.max(axis=0)) / 2 + reach * np.array(CORNERS)


def _enlarged(panel, texts, way, names, values):
    """Draw the pulls at the right, where they are enlarged, and the frame of what is."""
    frame = _frame(way)
    sides = zip(frame, np.roll(frame, 1, axis=0), strict=True)
    name_all(panel, names, segments=[*sides], **_obstacles(values, way[0], way[-1]))
    place, dpi = panel.get_window_extent(), panel.figure.dpi
    side = min(3.1, place.height / dpi)
    low = (place.y0 + place.y1) / 2 / dpi - side / 2
    box = frame[[0, 2]].T.ravel()
    detail = equal_axes(panel.figure, (place.x1 / dpi + 0.3, low, side, side), box)
    detail.tick_params(labelbottom=False, labelleft=False)
    detail.spines[:].set(visible=True, color=palette.MUTED, linewidth=0.8)
    detail.set_xlabel("the pulls, enlarged")
    style = {"fill": False, "edgecolor": palette.MUTED, "linewidth": 0.8, "zorder": 3}
    panel.add_patch(Rectangle(frame[0], *(frame[2] - frame[0]), gid="frame", **style))
    _ground(detail, values, way[0], way[-1])
    _pulls(detail, texts, way, _names_of_ends("x", way[0], way[-1]), values)


def _legend(panel):
    """Say under the plane what each mark is."""
    down = -0.3 * panel.figure.dpi / panel.get_window_extent().height
    place = {"loc": "upper left", "bbox_to_anchor": (-0.08, down), "borderaxespad": 0}
    panel.legend(ncols=2, handletextpad=0.3, columnspacing=1.2, handlelength=1.6, **place)


def _words(texts, query, way, pulls, decimals):
    """Return the alt text's lines: from where to where, and by which pulls."""
    moves = [f"{t} {wording.point(p, decimals)}" for t, p in zip(texts, pulls, strict=True)]
    ends = [wording.point(end, decimals) for end in (way[0], way[-1])]
    return [f"{texts[query]} moves from {ends[0]} to z = {ends[1]}", f"pulls: {', '.join(moves)}"]
