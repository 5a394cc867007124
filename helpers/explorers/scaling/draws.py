"""Queries and keys drawn at random, in three ways; a smaller d_k holds the first columns."""

import functools

import numpy as np

MOST, WIDEST = 64, 4096  # tokens, and the largest d_k
EMBEDDING = 64  # numbers of an embedding, before nn.Linear

NORMAL = f"queries, keys = rng.normal(size=(2, {MOST}, {WIDEST}))[:, :{{n}}, :{{d_k}}]"
LINEAR = f"""embeddings = rng.normal(size=({MOST}, {EMBEDDING}))
bound = {EMBEDDING} ** -0.5  # nn.Linear begins with uniform weights within 1/sqrt(d_model)
W_Q, W_K = rng.uniform(-bound, bound, size=(2, {EMBEDDING}, {WIDEST}))[..., :{{d_k}}]
queries, keys = embeddings[:{{n}}] @ W_Q, embeddings[:{{n}}] @ W_K"""
SAME = f"queries = keys = rng.normal(size=({MOST}, {WIDEST}))[:{{n}}, :{{d_k}}]"
LINES = {"normal": NORMAL, "linear": LINEAR, "same": SAME}  # that draw, as a reader would
PRESETS = {
    "independent, N(0, 1)": "normal",
    "as nn.Linear begins": "linear",
    "Q = K": "same",
}


@functools.lru_cache(maxsize=3)
def vectors(entries, draw):
    """Return all queries and keys (64, 4096) of a way to draw and a number that starts it.

    entries : "normal" (independent, N(0, 1)), "linear" (projected as nn.Linear begins, from
              embeddings N(0, 1) of width 64) or "same" (Q = K, N(0, 1))
    """
    rng = np.random.default_rng(draw)
    if entries == "normal":
        queries, keys = rng.normal(size=(2, MOST, WIDEST))
    elif entries == "same":
        queries = keys = rng.normal(size=(MOST, WIDEST))
    else:
        embeddings = rng.normal(size=(MOST, EMBEDDING))
        bound = EMBEDDING**-0.5
        W_Q, W_K = rng.uniform(-bound, bound, size=(2, EMBEDDING, WIDEST))
        queries, keys = embeddings @ W_Q, embeddings @ W_K
    return queries, keys


def titled(entries):
    """Return the title of a way to draw."""
    return next(title for title, way in PRESETS.items() if way == entries)
