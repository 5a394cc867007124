"""Mistakes in asking how much of each word is left after a text was read word by word."""

import numpy as np

from helpers.checks.kinds.function import Mistake

STEP = 0.1  # by how much a word is raised
AT_ONCE = "You look at the state right after the raised word. How much is left at the end?"
FACTOR_ALONE = (
    "You compute with the factor alone, but a step has a second part, which takes a little more "
    "away."
)
FIRST_ALONE = (
    "You raise the first word and follow it through all states, as the page did. Here each word is "
    "raised in its turn, and only the last state counts."
)


def echoes(words, keep):
    """Return how much of a change of each word is left in the last state, (n,).

    words : (n,)    keep : from 0 to 1
    """
    return _rises(words, keep)[:, -1] / STEP


def _states(words, keep):
    """Return the state after each word, (n,)."""
    states = [0.0]
    for word in words:
        states.append(np.tanh(keep * states[-1] + word))
    return np.array(states[1:])


def _rises(words, keep):
    """Return by how much each state (a column) rises with each word in its turn (a row)."""
    raised = words + STEP * np.eye(len(words))
    return np.array([_states(row, keep) for row in raised]) - _states(words, keep)


def _changed(change):
    """Return what one gets who changes a word so, each in its turn, in place of raising it."""

    def compute(words, keep):
        changed = np.where(np.eye(len(words)), change(words), words)
        ends = np.array([_states(row, keep)[-1] for row in changed])
        return (ends - _states(words, keep)[-1]) / STEP

    return compute


def _never_put_back(words, keep):
    """Return the rises when each raise stays while the next word is raised."""
    raised = words + STEP * np.tri(len(words))
    return np.array([_states(row, keep)[-1] for row in raised]) - _states(words, keep)[-1]


def _slope(words, keep):
    """Return the rise per change for a change that is vanishingly small."""
    bends = 1 - _states(words, keep) ** 2
    return np.array([np.prod(bends[k:]) for k in range(len(words))]) * _powers(words, keep)


def _read_from_there(words, keep):
    """Return the rises, over the change, when reading begins at the raised word."""
    return np.array([_rises(words[k:], keep)[0, -1] for k in range(len(words))]) / STEP


def _powers(words, keep):
    """Return the factor of a step to the power of the steps from each word to the last."""
    return keep ** np.arange(len(words))[::-1]


def _lowered(words, keep):
    return -_changed(lambda row: row - STEP)(words, keep)


_removed = _changed(np.zeros_like)
LAST_OF_PAGE = _states(np.array([0.3, 0.1, -0.2, 0.2, 0.1]), 0.5)[-1]

MADE = [
    (
        "These are the rises themselves. What are they divided by, so that 1 means that all of a "
        "change has arrived?",
        lambda words, keep: _rises(words, keep)[:, -1],
    ),
    *(
        (
            "Each raise stays while the next word is raised, so more and more words are changed. "
            "Begin each time with the words as they were.",
            lambda words, keep, size=size: _never_put_back(words, keep) / size,
        )
        for size in (STEP, 1)
    ),
    *(
        (words, lambda row, keep, pick=pick, size=size: pick(_rises(row, keep)) / size)
        for words, pick in (
            (FIRST_ALONE, lambda rises: rises[0]),
            (AT_ONCE, np.diagonal),
            (
                "You add up the rises of all states. How much is left in the last one?",
                lambda rises: rises.sum(axis=1),
            ),
            ("In reverse: the first word comes first.", lambda rises: rises[::-1, -1]),
        )
        for size in (STEP, 1)
    ),
    (
        "You keep one half, whatever `keep` is. Does your reading get to know it?",
        lambda words, keep: echoes(words, 0.5),
    ),
    (FACTOR_ALONE, _powers),
    (FACTOR_ALONE, lambda words, keep: keep * _powers(words, keep)),
    *(
        (
            "You put 0 in place of each word. Here a word is raised a little, and stays.",
            lambda words, keep, size=size: _removed(words, keep) * size,
        )
        for size in (1, -1, STEP, -STEP)
    ),
    (
        "You put the raise in place of the word. It is added to the word.",
        _changed(lambda words: np.full_like(words, STEP)),
    ),
    (
        "You make each word larger by a tenth of itself. The raise is the same for all words.",
        _changed(lambda words: (1 + STEP) * words),
    ),
    ("You lower each word. Down and up do not bring quite the same: raise it.", _lowered),
    (
        "You lower each word, and what you get is negative. Which way should it go?",
        lambda words, keep: -_lowered(words, keep),
    ),
    (
        "You return the slope, which holds for a vanishingly small raise. Make the raise of the "
        "task, and read again.",
        _slope,
    ),
    *(
        (
            "You raise each word by another amount than the task does. What arrives depends on it "
            "a little.",
            lambda words, keep, by=by: _changed(lambda row: row + by)(words, keep) * STEP / by,
        )
        for by in (1, 0.01, 0.001, 0.0001)
    ),
    (
        "You begin to read at the raised word. But the state that it meets comes from the words "
        "before it.",
        _read_from_there,
    ),
    (
        "You raise all words at once, and look at each state. Raise one, read to the end, then the "
        "next.",
        lambda words, keep: (_states(words + STEP, keep) - _states(words, keep)) / STEP,
    ),
    (
        "You multiply by the size of the change. How does one get a share of it?",
        lambda words, keep: STEP**2 * echoes(words, keep),
    ),
    (
        "You count in percent. Here 1 means that all of a change has arrived.",
        lambda words, keep: 100 * echoes(words, keep),
    ),
    (
        "You divide by the last state. Which number says how large the change was?",
        lambda words, keep: STEP * echoes(words, keep) / _states(words, keep)[-1],
    ),
    (
        "You divide each rise by the word. How large was the change that was made?",
        lambda words, keep: STEP * echoes(words, keep) / words,
    ),
    (
        "You have made them add up to 1. But each is a share of its own change.",
        lambda words, keep: echoes(words, keep) / echoes(words, keep).sum(),
    ),
    (
        "These are the last states after each raise. By how much do they differ from the one "
        "without?",
        lambda words, keep: STEP * echoes(words, keep) + _states(words, keep)[-1],
    ),
    *(
        (
            "You take away the last state of the page’s five words. Which reading do your own "
            "words have to be compared with?",
            lambda words, keep, last=last: (
                echoes(words, keep) + (_states(words, keep)[-1] - last) / STEP
            ),
        )
        for last in (LAST_OF_PAGE, round(LAST_OF_PAGE, 4))
    ),
    (
        "You return the share of the first word alone. Does your function return before its loop "
        "has come to the next?",
        lambda words, keep: echoes(words, keep)[0],
    ),
    (
        "You return all states, a row for each word that is raised. Only the last state counts: "
        "one number for each word.",
        lambda words, keep: _rises(words, keep) / STEP,
    ),
    ("These are the states of the reading. Which word has been raised?", _states),
]
MISTAKES = tuple(Mistake(compute, words) for words, compute in MADE)
