"""Mistakes in keeping the likeliest words alone, and in sharing the whole among them."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import known


def likeliest(shares, p):
    """Return the shares (n,) of the likeliest words, the fewest that together reach p; else 0."""
    return _shared(shares, _count(shares, p))


def _count(shares, p):
    return int((np.cumsum(-np.sort(-shares)) < p).sum()) + 1


def _reached(shares, p):
    """Return how many of the likeliest words come to p or less together."""
    return int((np.cumsum(-np.sort(-shares)) <= p).sum())


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


def _marked_as_sorted(shares, p):
    return np.arange(len(shares)) < _count(shares, p)


def _marked_by_order(shares, p):
    """Take the order, which says where each rank stands, for the rank of each word."""
    return np.argsort(-shares) < _count(shares, p)


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
        lambda shares, p: _shared(shares, _reached(shares, p)),
        lambda shares, p: _kept(shares, _reached(shares, p)),
    ),
    *known(
        "Where the shares come to p exactly, one word more stays than is needed: “p or more” is "
        "reached already.",
        lambda shares, p: _shared(shares, _reached(shares, p) + 1),
        lambda shares, p: _kept(shares, _reached(shares, p) + 1),
    ),
    *known(
        "One word more than needed keeps a share.",
        lambda shares, p: _shared(shares, _count(shares, p) + 1),
        lambda shares, p: _kept(shares, _count(shares, p) + 1),
    ),
    *known(
        "Nothing stays, and 0 is divided by 0. Do you write shares into an array of whole numbers? "
        "It cuts their decimals off.",
        lambda shares, p: np.full(len(shares), np.nan),
    ),
    *known("All words stay: there is no p in it.", lambda shares, p: shares),
    *known(
        "You compare each share with a limit. It is the sum, from the likeliest word on, that must "
        "reach p.",
        _above(lambda p: p),
        _above(lambda p: 1 - p),
    ),
    *known("You go through the words as they stand. Begin with the likeliest one.", _as_they_stand),
    *known(
        "You sort the shares and see how many stay, but the marks go to other words: those that "
        "stand first are not the likeliest. Which array says where each came from?",
        *(
            lambda shares, p, mark=mark, scale=scale: scale(np.where(mark(shares, p), shares, 0))
            for mark in (_marked_as_sorted, _marked_by_order)
            for scale in (lambda kept: kept / kept.sum(), np.array)
        ),
    ),
    *known(
        "As many words stay whatever p is: that is top-k. Here their shares decide.",
        *(lambda shares, p, k=k: _shared(shares, k) for k in (1, 2, 3)),
    ),
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
