"""The series as a road with a station for each notebook, its solved exercises filled in."""

from itertools import pairwise

from matplotlib.patches import Circle, PathPatch, Polygon, Wedge
from matplotlib.path import Path

from helpers import palette
from helpers.figures.picture import WIDEST, Picture, styled, text_size
from helpers.numerals import wording

IN_A_ROW = 5
EDGE, FIRST, ROW, LAST = 0.85, 1.06, 1.7, 1.02  # inches: beside, above, between, below the rows
RADIUS, RING, GAP = 0.3, 0.085, 9  # inches, inches, degrees between two parts of a ring
TURN, CORNER = 0.7, 0.35  # inches: from the last station of a row to the turn; its roundness
WORDS, LINE = 1.24, 0.165  # inches: the width of a station's name, and from line to line


@styled
def road(stations):
    """Draw a road that winds through stations, five in a row, and mark where to go on.

    stations : rows (number, title, solved, total, here): two texts, how many exercises are solved
               and how many there are, and whether this is where to go on, which one at most is

    Raises ValueError for no station, for a solved that is not from 0 to total, and for two `here`.
    """
    stations = _checked(stations)
    rows = -(-len(stations) // IN_A_ROW)
    heading, *words = _words(stations)
    picture = Picture(WIDEST, FIRST + ROW * (rows - 1) + LAST, title=heading)
    axes = picture.panel(0, 0, *picture.get_size_inches())
    axes.set(xlim=(0, picture.get_figwidth()), ylim=(picture.get_figheight(), 0))
    axes.axis("off")
    places = [_place(k) for k in range(len(stations))]
    _draw_road(axes, places)
    for place, station in zip(places, stations, strict=True):
        _draw_station(axes, *place, *station)
    picture.alt = wording.alt(heading, *words)
    return picture


def _checked(stations):
    """Return the stations as a list, or say what is wrong with them."""
    stations = list(stations)
    if not stations:
        raise ValueError("stations must hold at least one station, got none")
    for number, _, solved, total, _ in stations:
        if not 0 <= solved <= total:
            raise ValueError(f"station {number}: solved must be from 0 to {total}, got {solved}")
    marked = [number for number, *_, here in stations if here]
    if len(marked) > 1:
        raise ValueError(f"one station at most is where to go on, got {', '.join(marked)}")
    return stations


def _place(k):
    """Return where station k stands, in inches from the upper left; every other row runs back."""
    row, column = divmod(k, IN_A_ROW)
    if row % 2:
        column = IN_A_ROW - 1 - column
    return EDGE + column * (WIDEST - 2 * EDGE) / (IN_A_ROW - 1), FIRST + ROW * row


def _draw_road(axes, places):
    """Draw the road through all places, with a turn where a row ends."""
    points, codes = [places[0]], [Path.MOVETO]
    for (x, y), (next_x, next_y) in pairwise(places):
        if next_y != y:
            side = 1 if x > WIDEST / 2 else -1
            edge, back = x + side * TURN, x + side * (TURN - CORNER)
            points += [(back, y), (edge, y), (edge, y + CORNER)]
            points += [(edge, next_y - CORNER), (edge, next_y), (back, next_y)]
            codes += [Path.LINETO, Path.CURVE3, Path.CURVE3] * 2
        points.append((next_x, next_y))
        codes.append(Path.LINETO)
    way = Path(points, codes)
    style = {"capstyle": "round", "joinstyle": "round", "facecolor": "none"}
    axes.add_patch(PathPatch(way, edgecolor=palette.KEY_TINT, linewidth=13, **style))
    axes.add_patch(PathPatch(way, edgecolor="white", linewidth=1.3, linestyle=(0, (5, 5)), **style))


def _draw_station(axes, x, y, number, title, solved, total, here):
    """Draw a station: its ring of exercises, its number, its name, and the mark if it has it."""
    done = 0 < total == solved
    face = palette.CONTEXT_TINT if done else "white"
    axes.add_patch(Circle((x, y), RADIUS + 0.05, facecolor="white", edgecolor="none", zorder=2))
    axes.add_patch(Circle((x, y), RADIUS - RING, facecolor=face, edgecolor="none", zorder=2))
    for start, end, is_solved in _parts(solved, total):
        colour = palette.CONTEXT if is_solved else palette.FAINT
        part = Wedge((x, y), RADIUS, start, end, width=RING, zorder=3)
        part.set(facecolor=colour, edgecolor="none", gid="solved" if is_solved else "open")
        axes.add_patch(part)
    middle = {"ha": "center", "va": "center"}
    axes.text(x, y, number, size=11, weight="bold", zorder=4, **middle)
    below = y + RADIUS + 0.17
    for line in _folded(title):
        axes.text(x, below, line, weight="bold" if here else "normal", **middle)
        below += LINE
    ink = palette.CONTEXT_TEXT if solved else palette.MUTED
    count = f"{_count(solved, total)}{' ✓' if done else ''}"
    axes.text(x, below + 0.02, count, color=ink, size=9, **middle)
    if here:
        _draw_mark(axes, x, y - RADIUS - 0.1)


def _draw_mark(axes, x, y):
    """Draw the mark whose tip is here."""
    tip = Polygon([(x, y), (x - 0.08, y - 0.13), (x + 0.08, y - 0.13)], gid="here")
    tip.set(facecolor=palette.QUERY, edgecolor="none")
    axes.add_patch(tip)
    words = {"ha": "center", "va": "bottom", "weight": "bold", "color": palette.QUERY_TEXT}
    axes.text(x, y - 0.17, "go on here", **words)


def _parts(solved, total):
    """Return start and end in degrees of each part of a ring, clockwise from the top, and if full.

    The axes run downwards, so that degrees grow clockwise.
    """
    if total < 2:
        return [(0, 360, bool(solved))]
    step = 360 / total
    starts = [-90 + k * step + GAP / 2 for k in range(total)]
    return [(start, start + step - GAP, k < solved) for k, start in enumerate(starts)]


def _folded(title):
    """Return a station's name as lines that stay within its width where words allow."""
    lines = []
    for word in title.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_size(longer, weight="bold")[0] <= WORDS:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _count(solved, total):
    """Return how many exercises are solved, of how many."""
    return f"{solved} of {total}" if total else "no exercises"


def _words(stations):
    """Return the alt text's lines, the heading first: where to go on, and every station."""
    solved, total = (sum(station[k] for station in stations) for k in (2, 3))
    heading = f"Your road so far: {solved} of {wording.count(total, 'exercise')} solved"
    marked = [f"go on with {number} {title}" for number, title, *_, here in stations if here]
    said = [
        f"{number} {title}: {_count(*counts)}{' solved' if counts[1] else ''}"
        for number, title, *counts, _ in stations
    ]
    # Two a line: an alt text has room for 12.
    lines = ["; ".join(said[k : k + 2]) for k in range(0, len(said), 2)]
    return [heading, *(marked or ["nothing is left to solve"]), *lines]
