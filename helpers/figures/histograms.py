"""How samples of numbers are spread, as step histograms over one another."""

import numpy as np

from helpers import palette
from helpers.figures import given
from helpers.figures.picture import WIDEST, Picture, styled, widest
from helpers.numerals import wording

KEY = 0.62  # inches that a legend takes beside its text


@styled
def histogram(samples, *, xlabel, title="", bins=60, decimals=2, height=2.6):
    """Draw one step histogram per sample over a shared axis, each enclosing an area of 1.

    samples  : a dict from label to numbers, as many as there are
    bins     : of equal width, from the smallest number of all to the largest
    decimals : of the mean and the standard deviation in `.alt`
    height   : of the axes, in inches

    Raises ValueError without samples, for an empty sample or one that is not finite, and for
    fewer than 1 bin.
    """
    if not samples:
        raise ValueError("samples must hold at least one sample, got none")
    if bins < 1:
        raise ValueError(f"bins must be at least 1, got {bins}")
    samples = {str(label): _sample(numbers, label) for label, numbers in samples.items()}
    edges = np.histogram_bin_edges(np.concatenate(list(samples.values())), bins)
    width = WIDEST - 0.95 - widest(samples) - KEY
    heading = 0.34 if title else 0.12
    picture = Picture(WIDEST, heading + height + 0.55, title=title)
    axes = picture.panel(0.85, 0.55, width, height)
    _draw(axes, samples, edges)
    axes.set_xlabel(xlabel)
    picture.alt = wording.alt(title, *_words(samples, edges, xlabel, decimals))
    return picture


def _sample(numbers, label):
    """Return one sample's numbers, or say what is wrong with them."""
    numbers = given.numbers(numbers, 1, f"sample {label!r}")
    bad = int((~np.isfinite(numbers)).sum())
    if bad:
        raise ValueError(f"sample {label!r} must be finite, got {bad} numbers that are not")
    return numbers


def _draw(axes, samples, edges):
    """Draw the outlines, and name them beside the axes in the order given."""
    for i, (label, numbers) in enumerate(samples.items()):
        shares, _ = np.histogram(numbers, edges, density=True)
        colour, dash = palette.turn(palette.SERIES, i), palette.turn(palette.DASHES, i)
        axes.stairs(shares, edges, color=colour, linestyle=dash, linewidth=1.7, label=label)
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(bottom=0)
    axes.set_ylabel("density")
    axes.grid(color=palette.FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=2)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), borderaxespad=0, handlelength=2.2)


def _words(samples, edges, xlabel, decimals):
    """Return the alt text's lines: how many, mean and standard deviation of each sample."""
    ends = " to ".join(wording.number(end, decimals) for end in edges[[0, -1]])
    lines = [f"density against {xlabel}, {ends}"]
    for label, numbers in samples.items():
        mean, spread = (wording.number(x, decimals) for x in (numbers.mean(), numbers.std()))
        counted = wording.count(len(numbers), "number")
        lines.append(f"{label}: {counted}, mean {mean}, standard deviation {spread}")
    return lines
