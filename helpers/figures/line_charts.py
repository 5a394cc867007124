"""Curves over a shared x, named at their ends."""

import numpy as np
from matplotlib.ticker import NullFormatter

from helpers import palette
from helpers.figures import curve_names, given
from helpers.figures.marks import Marks
from helpers.figures.picture import WIDEST, Picture, styled
from helpers.numerals import wording


@styled
def lines(
    x,
    curves,
    *,
    xlabel,
    ylabel,
    title="",
    log_x=False,
    log_y=False,
    summary=None,
    mark=None,
    height=3.0,
):
    """Draw curves over x, each with its own colour (no role's), dash and marker.

    x       : (n,), in any order    curves : a dict from label to (n,); gaps where not finite
    log_x, log_y : logarithmic axes; numbers at 0 or below then leave gaps, and `.alt` counts them
    summary : a sentence for `.alt` in place of the curves' numbers, for curves whose
              digits differ between machines
    mark    : a dict from label to a place on x, each a thin dashed line with its label on top
    height  : of the axes, in inches

    Raises ValueError for a curve of another length than x, or without anything to draw, and for a
    mark that is not finite, or not above 0 on a logarithmic axis.
    """
    x = given.numbers(x, 1, "x")
    if not curves:
        raise ValueError("curves must hold at least one curve, got none")
    curves = {str(label): _curve(y, len(x), label, log_y) for label, y in curves.items()}
    names = curve_names.together(curves, log_y, height)
    width = WIDEST - 1.35 - curve_names.room(names)
    marks = Marks(mark, _drawn_x(x, curves, log_y), width, log_x)
    heading = (0.34 if title else 0.12) + marks.height
    picture = Picture(WIDEST, heading + height + 0.55, title=title)
    axes = picture.panel(0.85, 0.55, width, height)
    _axes(axes, x, xlabel, ylabel, log_x, log_y)
    _draw(axes, x, curves)
    marks.draw(axes)
    curve_names.write(axes, x, curves, names, marks.places.values())
    words = _words(x, curves, xlabel, ylabel, log_y, summary)
    picture.alt = wording.alt(title, *words, *marks.words(xlabel))
    return picture


def _drawn_x(x, curves, log_y):
    """Return the x at which at least one curve has a point to draw."""
    return x[np.any([curve_names.drawable(y, log_y) for y in curves.values()], axis=0)]


def _curve(y, count, label, log_y):
    """Return one curve's numbers, or say what is wrong with them."""
    y = given.numbers(y, 1, f"curve {label!r}")
    if len(y) != count:
        raise ValueError(f"curve {label!r} must have {count} numbers, one per x, got {len(y)}")
    if not curve_names.drawable(y, log_y).any():
        kind = "positive, finite" if log_y else "finite"
        raise ValueError(f"curve {label!r} has no {kind} number to draw")
    return y


def _axes(axes, x, xlabel, ylabel, log_x, log_y):
    """Name and scale the axes."""
    for is_log, scale, axis in (
        (log_x, axes.set_xscale, axes.xaxis),
        (log_y, axes.set_yscale, axes.yaxis),
    ):
        if is_log:
            scale("log", nonpositive="mask")
            axis.set_major_formatter(lambda x, _, of=axis: wording.power(x, of.get_view_interval()))
            axis.set_minor_formatter(NullFormatter())
    if log_x and len(x) <= 9:
        axes.set_xticks(x, [wording.digits(value) for value in x])
        axes.minorticks_off()
    axes.margins(x=0.02)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.grid(color=palette.FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(which="both", length=2)


def _draw(axes, x, curves):
    """Draw the curves; few points also get markers."""
    for i, (label, y) in enumerate(curves.items()):
        styles = (palette.SERIES, palette.DASHES, palette.MARKERS)
        colour, dash, marker = (palette.turn(choices, i) for choices in styles)
        marker = marker if len(x) <= 16 or np.isfinite(y).sum() <= 9 else None
        style = {"color": colour, "linestyle": dash, "marker": marker}
        shown = np.where(np.isfinite(y), y, np.nan)
        axes.plot(x, shown, label=label, linewidth=1.9, markersize=5, **style)


def _words(x, curves, xlabel, ylabel, log_y, summary):
    """Return the alt text's lines: each curve's ends, and its top or bottom where between."""
    first = f"{ylabel} against {xlabel}, {wording.digits(x.min())} to {wording.digits(x.max())}"
    if summary is not None:
        return [first, summary]
    return [first, *(f"{label}: {_course(x, y, log_y)}" for label, y in curves.items())]


def _course(x, y, log_y):
    """Say in words how one curve runs; what differs by rounding noise alone is the same."""
    y = np.array([float(f"{value:.{wording.SURE}g}") for value in y])
    finite = np.flatnonzero(np.isfinite(y))
    start, end = finite[0], finite[-1]
    text = f"starts at {wording.digits(y[start])}, ends at {wording.digits(y[end])}"
    extremes = {"highest": finite[y[finite].argmax()], "lowest": finite[y[finite].argmin()]}
    for name, i in extremes.items():
        if y[i] not in (y[start], y[end]):
            text += f", {name} {wording.digits(y[i])} at {wording.digits(x[i])}"
    gaps = len(y) - len(finite)
    if gaps:
        text += f"; not finite: {wording.count(gaps, 'point')}"
    hidden = int((y[finite] <= 0).sum()) if log_y else 0
    if hidden:
        text += f"; at 0 or below, not drawn: {wording.count(hidden, 'point')}"
    return text
