"""Where names stand in a crowded plane: beside their point, on nothing else."""

import numpy as np

ANGLES = np.arange(32) * np.pi / 16
GAPS = (4.5, 5.5, 7.0, 8.5, 10.5, 13.0, 18.0, 26.0, 40.0, 58.0)
CLEAR = 2.6  # points of air between a name and a marker or an arrow's head
SWEEPS = 4


def place(anchors, sizes, towards, *, points=(), segments=(), markers=(), frame=None):
    """Return the centre of each name, so that names cover neither each other nor the drawing.

    anchors  : (k, 2) what each name belongs to, in points of 1/72 inch
    sizes    : (k, 2) width and height of each name    towards : (k, 2) its preferred direction
    points   : (p, 2) dots to stay off where it is cheap
    segments : (s, 2, 2) lines to stay off where it is cheap
    markers  : (m, 4) boxes as (left, bottom, right, top) that no name comes near
    frame    : (left, bottom, right, top) to stay inside
    returns  : (k, 2)

    Each name takes its cheapest place given the others; a few rounds settle them.
    """
    anchors, sizes = np.asarray(anchors, float), np.asarray(sizes, float)
    ink = _ink(points, segments)
    offers = [_offers(anchor, size) for anchor, size in zip(anchors, sizes, strict=True)]
    fixed = [
        _fixed_costs(boxes, gaps, ink, frame, way)
        + 4000 * _touching(boxes, markers, CLEAR)
        + 120 * _astray(boxes, gaps, np.delete(anchors, i, axis=0))
        for i, ((boxes, gaps), way) in enumerate(zip(offers, towards, strict=True))
    ]
    chosen = {}
    for _ in range(SWEEPS):
        before = dict(chosen)
        for i, (boxes, _) in enumerate(offers):
            others = [offers[j][0][k] for j, k in chosen.items() if j != i]
            costs = fixed[i] + 4000 * _touching(boxes, others, 1)
            chosen[i] = int(costs.argmin())
        if chosen == before:
            break
    boxes = np.array([offers[i][0][k] for i, k in chosen.items()]).reshape(-1, 4)
    return (boxes[:, :2] + boxes[:, 2:]) / 2


def _offers(anchor, size):
    """Return every box that a name could take around its anchor, and each one's distance."""
    ways = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
    ways /= np.abs(ways).max(axis=1, keepdims=True)  # a box at a gap is that far off on one side
    gaps = np.repeat(GAPS, len(ways))
    ways = np.tile(ways, (len(GAPS), 1))
    half = np.asarray(size) / 2
    centres = anchor + ways * (half + gaps[:, None])
    off = np.maximum(np.abs(centres - anchor) - half, 0)
    return np.hstack([centres - half, centres + half]), np.hypot(*off.T)


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


def _astray(boxes, gaps, others):
    """Return how many other anchors are about as near to each box as its own, or nearer."""
    left_low, right_high = boxes[:, None, :2], boxes[:, None, 2:]
    off = np.maximum(np.maximum(left_low - others, others - right_high), 0)
    return (np.hypot(off[..., 0], off[..., 1]) < 1.2 * gaps[:, None]).sum(axis=1)


def _touching(boxes, others, air):
    """Return how many of the other boxes come nearer to each box than `air` points."""
    if not len(others):
        return np.zeros(len(boxes))
    a, b = boxes[:, None], np.asarray(others)[None]
    apart = (
        (a[..., 0] >= b[..., 2] + air)
        | (a[..., 2] <= b[..., 0] - air)
        | (a[..., 1] >= b[..., 3] + air)
        | (a[..., 3] <= b[..., 1] - air)
    )
    return (~apart).sum(axis=1).astype(float)


def _ink(points, segments):
    """Return the dots, and dots along the lines every 5 points."""
    dots = [np.asarray(points, float).reshape(-1, 2)]
    for start, end in np.asarray(segments, float).reshape(-1, 2, 2):
        steps = max(2, int(np.hypot(*(end - start)) / 5))
        dots.append(start + np.linspace(0, 1, steps)[:, None] * (end - start))
    return np.concatenate(dots) if sum(map(len, dots)) else np.zeros((0, 2))
