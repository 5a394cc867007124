"""A still picture of an attention computation, with its numbers in words."""

from helpers import figures
from helpers.figures import wording


def picture(explorer):
    """Return a `Picture` of the shift of the query, or of the weights where no shift is drawn."""
    shown = _shift(explorer) or _weights(explorer)
    tokens, query, result = explorer.tokens, explorer.query, explorer.result
    points = [
        f"{token} {wording.point(row)}"
        for token, row in zip(tokens, explorer.embeddings, strict=True)
    ]
    shown.alt = wording.alt(
        f"Attention over {len(tokens)} tokens, the query is {tokens[query]}",
        f"embeddings: {', '.join(points)}",
        f"weights of {tokens[query]}: {wording.pairs(tokens, result.weights[query], 4)}",
        f"context of {tokens[query]}: z = {wording.point(result.context[query], 4)}",
    )
    return shown


def _shift(explorer):
    """Return the picture of the shift, or None where the pulls do not make one."""
    if not explorer.shift.pulls:
        return None
    axes, query = list(explorer.axes), explorer.query
    weights, values = explorer.result.weights[query], explorer.shift.values[:, axes]
    title = f"{explorer.tokens[query]}, pulled to its context z"
    points = explorer.embeddings[:, axes]
    try:
        own = None if (values == points).all() else values
        return figures.shift(points, explorer.tokens, query, weights, title=title, values=own)
    except ValueError:  # weights of the learner's own function need not be an average
        return None


def _weights(explorer):
    """Return the picture of the weights, in the colours of scores where they are no shares."""
    weights, query = explorer.result.weights, explorer.query
    shares = weights.min() >= 0 and weights.max() <= 1
    kind = "weights" if shares else "scores"
    return figures.heatmap(weights, explorer.tokens, kind=kind, highlight=query, title="weights")
