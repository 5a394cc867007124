"""Words in an order and a kind of position: what both are made of, and where they begin."""

import functools
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from helpers.attention import Attention, attention, causal_mask
from helpers.learner import parse
from helpers.learner.arrays import NotNumbersError, listed, real_numbers
from helpers.learner.calls import FailedError, UnusableError, ask, name_of
from helpers.learner.messages import quoted
from helpers.numerals.arithmetic import SUBSCRIPTS
from helpers.positions import rotated, sinusoids

FEWEST, MOST = 2, 8  # tokens
WIDEST = 8  # numbers per token
FARTHEST = 100  # from 0, of a number
SAME = 1e-9  # between two numbers, up to which floats alone can tell them apart
KINDS = ("none", "learned", "sinusoids", "rotation", "mask")
PARTS = ("tokens", "embeddings", "order", "positions", "query")
BITES, OWN = "dog bites man", "your words"


def learned(n, d):
    """Return the vectors (n, d) of places that a model begins with, before it learns better."""
    return np.random.default_rng(0).normal(0, 0.5, size=(MOST, WIDEST))[:n, :d].round(2)


ADDED = {"learned": learned, "sinusoids": sinusoids}  # kinds that give each place a vector


@dataclass(frozen=True, eq=False)
class Placed:
    """n tokens in an order, a kind of position, and the token that asks.

    tokens, embeddings : (n, d), in their first order
    order  : the first places of the tokens, as they stand now    query : one of them
    first, result : simplified attention in the first order, and in the present one
    remark : what is to be said of a learner's function that takes long, else ""
    learner : the last function of positions, None before there was one
    """

    tokens: tuple[str, ...]
    embeddings: np.ndarray
    order: tuple[int, ...]
    positions: object
    query: int
    first: Attention
    result: Attention
    remark: str = ""
    learner: object = None

    @functools.cached_property
    def names(self):
        """The n tokens in their first order; those that repeat are numbered: the₁, the₂."""
        counts, seen, names = Counter(self.tokens), Counter(), []
        for token in self.tokens:
            seen[token] += 1
            number = str(seen[token]).translate(SUBSCRIPTS)
            names.append(token + number if counts[token] > 1 else token)
        return tuple(names)

    @property
    def asks(self):
        """The name of the token that asks."""
        return self.names[self.query]

    @property
    def kind(self):
        """The name of the kind of position, or of the function."""
        return kind_of(self.positions)

    @property
    def moved(self):
        """Whether the tokens stand in another order than the first."""
        return self.order != tuple(range(len(self.order)))

    @functools.cached_property
    def places(self):
        """The (n,) place of every token now, by its first place."""
        return np.argsort(self.order)

    @property
    def unseen(self):
        """Whether each token is hidden from the one that asks, by its first place."""
        return (self.places > self.places[self.query]) & (self.kind == "mask")

    @property
    def started(self):
        """The same in the first order."""
        return replace(self, order=tuple(range(len(self.order))), result=self.first)

    def weights(self, token):
        """Return the (n,) weights of a token, on each by its first place."""
        return self.result.weights[self.places[token], self.places]

    def z(self, token):
        """Return the (d,) context of a token."""
        return self.result.context[self.places[token]]

    @property
    def scores(self):
        """The (n, n) scores, both sides by their first places."""
        return self.result.scores[np.ix_(self.places, self.places)]

    def others_z(self, before):
        """Return how many tokens mix another z than in an earlier state."""
        far = [np.abs(self.z(i) - before.z(i)).max() for i in range(len(self.tokens))]
        return int((np.array(far) > SAME).sum())


def kind_of(positions):
    """Return the name of a kind of position, or of the function."""
    return positions if isinstance(positions, str) else name_of(positions, "positions")


def placed(tokens, embeddings, order, positions, query, first=None, learner=None):
    """Return the `Placed` of parts that were read one by one.

    first : the attention in the first order, where it is known
    learner : the last function of positions until now

    Raises ValueError, in one sentence, for parts that do not fit each other.
    """
    n = len(tokens)
    if n != len(embeddings):
        rows = f"{n} tokens need {n} rows of embeddings, one each"
        raise ValueError(f"{rows}; there are {len(embeddings)}.")
    if sorted(order) != list(range(n)):
        wanted = f"The order must list each position from 0 to {n - 1} once"
        raise ValueError(f"{wanted}; {quoted(order)} doesn't.")
    query = parse.place(query, "The query", n)
    first = attended(embeddings, positions)[0] if first is None else first
    result, remark = attended(embeddings[list(order)], positions)
    learner = positions if callable(positions) else learner
    return Placed(tokens, embeddings, order, positions, query, first, result, remark, learner)


def attended(rows, positions):
    """Return simplified attention of rows (n, d) as they stand, and what is to be said of it.

    Raises ValueError, in one sentence, for a learner's function that gives nothing usable.
    """
    if callable(positions):
        return _of_learner(rows, positions)
    made, values, allowed = rows, rows, None
    if positions in ADDED:
        made = values = rows + ADDED[positions](*rows.shape)
    elif positions == "rotation":
        made = rotated(rows)
    elif positions == "mask":
        allowed = causal_mask(len(rows))
    return attention(made, made, values, allowed=allowed, scale=1.0), ""


def _of_learner(rows, positions):
    """Return simplified attention whose queries and keys a function makes, and its message."""
    answer = ask(positions, rows.copy(), lambda back: _read(back, rows.shape), "positions")
    if answer.result is None:
        raise FailedError(answer.message)
    try:
        return attention(answer.result, answer.result, rows, scale=1.0), answer.message
    except ValueError as error:  # numbers beyond what a score can be
        refused = f"Attention cannot use what {kind_of(positions)} gives"
        raise FailedError(f"{refused}: {error}.") from None


def _read(given, shape):
    """Return what came back as rows of this shape, or raise `UnusableError`."""
    try:
        array = real_numbers(given)
    except NotNumbersError as error:
        came = f", not {error}" if str(error) else ""
        raise UnusableError(f"must return rows of numbers{came}.") from None
    if array.shape != shape:
        raise UnusableError(f"returned shape {array.shape}; expected {shape}, as it was given.")
    array = array.astype(float)
    if not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0][0])
        raise UnusableError(f"returned NaN or inf in row {row}.")
    return array


def moved(order, token, place):
    """Return an order in which a token has gone to a place, the others making room."""
    others = [one for one in order if one != token]
    return (*others[:place], token, *others[place:])


def read_embeddings(embeddings):
    """Return embeddings (n, d), d even, from 2 to 8."""
    read = parse.matrix(embeddings, "The embeddings", -FARTHEST, FARTHEST)
    width = read.shape[1]
    if width % 2 or width > WIDEST:
        raise ValueError(f"Embeddings here need 2, 4, 6 or 8 entries, not {width}: pairs rotate.")
    return read


def read_order(order):
    """Return an order as plain whole numbers; None for the first one."""
    if order is None:
        return None
    places = [parse.whole(place) for place in listed(order) or [None]]
    if None in places:
        raise ValueError(f"The order must be positions such as (2, 0, 1), not {quoted(order)}.")
    return tuple(places)


def read_positions(positions):
    """Return the name of a kind of position, or a function."""
    if positions is ... or positions is None:
        raise ValueError("positions isn't written yet.")
    if callable(positions) or (isinstance(positions, str) and positions in KINDS):
        return positions
    wanted = f"positions must be one of {', '.join(KINDS)}, or a function"
    raise ValueError(f"{wanted}; {quoted(positions)} is neither.")


def examples():
    """Return sentences by their titles: what each begins with."""
    past = "dog bites man, each seeing its past"
    return {
        BITES: _begin(["dog", "bites", "man"], [DOG, VERB, MAN], 1),
        "the dog bites the man": _begin(
            ["the", "dog", "bites", "the", "man"], [THE, DOG, VERB, THE, MAN], 2
        ),
        past: _begin(["dog", "bites", "man"], [DOG, VERB, MAN], 2, "mask"),
        "distance: seven equal words": _begin(["la"] * 7, [[0.7, 0.0] * 4] * 7, 3, "rotation"),
    }


# Placed by hand, so that a verb scores high with its subject and its object.
DOG, VERB, MAN = [1.1, -0.3, 0.6, 0.2], [0.8, 0.7, 0.4, -0.3], [-0.2, 1.2, 0.5, 0.3]
THE = [0.3, 0.2, -0.4, 0.1]


def own(tokens=None, embeddings=None):
    """Return an example of what is given, the rest being that of “dog bites man”."""
    first = examples()[BITES]
    tokens = first["tokens"] if tokens is None else tokens
    embeddings = first["embeddings"] if embeddings is None else embeddings
    return {**first, "tokens": tokens, "embeddings": embeddings, "order": None, "query": 0}


def _begin(tokens, embeddings, query, positions="none"):
    """Return the changes of an example, in its first order."""
    parts = {"tokens": tokens, "embeddings": embeddings, "positions": positions, "query": query}
    return {**parts, "order": range(len(tokens))}
