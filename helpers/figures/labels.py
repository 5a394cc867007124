"""Where names stand in a crowded plane: beside their point, on nothing else."""

import numpy as np

ANGLES = np.arange(16) * np.pi / 8
GAPS = (6.5, 10.0, 16.0, 26.0, 40.0, 58.0)
SWEEPS = 4


def place(anchors, sizes, towards, *, points=(), segments=(), frame=None, taken=()):
    """Return the centre of each name, so that names cover neither each other nor the drawing.

    anchors  : (k, 2) what each name belongs to, in points of 1/72 inch
    sizes    : (k, 2) width and height of each name    towards : (k, 2) its preferred direction
    points   : (p, 2) markers to stay off               segments : (s, 2, 2) lines to stay off
    frame    : (left, bottom, right, top) to stay inside
    taken    : boxes as (left, bottom, right, top) that nothing may cover
    returns  : (k, 2)

    Each name takes its cheapest place given the others; a few rounds settle them.
    """
    anchors, sizes = np.asarray(anchors, float), np.asarray(sizes, float)
    ink = _ink(points, segments)
    offers = [_offers(anchor, size) for anchor, size in zip(anchors, sizes, strict=True)]
    fixed = [
        _fixed_costs(boxes, gaps, ink, frame, way)
        for (boxes, gaps), way in zip(offers, towards, strict=True)
    ]
    chosen = [None] * len(anchors)
    for _ in range(SWEEPS):
        for i, (boxes, _) in enumerate(offers):
            others = [box for j, box in enumerate(chosen) if j != i and box is not None]
            costs = fixed[i] + 4000 * _touching(boxes, [*others, *taken])
            chosen[i] = boxes[int(costs.argmin())]
    return np.array([((a + c) / 2, (b + d) / 2) for a, b, c, d in chosen]).reshape(-1, 2)


def _offers(anchor, size):
    """Return every box that a name could take around its anchor, and each one's distance."""
    ways = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
    gaps = np.repeat(GAPS, len(ways))
    ways = np.tile(ways, (len(GAPS), 1))
    half = np.asarray(size) / 2
    centres = anchor + ways * (half + gaps[:, None])
    return np.hstack([centres - half, centres + half]), gaps


def _fixed_costs(boxes, gaps, ink, frame, way):
    """Return what each place costs whatever the other names do."""
    costs = gaps * 1.5
    left, bottom, right, top = boxes.T[:, :, None]
    x, y = ink.T
    near = (x > left - 2) & (x < right + 2) & (y > bottom - 2) & (y < top + 2)
    costs = costs + 40 * near.sum(axis=1)
    length = np.hypot(*way)
    if length > 0:
        ways = np.tile(np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1), (len(GAPS), 1))
        costs = costs + 6 * (1 - ways @ (np.asarray(way) / length))
    if frame is not None:
        inside = (boxes[:, :2] >= frame[:2]).all(axis=1) & (boxes[:, 2:] <= frame[2:]).all(axis=1)
        costs = costs + 8000 * ~inside
    return costs


def _touching(boxes, others):
    """Return with how many of the others each box overlaps, a point of air included."""
    if not others:
        return np.zeros(len(boxes))
    a, b = boxes[:, None], np.asarray(others)[None]
    apart = (
        (a[..., 0] >= b[..., 2] + 1)
        | (a[..., 2] <= b[..., 0] - 1)
        | (a[..., 1] >= b[..., 3] + 1)
        | (a[..., 3] <= b[..., 1] - 1)
    )
    return (~apart).sum(axis=1).astype(float)


def _ink(points, segments):
    """Return points that stand for all that is drawn: markers, and lines every 5 points."""
    dots = [np.asarray(points, float).reshape(-1, 2)]
    for start, end in np.asarray(segments, float).reshape(-1, 2, 2):
        steps = max(2, int(np.hypot(*(end - start)) / 5))
        dots.append(start + np.linspace(0, 1, steps)[:, None] * (end - start))
    return np.concatenate(dots) if sum(map(len, dots)) else np.zeros((0, 2))
