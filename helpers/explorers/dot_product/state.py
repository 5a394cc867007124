"""Two vectors in the plane and what their dot product is made of."""

from dataclasses import dataclass

import numpy as np

from helpers import worked_examples
from helpers.explorers.base.readers import listed, number_of

REACH = 2.5  # the plane's edge


@dataclass(frozen=True, eq=False)
class Pair:
    """A query a and a key b, each (2,), with coordinates from -2.5 to 2.5."""

    a: np.ndarray
    b: np.ndarray

    @property
    def products(self):
        """The (2,) products, coordinate by coordinate."""
        return self.a * self.b

    @property
    def score(self):
        """The dot product a · b."""
        return float(self.products.sum())

    @property
    def lengths(self):
        """The (2,) lengths of a and b."""
        return np.hypot(*np.transpose([self.a, self.b]))

    @property
    def limit(self):
        """The product of the lengths, which |a · b| cannot exceed."""
        return float(self.lengths.prod())

    @property
    def cosine(self):
        """The cosine of the angle, NaN where a vector has no length."""
        return float(np.clip(self.score / self.limit, -1, 1)) if self.limit else np.nan

    @property
    def degrees(self):
        """The angle, from 0 to 180 degrees, NaN where a vector has no length."""
        return float(np.degrees(np.arccos(self.cosine)))

    @property
    def shadow(self):
        """The signed length of b's projection on a, NaN where a has no length."""
        return self.score / float(self.lengths[0]) if self.lengths[0] else np.nan

    @property
    def foot(self):
        """The (2,) projection of b on a, (0, 0) where a has no length."""
        return self.a * (self.score / (self.a @ self.a)) if self.a.any() else np.zeros(2)


def usable_vector(vector, name):
    """Return a vector, also a typed one, as a tuple of two floats.

    Raises ValueError, in one sentence, for what is no pair of numbers from -2.5 to 2.5.
    """
    entries = listed(vector)
    if entries is None:
        raise ValueError(f"{name} must be a pair of numbers.")
    if len(entries) != 2:
        raise ValueError(f"{name} must have 2 numbers here; this has {len(entries)}.")
    numbers = tuple(round(number_of(entry), 6) for entry in entries)
    if max(map(abs, numbers)) > REACH:
        raise ValueError(f"The plane ends at −{REACH} and {REACH}, so {name} must stay inside.")
    return numbers


def presets():
    """Return pairs to begin with: a title to (names, a, b)."""
    robots = worked_examples.load("smart_robots")
    journey = worked_examples.load("your_journey")
    askew, query = "long but askew", (2.0, -1.0)
    return {
        "“robots” and “perform”": _words(robots, "robots", "perform"),
        "“robots” and “tasks”": _words(robots, "robots", "tasks"),
        "“robots” and “complex”": _words(robots, "robots", "complex"),
        "“journey” and “with”, x and y": _words(journey, "journey", "with"),
        "“journey” and “one”, x and y": _words(journey, "journey", "one"),
        "aligned": (("query", "aligned"), query, (1.0, -0.5)),
        "orthogonal": (("query", "across"), query, (1.0, 2.0)),
        "opposite": (("query", "opposite"), query, (-2.0, 1.0)),
        f"{askew}": (("query", "long"), query, (2.4, 2.4)),
        "short but aligned": (("query", "short"), query, (0.9, -0.45)),
    }


def _words(example, first, second):
    """Return two words of an example with their first two coordinates."""
    rows = [example.embeddings[example.tokens.index(word), :2] for word in (first, second)]
    return (first, second), *(tuple(row.tolist()) for row in rows)
