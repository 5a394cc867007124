"""Exercise 1.2: how much of each word is left after a text was read word by word."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake

PAGE = np.array([0.3, 0.1, -0.2, 0.2, 0.1])
STEP = 0.1  # by how much a word is raised


def _echoes(words, keep):
    """Return how much of a change of each word is left in the last state, (n,)."""
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


def _derivative(words, keep):
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
LAST_OF_PAGE = _states(PAGE, 0.5)[-1]


def _in_both_sizes(words, compute):
    """Return a mistake that is made with rises divided by the raise, and undivided."""
    return Mistake(words, *(lambda row, keep, by=by: compute(row, keep) / by for by in (STEP, 1)))


MISTAKES = (
    Mistake(
        "These are the rises themselves. What are they divided by, so that 1 means that all of a "
        "change has arrived?",
        lambda words, keep: _rises(words, keep)[:, -1],
    ),
    _in_both_sizes(
        "Each raise stays while the next word is raised, so more and more words are changed. "
        "Begin each time with the words as they were.",
        _never_put_back,
    ),
    _in_both_sizes(
        "You raise the first word and follow it through all states, as the page did. Here each "
        "word is raised in its turn, and only the last state counts.",
        lambda words, keep: _rises(words, keep)[0],
    ),
    _in_both_sizes(
        "You look at the state right after the raised word. How much is left at the end?",
        lambda words, keep: np.diagonal(_rises(words, keep)),
    ),
    _in_both_sizes(
        "You add up the rises of all states. How much is left in the last one?",
        lambda words, keep: _rises(words, keep).sum(axis=1),
    ),
    _in_both_sizes(
        "In reverse: the first word comes first.", lambda words, keep: _rises(words, keep)[::-1, -1]
    ),
    Mistake(
        "You keep one half, whatever `keep` is. Does your reading get to know it?",
        lambda words, keep: _echoes(words, 0.5),
    ),
    Mistake(
        "You compute with the factor alone, but a step has a second part, which takes a little "
        "more away.",
        _powers,
        lambda words, keep: keep * _powers(words, keep),
    ),
    Mistake(
        "You put 0 in place of each word. Here a word is raised a little, and stays.",
        *(
            lambda words, keep, size=size: _removed(words, keep) * size
            for size in (1, -1, STEP, -STEP)
        ),
    ),
    Mistake(
        "You put the raise in place of the word. It is added to the word.",
        _changed(lambda words: np.full_like(words, STEP)),
    ),
    Mistake(
        "You make each word larger by a tenth of itself. The raise is the same for all words.",
        _changed(lambda words: (1 + STEP) * words),
    ),
    Mistake("You lower each word. Down and up do not bring quite the same: raise it.", _lowered),
    Mistake(
        "You lower each word, and what you get is negative. Which way should it go?",
        lambda words, keep: -_lowered(words, keep),
    ),
    Mistake(
        "You return the slope, which holds for a vanishingly small raise. Make the raise of the "
        "task, and read again.",
        _derivative,
    ),
    Mistake(
        "You raise each word by another amount than the task does. What arrives depends on it a "
        "little.",
        *(
            lambda words, keep, by=by: _changed(lambda row: row + by)(words, keep) * STEP / by
            for by in (1, 0.01, 0.001, 0.0001)
        ),
    ),
    Mistake(
        "You begin to read at the raised word. But the state that it meets comes from the words "
        "before it.",
        _read_from_there,
    ),
    Mistake(
        "You raise all words at once, and look at each state. Raise one, read to the end, then the "
        "next.",
        lambda words, keep: (_states(words + STEP, keep) - _states(words, keep)) / STEP,
    ),
    Mistake(
        "You multiply by the size of the change. How does one get a share of it?",
        lambda words, keep: STEP**2 * _echoes(words, keep),
    ),
    Mistake(
        "You count in percent. Here 1 means that all of a change has arrived.",
        lambda words, keep: 100 * _echoes(words, keep),
    ),
    Mistake(
        "You divide by the last state. Which number says how large the change was?",
        lambda words, keep: STEP * _echoes(words, keep) / _states(words, keep)[-1],
    ),
    Mistake(
        "You divide each rise by the word. How large was the change that was made?",
        lambda words, keep: STEP * _echoes(words, keep) / words,
    ),
    Mistake(
        "You have made them add up to 1. But each is a share of its own change.",
        lambda words, keep: _echoes(words, keep) / _echoes(words, keep).sum(),
    ),
    Mistake(
        "These are the last states after each raise. By how much do they differ from the one "
        "without?",
        lambda words, keep: STEP * _echoes(words, keep) + _states(words, keep)[-1],
    ),
    Mistake(
        "You take away the last state of the page’s five words. Which reading do your own words "
        "have to be compared with?",
        *(
            lambda words, keep, last=last: (
                _echoes(words, keep) + (_states(words, keep)[-1] - last) / STEP
            )
            for last in (LAST_OF_PAGE, round(LAST_OF_PAGE, 4))
        ),
    ),
    Mistake(
        "You return the share of the first word alone. Does your function return before its loop "
        "has come to the next?",
        lambda words, keep: _echoes(words, keep)[0],
    ),
    Mistake(
        "You return all states, a row for each word that is raised. Only the last state counts: "
        "one number for each word.",
        lambda words, keep: _rises(words, keep) / STEP,
    ),
    Mistake("These are the states of the reading. Which word has been raised?", _states),
)

echoes = Function(
    name="echoes",
    expected=_echoes,
    shown=(PAGE, 0.5),
    draw=lambda rng: (
        rng.normal(scale=0.4, size=int(rng.integers(3, 9))),
        float(rng.uniform(0.6, 0.9)),
    ),
    mistakes=MISTAKES,
    done="For these words and one half, the last is nearly all there and the first nearly gone: "
    "this reader hears the newest.",
)
