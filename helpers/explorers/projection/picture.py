"""A still picture of words and their projections, with its numbers in words."""

import numpy as np

from helpers import figures
from helpers.explorers.projection import scenes
from helpers.explorers.projection.maps import MATRICES, name_of
from helpers.figures import wording


def picture(explorer):
    """Return a `Picture` of scores and weights, or of the shift; of the words while one guesses."""
    tokens, x, result = explorer.tokens, explorer.embeddings, explorer.result
    points = [f"{token} {wording.point(row)}" for token, row in zip(tokens, x, strict=True)]
    alt = [_title(explorer), f"embeddings: {', '.join(points)}", _matrices(explorer)]
    if explorer.guessing:
        shown = figures.plane(x, tokens, title=_title(explorer), axes=["x₁", "x₂"])
    else:
        shown = _shift(explorer) if explorer.shown == scenes.MOVES else _tables(explorer)
        z = wording.point(result.context[explorer.query], 4)
        alt.append(f"context of {tokens[explorer.query]}: z = {z}; scores → weights of each word:")
        for token, scores, weights in zip(tokens, result.scores, result.weights, strict=True):
            alt.append(f"{token}: {_row(scores)} → {_row(weights)}")
    shown.alt = wording.alt(*alt)
    return shown


def _title(explorer):
    """Return how the words are projected, in a few words."""
    if explorer.guessing:
        return "The words"
    maps = {name: name_of(getattr(explorer, name)) for name in MATRICES}
    maps = {name: title for name, title in maps.items() if title != "identity"}
    if explorer.tied:
        maps["W_K"] = "tied to W_Q"
    maps |= dict.fromkeys(explorer.dropped, "dropped")
    told = "".join(f", {name} {title}" for name, title in maps.items())
    return f"{explorer.tokens[explorer.query]} asks{told}"


def _matrices(explorer):
    """Return the three matrices, row by row."""
    named = [(name, getattr(explorer, name)) for name in MATRICES]
    return ", ".join(f"{name} {' '.join(map(wording.point, matrix))}" for name, matrix in named)


def _row(numbers):
    return ", ".join(wording.number(one) for one in numbers)


def _tables(explorer):
    tokens, result = explorer.tokens, explorer.result
    return figures.scores_and_weights(
        result.scores, result.weights, tokens, title=_title(explorer), highlight=explorer.query
    )


def _shift(explorer):
    """Return the way of the query to its context; words that are their own values are no others."""
    x, result, query = explorer.embeddings, explorer.result, explorer.query
    values = None if np.allclose(result.values, x) else result.values
    weights, title = result.weights[query], _title(explorer)
    return figures.shift(x, explorer.tokens, query, weights, values=values, title=title)
