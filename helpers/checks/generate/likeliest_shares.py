"""Exercise 17.3: keep the likeliest words alone, and share the whole among them."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake


def _drawn(rng):
    """Draw shares and a p between two of their sums, from the likeliest on."""
    shares = rng.dirichlet(np.ones(int(rng.integers(6, 10))))
    return shares, float(np.mean(np.cumsum(-np.sort(-shares))[1:3]))


def _count(shares, p):
    """Return how many words, from the first on, it takes to reach p."""
    return int((np.cumsum(shares) < p).sum()) + 1


def _stay(shares, p):
    return _count(-np.sort(-shares), p)


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


def _likeliest(shares, p):
    """Return the shares (n,) of the likeliest words, the fewest that together reach p; else 0."""
    return _shared(shares, _stay(shares, p))


def _with(count):
    """Return the ways to keep count(shares, p) words: sharing the whole, and as they are."""
    return [lambda shares, p, of=of: of(shares, count(shares, p)) for of in (_shared, _kept)]


def _above(limit):
    """Return the ways to keep the words at or above limit(p), and those above it."""
    at_or_above = _with(lambda shares, p: int((shares >= limit(p)).sum()))
    return at_or_above + _with(lambda shares, p: int((shares > limit(p)).sum()))


def _marked(mark):
    """Return the ways to keep the words where mark(order) is small, as if it were their rank."""

    def kept(shares, p):
        return np.where(mark(np.argsort(-shares)) < _stay(shares, p), shares, 0)

    return [lambda shares, p: kept(shares, p) / kept(shares, p).sum(), kept]


def _of_kept(change):
    """Return the mistake of doing change(shares that stay and zeros, p) to the right words."""
    return lambda shares, p: change(_kept(shares, _stay(shares, p)), p)


MISTAKES = (
    Mistake(
        "Your shares do not add up to 1: what the others had is lost. Those that stay must share "
        "the whole.",
        _of_kept(lambda kept, p: kept),
    ),
    Mistake(
        "You stop one word too early: what you keep does not reach p. The word that takes the sum "
        "over p stays as well.",
        *_with(lambda shares, p: _stay(shares, p) - 1),
        *_with(_reached),
        *_with(lambda shares, p: max(1, _stay(shares, p) - 1)),  # the first one is let in
        *_with(lambda shares, p: max(1, _reached(shares, p))),
    ),
    Mistake(
        "Where the shares come to p exactly, one word more stays than is needed: “p or more” is "
        "reached already.",
        *_with(lambda shares, p: _reached(shares, p) + 1),
    ),
    Mistake(
        "One word more than needed keeps a share.", *_with(lambda shares, p: _stay(shares, p) + 1)
    ),
    Mistake(
        "Nothing stays, and 0 is divided by 0. Do you write shares into an array of whole numbers? "
        "It cuts their decimals off.",
        lambda shares, p: np.full(len(shares), np.nan),
    ),
    Mistake("All words stay: there is no p in it.", lambda shares, p: shares),
    Mistake(
        "You compare each share with a limit. It is the sum, from the likeliest word on, that must "
        "reach p.",
        *_above(lambda p: p),
        *_above(lambda p: 1 - p),
    ),
    Mistake(
        "You take p for a part of the number of words. It is a part of their shares.",
        *(
            way
            for whole in (np.ceil, np.floor, np.round)
            for way in _with(lambda shares, p, whole=whole: int(whole(p * len(shares))))
        ),
    ),
    Mistake(
        "The shares come back in wrong places. Your order names the place that each sorted share "
        "came from: write to these places, and do not read from them.",
        lambda shares, p: -np.sort(-_likeliest(shares, p))[np.argsort(-shares)],
        lambda shares, p: -np.sort(-_kept(shares, _stay(shares, p)))[np.argsort(-shares)],
    ),
    Mistake(
        "You go through the words as they stand. Begin with the likeliest one.",
        lambda shares, p: _shared(shares, _count(shares, p), np.arange(len(shares))),
    ),
    Mistake(
        "You sort the shares and see how many stay, but the marks go to other words: those that "
        "stand first are not the likeliest. Which array says where each came from?",
        *_marked(np.sort),
        *_marked(np.array),  # the order says where each rank stands, not the rank of each word
    ),
    Mistake(
        "As many words stay whatever p is: that is top-k. Here their shares decide.",
        *(lambda shares, p, k=k: _shared(shares, k) for k in (1, 2, 3)),
    ),
    Mistake(
        "You begin with the least likely word. The likeliest ones are to stay.",
        lambda shares, p: _shared(shares, _count(np.sort(shares), p), np.argsort(shares)),
    ),
    Mistake(
        "The shares come in the order of their size. Each belongs in the place of its word.",
        lambda shares, p: -np.sort(-_likeliest(shares, p)),
        _of_kept(lambda kept, p: -np.sort(-kept)),
    ),
    Mistake(
        "Only the shares of those that stay are there. Every word has a place, also one whose "
        "share is 0.",
        lambda shares, p: -np.sort(-_likeliest(shares, p))[: _stay(shares, p)],
        lambda shares, p: -np.sort(-shares)[: _stay(shares, p)],
        lambda shares, p: _likeliest(shares, p)[_likeliest(shares, p) > 0],
    ),
    Mistake(
        "You take softmax of shares. They are shares already: what keeps their ratios and makes "
        "the sum 1?",
        _of_kept(lambda kept, p: softmax(np.where(kept > 0, kept, -np.inf))),
        _of_kept(lambda kept, p: softmax(kept)),
    ),
    Mistake(
        "You divide by p. What stays adds up to p or more, seldom to p exactly.",
        _of_kept(lambda kept, p: kept / p),
    ),
    Mistake(
        "You share what was lost out equally. Those that stay must keep their ratios.",
        _of_kept(lambda kept, p: np.where(kept > 0, kept + (1 - kept.sum()) / (kept > 0).sum(), 0)),
    ),
    Mistake(
        "All words that stay get the same share. They must keep their ratios.",
        _of_kept(lambda kept, p: (kept > 0) / (kept > 0).sum()),
    ),
)

likeliest_shares = Function(
    name="likeliest_shares",
    expected=_likeliest,
    shown=(np.array([0.05, 0.5, 0.02, 0.3, 0.13]), 0.9),
    draw=_drawn,
    mistakes=MISTAKES,
    also={
        "a p that the first word reaches": (np.array([0.1, 0.7, 0.2]), 0.6),
        # Sixteenths, so that every sum is exact.
        "a p that two words reach exactly": (np.array([1, 8, 3, 4]) / 16, 0.75),
    },
    done="Of five words three stay. Where the model is sure, one word is enough; where it is not, "
    "many may be drawn. Top-k keeps the same number in both places.",
)
