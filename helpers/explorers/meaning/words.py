"""What became of an ambiguous word among its neighbours, in sentences, and what to reach."""

import math

import numpy as np

from helpers.explorers.base.words import Fact, Goal, Text, listed, percent, quoted
from helpers.explorers.meaning.state import EVEN, NEUTRAL
from helpers.figures.hull import is_outside
from helpers.numerals import wording

MANY = 6  # words, past which a sentence gives their number


def asked(meaning):
    """Say what to do while z is to be guessed."""
    return Text(f"Drag “your z” to where “{meaning.word}” will go, then let go.")


def text(meaning):
    """Say where the word has gone and who pulled."""
    return Text.of(nearer(meaning), moved(meaning), details=pulls(meaning))


def guessed(meaning, guess):
    """Say how far a guess was from z."""
    return f"Your guess is {math.dist(guess, meaning.z):.2f} away from z."


def since_pin(meaning, pinned):
    """Say how far z has moved since the pin."""
    way = math.dist(pinned.z, meaning.z)
    return f"Since the pin, z has moved {way:.2f}: it was at {wording.drawn_point(pinned.z)}."


def nearer(meaning):
    """Say to which meaning the word moves, or that it keeps to the middle."""
    word, (first, second) = f"“{meaning.word}”", meaning.meanings
    if not meaning.on:
        return f"{word} is alone: all its attention is on itself, so it stays."
    one, other = meaning.distances(meaning.moved)
    if abs(one - other) < EVEN:
        return f"{word} stays in between: {one:.2f} from {first}, {other:.2f} from {second}."
    if one > other:
        one, other, first, second = other, one, second, first
    if one < min(meaning.distances(meaning.x)) / 2:
        return f"{word} moves to {first}: {one:.2f} from its mean, {other:.2f} from {second}."
    return f"{word} is closer to {first} ({one:.2f}) than to {second} ({other:.2f})."


def moved(meaning):
    """Say among which words it is, where it has gone, and how it divides its attention."""
    if not meaning.on:
        return ""
    others = (
        f"{len(meaning.on)} other words"
        if len(meaning.on) > MANY
        else listed([*map(quoted, meaning.on)])
    )
    said = f"With {others}, z is {wording.drawn_point(meaning.z)}."
    if meaning.lam < 1:
        said += f" At λ = {meaning.lam:.2f} it's at {wording.drawn_point(meaning.moved)}."
    shares = [("itself", meaning.result.weights[0, 0])]
    shares += [(name, meaning.share(name)) for name in (*meaning.meanings, NEUTRAL)]
    divided = listed([f"{percent(share)} on {name}" for name, share in shares if share])
    return f"{said} Its attention: {divided}."


def pulls(meaning):
    """Return the weight and the pull of each neighbour that is on, the hardest pull first."""
    shares = meaning.result.weights[0]
    lengths = shares * np.hypot(*(meaning.embeddings - meaning.x).T)
    return tuple(
        Fact(meaning.tokens[i], f"weight {shares[i]:.2f}, pull {lengths[i]:.2f}")
        for i in wording.largest(lengths)
        if i
    )


def goals(meaning):
    """Return the goals, which name the word and its meanings."""
    word, near = meaning.word, meaning.near
    first, second = meaning.meanings
    return (
        Goal(
            f"move “{word}” to within {near} of the mean of {second}",
            lambda now, _: now.distances(now.moved)[1] < near,
            f"Switch the words of {first} off, and those of {second} on: all, or all but one.",
        ),
        Goal(
            f"bring “{word}” back to the middle with words of both {first} and {second} on, "
            "at λ = 1",
            lambda now, _: now.in_the_middle,
            "Switch on as many words of one meaning as of the other.",
        ),
        Goal(
            "bring z outside the outline",
            lambda now, _: is_outside(now.z, now.embeddings),
            f"It can't be done. z is a weighted mean of “{word}” and the words that are on. No"
            " weight is below 0 and they sum to 1, so z stays inside the area that they span.",
        ),
    )


def code(meaning):
    """Return lines that compute the same z and the same point on the way to it."""
    return (
        "import numpy as np\n"
        "from helpers.attention import simplified_attention\n\n"
        f"tokens = {list(meaning.tokens)}\n"
        f"embeddings = np.array({meaning.embeddings.tolist()})\n"
        "x, z = embeddings[0], simplified_attention(embeddings).context[0]\n"
        f"moved = x + {meaning.lam:g} * (z - x)\n"
        "moved"
    )
