"""The picture of `AttentionExplorer` as tutorials make it: `interact` and an inline figure."""

import numpy as np
from ipywidgets import FloatSlider, interact
from matplotlib import pyplot

from helpers.attention import simplified_attention


def show(tokens, embeddings, moved=5):
    """Show a figure with two sliders for one token's coordinates."""

    def draw(x, y):
        points = embeddings.copy()
        points[moved] = x, y
        figure(tokens, points)

    ends = {"min": -2.5, "max": 2.5, "step": 0.01, "layout": {"width": "500px"}}
    x, y = (FloatSlider(float(coordinate), **ends) for coordinate in embeddings[moved])
    interact(draw, x=x, y=y)


def figure(tokens, points, query=0):
    """Draw the points, the pulls on the query, and the weights with their numbers."""
    result = simplified_attention(points)
    _, (plane, table) = pyplot.subplots(1, 2, figsize=(10, 5))
    start, z, weights = points[query], result.context[query], result.weights
    plane.set(xlim=(-2.5, 2.5), ylim=(-2.5, 2.5), aspect="equal")
    plane.grid(visible=True)
    plane.scatter(*points.T)
    for token, point in zip(tokens, points, strict=True):
        plane.annotate(token, point, (5, 5), textcoords="offset points")
    pulls = weights[query, :, None] * (points - start)
    tips = start + np.vstack([np.zeros(2), pulls.cumsum(axis=0)])
    plane.quiver(*tips[:-1].T, *pulls.T, angles="xy", scale_units="xy", scale=1, color="C0")
    plane.quiver(*start, *(z - start), angles="xy", scale_units="xy", scale=1, color="C2")
    table.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    table.set_xticks(range(len(tokens)), tokens)
    table.set_yticks(range(len(tokens)), tokens)
    for (i, j), weight in np.ndenumerate(weights):
        table.text(j, i, f"{weight:.2f}", ha="center", va="center")
    pyplot.show()
