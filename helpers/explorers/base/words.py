"""What an explorer says of its state: a headline, more, details, and what to reach."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from helpers.learner.messages import shortened
from helpers.numerals import wording

CHANGED = 0.005  # of a weight, that a reader sees in two decimals
LONGEST = 20  # letters of a word in a sentence
TIED = 1e-9  # between weights that are alike, for rounding
# Said of a learner's function that hasn't given anything yet, while its reference is drawn.
UNTIL = "Your function takes over once it works; until then you see the expected result."


class Fact(NamedTuple):
    """One named number of a state; role "main" for the one that the others lead to."""

    name: str
    text: str
    role: str = ""


class Text(NamedTuple):
    """What is said of a state.

    headline : the one sentence in bold        more : the rest, a line each
    details  : `Fact` rows that are shown on demand
    """

    headline: str
    more: str = ""
    details: tuple = ()

    @classmethod
    def of(cls, *sentences, details=()):
        """Return what sentences say, without empty ones: the first is set in bold."""
        headline, *more = filter(None, sentences)
        return cls(headline, lines(*more), details)


@dataclass(frozen=True)
class Goal:
    """Something for the user to reach; a text of its own tells it from the others.

    reached : takes the state now, and the one to compare with (the pin, or what the example began
              with); returns whether it is reached
    hint    : what to try, or the proof that it cannot be reached
    outcome : takes the state, returns what to add to the text once it is reached
    """

    text: str
    reached: Callable
    hint: str
    outcome: Callable = lambda _state: ""


def table(now, pinned=None):
    """Return the scene of `views.Facts` for `Fact` rows, beside those of a pin."""
    columns = [now] if pinned is None else [now, pinned]
    return {
        "names": [fact.name for fact in now],
        "texts": [[fact.text for fact in row] for row in zip(*columns, strict=True)],
        "columns": [] if pinned is None else ["now", "pinned"],
        "roles": [fact.role for fact in now],
    }


def changed_most(before, now, most=3):
    """Return the places where weights (n,) have changed most, if a reader sees it there."""
    seen = [[wording.drawn(weight) for weight in weights] for weights in (before, now)]
    changes = wording.largest(np.abs(now - before))
    return [place for place in changes if seen[0][place] != seen[1][place]][:most]


def changed(tokens, before, now, most=3):
    """Return the weights (n,) that have changed most, as a sentence lists them."""
    places, drawn = changed_most(before, now, most), wording.drawn
    said = (f"on {quoted(tokens[j])} {drawn(before[j])} → {drawn(now[j])}" for j in places)
    return ", ".join(said)


def pin_gone(reason):
    """Return the sentence that says of a pin that it went, and why."""
    return f"The pin is gone: {reason}."


def lines(*parts):
    """Join what there is to say, a line each."""
    return "\n".join(filter(None, parts))


def short(token):
    """Return a word as a sentence has room for it."""
    return shortened(token, LONGEST)


def quoted(token):
    """Return a word in quotation marks, as a sentence has room for it."""
    return f"“{short(token)}”"


def quoted_or_itself(tokens, query, places):
    """Return how a sentence about the query names the words at these places."""
    return ["itself" if place == query else quoted(tokens[place]) for place in places]


def attends(tokens, weights, query):
    """Say what a query attends to most, or among how many there's a tie.

    weights : (n,)
    """
    n, top = len(tokens), weights.max()
    tied = np.flatnonzero(top - weights < TIED)
    where = f"most to {listed(quoted_or_itself(tokens, query, tied))}"
    if len(tied) == n:
        where = "equally to all tokens"
    elif len(tied) > 2:
        where = f"most to {len(tied)} tokens"
    each = " each" if len(tied) > 1 else ""
    return f"{quoted(tokens[query])} attends {where} ({wording.drawn(top)}{each})."


def attends_next(tokens, weights, query):
    """Say what comes after that, all that a reader sees to be equal; "" after a tie."""
    top, second = wording.largest(weights)[:2]
    if weights[top] - weights[second] < TIED:
        return ""
    seen = wording.drawn(weights[second])
    tied = [j for j, one in enumerate(weights) if j != top and wording.drawn(one) == seen]
    names = listed(quoted_or_itself(tokens, query, tied))
    names = f"{len(tied)} tokens" if len(tied) > 2 else names
    how = "Just behind" if seen == wording.drawn(weights[top]) else "Next"
    return f"{how}: {names} ({seen}{' each' if len(tied) > 1 else ''})."


def percent(chance, write=wording.percent):
    """Return a chance in hundredths, with a decimal near none and near all."""
    return write(chance, 0 if 0.01 <= chance <= 0.99 else 1)


def listed(names):
    """Join names as a sentence does: `a, b and c`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
