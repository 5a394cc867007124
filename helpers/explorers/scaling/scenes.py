"""What the columns show of a width: how the scores spread, and one query's weights."""

import numpy as np

from helpers.numerals import wording

# Where an axis of scores ends for every d_k, so that a wider spread looks wider: one axis for the
# undivided scores, and one ten times finer for the divided ones, by `scaled`.
REACH = {False: 100, True: 10}
WIDTHS = {False: (0.5, 1, 2, 4), True: (0.2,)}  # of a bin, the wider the scores are spread
OWN = 0.13  # height of a mark at a query's score with its own key
NONE = {"ends": np.empty((0, 2)), "heights": np.empty(0), "roles": []}


def scores(now, scaled, guessed=None, pinned=None):
    """Return the scene of a histogram of what softmax gets, its spread beside the law's.

    scaled  : whether of the divided scores
    guessed : a standard deviation to show beside the true one, or None
    """
    measured, law, reach = now.side(scaled), now.law(scaled), REACH[scaled]
    ends, heights, beyond = _histogram(measured.scores, scaled)
    roles = ["score"] * len(heights)
    marks = [_mark(-law, "", "law", 1), _mark(law, "law: 1" if scaled else _root(now), "law", 1)]
    own = measured.own
    if own.size:
        seen = own[np.abs(own) <= reach, None]
        ends = np.vstack([ends, seen + reach / 1000 * np.array([-1, 1])])  # thin columns
        heights = np.append(heights, np.full(len(seen), OWN))
        roles += ["query"] * len(seen)
        beyond[1] += int((own > reach).sum())
        if own.mean() < reach:
            marks.append(_mark(own.mean(), "own keys", "query", 0.25))
    left, right = beyond
    spread = wording.drawn(measured.spread[0])
    spans = [_span(measured.spread[0], f"spread {spread}", "spread", 0.62)]
    if guessed is not None and scaled == now.scaled:
        spans.append(_guessed(guessed))
    return {
        **_frame(now, scaled, _root(now)),
        "columns": _columns(ends, heights, roles),
        "ghosts": pinned and _columns(*_histogram(pinned.side(scaled).scores, scaled)[:2]),
        "marks": marks,
        "spans": spans,
        "beyond": [f"‹ {left} beyond" if left else "", f"{right} beyond ›" if right else ""],
        "text": f"standard deviation {spread}; {left + right} beyond ±{reach}",
    }


def guess(now, scaled, guessed):
    """Return the scene of a guessed standard deviation over an empty axis."""
    spans = [] if guessed is None or scaled != now.scaled else [_guessed(guessed)]
    text = f"your guess is {guessed:g}" if spans else "hidden until you have guessed"
    divisor = f"√{now.d_k}"  # not as a number: the spread follows it
    return {**_frame(now, scaled, divisor), "columns": NONE, "spans": spans, "text": text}


def weights(row, pinned=None):
    """Return the scene of one query's weights (n,), the largest marked, beside pinned ones."""
    top, n = wording.largest(row)[0], len(row)
    text = f"key {top + 1}: {wording.drawn(row[top], 3)}"
    roles = ["query" if j == top else "key" for j in range(n)]
    return {
        **_keys(n, "the first query's weights"),
        "columns": _columns(_slots(n), row, roles),
        "ghosts": None if pinned is None else _columns(_slots(len(pinned)), pinned),
        "marks": [_mark(top + 1, text, "named", float(row[top]))],
        "text": f"the largest on {text}, all equal would be {wording.drawn(1 / n, 3)}",
    }


def hidden(n):
    """Return the scene of weights that are hidden until the guess is made."""
    return {**_keys(n, "the first query's weights, hidden"), "columns": NONE, "text": "hidden"}


def _frame(now, scaled, divisor):
    """Return the axis of scores, its caption, and whether its side is the one that is meant."""
    reach, finer = REACH[scaled], REACH[True]
    caption = f"divided by {divisor}: axis ±{finer}"
    caption = caption if scaled else f"undivided: axis ±{reach}, grey: ±{finer}"
    return {
        "low": -reach,
        "high": reach,
        "ticks": [-reach, -reach // 2, 0, reach // 2, reach],
        "top": 1,
        "zone": [-finer, finer],  # what both axes show
        "caption": caption,
        "meant": scaled == now.scaled,
    }


def _root(now):
    root = np.sqrt(now.d_k)
    return f"√{now.d_k} = {root:g}" if root == int(root) else f"√{now.d_k} ≈ {root:.4g}"


def _keys(n, caption):
    levels = [{"at": height, "text": f"{height:g}"} for height in (0.5, 1)]
    ticks = [1, *(round(n * part) for part in (0.25, 0.5, 0.75, 1))]
    frame = {"low": 0.4, "high": n + 0.6, "ticks": ticks, "top": 1, "levels": levels}
    return {**frame, "caption": caption}


def _slots(n):
    """Return the (n, 2) ends of one column per key."""
    places = np.arange(1.0, n + 1)[:, None]
    return places + np.array([-0.36, 0.36])


def _histogram(scores, scaled):
    """Return ends (k, 2), heights (k,) with the tallest at 1, and how many lie beyond each end."""
    reach, widths = REACH[scaled], WIDTHS[scaled]
    width = next((w for w in widths if 5 * w > scores.std()), widths[-1])
    edges = width * (np.arange(-np.ceil(reach / width), np.ceil(reach / width) + 2) - 0.5)
    counts, _ = np.histogram(scores, edges)
    there = np.flatnonzero(counts)
    part = slice(there[0], there[-1] + 1) if there.size else slice(0, 0)
    ends = np.stack([edges[:-1], edges[1:]], axis=1)[part]
    beyond = [int((scores < -reach).sum()), int((scores > reach).sum())]
    return ends, counts[part] / max(counts.max(), 1), beyond


def _columns(ends, heights, roles=()):
    return {"ends": ends, "heights": heights, "roles": list(roles)}


def _mark(at, text, role, lane):
    return {"at": float(at), "text": text, "role": role, "lane": lane}


def _span(spread, text, role, lane):
    return {**_mark(spread, text, role, lane), "left": -float(spread), "right": float(spread)}


def _guessed(spread):
    return _span(spread, f"your guess: {spread:g}", "guess", 0.36)
