"""What became of an ambiguous word in its company, in sentences."""

import math

import numpy as np

from helpers.explorers.base.arithmetic import apart, one
from helpers.explorers.meaning.state import NEUTRAL
from helpers.figures import wording

EQUAL = 0.005  # a difference that two decimals do not show
MOST_PULLS = 3


def result(meaning):
    """Say where the word has gone, which meaning is nearer, and who pulled."""
    said = [_moved(meaning), nearer(meaning)]
    return "\n".join([*said, _weights(meaning)] if meaning.on else said)


def _moved(meaning):
    """Say with whom the word stands and where it has gone."""
    if not meaning.on:
        return f"“{meaning.word}” is alone: its only weight is 1, on itself, so it does not move."
    z, way = wording.point(meaning.z), math.dist(meaning.x, meaning.z)
    text = f"“{meaning.word}” with {_listed(meaning.on)}: z = {z}, {way:.2f} from x."
    if meaning.lam < 1:
        text += f" At λ = {meaning.lam:.2f} it is at {wording.point(meaning.moved)}."
    return text


def nearer(meaning):
    """Say which cluster's mean is nearer to the shown point, and by how much."""
    distances = meaning.distances(meaning.moved)
    near, far = np.argsort(distances)
    names = [meaning.meanings[near], meaning.meanings[far]]
    if distances[far] - distances[near] < EQUAL:
        return (
            f"It is as near to {names[0]} as to {names[1]}: {distances[near]:.2f} from each mean."
        )

    def said(near, far, gap):
        nearer_to = f"It is nearer to {names[0]} ({near} from its mean)"
        return f"{nearer_to} than to {names[1]} ({far}), by {gap}."

    return one(apart(distances[near], distances[far], said))


def _weights(meaning):
    """Say how the word divides its weight, and who pulls hardest."""
    shares = [("itself", meaning.result.weights[0, 0])]
    clusters = [(name, meaning.share(name)) for name in (*meaning.meanings, NEUTRAL)]
    shares += [(name, share) for name, share in clusters if share]
    text = "Its weights: " + ", ".join(f"{name} {share:.2f}" for name, share in shares) + "."
    pulls = meaning.result.weights[0][:, None] * (meaning.embeddings - meaning.x)
    lengths = np.hypot(*pulls.T)
    order = wording.largest(lengths)[:MOST_PULLS]
    hardest = ", ".join(f"{meaning.tokens[i]} {lengths[i]:.2f}" for i in order if lengths[i])
    return f"{text} Hardest pulls: {hardest}."


def judged(meaning, guess):
    """Say how far a guessed z is from z."""
    return f"Your z is {math.dist(guess, meaning.z):.2f} away from z."


def since(meaning, pinned):
    """Say how far z has gone since it was pinned."""
    place, way = wording.point(pinned), math.dist(pinned, meaning.z)
    return f"Pinned: z was {place}; it has moved {way:.2f} since."


def _listed(texts):
    """Join texts as a sentence does, the middle of many left out."""
    if len(texts) > 6:
        return f"{len(texts)} other words"
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
