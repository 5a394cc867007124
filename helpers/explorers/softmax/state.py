"""A row of scores with its labels; it refuses what it cannot hold."""

import re

from helpers import worked_examples
from helpers.attention import attention, simplified_attention
from helpers.explorers.base.readers import (
    listed,
    place_of,
    said,
    usable_names,
    usable_number,
    whole,
)

FEWEST, MOST = 2, 8
FURTHEST = 1000.0


def usable_scores(scores):
    """Return scores, also typed ones, as a tuple of floats.

    Raises ValueError, in one sentence, for fewer than 2 or more than 8, or for what is no finite
    number from -1000 to 1000.
    """
    scores = listed(scores)
    if scores is None:
        raise ValueError("The scores must be a row of numbers.")
    if not FEWEST <= len(scores) <= MOST:
        raise ValueError(f"A row here has {FEWEST} to {MOST} scores; this has {len(scores)}.")
    return tuple(usable_number(score, "A score", -FURTHEST, FURTHEST) for score in scores)


def usable_labels(labels):
    """Return labels as a tuple of texts, each as it is shown; a single text is refused."""
    return usable_names(labels, "A label")


def usable_choice(place, count):
    """Return the place of a weight, -1 for none of them, or say in one sentence what came."""
    if whole(place) == -1:
        return -1
    chosen = place_of(place, count)
    if chosen is None:
        raise ValueError(f"The choice is a place from 0 to {count - 1}, or -1; got {said(place)}.")
    return chosen


def named(labels, count):
    """Return exactly `count` labels: the first of those given, then numbered ones."""
    return (*labels[:count], *(f"score {i + 1}" for i in range(len(labels), count)))


def presets():
    """Return rows to begin with: a title to (labels, scores)."""
    journey = worked_examples.load("your_journey")
    robots = worked_examples.load("smart_robots")
    notes = worked_examples.load("softmax_6_4")
    notes = notes.find("expression", where="without scaling, the two fractions")
    two = tuple(float(score) for score in re.findall(r"\d+", notes.expression))
    asked_by_journey = simplified_attention(journey.embeddings).scores[1]
    asked_by_robots = attention(*3 * [robots.embeddings]).scaled[1]
    return {
        "“journey” asks its sentence": (journey.tokens, tuple(asked_by_journey.round(4).tolist())),
        "“robots” asks its sentence": (robots.tokens, tuple(asked_by_robots.round(4).tolist())),
        "three small scores": (("first", "second", "third"), (0.1, 0.2, 0.3)),
        "two scores of the notes": (("first", "second"), two),
        "a tie at the top": (("first", "second", "third"), (2.0, 2.0, -1.0)),
    }
