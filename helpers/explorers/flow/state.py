"""One worked example computed through attention, and the steps that it takes."""

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from helpers import worked_examples
from helpers.attention import Attention, attention, project
from helpers.explorers.base.readers import place_of, said, share
from helpers.figures import wording


@dataclass(frozen=True, eq=False)
class Computation:
    """A worked example of n tokens and the `Attention` of all its queries."""

    example: worked_examples.WorkedExample
    result: Attention

    @property
    def tokens(self):
        """Return the n tokens of the example."""
        return self.example.tokens

    @cached_property
    def projects(self):
        """Say whether queries, keys and values are other than the embeddings."""
        made = (self.result.queries, self.result.keys, self.result.values)
        return not all(np.array_equal(part, self.example.embeddings) for part in made)

    @cached_property
    def steps(self):
        """Return the names of the steps; what would change nothing is left out."""
        middle = ("projections",) if self.projects else ()
        scaled = ("scaled",) if self.example.scale else ()
        return ("embeddings", *middle, "scores", *scaled, "weights", "weighted rows", "context")

    def answers_most(self, query):
        """Return the place of the token with the highest score for a query, itself left out."""
        scores = self.result.scores[query].copy()
        scores[query] = -np.inf
        return wording.largest(scores)[0]

    def reached(self, step, other):
        """Say whether `step` is `other` or a later one."""
        return self.steps.index(step) >= self.steps.index(other)


@cache
def names():
    """Return the names of the worked examples that can be computed: two tokens or more."""
    return tuple(name for name in worked_examples.names() if len(_embeddings(name)) > 1)


def load(name):
    """Return the `Computation` of a worked example."""
    example = worked_examples.load(name)
    inputs = (example.embeddings,) * 3
    if example.W_Q is not None:
        inputs = project(example.embeddings, example.W_Q, example.W_K, example.W_V)
    return Computation(example, attention(*inputs, scale=None if example.scale else 1.0))


def _place(computation, value):
    """Return the place of a token, given as a whole number."""
    count = len(computation.tokens)
    place = place_of(value, count)
    if place is None:
        raise ValueError(f"A query or target is a place from 0 to {count - 1}, not {said(value)}.")
    return place


def _step(computation, value):
    """Return a step that this computation has."""
    if not isinstance(value, str) or value not in computation.steps:
        steps = ", ".join(computation.steps)
        raise ValueError(f"There is no step {said(value)} here; there is {steps}.")
    return value


def _guess(computation, value):
    """Return a guessed weight, or None for none."""
    if value is None:
        return None
    guess = share(value)
    if guess is None:
        raise ValueError(f"A weight is a number from 0 to 1, not {said(value)}.")
    return guess


def read_example(value):
    """Return the name of an example that can be computed."""
    if not isinstance(value, str) or value not in names():
        raise ValueError(f"There is no example {said(value)}; there is {', '.join(names())}.")
    return value


def read(computation, name, value):
    """Return a choice as it is held; what is none of this computation's raises ValueError."""
    readers = {"query": _place, "target": _place, "step": _step, "guess": _guess}
    return readers[name](computation, value) if name in readers else value


def _embeddings(name):
    """Return a worked example's embeddings, () where it has none."""
    embeddings = worked_examples.load(name).embeddings
    return () if embeddings is None else embeddings


def code(computation, query):
    """Return lines that compute the same `result`, and the context of the query."""
    example = computation.example
    projected = "project(example.embeddings, example.W_Q, example.W_K, example.W_V)"
    same = "(example.embeddings,) * 3"
    scale = "" if example.scale else ", scale=1.0"
    return "\n".join(
        [
            "from helpers import worked_examples",
            f"from helpers.attention import attention{', project' * computation.projects}",
            "",
            f'example = worked_examples.load("{example.name}")',
            f"queries, keys, values = {projected if computation.projects else same}",
            f"result = attention(queries, keys, values{scale})",
            f"result.context[{query}]  # of {computation.tokens[query]!r}",
        ]
    )
