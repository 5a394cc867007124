"""Exercise 15.3: the ticks that attention and an RNN take for many texts at once."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake


def _drawn(rng):
    n, d, batch = (int(rng.integers(*span)) for span in ((20, 60), (3, 9), (2, 7)))
    return n, d, batch, int(rng.integers(23, 90))


def attention(n, d):
    """Return the multiply-adds of each step of attention that waits for the one before."""
    return [3 * n * d**2, n**2 * d, n**2 * d, n * d**2]


def rnn(n, d):
    """Return the same of an RNN."""
    return n * [2 * d**2]


def _ticks(steps, batch, units):
    return sum(-(-batch * work // units) for work in steps)


def _of(one, other=None):
    """Return both by one(steps, batch, units), or the RNN by other."""
    return lambda n, d, batch, units: np.array(
        [one(attention(n, d), batch, units), (other or one)(rnn(n, d), batch, units)]
    )


_right = _of(_ticks)
MISTAKES = (
    Mistake(
        "You leave the batch out: these are the ticks of a single text.",
        _of(lambda steps, batch, units: _ticks(steps, 1, units)),
    ),
    Mistake(
        "You multiply the ticks of one text by the batch, as if the texts came one after the "
        "other. Units that stand idle in a step can do it for another text.",
        _of(lambda steps, batch, units: batch * _ticks(steps, 1, units)),
        _of(_ticks, lambda steps, batch, units: batch * _ticks(steps, 1, units)),
        _of(lambda steps, batch, units: batch * _ticks(steps, 1, units), _ticks),
    ),
    Mistake(
        "You round up once, at the end. Each step ends before the next begins, so each is rounded "
        "up by itself.",
        _of(lambda steps, batch, units: -(-batch * sum(steps) // units)),
    ),
    Mistake(
        "You round down. What is left over at the end of a step takes a tick, too.",
        _of(lambda steps, batch, units: sum(batch * work // units for work in steps)),
    ),
    Mistake(
        "You do not round, or only to the nearest. What is left over at the end of a step takes a "
        "whole tick.",
        _of(lambda steps, batch, units: sum(batch * work / units for work in steps)),
        _of(lambda steps, batch, units: sum(round(batch * work / units) for work in steps)),
    ),
    Mistake(
        "Your RNN reads one word. It has a step for each of the `n`.",
        _of(_ticks, lambda steps, batch, units: _ticks(steps[:1], batch, units)),
    ),
    Mistake(
        "Your RNN does the work of an LSTM, four times its own.",
        _of(_ticks, lambda steps, batch, units: _ticks([4 * w for w in steps], batch, units)),
    ),
    Mistake(
        "You add a tick to each step, even where nothing is left over.",
        _of(lambda steps, batch, units: sum(batch * work // units + 1 for work in steps)),
    ),
    Mistake(
        "You take the batch for more units. It is more work for the same units.",
        _of(lambda steps, batch, units: _ticks(steps, 1, batch * units)),
    ),
    Mistake(
        "Queries, keys and values are one step of three times the work of a projection. Your "
        "attention has one projection there, or three that wait for one another.",
        _of(lambda steps, b, u: _ticks([steps[0] // 3, *steps[1:]], b, u), _ticks),
        _of(lambda steps, b, u: _ticks([*3 * [steps[0] // 3], *steps[1:]], b, u), _ticks),
    ),
    Mistake(
        "Your RNN does all its words in one step. Each word waits for the state after the word "
        "before.",
        _of(_ticks, lambda steps, batch, units: -(-batch * sum(steps) // units)),
    ),
    Mistake(
        "Your attention does everything in one step. Scores wait for the projections, mixtures "
        "for the scores, and `W_O` for the mixtures.",
        _of(lambda steps, batch, units: -(-batch * sum(steps) // units), _ticks),
    ),
    Mistake(
        "Your RNN passes one matrix in a step. Old state and new word pass one each.",
        _of(_ticks, lambda steps, batch, units: _ticks([w // 2 for w in steps], batch, units)),
    ),
    Mistake(
        "Your attention has the pairs squared with the batch, as if all texts were one long one. "
        "No text looks at another.",
        lambda n, d, batch, units: np.array(
            [
                _ticks(attention(batch * n, d), 1, units),
                _ticks(rnn(n, d), batch, units),
            ]
        ),
        lambda n, d, batch, units: np.array(
            [_ticks(each(batch * n, d), 1, units) for each in (attention, rnn)]
        ),
    ),
    Mistake(
        "Your attention has the projections in one step, `4 * n * d**2`. `W_O` must wait "
        "for the mixtures: three before the pairs, one after.",
        lambda n, d, batch, units: np.array(
            [
                _ticks([4 * n * d**2, n**2 * d, n**2 * d], batch, units),
                _ticks(rnn(n, d), batch, units),
            ]
        ),
    ),
    Mistake(
        "Your attention stops at the mixtures. `W_O` is its fourth step.",
        _of(lambda steps, batch, units: _ticks(steps[:3], batch, units), _ticks),
    ),
    Mistake(
        "Your RNN has two steps for each word. Here both matrices are one step, of `2 * d**2`.",
        _of(_ticks, lambda steps, b, units: 2 * _ticks([w // 2 for w in steps], b, units)),
    ),
    Mistake(
        "Your attention does scores and mixtures in one step. The mixtures wait for all scores of "
        "their row.",
        lambda n, d, batch, units: np.array(
            [
                _ticks([3 * n * d**2, 2 * n**2 * d, n * d**2], batch, units),
                _ticks(rnn(n, d), batch, units),
            ]
        ),
    ),
    Mistake(
        "The batch is in your attention alone. The RNN reads as many texts.",
        lambda n, d, batch, units: np.array(
            [
                _ticks(attention(n, d), batch, units),
                _ticks(rnn(n, d), 1, units),
            ]
        ),
    ),
    Mistake(
        "The batch is in your RNN alone. Attention reads as many texts.",
        lambda n, d, batch, units: np.array(
            [
                _ticks(attention(n, d), 1, units),
                _ticks(rnn(n, d), batch, units),
            ]
        ),
    ),
    Mistake(
        "You count work, not ticks: the units are missing.",
        _of(lambda steps, batch, units: batch * sum(steps)),
    ),
    Mistake(
        "You count steps. Each takes as many ticks as its work needs.",
        _of(lambda steps, batch, units: len(steps)),
    ),
    Mistake(
        "Right numbers in the other order: attention comes first.",
        lambda *inputs: _right(*inputs)[::-1],
    ),
)

ticks_of_batch = Function(
    name="ticks_of_batch",
    expected=_right,
    shown=(1024, 64, 1, 1_000_000),
    draw=_drawn,
    also={"a batch of 122": (1024, 64, 122, 1_000_000), "one unit": (5, 3, 2, 1)},
    mistakes=MISTAKES,
    done="A batch fills units that would stand idle, and the RNN gains most. For a single text, "
    "or one that is being written, nothing fills them.",
)
