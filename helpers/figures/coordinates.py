"""Axes with equal scales, arrows in them, and names written beside what they name."""

import numpy as np
from matplotlib.patheffects import withStroke

from helpers import palette
from helpers.figures import given, labels
from helpers.figures.picture import TEXT, Picture, text_size

ACROSS, UP, LEAST = 5.2, 4.4, 2.4  # inches of the drawing
AIR = 0.16  # of the extent, around what is shown
MOST_HEAD = 0.4  # of an arrow, that its head takes


def look(kinds, kind):
    """Return a group's colour and marker: a role's own colour, else a spare one."""
    place = kinds.index(kind)
    spare = palette.turn(palette.KINDS, place)
    role = kind.split(maxsplit=1)[0].rstrip("s,") if kind.strip() else ""
    return palette.PARTS.get(role, spare), palette.turn(palette.MARKERS, place)


def coordinates(
    shown, *, title="", limits=None, names=None, beside=0.0, under=0.0, room=(ACROSS, UP)
):
    """Return a picture and its axes, one unit as long across as up.

    shown  : (n, 2) what must be seen    limits : a number r for ±r, or (x0, x1, y0, y1)
    names  : of the two coordinates      beside, under : inches kept free for what else stands there
    room   : inches that the axes may take
    """
    box = _box(np.asarray(shown), limits)
    width, height = box[1] - box[0], box[3] - box[2]
    unit = min(room[0] / width, room[1] / height)
    if limits is None:
        box = _at_least(box, LEAST / unit)
        width, height = box[1] - box[0], box[3] - box[2]
        unit = min(room[0] / width, room[1] / height)
    heading = 0.34 if title else 0.12
    low = under + (0.55 if names else 0.34)
    across = 0.75 + width * unit + 0.15 + beside
    picture = Picture(across, low + height * unit + heading, title=title)
    axes = equal_axes(picture, (0.7, low, width * unit, height * unit), box)
    if names is not None:
        first, second = given.labels(names, 2, "axes", "coordinates")
        axes.set(xlabel=first, ylabel=second)
    return picture, axes


def equal_axes(picture, place, box):
    """Return axes at a place in inches that show the box x0, x1, y0, y1, with a light grid."""
    axes = picture.panel(*place)
    axes.set(xlim=box[:2], ylim=box[2:])
    axes.grid(color=palette.FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.axhline(0, color=palette.MUTED, linewidth=0.8, zorder=1)
    axes.axvline(0, color=palette.MUTED, linewidth=0.8, zorder=1)
    return axes


def _box(shown, limits):
    """Return x0, x1, y0, y1 of the plane: as given, or what is shown with air around it."""
    if limits is None:
        low, high = shown.min(axis=0), shown.max(axis=0)
        reach = max((high - low).max(), 1e-3)
        low, high = low - AIR * reach, high + AIR * reach
        return low[0], high[0], low[1], high[1]
    box = (-limits, limits, -limits, limits) if np.ndim(limits) == 0 else tuple(limits)
    if len(box) != 4 or not (box[0] < box[1] and box[2] < box[3]):
        raise ValueError(f"limits must be one number above 0 or (x0, x1, y0, y1), got {limits}")
    return box


def _at_least(box, least):
    """Widen a narrow box to at least this many units across and up."""
    x0, x1, y0, y1 = box
    more_x, more_y = (max(0.0, least - (b - a)) / 2 for a, b in ((x0, x1), (y0, y1)))
    return x0 - more_x, x1 + more_x, y0 - more_y, y1 + more_y


def arrow(axes, start, end, colour, *, width=1.8, zorder=3, gid=None):
    """Draw an arrow between two points of the plane, cut off where the plane ends.

    One too short for its head is drawn smaller: a head longer than its way points backwards.
    """
    way = np.subtract(*axes.transData.transform([end, start])) * 72 / axes.figure.dpi  # points
    small = min(1.0, MOST_HEAD * np.hypot(*way) / _head(width)[0])
    width, length, half = (small * size for size in (width, *_head(width)))
    style = f"-|>,head_length={length:.2f},head_width={half:.2f}"
    look = {"arrowstyle": style, "color": colour, "linewidth": width, "mutation_scale": 1}
    drawn = axes.annotate(
        "",
        end,
        start,
        arrowprops=look | {"shrinkA": 0, "shrinkB": 0},
        zorder=zorder,
        annotation_clip=False,
        gid=gid,
    )
    drawn.arrow_patch.set_clip_path(axes.patch)


def _head(width):
    """Return the length of an arrow's head and half its width, in points."""
    return 3.6 + 1.44 * width, 1.68 + 0.72 * width


def reach(marker, size, edge=1.0):
    """Return how far a marker reaches from its middle, in points."""
    return size / 2 * (2**0.5 if marker == "D" else 1) + edge


def name_all(axes, names, *, markers=(), arrows=(), segments=()):
    """Write names beside their anchors, clear of each other, of markers and of lines.

    names    : a list of (text, anchor, towards, style); styles are options of matplotlib's text;
               names of what lies outside the plane are left out
    markers  : a list of (place, reach in points)
    arrows   : a list of (start, end, width)    segments : a list of (start, end)
    """
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    names = [n for n in names if left <= n[1][0] <= right and low <= n[1][1] <= high]
    if not names:
        return
    texts, anchors, ways, styles = zip(*names, strict=True)
    sizes = [
        72 * np.array(text_size(text, style.get("fontsize", TEXT), style.get("weight", "normal")))
        for text, style in zip(texts, styles, strict=True)
    ]
    zeros = np.zeros(24)  # dots along both zero lines: names avoid them where that is cheap
    across, up = np.linspace(left, right, 24), np.linspace(low, high, 24)
    dots = np.concatenate([np.stack([across, zeros], axis=1), np.stack([zeros, up], axis=1)])
    centres = labels.place(
        _on_paper(axes, anchors),
        np.asarray(sizes) + 1,
        ways,
        points=_on_paper(axes, dots),
        segments=_on_paper(axes, [*segments, *(a[:2] for a in arrows)]).reshape(-1, 2, 2),
        markers=_boxes(axes, markers, arrows),
        frame=np.array(axes.get_window_extent().extents) * 72 / axes.figure.dpi,
    )
    offsets = centres - _on_paper(axes, anchors)
    for text, anchor, offset, size, style in zip(
        texts, anchors, offsets, sizes, styles, strict=True
    ):
        _write(axes, text, anchor, offset, size, style)


def _boxes(axes, markers, arrows):
    """Return the boxes on paper that hold the markers and the heads of the arrows."""
    boxes = []
    for place, far in markers:
        (middle,) = _on_paper(axes, [place])
        boxes.append([*(middle - far), *(middle + far)])
    for start, end, width in arrows:
        tail, tip = _on_paper(axes, [start, end])
        ahead = (tip - tail) / (np.hypot(*(tip - tail)) or 1.0)
        length, half = _head(width)
        side = (half + width / 2) * np.array([-ahead[1], ahead[0]])
        back = tip - (length + width / 2) * ahead
        corners = np.array([tip, back - side, back + side])
        boxes.append([*corners.min(axis=0), *corners.max(axis=0)])
    return boxes


def _on_paper(axes, places):
    """Return places of the plane in points of 1/72 inch from the picture's corner."""
    places = np.reshape(np.asarray(places, dtype=float), (-1, 2))
    return axes.transData.transform(places) * 72 / axes.figure.dpi if len(places) else places


def _write(axes, text, anchor, offset, size, style):
    """Write one name; a thin line joins it to its anchor where it stands far off."""
    far = np.hypot(*np.maximum(np.abs(offset) - size / 2, 0)) > 15
    line = {"arrowstyle": "-", "color": palette.MUTED, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 3}
    place = {"textcoords": "offset points", "ha": "center", "va": "center", "zorder": 8}
    halo = [withStroke(linewidth=2.5, foreground="white")]
    axes.annotate(
        text, anchor, offset, arrowprops=line if far else None, path_effects=halo, **place, **style
    )
