"""Three to six words with their places in the plane, to begin with and as they are set."""

import functools

import numpy as np

from helpers import vocabularies, worked_examples
from helpers.explorers.base.arrays import real_array
from helpers.explorers.base.readers import said, usable_names, whole
from helpers.explorers.projection.maps import IDENTITY, fixed

FEWEST, MOST = 3, 6
LIMIT = 5  # of a coordinate, from 0
PLAIN = {"W_Q": IDENTITY, "W_K": IDENTITY, "W_V": IDENTITY}
ASKING = fixed([[-2, 2], [1, 1]])  # each of The, cat, sat asks for another of them
_TURNS = np.radians([0, 120, 240])


def usable_tokens(tokens):
    """Return three to six names as a tuple, or say in one sentence what is wrong with them."""
    tokens = usable_names(tokens)
    if not FEWEST <= len(tokens) <= MOST:
        raise ValueError(f"Here are {FEWEST} to {MOST} tokens; these are {len(tokens)}.")
    return tokens


def usable_embeddings(embeddings):
    """Return (n, 2) numbers from -5 to 5 as an array, or say in one sentence what came."""
    embeddings = fixed(real_array(embeddings, "The embeddings must be rows of 2 numbers"))
    if embeddings.ndim != 2 or embeddings.shape[1] != 2:
        raise ValueError(f"The embeddings must be rows of 2 numbers, not {embeddings.shape}.")
    if not (np.abs(embeddings) <= LIMIT).all():  # NaN is not smaller either
        raise ValueError(f"The embeddings must lie between −{LIMIT} and {LIMIT}.")
    return embeddings


def usable_place(query):
    """Return a place as a whole number, or say in one sentence what came."""
    place = whole(query)
    if place is None:
        raise ValueError(f"The query must be a place from 0; got {said(query)}.")
    return place


def fitting(tokens, embeddings, query):
    """Say in one sentence which of the three does not fit the others."""
    n = len(tokens)
    if len(embeddings) != n:
        raise ValueError(f"{n} tokens need {n} rows of numbers; these are {len(embeddings)}.")
    if not 0 <= query < n:
        raise ValueError(f"The query must be a place from 0 to {n - 1}; got {said(query)}.")


@functools.cache
def presets():
    """Return states to begin with: a title to tokens, embeddings and matrices."""
    notes = worked_examples.load("the_cat_sat")
    robots = worked_examples.load("smart_robots")
    apple = ("apple", "banana", "juice", "phone", "laptop")
    circle = 2 * np.column_stack([np.cos(_TURNS), np.sin(_TURNS)]).round(12)
    theirs = {name: getattr(robots, name) for name in PLAIN}
    return {
        "A, B, C on a circle": _state("ABC", circle),
        "The cat sat, x₁ and x₂": _state(notes.tokens, notes.embeddings[:, :2]),
        "The cat sat, asking": _state(notes.tokens, notes.embeddings[:, :2], W_Q=ASKING),
        "Smart robots": _state(robots.tokens, robots.embeddings, **theirs),
        "apple": _state(apple, vocabularies.load("apple").rows(apple)),
    }


def _state(tokens, embeddings, **matrices):
    return {"tokens": tuple(tokens), "embeddings": fixed(embeddings), **PLAIN, **matrices}
