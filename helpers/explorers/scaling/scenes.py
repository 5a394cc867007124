"""What the columns show of a saturation: how the scores spread, and one query's weights."""

import numpy as np

from helpers.figures import wording

REACH = 100  # the scores' axis ends here, for every d_k, so that a wider spread looks wider
WIDTHS = (0.5, 1, 2, 4)  # of a bin, the wider the scores are spread
OWN = 0.13  # height of a mark at a query's score with its own key


def scores(now, guessed, pinned):
    """Return the scene of a histogram of what softmax gets, its spread beside the law's.

    guessed : a standard deviation to show beside the true one, or None
    """
    law = now.law
    gets = _gets(now.scaled)
    ends, heights, beyond = _histogram(now.measured.scores)
    roles = ["score"] * len(heights)
    text = "√d_k / √d_k = 1" if now.scaled else f"√d_k = {law:.4g}"
    marks = [_mark(-law, "", "law", 1), _mark(law, text, "law", 1)]
    spread = now.measured.spread[0]
    own = now.measured.own
    if own.size:
        ends, heights = _with_own(ends, heights, own)
        roles += ["query"] * (len(heights) - len(roles))
        beyond[1] += int((own > REACH).sum())
        if own.mean() < REACH:
            marks.append(_mark(own.mean(), "own keys", "query", 0.25))
    spans = [_span(spread, f"standard deviation {wording.drawn(spread)}", "spread", 0.62)]
    if guessed is not None:
        spans.append(_guessed(guessed))
    n = now.n
    return {
        **_frame(f"{gets} of {n} queries with {n} keys, as a histogram"),
        "columns": {"ends": ends, "heights": heights, "roles": roles},
        "ghosts": _ghosts(pinned),
        "marks": marks,
        "spans": spans,
        "beyond": _outside(beyond),
        "told": f"standard deviation {wording.drawn(spread)}; {sum(beyond)} beyond ±{REACH}",
    }


def guess(now, guessed):
    """Return the scene of a guessed standard deviation over an empty axis."""
    return {
        **_frame(f"{_gets(now.scaled)}: your guess of their standard deviation"),
        "columns": {"ends": np.empty((0, 2)), "heights": np.empty(0), "roles": []},
        "spans": [] if guessed is None else [_guessed(guessed)],
        "told": "no guess yet" if guessed is None else f"your guess is {guessed:g}",
    }


def weights(now, pinned):
    """Return the scene of the first query's weights, the largest marked."""
    row = now.measured.weights[0]
    top, n = wording.largest(row)[0], len(row)
    text = f"key {top + 1}: {wording.drawn(row[top], 3)}"
    roles = ["query" if j == top else "key" for j in range(n)]
    before = None
    if pinned is not None:
        held = pinned.weights[0]
        before = {"ends": _slots(len(held)), "heights": held}
    return {
        **_keys(n, "the first query's weights on its keys, the largest marked"),
        "columns": {"ends": _slots(n), "heights": row, "roles": roles},
        "ghosts": before,
        "marks": [_mark(top + 1, text, "named", float(row[top]))],
        "told": f"the largest on {text}, all equal would be {wording.drawn(1 / n, 3)}",
    }


def hidden(now):
    """Return the scene of weights that are hidden until the guess is made."""
    none = {"ends": np.empty((0, 2)), "heights": np.empty(0), "roles": []}
    return {**_keys(now.n, "the first query's weights, hidden until you have guessed")} | {
        "columns": none,
        "told": "hidden",
    }


def _frame(caption):
    ticks = [-REACH, -REACH // 2, 0, REACH // 2, REACH]
    return {"low": -REACH, "high": REACH, "ticks": ticks, "top": 1, "caption": caption}


def _keys(n, caption):
    levels = [{"at": height, "text": f"{height:g}"} for height in (0.5, 1)]
    ticks = [1, *(round(n * part) for part in (0.25, 0.5, 0.75, 1))]
    frame = {"low": 0.4, "high": n + 0.6, "ticks": ticks, "top": 1, "levels": levels}
    return {**frame, "caption": caption}


def _slots(n):
    """Return the (n, 2) ends of one column per key."""
    places = np.arange(1.0, n + 1)[:, None]
    return places + np.array([-0.36, 0.36])


def _histogram(scores):
    """Return ends (k, 2), heights (k,) with the tallest at 1, and how many lie beyond each end."""
    width = next((w for w in WIDTHS if 5 * w > scores.std()), WIDTHS[-1])
    edges = width * (np.arange(-np.ceil(REACH / width), np.ceil(REACH / width) + 2) - 0.5)
    counts, _ = np.histogram(scores, edges)
    there = np.flatnonzero(counts)
    part = slice(there[0], there[-1] + 1) if there.size else slice(0, 0)
    ends = np.stack([edges[:-1], edges[1:]], axis=1)[part]
    beyond = [int((scores < -REACH).sum()), int((scores > REACH).sum())]
    return ends, counts[part] / max(counts.max(), 1), beyond


def _with_own(ends, heights, own):
    """Return the columns with a thin one at each query's score with its own key."""
    own = own[np.abs(own) <= REACH]
    thin = own[:, None] + np.array([-0.1, 0.1])
    return np.vstack([ends, thin]), np.append(heights, np.full(len(own), OWN))


def _ghosts(pinned):
    if pinned is None:
        return None
    ends, heights, _ = _histogram(pinned.scores)
    return {"ends": ends, "heights": heights}


def _outside(beyond):
    left, right = beyond
    return [f"‹ {left} beyond" if left else "", f"{right} beyond ›" if right else ""]


def _gets(scaled):
    return "scores / √d_k" if scaled else "scores"


def _mark(at, text, role, lane):
    return {"at": float(at), "text": text, "role": role, "lane": lane}


def _span(spread, text, role, lane):
    return {"left": -float(spread), "right": float(spread), "text": text, "role": role} | {
        "lane": lane
    }


def _guessed(spread):
    return _span(spread, f"your guess: {spread:g}", "guess", 0.36)
