"""Sentences with heads to begin with: one from a source, three placed by hand."""

from dataclasses import dataclass
from math import cos, pi, sin

from helpers import worked_examples
from helpers.explorers.heads.layer import (
    Layer,
    read_embeddings,
    read_heads,
    read_mixing,
    read_tokens,
)

APPLE, OWN = "I love apple phones", "your heads"
BY_HAND = "These embeddings and heads were placed by hand."


@dataclass(frozen=True)
class Example:
    """A layer, the query to begin with, and a note on where its numbers come from."""

    layer: Layer
    query: int
    note: str


def examples():
    """Return the examples by their titles, the source's first."""
    return {
        APPLE: _apple(),
        "two heads fetch two words": _fetching(2),
        "one head cannot fetch both": _fetching(1),
        "the word before, the word after": _neighbours(),
    }


def own(tokens, embeddings, heads, W_O):
    """Return an example of the parts given, the others being the source's.

    Raises ValueError, in one sentence, for what cannot be used.
    """
    source = _apple().layer.parts
    given = {"tokens": tokens, "embeddings": embeddings, "heads": heads, "W_O": W_O}
    parts = {name: source[name] if part is None else part for name, part in given.items()}
    return Example(made(**parts), 0, "")


def made(tokens, embeddings, heads, W_O=None):
    """Return a layer of anything that can be read as one; raises ValueError in one sentence."""
    return Layer(
        read_tokens(tokens), read_embeddings(embeddings), read_heads(heads), read_mixing(W_O)
    )


def _apple():
    """Return the source's example; in head 2, which is ours, x3 asks for x4 and x1 for x2."""
    example = worked_examples.load("i_love_apple_phones")
    asks, answers = [[0, 3], [0, 0], [5, 0], [0, 0]], [[0, 0], [0, 1], [0, 0], [1, 0]]
    brings = [[0, 0], [0, 0], [1, 0], [0, 1]]
    heads = [(example.W_Q, example.W_K, example.W_V), (asks, answers, brings)]
    note = (
        "Head 1 is the source's. For head 2 the source prints no matrices: these are ours. In them"
        " x₃ asks and x₄ answers, and x₁ asks and x₂ answers."
    )
    return Example(made(example.tokens, example.embeddings, heads), 2, note)


def _fetching(count):
    """Return a verb that asks who and where: with a head for each question, or with one."""
    tokens = ("cat", "sat", "mat", "today")
    embeddings = [[0, 1, 0, 2], [1, 0, 0, 0.5], [0, 0, 1, -1], [0, 0, 0, 0.2]]
    content = [[0], [0], [0], [1]]
    asks, doer, place = [[6], [0], [0], [0]], [[0], [1], [0], [0]], [[0], [0], [1], [0]]
    heads = [(asks, doer, content), (asks, place, content)]
    how = "Head 1 asks who sat, head 2 asks where."
    if count == 1:
        both = [[d, p] for (d,), (p,) in zip(doer, place, strict=True)]
        heads = [([[9, 9], [0, 0], [0, 0], [0, 0]], both, content)]
        how = "One head asks who sat and where."
    note = f"x₁ marks a verb, x₂ who does it, x₃ the place; x₄ is what a word has to give. {how}"
    return Example(made(tokens, embeddings, heads), 1, f"{note} {BY_HAND}")


def _neighbours():
    """Return words whose x1, x2 turn by 60° from place to place, and heads that turn as well."""
    tokens = ("she", "reads", "old", "books", "aloud")
    content = (0.5, 1.0, -0.5, 2.0, -1.0)
    turn = pi / 3
    embeddings = [
        [round(cos(turn * place), 4), round(sin(turn * place), 4), given]
        for place, given in enumerate(content)
    ]
    asks = [[8, 0], [0, 8], [0, 0]]
    c, s = round(cos(turn), 4), round(sin(turn), 4)
    before, after = [[c, s], [-s, c], [0, 0]], [[c, -s], [s, c], [0, 0]]
    heads = [(asks, turned, [[0], [0], [1]]) for turned in (before, after)]
    note = (
        "x₁ and x₂ are a hand of a clock that turns 60° from word to word. Head 1 turns every key"
        " one word on, so that a query meets the word before; head 2 turns it back."
    )
    return Example(made(tokens, embeddings, heads), 2, f"{note} {BY_HAND}")
