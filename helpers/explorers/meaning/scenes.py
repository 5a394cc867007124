"""The plane of an ambiguous word and its company, as a scene for `views.Plane`."""

import numpy as np

from helpers.explorers.base import scenes
from helpers.figures import wording

GROUPS = ("first", "second")  # the colours of the two meanings
AIR = 0.2  # between the outermost words and the edge


def scene(meaning, *, hidden=False, guess=None, pinned=None):
    """Return the scene of a `Meaning`.

    hidden : whether z and the way to it are kept from the eye
    guess  : where the hand has put its own z, (x, y) or None
    pinned : an earlier z, (x, y) or None
    """
    dots = _words(meaning)
    for group, cluster in zip(GROUPS, meaning.meanings, strict=True):
        _add(dots, meaning.mean(cluster), cluster, "mark", group)
        dots["texts"][-1] += ", the mean of its words"
    if guess is not None:  # before what comes and goes, so that it keeps its place and the focus
        _add(dots, guess, "your z", "guess", movable=hidden)
    segments = [scenes.arrows(meaning.x, meaning.x, "plain")]
    if pinned is not None:
        _add(dots, pinned, "pinned z", "ghost")
    if not hidden:
        segments += _way(dots, meaning)
    areas = [_cluster(meaning, i) for i in range(2)]
    return {
        "dots": dots | {"at": np.array(dots["at"])},
        "segments": scenes.together(*segments),
        "areas": [*areas, scenes.shaded(meaning.embeddings)],
        **_frame(meaning.vocabulary.vectors),
    }


def _frame(vectors):
    """Return the square that shows the origin and all words, (k, 2), and little else."""
    low, high = np.minimum(vectors.min(axis=0), 0), np.maximum(vectors.max(axis=0), 0)
    middle = (low + high) / 2
    return {"middle": middle.tolist(), "reach": float((high - low).max() / 2) + AIR}


def _words(meaning):
    """Return the dots of all words, the ambiguous one first."""
    vocabulary, on = meaning.vocabulary, set(meaning.tokens)
    kinds = dict(zip(meaning.meanings, GROUPS, strict=True))
    state = [("on" if text in on else "off") for text in vocabulary.texts]
    places = [wording.point(vector) for vector in vocabulary.vectors]
    return {
        "at": [*vocabulary.vectors],
        "labels": [*vocabulary.texts],
        "roles": ["query", *("value" if text in on else "off" for text in meaning.company)],
        "groups": [kinds.get(cluster, "neutral") for cluster in vocabulary.clusters],
        "texts": [
            f"{place}, {cluster}, {its}"
            for place, cluster, its in zip(places, vocabulary.clusters, state, strict=True)
        ],
        "movable": [False] * len(vocabulary.texts),
        "pressed": [i for i, text in enumerate(vocabulary.texts) if text in on],
    }


def _add(dots, point, label, role, group="", movable=False):
    """Add one more dot."""
    entry = (np.asarray(point), label, role, group, wording.point(point), movable)
    names = ("at", "labels", "roles", "groups", "texts", "movable")
    for name, value in zip(names, entry, strict=True):
        dots[name].append(value)


def _way(dots, meaning):
    """Add z, and the point on the way to it; return the pulls and the shift as segments."""
    if meaning.lam < 1:
        _add(dots, meaning.z, "z", "ghost")
    label = "z" if meaning.lam == 1 else "x + λ(z − x)"
    _add(dots, meaning.moved, label, "context")
    ends = scenes.pulls(meaning.x, meaning.embeddings, meaning.result.weights[0])
    pulls = {"ends": ends, "roles": ["pull"] * len(ends)}
    return [scenes.arrows(meaning.x, meaning.moved, "shift"), pulls]


def _cluster(meaning, i):
    """Return the hull of a cluster's words as an area of its colour."""
    members = meaning.vocabulary.rows(meaning.members(meaning.meanings[i]))
    return scenes.shaded(members) | {"role": GROUPS[i]}
