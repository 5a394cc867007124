"""One worked example computed through attention, and how far one query has come in it."""

from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter

import numpy as np

from helpers.attention import Attention, attention, project
from helpers.numerals import wording
from helpers.readers import vocabularies, worked_examples

FIRST = "smart_robots"
BATS = {
    "bat_in_the_game": "the pitcher saw the bat swing",
    "bat_in_the_dark": "one night the bat saw a cave",
}
ASKS_FIRST = {
    "i_love_apple_phones": "apple",
    "smart_robots": "robots",
    "your_journey": "journey",
    **dict.fromkeys(BATS, "bat"),
}


@dataclass(frozen=True, eq=False)
class Computation:
    """A worked example of n tokens and the `Attention` of all its queries."""

    example: worked_examples.WorkedExample
    result: Attention

    tokens = property(attrgetter("example.tokens"))  # the n tokens of the example

    @cached_property
    def projects(self):
        """Whether queries, keys and values are other than the embeddings."""
        made = (self.result.queries, self.result.keys, self.result.values)
        return not all(np.array_equal(part, self.example.embeddings) for part in made)

    @cached_property
    def steps(self):
        """The names of the steps; what would change nothing is left out."""
        middle = ("projections",) if self.projects else ()
        scaled = ("scaled",) if self.example.scale else ()
        return ("embeddings", *middle, "scores", *scaled, "weights", "weighted rows", "context")

    @property
    def first_query(self):
        """The place of the token that asks where nobody has chosen one."""
        asks = ASKS_FIRST.get(self.example.name)
        return self.tokens.index(asks) if asks in self.tokens else 0

    def answers_most(self, query):
        """Return the place of the token with the highest score for a query, itself left out."""
        scores = self.result.scores[query].copy()
        scores[query] = -np.inf
        return wording.largest(scores)[0]


@dataclass(frozen=True, eq=False)
class State:
    """A query on its way through a computation.

    query, target : places of the token that asks and of the one that is spoken of
    step          : the last of `computation.steps` that is seen
    followed      : the queries that were seen to reach their context
    """

    computation: Computation
    query: int
    step: str
    target: int
    followed: frozenset = frozenset()

    example = property(attrgetter("computation.example.name"))
    tokens = property(attrgetter("computation.tokens"))  # the n tokens of the example
    result = property(attrgetter("computation.result"))  # the `Attention`, all queries

    def shows(self, step):
        """Return whether a step is reached."""
        steps = self.computation.steps
        return steps.index(self.step) >= steps.index(step)


@cache
def names():
    """Return the names of the examples that can be computed, of two tokens or more."""
    loaded = map(worked_examples.load, worked_examples.names())
    found = [one.name for one in loaded if one.embeddings is not None and one.tokens[1:]]
    return (*sorted(found, key=lambda name: name != FIRST), *BATS)


def _example(name):
    """Return the worked example of a name, of a source or of the two bats."""
    if name not in BATS:
        return worked_examples.load(name)
    vocabulary, tokens = vocabularies.load("bat"), tuple(BATS[name].split())
    rows = vocabulary.rows(tokens)
    return worked_examples.WorkedExample(name, BATS[name], vocabulary.title, tokens, rows)


@cache
def load(name):
    """Return the `Computation` of an example."""
    example = _example(name)
    inputs = (example.embeddings,) * 3
    if example.W_Q is not None:
        inputs = project(example.embeddings, example.W_Q, example.W_K, example.W_V)
    return Computation(example, attention(*inputs, scale=None if example.scale else 1.0))


def begun(name, step=""):
    """Return the `State` that an example begins with, at a step if it has that one."""
    here = load(name)
    query, first = here.first_query, here.steps[0]
    return State(here, query, step if step in here.steps else first, here.answers_most(query))


def title(state):
    """Return what the example of a state is called in the list of examples: its sentence."""
    return " ".join(state.tokens)


def examples():
    """Return what there is to begin with: a title to the changes that it begins with."""
    parts = ("example", "query", "target", "step")
    beginnings = map(begun, names())
    return {title(first): {part: getattr(first, part) for part in parts} for first in beginnings}
