"""The still picture of a training: its losses, and the map of one step."""

import numpy as np
from matplotlib.patches import Rectangle

from helpers import palette
from helpers.explorers.base.words import short
from helpers.explorers.training.scenes import ROOM
from helpers.explorers.training.words import named, said_of
from helpers.figures import colour_maps
from helpers.figures.picture import WIDEST, Picture, styled, widest
from helpers.numerals import wording

HIGH, SIDE = 3.7, 2.5  # inches of a still picture, and across its map
VERDICTS = (  # what a still picture says of a weight: digits differ between machines
    (0.1, "hardly any of its weight"),
    (0.5, "less than half of its weight"),
    (0.9, "more than half of its weight"),
    (np.inf, "nearly all of its weight"),
)


@styled
def picture(now, hidden=False):
    """Return a `Picture`: the losses, under them the weight on the target, beside them the map.

    A guess leaves the losses alone. The words hold no number of a weight: trained ones differ in
    their last digits between machines, and a verdict does not.
    """
    step, layer = f"step {now.step}", f", layer {now.layer + 1} of {now.layers}"
    layer = layer if now.layers > 1 else ""
    said = [f"{len(now.losses)} losses; maps are recorded at {len(now.steps)} steps"]
    drawn = Picture(WIDEST, HIGH)
    losses = [*now.losses, now.losses[-1]][: max(len(now.losses), now.steps[-1] + 1)]
    curves = {"loss": (range(len(losses)), losses, palette.SERIES[0])}
    end = WIDEST
    if not hidden:
        gives = f"{said_of(now, now.query)} gives {named(now, now.target)}"
        curves[f"weight that {gives}"] = now.steps, now.shares, palette.SECOND
        said += [
            f"{when}{layer}: {gives} {verdict(share)}"
            for when, share in ((step, now.share), ("the end", now.shares[-1]))
        ]
        end = _map(drawn, now, f"weights at {step}{layer}")
    up = (HIGH - 0.55) / len(curves)
    for k, (name, (x, y, colour)) in enumerate(curves.items()):
        axes = drawn.panel(0.5, HIGH - (k + 1) * up, end - 0.65, up - 0.45)
        axes.plot(x, y, color=colour, linewidth=1.9)
        axes.set_title(name, loc="left", fontsize="medium")
        axes.set(xlim=(0, len(losses) - 1), ylim=(min(0, min(y)), ROOM if k else None))
        if not hidden:
            axes.axvline(now.step, color=palette.QUERY, linewidth=1.6)
    axes.set_xlabel("step")
    drawn.alt = wording.alt(*said, f"sentence: {' '.join(now.tokens)}")
    return drawn


def _map(drawn, now, name):
    """Draw the map with its row and answer framed, at the right; return where it begins."""
    tokens = [short(token) for token in now.tokens]
    n, label = len(tokens), widest(tokens) + 0.1
    side = min(SIDE, HIGH - label - 0.5)
    axes = drawn.panel(WIDEST - SIDE - 0.1, HIGH - 0.35 - label - side, side, side)
    axes.imshow(now.map, cmap=colour_maps.WEIGHTS_MAP, vmin=0, vmax=1, interpolation="nearest")
    style = {"size": min(9.5, 60 * side / n), "color": palette.INK}
    axes.set_xticks(range(n), tokens, rotation=90, **style)
    axes.set_yticks(range(n), tokens, **style)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, pad=3)
    axes.set_title(name, loc="left", fontsize="medium")
    style = {"fill": False, "linewidth": 2, "clip_on": False, "zorder": 3}
    answer = [(now.answer, 1, palette.CONTEXT)] * now.answers
    for left, width, colour in ((0, n, palette.QUERY), *answer):
        frame = Rectangle((left - 0.5, now.query - 0.5), width, 1, edgecolor=colour, **style)
        axes.add_patch(frame)
    return WIDEST - SIDE - 0.1 - label


def verdict(share):
    """Return in words how large a weight is."""
    return next(words for most, words in VERDICTS if share <= most)
