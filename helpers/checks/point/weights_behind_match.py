"""Exercise 12.3: the weights of an induction head, which looks after the match."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake, explaining

BEHIND_THE_LAST = (
    "A row of yours looks past the last letter. Is the asking place itself a match in it? What "
    "follows there is still to come: only earlier places can be matches."
)
ALL = 1000  # more places than any text here has


def _where(start=1, end=1, back=1, asks=0):
    """Return what lists the places j from `start` to before i + end that match at i, in order.

    back, asks : place j matches at i if the letter at j - back is the one at i - asks
    """

    def places(tokens, i):
        reached = range(start, min(i + end, len(tokens)))
        return [j for j in reached if tokens[j - back] == tokens[i - asks]]

    return places


_behind = _where()
_at_match = _where(0, 0, 0)


def _shared(tokens, places_of, alone=0):
    """Return rows that share equally among places_of(tokens, i); without a place, on `alone`.

    alone : the place in a row that finds none, "itself", "before", "even", "all" or None: zeros
    """
    n = len(tokens)
    weights = np.zeros((n, n))
    for i in range(n):
        places = sorted(set(places_of(tokens, i)))
        if not places and alone is not None:
            named = {"itself": [i], "before": [max(i - 1, 0)], "even": [*range(i + 1)]}
            named["all"] = [*range(n)]
            places = named.get(alone, [alone])
        weights[i, places] = 1 / max(len(places), 1)
    return weights


def _right(tokens):
    return _shared(tokens, _behind)


def _by(places_of, *alone):
    """Return the way to share among these places, once for each `alone`."""
    return [lambda tokens, a=a: _shared(tokens, places_of, a) for a in alone or (0,)]


def _divided_across(tokens):
    """Divide each column by the sum of the row with its number."""
    ones = (_right(tokens) > 0).astype(float)
    return ones / ones.sum(axis=1)


def _divided_by_nothing(tokens):
    """Mark the matches, then divide each row by its sum, which may be 0."""
    marks = (_shared(tokens, _behind, None) > 0).astype(float)
    with np.errstate(invalid="ignore"):
        return marks / marks.sum(axis=1, keepdims=True)


def _by_softmax(tokens, sure, alone):
    """Give each match up to the asking place the score `sure`, every other place 0."""
    powers = np.tril(np.exp(sure * (_shared(tokens, _behind, alone) > 0)))
    return powers / powers.sum(axis=1, keepdims=True)


def _drawn(rng):
    """Return 10 to 12 letters of four, drawn at random, the first of which comes again."""
    drawn = rng.choice(list("pqrs"), size=int(rng.integers(10, 13))).tolist()
    drawn[5] = drawn[0]
    return (drawn,)


def _run(given, tokens):
    """Return what a learner's function gives, or say that it looks past the last letter."""
    with explaining(IndexError, f"index {len(tokens)} is out of bounds", BEHIND_THE_LAST):
        return given(tokens)


MISTAKES = (
    Mistake(
        "Your rows look at the match itself. There stands the letter that asks, once more; what "
        "followed it is one place further.",
        *_by(_at_match, 0, "itself", "even", None),
        *_by(lambda t, i: _at_match(t, i)[:1], 0, "itself"),
        *_by(lambda t, i: _at_match(t, i)[-1:], 0, "itself"),
    ),
    Mistake(
        "You compare the letter *at* each place, the asking place included, which always fits. It "
        "is the letter *before* a place that counts.",
        *_by(_where(0, 1, 0)),
        *_by(_where(0, ALL, 0)),
        lambda tokens: np.equal.outer(tokens, tokens),
    ),
    Mistake(
        "Your rows look one place *before* the match. What followed stands on its other side.",
        *_by(_where(0, -1, -1), 0, "itself", None),
        *_by(_where(0, 0, -1), 0, None),
    ),
    Mistake(
        "Your rows look two places after the match: one place further than what followed.",
        *_by(_where(2, 1, 2), 0, None),
    ),
    Mistake(
        "Later places count in your rows, too. At place i only what stands up to i is known.",
        *_by(_where(1, ALL), 0, "itself", None),
    ),
    Mistake(
        "At place 0 your rows find a match: there j − 1 is −1, and in Python that is the last "
        "letter. Nobody stands before the first.",
        *_by(_where(0), 0, None),
    ),
    Mistake(
        "The asking place itself may count, too: where a letter follows itself, place i comes "
        "right after its earlier self.",
        *_by(_where(1, 0), 0, "itself", None),
    ),
    Mistake(
        "You compare the letters before both places, and place i with itself, too: so i counts in "
        "every row. The letter that asks is the one *at* i.",
        *_by(_where(asks=1), 0, None),
        *_by(_where(0, asks=1)),
    ),
    Mistake(
        "The asking place itself is a match in your rows, so each looks at the place after its "
        "own, too. What follows there is still to come.",
        *_by(_where(1, 2), 0, None),
    ),
    Mistake(
        "Each column is divided by the sum of another row. How must the sums lie, so that each "
        "row is divided by its own?",
        _divided_across,
    ),
    Mistake(
        "You compare the letters before both places. The letter that asks is the one *at* i.",
        *_by(_where(1, 0, asks=1), 0, None),
    ),
    Mistake(
        "Only the latest match counts in your rows. Where there are several, they share equally.",
        *_by(lambda t, i: _behind(t, i)[-1:], 0, "itself", None),
    ),
    Mistake(
        "Only the first match counts in your rows. Where there are several, they share equally.",
        *_by(lambda t, i: _behind(t, i)[:1], 0, "itself", None),
    ),
    Mistake(
        "Where several places match, your row adds up to more than 1: share its weight among them.",
        lambda tokens: (_right(tokens) > 0).astype(float),
        lambda tokens: (_shared(tokens, _behind, None) > 0).astype(float),
    ),
    Mistake(
        "A row that finds no match is all zeros. A row of weights adds up to 1: who gets it?",
        *_by(_behind, None),
        *_by(lambda t, i: _behind(t, i) if i else [0], None),
    ),
    Mistake(
        "A row that finds no match is divided by 0, its own sum. Who gets its weight?",
        _divided_by_nothing,
    ),
    Mistake(
        "Softmax leaves a share to places without a match. This head is perfectly sure: they get "
        "nothing.",
        *(
            lambda tokens, sure=sure, alone=alone: _by_softmax(tokens, sure, alone)
            for sure in (1, 5, 10)
            for alone in (0, None)
        ),
    ),
    Mistake(
        "You divide by the sum of the whole table. Each row adds up to 1 on its own.",
        lambda tokens: (_right(tokens) > 0) / (_right(tokens) > 0).sum(),
    ),
    Mistake(
        "You divide by the number of all places. The weight of a row is shared among those that "
        "match, and among no others.",
        *(
            lambda tokens, alone=alone, places=places: (
                (_shared(tokens, _behind, alone) > 0) / places(np.arange(len(tokens))[:, None] + 1)
            )
            for alone in (0, None)
            for places in (np.array, np.max)
        ),
    ),
    Mistake(
        "A row that finds no match should look at place 0 alone: not at itself, its neighbour or "
        "the last place, nor at several equally.",
        *_by(_behind, "itself", "before", "even", "all", -1),
    ),
    Mistake(
        "Rows and columns have changed places: a row belongs to the letter that asks.",
        lambda tokens: _right(tokens).T,
    ),
    Mistake(
        "Place 0 gets a share in every row, also where a match is found. It is there for rows that "
        "find none.",
        *_by(lambda t, i: [0, *_behind(t, i)]),
    ),
    Mistake(
        "These rows look one place back, whatever stands there. That is the work of layer 1.",
        *_by(lambda _, i: [max(i - 1, 0)]),
        *_by(lambda _, i: [i - 1] if i else [], None),
    ),
)

weights_behind_match = Function(
    name="weights_behind_match",
    expected=_right,
    shown=(list("cafdbecaf"),),
    draw=_drawn,
    also={"a letter alone": (["a"],), "one letter again and again": (list("aaaa"),)},
    mistakes=MISTAKES,
    run=_run,
    done="Times a table of the letters, one row each, these weights give a guess wherever a letter "
    "comes again: all that has followed it so far, match by match.",
)
