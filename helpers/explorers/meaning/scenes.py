"""The plane of an ambiguous word and its neighbours, as a scene for `views.Plane`."""

import math

import numpy as np

from helpers.explorers.base.scenes import Dots, arrows, pulls, shaded, together
from helpers.numerals import wording
from helpers.readers import vocabularies

GROUPS = ("first", "second")  # the colours of the two meanings
AIR = 0.2  # between the outermost words and the edge
PRESS = "Switch words on and off. Where does “{}” go?", "Press or drag words."  # on a wall


def plane(meaning, *, pulling=False, hidden=False, guess=None, pinned=None, projector=False):
    """Return the scene of a `Meaning`.

    pulling : whether the pulls are drawn    hidden : whether z and the way to it are kept secret
    guess   : where the user has put “your z”, (x, y) or None    pinned : an earlier `Meaning`
    projector : whether letters are large: then the words that are off have no names
    """
    dots = _words(meaning, hidden, projector)
    if guess is not None:  # before what comes and goes, so that it keeps its place and the focus
        dots.add(guess, "your z", "guess", movable=hidden)
    if pinned is not None and not hidden:
        dots.add(pinned.z, "pinned z", "ghost")
    ways = [] if hidden else _way(dots, meaning, pulling, projector)
    on, rows = set(meaning.tokens), meaning.vocabulary.rows
    pairs = zip(meaning.meanings, GROUPS, strict=True)
    clusters = [shaded(rows(meaning.members(cluster)), colour) for cluster, colour in pairs]
    asked = f"Put “your z” where “{meaning.word}” goes."
    return {
        "dots": dots.scene([i for i, its in enumerate(pressed(meaning)) if its <= on]),
        "segments": together(*ways),
        "areas": [*clusters, shaded(meaning.embeddings)],
        "prompt": asked if hidden else PRESS[projector].format(meaning.word),
        **_frame(vocabularies.load(meaning.name).vectors),
    }


def _frame(vectors):
    """Return the square that shows the origin and all words, (k, 2), and little else."""
    low, high = np.minimum(vectors.min(axis=0), 0), np.maximum(vectors.max(axis=0), 0)
    middle = (low + high) / 2
    return {"middle": middle.tolist(), "reach": float((high - low).max() / 2) + AIR}


def group(meaning, cluster):
    """Return the colour of a cluster."""
    return dict(zip(meaning.meanings, GROUPS, strict=True)).get(cluster, "neutral")


def _words(meaning, hidden, projector):
    """Return the dots of all words, the ambiguous one first, and of the means of both meanings."""
    dots = Dots()
    for word in meaning.vocabulary.words:
        on = word.text in meaning.tokens
        said = f"{wording.drawn_point(word.vector)}, {word.cluster}, {'on' if on else 'off'}"
        first = word.text == meaning.word
        label, role = (f"{word.text}, x", "query") if first else (word.text, "value")
        if projector and not on:
            label, said = "", f"{word.text}: {said}"
        look = role if on else "off"
        cluster = group(meaning, word.cluster)
        dots.add(word.vector, label, look, text=said, group=cluster, movable=not hidden)
    for colour, cluster in zip(GROUPS, meaning.meanings, strict=True):
        mean = meaning.mean(cluster)
        said = f"{wording.drawn_point(mean)}, the mean of its words"
        dots.add(mean, cluster, "mean", text=said, group=colour)
    return dots


def pressed(meaning):
    """Return what a press of each dot switches, in their order: a word, or those of a meaning."""
    words = [{text} for text in meaning.vocabulary.texts]
    return words + [set(meaning.members(cluster)) for cluster in meaning.meanings]


def _way(dots, meaning, pulling, projector):
    """Add z, and the point on the way to it; return the shift, and the pulls, as segments."""
    if meaning.lam < 1:
        dots.add(meaning.z, "z", "ghost")
    name = "z" if projector else f"{meaning.word}, z"
    dots.add(meaning.moved, name if meaning.lam == 1 else "x + λ(z − x)", "context")
    way = math.dist(meaning.x, meaning.moved)
    said = "" if way < 0.005 else f"{'' if projector else 'moved '}{wording.number(way)}"
    ways = [arrows(meaning.x, meaning.moved, "shift", said)]
    if pulling:
        ways.append(pulls(meaning.x, meaning.embeddings, meaning.result.weights[0]))
    return ways
