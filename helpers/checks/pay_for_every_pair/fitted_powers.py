"""Exercise 15.3: the powers with which rows of amounts grow."""

import numpy as np

from helpers.checks.kinds.function import Function, Mistake


def _drawn(rng):
    sizes, rows = np.cumsum(rng.uniform(20, 200, size=int(rng.integers(5, 8)))), 4
    powers, constants = rng.uniform(0.5, 2.5, size=(rows, 1)), rng.uniform(0.01, 30, size=(rows, 1))
    noise = np.exp(rng.normal(scale=0.2, size=(rows, len(sizes))))
    return sizes, constants * sizes**powers * noise


def _each(fit):
    """Return what fits each row of amounts: fit(sizes, one row)."""
    return lambda sizes, amounts: np.array([fit(sizes, row) for row in amounts])


def _line(x, y):
    return np.polyfit(x, y, 1)


def _slope(x, y):
    return _line(x, y)[0]


def _power(sizes, amounts):
    return _slope(np.log(sizes), np.log(amounts))


def _steps(sizes, amounts):
    return np.diff(np.log(amounts)) / np.diff(np.log(sizes))


_right = _each(_power)

MISTAKES = (
    Mistake(
        "You fit the numbers themselves. A power is a straight line only between the logarithms.",
        _each(_slope),
    ),
    Mistake(
        "Only the amounts are logarithms: that is the rate of a growth which multiplies at every "
        "step. For a power, both axes are logarithmic.",
        _each(lambda sizes, amounts: _slope(sizes, np.log(amounts))),
    ),
    Mistake(
        "Only the sizes are logarithms. For a power, both axes are logarithmic.",
        _each(lambda sizes, amounts: _slope(np.log(sizes), amounts)),
    ),
    Mistake(
        "The axes have changed places: you fit how sizes grow with amounts. Which of the two is y?",
        _each(lambda sizes, amounts: _slope(np.log(amounts), np.log(sizes))),
    ),
    Mistake(
        "This is one divided by the slope that the axes give when they have changed places.",
        _each(lambda sizes, amounts: 1 / _slope(np.log(amounts), np.log(sizes))),
    ),
    Mistake(
        "You return the height of the line at 0, the logarithm of the constant. Asked for is its "
        "slope.",
        _each(lambda sizes, amounts: _line(np.log(sizes), np.log(amounts))[1]),
        _each(lambda sizes, amounts: np.exp(_line(np.log(sizes), np.log(amounts))[1])),
    ),
    Mistake(
        "You return slope and height. Only the slope is asked for.",
        _each(lambda sizes, amounts: _line(np.log(sizes), np.log(amounts))),
    ),
    Mistake(
        "You use the first and the last point alone. One odd measurement there spoils it: fit a "
        "line through all.",
        _each(
            lambda sizes, amounts: np.log(amounts[-1] / amounts[0]) / np.log(sizes[-1] / sizes[0])
        ),
    ),
    Mistake(
        "You use two neighbouring points alone. Fit a line through all.",
        _each(lambda sizes, amounts: _steps(sizes, amounts)[0]),
        _each(lambda sizes, amounts: _steps(sizes, amounts)[-1]),
    ),
    Mistake(
        "You take the mean, or the middle, of the slopes between neighbours. The line of least "
        "squares weighs all points together.",
        _each(lambda sizes, amounts: _steps(sizes, amounts).mean()),
        _each(lambda sizes, amounts: np.median(_steps(sizes, amounts))),
    ),
    Mistake(
        "These are the slopes between neighbours. One number is asked for from each row: that of a "
        "line through all points.",
        _each(_steps),
    ),
    Mistake(
        "You divide logarithms of the amounts by those of the sizes. That leaves the constant in: "
        "a slope is a ratio of *differences*.",
        _each(lambda sizes, amounts: (np.log(amounts) / np.log(sizes)).mean()),
        _each(lambda sizes, amounts: np.log(amounts) / np.log(sizes)),
    ),
    Mistake(
        "Your line is forced through 0, as if the constant were 1. Let it have a height.",
        _each(
            lambda sizes, amounts: np.log(sizes) @ np.log(amounts) / (np.log(sizes) @ np.log(sizes))
        ),
    ),
    Mistake(
        "The two axes have different logarithms, such as base 2 and base e. Take the same.",
        _each(lambda sizes, amounts: _slope(np.log2(sizes), np.log(amounts))),
        _each(lambda sizes, amounts: _slope(np.log(sizes), np.log2(amounts))),
        _each(lambda sizes, amounts: _slope(np.log10(sizes), np.log(amounts))),
        _each(lambda sizes, amounts: _slope(np.log(sizes), np.log10(amounts))),
    ),
    Mistake(
        "The slope is right, and then rounded to a whole number. Measured powers rarely are whole.",
        _each(lambda sizes, amounts: np.round(_power(sizes, amounts))),
    ),
    Mistake(
        "This is the factor when a size doubles. Asked for is the power itself.",
        _each(lambda sizes, amounts: 2 ** _power(sizes, amounts)),
    ),
    Mistake(
        "You fit one line to all rows together. Each row has a power of its own.",
        lambda sizes, amounts: np.full(
            len(amounts), _slope(np.tile(np.log(sizes), len(amounts)), np.log(amounts).ravel())
        ),
        lambda sizes, amounts: np.full(len(amounts), _power(sizes, amounts.mean(axis=0))),
    ),
    Mistake("Only the first row is fitted.", lambda sizes, amounts: _power(sizes, amounts[0])),
)

fitted_powers = Function(
    name="fitted_powers",
    expected=_right,
    shown=(
        np.array([256.0, 512.0, 1024.0, 2048.0]),
        np.array([[1.0, 3.8, 16.5, 61.0], [5.0, 11.0, 19.0, 42.0]]),
    ),
    draw=_drawn,
    mistakes=MISTAKES,
    done="`measure.exponent` does the same, and also gives the flattest and the steepest step: "
    "where these are far apart, no single power fits.",
)
