"""Exercise 11.3: the pairs of every row, turned by its place times their pace."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake


def _angles(rows, first=0, base=10.0, step=1):
    """Return the angle of each row and pair, place / base^(step · pair)."""
    n, d = rows.shape
    return np.arange(first, first + n)[:, None] / base ** (step * np.arange(d // 2))


def _cut(rows):
    return rows[:, 0::2], rows[:, 1::2]


def _pairs(x, y):
    """Put the first numbers and the second numbers of the pairs side by side, pair by pair."""
    return np.stack([x, y], axis=-1).reshape(len(x), -1)


def _both(x, y, angles, signs=(-1, 1)):
    """Return the first and the second numbers of pairs after their turn."""
    sine, cosine = np.sin(angles), np.cos(angles)
    return x * cosine + signs[0] * y * sine, signs[1] * x * sine + y * cosine


def _turn(rows, angles, signs=(-1, 1)):
    return _pairs(*_both(*_cut(rows), angles, signs))


def _right(rows):
    return _turn(rows, _angles(rows))


def _exchanged_roles(rows):
    """Turn pair i of the row at place p by i / 10^p radians."""
    n, d = rows.shape
    return _turn(rows, np.arange(d // 2) / 10.0 ** np.arange(n)[:, None])


def _with_new_x(rows):
    """Compute the second number of a pair from the first one as it is after the turn."""
    (x, y), angles = _cut(rows), _angles(rows)
    new, _ = _both(x, y, angles)
    return _pairs(new, _both(new, y, angles)[1])


def _ten_times(rows, by):
    """Turn by a pace that falls with ten times the number of the pair, in one of these ways."""
    return _turn(rows, _angles(rows, step=0) / by(np.arange(rows.shape[1] // 2)))


MISTAKES = (
    Mistake(
        "You turn the other way. In which direction does `turned` go for an angle above 0?",
        lambda rows: _turn(rows, -_angles(rows)),
    ),
    Mistake(
        "Every pair turns at the same pace. Pair number 1 should be ten times as slow as pair "
        "number 0.",
        lambda rows: _turn(rows, _angles(rows, step=0)),
    ),
    Mistake(
        "Your later pairs turn faster and faster. The first pair should be the quickest.",
        lambda rows: _turn(rows, _angles(rows, step=-1)),
    ),
    Mistake(
        "Your paces fall a hundredfold from pair to pair. The exponent is the number of the pair, "
        "not that of its column.",
        lambda rows: _turn(rows, _angles(rows, step=2)),
    ),
    Mistake(
        "These are the paces of the helper. Here each pair is ten times as slow as the one before.",
        lambda rows: _turn(rows, _angles(rows, base=10_000.0, step=2 / rows.shape[1])),
    ),
    Mistake(
        "Every pair turns ten times too slowly. The pairs are counted from 0: what is 10 to the "
        "power 0?",
        lambda rows: _turn(rows, _angles(rows) / 10),
    ),
    Mistake(
        "Your first row turns already. At place 0 nothing should turn.",
        lambda rows: _turn(rows, _angles(rows, first=1)),
    ),
    Mistake(
        "You pair a number of the first half with one of the second half. Here the two numbers of "
        "a pair stand next to each other.",
        lambda rows: np.hstack(_both(*np.hsplit(rows, 2), _angles(rows))),
    ),
    Mistake(
        "All first numbers of the pairs stand on the left now, all second ones on the right. Each "
        "belongs back into its own column.",
        lambda rows: np.hstack(_both(*_cut(rows), _angles(rows))),
    ),
    Mistake(
        "The numbers are right, but `reshape` lays them down row by row: all first numbers of the "
        "pairs come before the second ones. Which axis must be the last, so that the two numbers "
        "of a pair stand next to each other?",
        lambda rows: np.stack(_both(*_cut(rows), _angles(rows))).reshape(rows.shape),
    ),
    Mistake(
        "Your pairs are cut row by row by `reshape`, so that their numbers come from elsewhere in "
        "the table. Columns 0 and 1 are a pair.",
        lambda rows: _pairs(*_both(*rows.reshape(2, len(rows), -1), _angles(rows))),
    ),
    Mistake(
        "Places and pairs have changed roles: your power of ten grows from row to row. It belongs "
        "to the pair: which way does it run in a table of angles?",
        _exchanged_roles,
    ),
    Mistake(
        "Only the first pair turns. Every pair has its turn.",
        lambda rows: np.hstack([_right(rows)[:, :2], rows[:, 2:]]),
    ),
    Mistake(
        "For the second number of a pair you use the first one as it is after the turn. Both need "
        "the pair as it was.",
        _with_new_x,
    ),
    Mistake(
        "A sign is wrong: your rows change their lengths. Compare with `turned`.",
        lambda rows: _turn(rows, _angles(rows), (1, 1)),
        lambda rows: _turn(rows, _angles(rows), (-1, -1)),
    ),
    Mistake(
        "Sine and cosine are exchanged: at place 0 nothing should turn.",
        lambda rows: _turn(rows, np.pi / 2 - _angles(rows)),
    ),
    Mistake(
        "You add the hands to the rows, as section 11.2 does. Here the rows themselves are turned.",
        lambda rows: rows + _pairs(np.cos(_angles(rows)), np.sin(_angles(rows))),
        lambda rows: rows + _pairs(np.sin(_angles(rows)), np.cos(_angles(rows))),
    ),
    Mistake(
        "Your angles are turned into degrees. Sine and cosine take radians, as the task has them.",
        lambda rows: _turn(rows, np.rad2deg(_angles(rows))),
    ),
    Mistake(
        "You divide by ten times the number of the pair, or nearly so. Ten *to the power* of it is "
        "asked for: 1, 10, 100.",
        lambda rows: _ten_times(rows, lambda i: np.maximum(10 * i, 1)),
        lambda rows: _ten_times(rows, lambda i: 10 * i + 1),
        lambda rows: _ten_times(rows, lambda i: 10 * i + 10),
    ),
    Mistake(
        "Your angles are divided by 180 and multiplied by π. They are radians already.",
        lambda rows: _turn(rows, np.deg2rad(_angles(rows))),
    ),
    Mistake(
        "Every row turns by the pace, wherever it stands. The angle is the place times the pace.",
        lambda rows: _turn(rows, 0 * _angles(rows) + _angles(rows)[1]),
    ),
    Mistake(
        "There is no sine in it: your rows only shrink. A turn moves a part of each number over to "
        "the other number of its pair.",
        lambda rows: rows * _pairs(np.cos(_angles(rows)), np.cos(_angles(rows))),
    ),
    Mistake("Nothing turns: the rows come back as they were.", np.array),
)

WORDS = np.array([[1.6, 0.2], [1.0, 0.6], [0.4, 1.4]])  # the page's dog, bites, man

turned_rows = Function(
    name="turned_rows",
    expected=_right,
    shown=(WORDS,),
    draw=lambda rng: (rng.normal(size=(int(rng.integers(4, 7)), 6)),),
    mistakes=MISTAKES,
    done="Every row keeps its length, and the score of two turned rows knows only their distance. "
    "The explorer below turns with your function.",
)
