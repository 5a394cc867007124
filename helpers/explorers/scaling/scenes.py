"""What the columns show of a width: how scores spread, one query's weights, and their entropy."""

import numpy as np

from helpers.numerals import wording

REACH = 100  # where the axis of scores ends for every state, so that a wider spread looks wider
SCORES, SHARES = [-100, -50, 0, 50, 100], [0, 0.25, 0.5, 0.75, 1]  # numbers below an axis
WIDTHS = (0.125, 0.25, 0.5, 1, 2, 4, 8)  # of a bin, the wider the scores are spread
BAR = 0.75  # height of the weights' bar, and of the entropy's
BEFORE = 0.85  # height of the outline of what they were
NONE = {"ends": np.empty((0, 2)), "heights": np.empty(0), "roles": []}
DASHED = {None: "", False: "; dashed: undivided", True: "; dashed: pinned"}


def scores(now, before=None, guessed=None, *, pinned=None):
    """Return the scene of a histogram of what softmax gets, its spread beside the law's.

    before  : a state to outline, or None      pinned : whether that is a pin; None for no state
    guessed : a standard deviation to show beside the true one, or None
    """
    measured, law = now.measured, now.law
    ends, heights, beyond = _histogram(now)
    root = _root(now)
    marks = [_mark(-law, "", "law", 1), _mark(law, "expected: 1" if now.scaled else root, "law", 1)]
    if measured.own.size and (own := measured.own.mean()) < REACH:
        marks.append(_mark(own, "mean with own key", "end", 0.25))
    left, right = beyond
    spread = wording.drawn(measured.spread[0])
    spans = [_span(measured.spread[0], f"spread {spread}", "spread", 0.62)]
    divided = f" ÷ {root}" if now.scaled else ""
    return {
        **_frame(f"{now.n} × {now.n} scores{divided}{DASHED[pinned]}"),
        "columns": _columns(ends, heights, ["score"] * len(heights)),
        "ghosts": before and _columns(*_histogram(before)[:2]),
        "marks": marks,
        "spans": spans if guessed is None else [*spans, _guessed(guessed)],
        "beyond": [f"‹ {left} beyond" if left else "", f"{right} beyond ›" if right else ""],
        "text": f"standard deviation {spread}; {left + right} beyond ±{REACH}",
    }


def guess(now, guessed):
    """Return the scene of a guessed standard deviation over an empty axis."""
    spans = [] if guessed is None else [_guessed(guessed)]
    text = f"your guess is {guessed:g}" if spans else "hidden until you have guessed"
    caption = "scores ÷ √d_k" if now.scaled else "scores"  # no number: the spread follows it
    return {**_frame(caption), "columns": NONE, "spans": spans, "text": text}


def weights(row, before=None):
    """Return the scene of one query's weights (n,) as parts of one bar, the largest named.

    before : weights whose largest is outlined, or None
    """
    ends, top = _parts(row), wording.largest(row)[0]
    text = f"key {top + 1}: {wording.drawn(row[top], 3)}"
    roles = ["top" if j == top else "key" for j in range(len(row))]
    ghost = None if before is None else _parts(before)[wording.largest(before)[:1]]
    return {
        **_whole("the first query's weights, a part for each key"),
        "columns": _columns(ends, np.full(len(row), BAR), roles),
        "ghosts": before is not None and _columns(ghost, [BEFORE]),
        "marks": [_mark(ends[top].mean(), text, "named", 1)],
        "text": f"largest on {text}; if all were equal, {wording.drawn(1 / len(row), 3)} each",
    }


def entropy(now, before=None):
    """Return the scene of the first query's entropy, between 0 and the ln n of equal weights."""
    found, most = now.measured.entropy[0], np.log(now.n)
    text, last = f"entropy {wording.drawn(found)}", f"{wording.drawn(most)}: all alike"
    ends = [_mark(0, "0: all on one", "end", 1), _mark(most, last, "end", 1)]
    return {
        **_whole("", most),
        "columns": _columns([[0, found]], [BAR], ["entropy"]),
        "ghosts": before and _columns([[0, before.measured.entropy[0]]], [BEFORE]),
        "marks": [*ends, _mark(found, text, "entropy", 0.2)],
        "text": f"{text}; {last}",
    }


def _frame(caption):
    return {"low": -REACH, "high": REACH, "ticks": SCORES, "top": 1, "caption": caption}


def _whole(caption, high=1.0):
    ticks = SHARES if caption else []
    return {"low": 0, "high": float(high), "ticks": ticks, "top": 1, "caption": caption}


HIDDEN = {**_whole("hidden"), "columns": NONE, "text": "hidden"}  # until the guess is made


def _root(now):
    root = np.sqrt(now.d_k)
    return f"√{now.d_k} = {root:g}" if root == int(root) else f"√{now.d_k} ≈ {root:.4g}"


def _parts(row):
    """Return where each weight's part of the bar begins and ends, (n, 2)."""
    edges = np.append(0, np.cumsum(row))
    return np.stack([edges[:-1], edges[1:]], axis=1)


def _histogram(now):
    """Return ends (k, 2), heights (k,) with the tallest at 1, and how many lie beyond each end.

    The bins are those of the undivided scores, divided: what divides them moves each column.
    """
    found = now.measured.scores
    scores = found * now.divisor
    width = next((w for w in WIDTHS if 10 * w > scores.std()), WIDTHS[-1])
    reach = np.ceil(np.abs(scores).max() / width) + 1
    edges = width * (np.arange(-reach, reach + 1) - 0.5)
    counts, _ = np.histogram(scores, edges)
    ends = np.stack([edges[:-1], edges[1:]], axis=1) / now.divisor
    beyond = [int((found < -REACH).sum()), int((found > REACH).sum())]
    heights = np.where((ends > -REACH).any(axis=1) & (ends < REACH).any(axis=1), counts, 0)
    return ends, heights / max(heights.max(), 1), beyond


def _columns(ends, heights, roles=()):
    return {"ends": np.asarray(ends), "heights": np.asarray(heights), "roles": list(roles)}


def _mark(at, text, role, lane):
    return {"at": float(at), "text": text, "role": role, "lane": lane}


def _span(spread, text, role, lane):
    return {**_mark(spread, text, role, lane), "left": -float(spread), "right": float(spread)}


def _guessed(spread):
    return _span(spread, f"your guess: {spread:g}", "guess", 0.36)
