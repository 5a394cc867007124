"""Mistakes in giving tokens their targets, and in keeping the likeliest words alone."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.function import known


def rows(numbers, length, step=None, count=None):
    """Return inputs and targets, each (rows, length); a row begins `step` behind the last one."""
    step = length if step is None else step
    count = (len(numbers) - 1 - length) // step + 1 if count is None else count
    places = step * np.arange(count)[:, None] + np.arange(length)
    return numbers[places], numbers[places + 1]


def _all_rows(numbers, length):
    return numbers[: len(numbers) // length * length].reshape(-1, length)


def _rolled(numbers, length):
    return _all_rows(numbers, length), _all_rows(np.roll(numbers, -1), length)


def _rolled_flat(numbers, length):
    whole = _all_rows(numbers, length)
    return whole, np.roll(whole, -1)


def _narrow(numbers, length):
    whole = _all_rows(numbers, length)
    return whole[:, :-1], whole[:, 1:]


OF_ROWS = (
    *known(
        "Each token is to guess itself. Its target is the token behind it.",
        lambda n, length: (rows(n, length)[0],) * 2,
        lambda n, length: (_all_rows(n, length),) * 2,
    ),
    *known("Inputs and targets are exchanged.", lambda n, length: rows(n, length)[::-1]),
    *known(
        "Your targets are shifted the other way: each token is to guess the one before it.",
        lambda n, length: (
            (rows(n, length)[0], _all_rows(np.roll(n, 1), length)[: len(n) // length])
            if len(n) % length
            else (rows(n, length)[0], _all_rows(np.roll(n, 1), length)[:-1])
        ),
        lambda n, length: (_all_rows(n, length), _all_rows(np.roll(n, 1), length)),
    ),
    *known(
        "At the end of each row the target is that row's first token. Which token follows in the "
        "text?",
        lambda n, length: (rows(n, length)[0], np.roll(rows(n, length)[0], -1, axis=1)),
        lambda n, length: (_all_rows(n, length), np.roll(_all_rows(n, length), -1, axis=1)),
    ),
    *known(
        "The last token of the text gets its first token as a target, but nothing follows it. How "
        "many rows are full and have all their targets?",
        _rolled,
        _rolled_flat,
    ),
    *known(
        "Your rows overlap. Each begins where the one before it ends.",
        lambda n, length: rows(n, length, step=1),
    ),
    *known(
        "A token is left out between two rows. It has been a target, but it should be an input, "
        "too.",
        lambda n, length: rows(n, length, step=length + 1),
    ),
    *known(
        "Your rows are one token too short. The last token of a row has its target in the text, "
        "too.",
        _narrow,
    ),
    *known(
        "Only the first row is there. The text has more.",
        lambda n, length: rows(n, length, count=1),
        lambda n, length: tuple(part[0] for part in rows(n, length)),
    ),
    *known(
        "Rows and columns are exchanged: a row holds tokens that stand side by side in the text.",
        lambda n, length: tuple(part.T for part in rows(n, length)),
    ),
)


def likeliest(shares, p):
    """Return the shares (n,) of the likeliest words, the fewest that together reach p; else 0."""
    return _shared(shares, _count(shares, p))


def _count(shares, p):
    return int((np.cumsum(-np.sort(-shares)) < p).sum()) + 1


def _kept(shares, count, order=None):
    """Return the shares of the first words of an order, the likeliest by default; else 0."""
    order = np.argsort(-shares) if order is None else order
    kept = np.zeros(len(shares))
    kept[order[:count]] = shares[order[:count]]
    return kept


def _shared(shares, count, order=None):
    kept = _kept(shares, count, order)
    return kept / kept.sum()


def _as_they_stand(shares, p):
    """Keep words from the first one on, as they stand, until they reach p."""
    count = int((np.cumsum(shares) < p).sum()) + 1
    return _shared(shares, count, np.arange(len(shares)))


def _least_likely(shares, p):
    return _shared(shares, int((np.cumsum(np.sort(shares)) < p).sum()) + 1, np.argsort(shares))


def _above(limit):
    return lambda shares, p: _shared(shares, int((shares >= limit(p)).sum()))


OF_SHARES = (
    *known(
        "Your shares do not add up to 1: what the others had is lost. Those that stay must share "
        "the whole.",
        lambda shares, p: _kept(shares, _count(shares, p)),
    ),
    *known(
        "You stop one word too early: what you keep does not reach p. The word that takes the sum "
        "over p stays as well.",
        lambda shares, p: _shared(shares, _count(shares, p) - 1),
        lambda shares, p: _kept(shares, _count(shares, p) - 1),
    ),
    *known(
        "One word more than needed keeps a share.",
        lambda shares, p: _shared(shares, _count(shares, p) + 1),
        lambda shares, p: _kept(shares, _count(shares, p) + 1),
    ),
    *known("All words stay: there is no p in it.", lambda shares, p: shares),
    *known(
        "You compare each share with a limit. It is the sum, from the likeliest word on, that must "
        "reach p.",
        _above(lambda p: p),
        _above(lambda p: 1 - p),
    ),
    *known("You go through the words as they stand. Begin with the likeliest one.", _as_they_stand),
    *known("You begin with the least likely word. The likeliest ones are to stay.", _least_likely),
    *known(
        "The shares come in the order of their size. Each belongs in the place of its word.",
        lambda shares, p: -np.sort(-likeliest(shares, p)),
        lambda shares, p: -np.sort(-_kept(shares, _count(shares, p))),
    ),
    *known(
        "Only the shares of those that stay are there. Every word has a place, also one whose "
        "share is 0.",
        lambda shares, p: -np.sort(-likeliest(shares, p))[: _count(shares, p)],
        lambda shares, p: -np.sort(-shares)[: _count(shares, p)],
        lambda shares, p: likeliest(shares, p)[likeliest(shares, p) > 0],
    ),
    *known(
        "You take softmax of shares. They are shares already: what keeps their ratios and makes "
        "the sum 1?",
        lambda shares, p: softmax(np.where(_kept(shares, _count(shares, p)) > 0, shares, -np.inf)),
        lambda shares, p: softmax(_kept(shares, _count(shares, p))),
    ),
    *known(
        "You divide by p. What stays adds up to p or more, seldom to p exactly.",
        lambda shares, p: _kept(shares, _count(shares, p)) / p,
    ),
    *known(
        "You share what was lost out equally. Those that stay must keep their ratios.",
        lambda shares, p: np.where(
            (kept := _kept(shares, _count(shares, p))) > 0,
            kept + (1 - kept.sum()) / _count(shares, p),
            0,
        ),
    ),
    *known(
        "All words that stay get the same share. They must keep their ratios.",
        lambda shares, p: (_kept(shares, _count(shares, p)) > 0) / _count(shares, p),
    ),
)
