"""Two vectors in the plane and what their dot product is made of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from helpers.learner import parse
from helpers.readers import worked_examples

REACH = 2.5  # the plane's edge
OWN = "your vectors"


@dataclass(frozen=True, eq=False)
class Pair:
    """A query a and a key b, two coordinates each, from -2.5 to 2.5, and their names."""

    a: tuple
    b: tuple
    names: tuple = ("query", "key")

    @cached_property
    def products(self):
        """The (2,) products, coordinate by coordinate."""
        return np.multiply(self.a, self.b)

    @cached_property
    def score(self):
        """The dot product a · b."""
        return float(self.products.sum())

    @cached_property
    def lengths(self):
        """The (2,) lengths of a and b."""
        return np.hypot(*np.transpose([self.a, self.b]))

    @cached_property
    def limit(self):
        """The product of the lengths, which |a · b| cannot exceed."""
        return float(self.lengths.prod())

    @cached_property
    def cosine(self):
        """The cosine of the angle, NaN where a vector has no length."""
        return float(np.clip(self.score / self.limit, -1, 1)) if self.limit else np.nan

    @cached_property
    def degrees(self):
        """The angle, from 0 to 180 degrees, NaN where a vector has no length."""
        return float(np.degrees(np.arccos(self.cosine)))

    @cached_property
    def shadow(self):
        """The signed length of b's shadow on a, NaN where a has no length."""
        return self.score / float(self.lengths[0]) if self.lengths[0] else np.nan

    @cached_property
    def foot(self):
        """The (2,) end of b's shadow on a, (0, 0) where a has no length."""
        squared = np.dot(self.a, self.a)
        return np.multiply(self.a, self.score / squared) if squared else np.zeros(2)


def vector(value, what):
    """Return two numbers from -2.5 to 2.5, also typed ones, as a tuple of floats."""
    numbers = parse.numbers_in_row(value, what, -REACH, REACH, least=2, most=2)
    return tuple(round(number, 6) for number in numbers)


def examples():
    """Return pairs to begin with: a title to the changes that it begins with."""
    robots = worked_examples.load("smart_robots")
    journey = worked_examples.load("your_journey")
    query = (2.0, -1.0)
    return {
        "“robots” and “perform”": _words(robots, "robots", "perform"),
        "“robots” and “tasks”": _words(robots, "robots", "tasks"),
        "“robots” and “complex”": _words(robots, "robots", "complex"),
        "“journey” and “with”, x and y": _words(journey, "journey", "with"),
        "“journey” and “one”, x and y": _words(journey, "journey", "one"),
        "aligned": example(("query", "aligned"), query, (1.0, -0.5)),
        "orthogonal": example(("query", "across"), query, (1.0, 2.0)),
        "opposite": example(("query", "opposite"), query, (-2.0, 1.0)),
        "long but askew": example(("query", "long"), query, (2.4, 2.4)),
        "short but aligned": example(("query", "short"), query, (0.9, -0.45)),
    }


def example(names, a, b):
    """Return the changes that two named vectors begin with."""
    return {"names": tuple(names), "a": a, "b": b}


def _words(worked, first, second):
    """Return two words of an example with their first two coordinates."""
    rows = [worked.embeddings[worked.tokens.index(word), :2] for word in (first, second)]
    return example((first, second), *(tuple(row.tolist()) for row in rows))
