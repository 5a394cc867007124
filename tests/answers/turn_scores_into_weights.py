"""Right and wrong answers to the exercises of notebook 03."""

import math

import numpy as np

from answers.case import right, wrong
from helpers.attention import softmax
from helpers.checks.turn_scores_into_weights.together import SCORES

NAME = "scores_for_shares"

right(NAME, "logarithms in a list", [math.log(6), math.log(3), 0])
right(NAME, "rounded to two places", (1.79, 1.1, 0))
right(NAME, "an array from the shares", np.log(np.array([0.6, 0.3, 0.1]) / 0.1))

wrong(NAME, "the weights themselves", "6 to 3 to 1, as the weights should be", [0.6, 0.3, 0.1])
wrong(NAME, "proportional scores", "makes 0.95, 0.05, 0.01", [6, 3, 1])
wrong(NAME, "proportional and moved to 0", "lie apart as the shares", [5, 2, 0])
wrong(NAME, "differences of the weights", "lie apart as the shares", [0.5, 0.2, 0])
wrong(NAME, "logarithms of the weights", "last score is not 0", np.log([0.6, 0.3, 0.1]))
wrong(NAME, "first measured from its neighbour", "neighbour", [math.log(2), math.log(3), 0])
wrong(NAME, "second measured from the first", "makes 0.67, 0.22, 0.11", [1.79, 0.69, 0])
wrong(NAME, "the wrong sign", "wrong sign", [-1.79, -1.1, 0])
wrong(NAME, "logarithm of base 2", "1.44 times", np.log2([6, 3, 1]))
wrong(NAME, "logarithm of base 10", "0.43 times", [0.778, 0.477, 0])
wrong(NAME, "reverse order", "reverse order", [0, math.log(3), math.log(6)])
wrong(NAME, "ratios in place of differences", "these are the right ratios", [6, 3, 0])
wrong(NAME, "the last logarithm made 0", "moved it to 0 alone", [*np.log([0.6, 0.3]), 0])
wrong(NAME, "rounded to one place", "rounded too far", [1.7, 1.1, 0])
wrong(NAME, "powers of the weights", "makes 0.56, 0.35, 0.09", [*np.exp([0.6, 0.3]), 0])
wrong(NAME, "all alike", "makes 0.33, 0.33, 0.33", [0, 0, 0])
wrong(NAME, "two numbers", "3 numbers", [1.79, 1.1])
wrong(NAME, "a column", "3 numbers", [[1.79], [1.1], [0]])
wrong(NAME, "minus infinity", "finite", [1.79, 1.1, -math.inf])

NAME = "temperatures_for_half"

right(NAME, "read from the picture", [2.5, 5, 2.5])
right(NAME, "computed", np.array([2.616, 5.232, 2.616]))
right(NAME, "read on one side, then tried out", (2.9, 5.2, 2.6))
right(NAME, "as low as it may be", (2.2, 4.4, 2.2))
right(NAME, "as high as it may be", (3.0, 6.0, 3.0))

wrong(NAME, "even steps from 1 to 10", "axis is not even", [4.8, 9.6, 4.8])
wrong(NAME, "the temperature of the start", "0.705, more than half", [1, 2, 1])
wrong(NAME, "a little too low", "Follow the uppermost curve", [2.1, 5.2, 2.6])
wrong(NAME, "a little too high", "First row: at 3.05", [3.05, 5.2, 2.6])
wrong(NAME, "doubled row a little too high", "Second row: at 6.1", [2.6, 6.1, 2.6])
wrong(NAME, "too hot", "0.378, less than half", [10, 20, 10])
wrong(NAME, "half as a temperature", "0.879, more than half", [0.5, 0.5, 0.5])
wrong(NAME, "doubled row alike", "Doubled scores lie twice as far apart", [2.6, 2.6, 2.6])
wrong(NAME, "doubled row at half", "Second row: at 1.3", [2.6, 1.3, 2.6])
wrong(NAME, "doubled row squared", "Second row: at 6.76", [2.6, 6.76, 2.6])
wrong(NAME, "raised row plus 10", "which difference has changed", [2.6, 5.2, 12.6])
wrong(NAME, "raised row times 6", "which difference has changed", [2.6, 5.2, 15.6])
wrong(NAME, "a temperature of 0", "at least 0.01", [2.6, 5.2, 0])
wrong(NAME, "one number", "one number", 2.6)

NAME = "stable_softmax"


@right(NAME, "two lines")
def two_lines(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@right(NAME, "loops")
def loops(scores):
    weights = []
    for row in scores:
        powers = []
        for score in row:
            powers.append(math.exp(score - max(row)))
        total = sum(powers)
        weights.append([power / total for power in powers])
    return weights


@right(NAME, "row by row into an array")
def row_by_row(scores):
    weights = np.zeros(scores.shape)
    for i, row in enumerate(scores):
        powers = np.exp(row - np.max(row))
        weights[i] = powers / np.sum(powers)
    return weights


@right(NAME, "einsum, on a copy")
def einsum(scores):
    copy = scores.astype(float)
    copy -= np.max(copy, axis=-1)[:, None]
    np.exp(copy, out=copy)
    return np.einsum("ij,i->ij", copy, 1 / np.einsum("ij->i", copy))


@right(NAME, "turned on its side and back")
def on_its_side(scores):
    powers = np.exp(scores.T - scores.max(axis=1))
    return (powers / powers.sum(axis=0)).T


@right(NAME, "differences alone")
def differences_alone(scores):
    return 1 / np.exp(scores[:, None, :] - scores[:, :, None]).sum(axis=-1)


@wrong(NAME, "nothing subtracted", "You subtract nothing")
def plain(scores):
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


@wrong(NAME, "nothing subtracted, by loop", "OverflowError")
def plain_loop(scores):
    rows = [[math.exp(score) for score in row] for row in scores]
    return [[power / sum(row) for power in row] for row in rows]


@wrong(NAME, "down the columns", "runs down the columns")
def down_the_columns(scores):
    powers = np.exp(scores - scores.max(axis=0, keepdims=True))
    return powers / powers.sum(axis=0, keepdims=True)


@wrong(NAME, "down the columns, nothing subtracted", "runs down the columns")
def plainly_down_the_columns(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=0)


@wrong(NAME, "one maximum", "the same number from every row")
def one_maximum(scores):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum(axis=-1, keepdims=True)


@wrong(NAME, "the columns' maxima", "largest score of each column")
def maxima_of_columns(scores):
    powers = np.exp(scores - scores.max(axis=0))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "one sum for the table", "All numbers together add up to 1")
def one_sum(scores):
    powers = np.exp(scores - np.max(scores))
    return powers / np.sum(powers)


@wrong(NAME, "the minimum subtracted", "does not save every row")
def minimum(scores):
    powers = np.exp(scores - scores.min(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "the mean subtracted", "does not save every row")
def mean(scores):
    powers = np.exp(scores - scores.mean(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "1000 subtracted", "does not save every row")
def thousand(scores):
    powers = np.exp(scores - 1000)
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "powers divided by the largest power", "by then some are inf or 0 already")
def tamed_afterwards(scores):
    powers = np.exp(scores)
    powers = powers / powers.max(axis=1, keepdims=True)
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "no division", "One step is left")
def not_divided(scores):
    return np.exp(scores - scores.max(axis=1, keepdims=True))


@wrong(NAME, "argmax", "goes to the largest score")
def argmax(scores):
    weights = np.zeros(scores.shape)
    weights[np.arange(len(scores)), scores.argmax(axis=1)] = 1
    return weights


@wrong(NAME, "divided by the sum", "divide the scores by their sum")
def by_the_sum(scores):
    return scores / scores.sum(axis=1, keepdims=True)


@wrong(NAME, "maximum subtracted, divided by the sum", "divide the scores by their sum")
def shifted_by_the_sum(scores):
    shifted = scores - scores.max(axis=1, keepdims=True)
    return shifted / shifted.sum(axis=1, keepdims=True)


@wrong(NAME, "the first row's maximum for all", "the same number from every row")
def maximum_of_the_first_row(scores):
    powers = np.exp(scores - scores[0].max())
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "divided by the maximum", "divide by the largest score")
def by_the_maximum(scores):
    powers = np.exp(scores / scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "subtracted the other way round", "The lowest score gets most")
def other_way_round(scores):
    powers = np.exp(scores.max(axis=1, keepdims=True) - scores)
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "powers of 2", "You raise 2")
def powers_of_two(scores):
    powers = 2 ** (scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "ready-made", "ready-made softmax")
def ready_made(scores):
    return softmax(scores)


@wrong(NAME, "longer numbers", "With scores around")
def longer_numbers(scores):  # where no longer ones are had, it fails at 1000, else at 20000
    powers = np.exp(scores.astype(np.longdouble))
    return (powers / powers.sum(axis=1, keepdims=True)).astype(float)


@wrong(NAME, "largest without its sign", "does not save every row")
def without_sign(scores):
    powers = np.exp(scores - np.abs(scores).max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "maximum subtracted from the powers", "tame the powers afterwards")
def from_the_powers(scores):
    powers = np.exp(scores) - scores.max(axis=1, keepdims=True)
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "cut off at 700", "cut large scores off")
def cut_off(scores):
    powers = np.exp(np.clip(scores, -700, 700))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "cut off above alone", "cut large scores off")
def cut_off_above(scores):
    powers = np.exp(np.minimum(scores, 700))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "no keepdims for the maximum", "lie flat")
def flat_maximum(scores):
    powers = np.exp(scores - scores.max(axis=-1))
    return powers / powers.sum(axis=-1, keepdims=True)


@wrong(NAME, "no keepdims at all", "lie flat")
def flat_throughout(scores):
    powers = np.exp(scores - scores.max(axis=-1))
    return powers / powers.sum(axis=-1)


@wrong(NAME, "hasty, nothing subtracted", "lie flat")
def hasty(scores):
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1)


@wrong(NAME, "no keepdims", "lie flat")
def no_keepdims(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1)


@wrong(NAME, "in-place", "changes the array that it is given")
def in_place(scores):
    scores -= scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    powers / powers.sum(axis=-1, keepdims=True)


WEIGHTS = softmax(SCORES)


@wrong(NAME, "the numbers of the page", "whatever it is given")
def numbers_of_the_page(scores):
    return WEIGHTS


@wrong(NAME, "nan made to 0", "You hide the nan")
def nan_made_to_zero(scores):
    powers = np.exp(scores)
    return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))


@wrong(NAME, "rounded", "rounded: return all digits")
def rounded(scores):
    return two_lines(scores).round(4)


@wrong(NAME, "transposed", "Rows and columns are exchanged")
def transposed(scores):
    return two_lines(scores).T


@wrong(NAME, "the first row alone", "One row comes back where a table went in")
def first_row(scores):
    powers = np.exp(scores[0] - scores[0].max())
    return powers / powers.sum()


@wrong(NAME, "the last row alone", "One row comes back where a table went in")
def last_row(scores):
    for row in scores:
        powers = np.exp(row - row.max())
    return powers / powers.sum()


@wrong(NAME, "as many columns as rows", "shape (4, 6), but is shape (4, 4)")
def square(scores):
    return two_lines(scores)[:, : len(scores)]


@wrong(NAME, "6 words as a size", "raised IndexError")
def six_words(scores):
    weights = np.zeros(scores.shape)
    for i in range(6):
        powers = np.exp(scores[i] - scores[i].max())
        weights[i] = powers / powers.sum()
    return weights


@wrong(NAME, "2.7 in the place of e", "digits cut off")
def raised_by_hand(scores):
    powers = 2.7 ** (scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@wrong(NAME, "subtracted above the line only", "You subtract above the line")
def above_alone(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / np.exp(scores).sum(axis=1, keepdims=True)


@wrong(NAME, "return in the loop", "Does a `return` stand inside")
def returned_too_soon(scores):
    weights = []
    for row in two_lines(scores):
        weights.append(row)
        return weights
    return weights


@wrong(NAME, "an array of whole numbers", "drops all that stands behind the point")
def whole_numbers(scores):
    weights = np.zeros(scores.shape, int)
    weights[:] = two_lines(scores)
    return weights


@wrong(NAME, "logarithms of the weights", "logarithms of the weights")
def logarithms(scores):
    below = scores - scores.max(axis=1, keepdims=True)
    return below - np.log(np.exp(below).sum(axis=1, keepdims=True))
