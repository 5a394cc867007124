"""What the bars of softmax show: scores, weights, a guess, and the naive form."""

import numpy as np

from helpers.figures import wording

WHOLE = {"low": 0.0, "high": 1.0, "ticks": [0, 0.5, 1]}


def scores(now, reach, pin):
    """Return the scene of the scores, with an axis from -reach to reach."""
    raised = f"; softmax gets each + {now.added:g}" if now.added else ""
    return {
        **_row(now, now.scores, "score"),
        "low": float(-reach),
        "high": float(reach),
        "ticks": [-reach, reach],
        "ghosts": np.array(pin[0]) if pin else None,
        "movable": True,
        "step": 0.1,
        "caption": f"scores: pull a bar{raised}".replace("+ -", "− "),
    }


def weights(now, stable, ghosts):
    """Return the scene of the weights, the maximum subtracted first."""
    return {
        **_row(now, stable, "weight"),
        **WHOLE,
        "ghosts": ghosts,
        "movable": False,
        "chosen": now.chosen,
        "caption": "weights: choose one to see its fraction",
    }


def guess(now, guessed):
    """Return the scene of a guess."""
    return {
        **_row(now, guessed, "guess"),
        **WHOLE,
        "movable": True,
        "step": 0.05,
        "caption": "your guess: pull each bar to its weight",
    }


def naive(now, weights, broken):
    """Return the scene of the naive form; what is broken is marked as such."""
    scene = _row(now, weights, "weight")
    roles = ["broken" if bad else "weight" for bad in broken]
    caption = "weights in the naive form: nothing subtracted"
    return {**scene, **WHOLE, "roles": roles, "movable": False, "chosen": -1, "caption": caption}


def _row(now, heights, role):
    """Return what all scenes of bars share."""
    heights = np.array(heights, dtype=float)
    return {
        "heights": heights,
        "labels": list(now.names),
        "texts": [wording.drawn(height) for height in heights],
        "roles": [role] * len(heights),
    }
