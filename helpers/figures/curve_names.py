"""Where the names of curves stand: at the ends of their curves, on nothing else."""

import itertools

import numpy as np

from helpers import palette
from helpers.figures.picture import TEXT, text_size, widest

SAME = 0.75  # points on paper: curves that never part further are named together
SIDE = 2.2  # inches: a wider list of names is set in lines
BESIDE = 6  # points between the end of a curve and its name
EARLY = 0.97  # of the axes: a curve that ends further left ends early
CLEAR = 2.0  # points between a name and what is drawn


def drawable(y, log_y):
    """Say which of a curve's numbers can be drawn."""
    return np.isfinite(y) & (y > 0) if log_y else np.isfinite(y)


def together(curves, log_y, height):
    """Return a dict from name to the numbers of its curves; those that coincide share one name.

    curves : a dict from label to (n,)    height : of the axes, in inches
    """
    drawn = [np.where(drawable(y, log_y), y, np.nan) for y in curves.values()]
    drawn = [np.log10(y) if log_y else y for y in drawn]
    apart = SAME / 72 / height * (np.nanmax(drawn) - np.nanmin(drawn))
    groups = []
    for i, y in enumerate(drawn):
        same = {"rtol": 0, "atol": apart, "equal_nan": True}
        group = next((g for g in groups if np.allclose(drawn[g[0]], y, **same)), None)
        if group is None:
            groups.append([i])
        else:
            group.append(i)
    labels = list(curves)
    return {_join([labels[i] for i in group]): group for group in groups}


def _join(labels):
    """Return several labels as one name, in lines where they are too wide for one."""
    line = ", ".join(labels)
    return line if widest([line]) <= SIDE else ",\n".join(labels)


def room(names):
    """Return the width in inches of the widest name."""
    return max(_size(name)[0] for name in names)


def _size(name):
    """Return the width and height of a name in inches."""
    lines = name.split("\n")
    return widest(lines), len(lines) * text_size("")[1] * 1.2


def write(axes, x, curves, names, marks=()):
    """Write each name: beside its curve's end inside the axes if that is free, else at the right.

    names : as `together` gives them    marks : places on x where lines stand
    """
    axes.get_ylim()  # settles the limits, so that the transforms are final
    curves = list(curves.values())
    paths = [_on_paper(axes, x, y) for y in curves]
    ends = {name: _last(paths[group[0]]) for name, group in names.items()}
    dots = np.concatenate([*map(_dense, paths), _upright(axes, marks)])
    early = axes.transAxes.transform((EARLY, 0))[0] * 72 / axes.figure.dpi
    late, taken = {}, []
    for name, end in ends.items():
        box = _free(axes, end, name, dots, taken) if end[0] < early else None
        if box is None:
            late[name] = end[1]
        else:
            taken.append(box)
            place = {"ha": "left", "xytext": (box[0] - end[0], (box[1] + box[3]) / 2 - end[1])}
            anchor = axes.transData.inverted().transform(end * axes.figure.dpi / 72)
            _text(axes, name, tuple(anchor), names[name], xycoords="data", **place)
    places = _apart(axes, late)
    for name, place in places.items():
        beside = {"xycoords": "axes fraction", "xytext": (BESIDE, 0)}
        _text(axes, name, (1, place), names[name], **beside)


def _text(axes, name, anchor, group, **place):
    """Write a name in its curve's colour; a name of several curves is black."""
    ink = palette.turn(palette.SERIES, group[0]) if len(group) == 1 else palette.INK
    options = {"textcoords": "offset points", "va": "center", "color": ink}
    axes.annotate(name, anchor, **options, **place)


def _on_paper(axes, x, y):
    """Return a curve's points in 1/72 inch, NaN where nothing is drawn."""
    y = np.where(drawable(y, axes.get_yscale() == "log"), y, np.nan)
    return axes.transData.transform(np.stack([x, y], axis=1)) * 72 / axes.figure.dpi


def _last(path):
    """Return a path's last point."""
    return path[np.isfinite(path).all(axis=1)][-1]


def _dense(path):
    """Return dots along a path, at most 2 points apart."""
    dots = [path[np.isfinite(path).all(axis=1)]]
    for start, end in itertools.pairwise(path):
        if np.isfinite([start, end]).all():
            steps = int(np.hypot(*(end - start)) / 2) + 1
            dots.append(start + np.linspace(0, 1, steps + 1)[:, None] * (end - start))
    return np.concatenate(dots)


def _upright(axes, marks):
    """Return dots along the upright lines at these places on x."""
    _, low, _, high = np.array(axes.get_window_extent().extents) * 72 / axes.figure.dpi
    up = np.arange(low, high, 2)
    middle = np.mean(axes.get_ylim())
    across = [axes.transData.transform((x, middle))[0] * 72 / axes.figure.dpi for x in marks]
    return np.array([(x, y) for x in across for y in up]).reshape(-1, 2)


def _free(axes, end, name, dots, taken):
    """Return the first box beside an end that is inside the axes and covers nothing, or None."""
    width, height = 72 * np.array(_size(name))
    frame = np.array(axes.get_window_extent().extents) * 72 / axes.figure.dpi
    up = height / 2 + BESIDE
    for x, y in (
        (BESIDE, 0),
        (BESIDE, up / 2),
        (BESIDE, -up / 2),
        (BESIDE, up),
        (BESIDE, -up),
        (-width / 2, up),
        (-width / 2, -up),
    ):
        left, low = end[0] + x, end[1] + y - height / 2
        box = np.array([left, low, left + width, low + height])
        inside = (box[:2] >= frame[:2]).all() and (box[2:] <= frame[2:]).all()
        near = ((dots > box[:2] - CLEAR) & (dots < box[2:] + CLEAR)).all(axis=1).any()
        covers = any((box[:2] < b[2:]).all() and (box[2:] > b[:2]).all() for b in taken)
        if inside and not near and not covers:
            return box
    return None


def _apart(axes, ends):
    """Return the names' heights from 0 to 1, moved as little as needed to stand apart."""
    if not ends:
        return {}
    _, low, _, high = np.array(axes.get_window_extent().extents) * 72 / axes.figure.dpi
    names = sorted(ends, key=ends.get)
    halves = [max(_size(name)[1] * 36, TEXT * 0.65) / (high - low) for name in names]
    places = [min(max((ends[name] - low) / (high - low), 0), 1) for name in names]
    for i in range(1, len(names)):
        places[i] = max(places[i], places[i - 1] + halves[i - 1] + halves[i])
    places[-1] = min(places[-1], 1.0)
    for i in range(len(names) - 1, 0, -1):
        places[i - 1] = min(places[i - 1], places[i] - halves[i] - halves[i - 1])
    return dict(zip(names, places, strict=True))
