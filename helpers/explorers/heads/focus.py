"""Where a query looks in one head, and how far that is from a plain average."""

import math

import numpy as np

from helpers.figures import wording

EVEN = 5e-5  # between the two largest weights, up to which four decimals cannot tell them apart
NEARLY = 0.05  # from 1/n, up to which weights are said to be nearly plain averaging


def top(weights):
    """Return the places of the largest of the weights (n,); several where they are equal."""
    return np.flatnonzero(weights.max() - weights < EVEN)


def entropy(weights):
    """Return the entropy of weights (n,), from 0 (one word only) to ln n (all alike)."""
    some = weights[weights > 0]
    return max(0.0, -math.fsum(some * np.log(some)))


def away(weights):
    """Return how far the weights (n,) are from 1/n at most: 0 is plain averaging."""
    return float(np.abs(weights - 1 / len(weights)).max())


def from_mean(head, query):
    """Return the distance of a query's context from the plain mean of the values."""
    return float(np.linalg.norm(head.context[query] - head.values.mean(axis=0)))


def looked_at(weights, tokens, query):
    """Say in words what the query looks at most."""
    places = top(weights)
    if len(places) == len(tokens):
        return "all words alike"
    names = ["itself" if place == query else tokens[place] for place in places]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} alike"


def look(weights, tokens, query):
    """Say what the query looks at most, and with what weight."""
    at, places = looked_at(weights, tokens, query), top(weights)
    if len(places) == len(tokens):
        return f"at {at}"
    each = " each" if len(places) > 1 else ""
    return f"most at {at} ({wording.drawn(weights.max())}{each})"
