"""The parts of a layer as boxes, read from below, with paths that go round them."""

from typing import NamedTuple

from matplotlib.patches import Circle, FancyArrowPatch, FancyBboxPatch

from helpers import palette
from helpers.figures.picture import Picture, styled, text_size, widest
from helpers.numerals.wording import alt

BOX, GAP, PLUS = 0.3, 0.2, 0.1  # inches: height of a box, way between two, radius of a plus
ROUND, BETWEEN, EDGE = 0.24, 0.42, 0.15  # inches: how far a path goes round, between columns


class Column(NamedTuple):
    """One column: its name, its parts as tuples of boxes, and its position in inches."""

    name: str
    parts: tuple[tuple[str, ...], ...]
    residual: tuple[bool, ...]
    middle: float
    width: float  # of its boxes

    @property
    def boxes(self):
        """Every box of the column, from below."""
        return [box for part in self.parts for box in part]


@styled
def block(columns, *, title="", highlight=(), memory=None, enters=()):
    """Draw columns of boxes that rows pass through from below, residual paths beside them.

    columns   : dict from a column's name to its parts, from below: a string is a box; a tuple is
                boxes that a residual path goes round, to be added behind them
    highlight : names of boxes that are tinted
    memory    : (column, other, box): what leaves the one column is also read by a box of the other
    enters    : a dict from a column's name to what goes in where it is no rows yet: "tokens"

    Raises ValueError for no column, a column without boxes, or a name that none has.
    """
    placed = _place(columns)
    names = {column.name: column.boxes for column in placed}
    _expect_known(names, highlight, memory, enters)
    enters = dict.fromkeys(names, "rows") | dict(enters)
    top = 0.36 + max(_height(column) for column in placed) + 0.36
    last = placed[-1]
    width = last.middle + max(last.width, text_size(last.name, weight="bold")[0]) / 2 + EDGE
    picture = Picture(width, top + 0.36 * bool(title), title=title)
    across, up = picture.get_size_inches()
    axes = picture.panel(0, 0, across, up)
    axes.set(xlim=(0, across), ylim=(0, up))
    axes.axis("off")
    ends = {column.name: _draw(axes, column, highlight, enters[column.name]) for column in placed}
    if memory:
        _draw_memory(axes, placed, ends, memory)
    words = [_words(column, enters[column.name]) for column in placed]
    picture.alt = alt(title, "from below:", *words, _reads(memory))
    return picture


def _place(columns):
    """Return the columns from left to right, each as wide as its widest box."""
    if not columns:
        raise ValueError("columns must hold at least one column, got none")
    placed, left = [], EDGE
    for name, parts in columns.items():
        tuples = tuple((part,) if isinstance(part, str) else tuple(part) for part in parts)
        if not tuples or not all(tuples):
            raise ValueError(f"column {name!r} must hold boxes, got {parts!r}")
        width = widest(box for part in tuples for box in part) + 0.24
        reach = max(width, text_size(name, weight="bold")[0])
        left += ROUND
        residual = tuple(not isinstance(part, str) for part in parts)
        placed.append(Column(name, tuples, residual, left + reach / 2, width))
        left += reach + BETWEEN
    return placed


def _expect_known(names, highlight, memory, enters):
    """Raise ValueError for a box or a column that is not there."""
    boxes = {box for column in names.values() for box in column}
    for said, those, known in (("highlight", highlight, boxes), ("enters", enters, names)):
        if unknown := set(those) - set(known):
            raise ValueError(f"{said} names {min(unknown)!r}, not {', '.join(sorted(known))}")
    if memory and not (memory[0] in names and memory[2] in names.get(memory[1], ())):
        raise ValueError(f"memory must be a column, another one and its box, got {memory!r}")


def _height(column):
    """Return the height of a column in inches, from its first arrow to its last."""
    pluses = sum(column.residual)
    return len(column.boxes) * (BOX + GAP) + pluses * (2 * PLUS + GAP) + GAP


def _draw(axes, column, highlight, enters):
    """Draw one column from below; return where its last part ends and where each box stands."""
    x, y = column.middle, 0.36
    middles = {}
    axes.text(x, y - 0.05, enters, ha="center", va="top", color=palette.MUTED)
    for part, residual in zip(column.parts, column.residual, strict=True):
        start = y + GAP / 2
        for box in part:
            _arrow(axes, (x, y), (x, y + GAP))
            middles.setdefault(box, y + GAP + BOX / 2)
            _box(axes, x, y + GAP, column.width, box, box in highlight)
            y += GAP + BOX
        if residual:
            _arrow(axes, (x, y), (x, y + GAP))
            y = _add(axes, x, start, y + GAP, column.width)
    _arrow(axes, (x, y), (x, y + GAP + 0.06))
    style = {"ha": "center", "va": "bottom", "weight": "bold"}
    axes.text(x, y + GAP + 0.1, column.name, **style)
    return y, middles


def _box(axes, x, y, width, text, tinted):
    """Draw one part as a named box."""
    face, edge = (
        (palette.CONTEXT_TINT, palette.CONTEXT) if tinted else (palette.TINT, palette.MUTED)
    )
    style = {"boxstyle": "round,pad=0,rounding_size=0.05", "facecolor": face, "edgecolor": edge}
    axes.add_patch(FancyBboxPatch((x - width / 2, y), width, BOX, linewidth=1, gid="box", **style))
    axes.text(x, y + BOX / 2, text, ha="center", va="center", gid="name")


def _add(axes, x, start, y, width):
    """Draw the path that goes round from `start` to a plus at `y`; return where the plus ends."""
    centre, side = y + PLUS, x - width / 2 - ROUND
    way = [(x, start), (side, start), (side, centre), (x - PLUS - 0.05, centre)]
    axes.plot(*zip(*way, strict=True), color=palette.INK, linewidth=1.8, gid="residual")
    _arrow(axes, way[-1], (x - PLUS, centre), palette.INK)
    look = {"facecolor": "white", "edgecolor": palette.INK, "linewidth": 1.3, "gid": "plus"}
    axes.add_patch(Circle((x, centre), PLUS, **look))
    for tip in ((0.06, 0), (0, 0.06)):
        ends = [(x - tip[0], x + tip[0]), (centre - tip[1], centre + tip[1])]
        axes.plot(*ends, color=palette.INK, linewidth=1.3)
    return centre + PLUS


def _arrow(axes, start, end, colour=palette.MUTED):
    """Draw an arrow of the way that the rows take."""
    look = {"arrowstyle": "-|>,head_length=3.5,head_width=2", "linewidth": 1.1, "color": colour}
    axes.add_patch(FancyArrowPatch(start, end, shrinkA=0, shrinkB=0, **look))


def _draw_memory(axes, placed, ends, memory):
    """Lead what leaves one column to a box of another, half-way between the two."""
    giver, reader = ({column.name: column for column in placed}[name] for name in memory[:2])
    start, stop = ends[giver.name][0] + GAP / 2, ends[reader.name][1][memory[2]]
    aside = (giver.middle + giver.width / 2 + reader.middle - reader.width / 2 - ROUND) / 2
    way = [(giver.middle, start), (aside, start), (aside, stop)]
    axes.plot(*zip(*way, strict=True), color=palette.KEY, linewidth=1.6, gid="memory")
    _arrow(axes, way[-1], (reader.middle - reader.width / 2, stop), palette.KEY)


def _words(column, enters):
    """Say the order of one column: `residual: attention → add the input to it`."""
    steps = [] if enters == "rows" else [enters]
    for part, residual in zip(column.parts, column.residual, strict=True):
        steps.append(" → ".join(part) + (" → add the input to it" if residual else ""))
    return f"{column.name}: {' → '.join(steps)}"


def _reads(memory):
    """Say which box reads what leaves another column."""
    return f"{memory[2]} in {memory[1]} reads what leaves {memory[0]}" if memory else ""
