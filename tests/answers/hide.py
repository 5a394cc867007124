"""Right and wrong answers to the exercises of notebook 10."""

import numpy as np
import torch

from answers.case import right, wrong
from helpers.attention import attention, causal_mask, softmax, window_mask

NAME = "weights_after_hiding"

right(NAME, "computed", np.array([0, 0.3, 0.15, 0.05]) / 0.5)
right(NAME, "typed", [0, 0.6, 0.3, 0.1])
right(NAME, "by softmax of logarithms", softmax([-np.inf, *np.log([0.3, 0.15, 0.05])]))
right(NAME, "by torch", torch.tensor([0, 0.30, 0.15, 0.05]) * 2)

wrong(NAME, "not shared again", "adds up to a half", [0, 0.3, 0.15, 0.05])
wrong(NAME, "free share in thirds", "a third of the free share", [0, 0.467, 0.317, 0.217])
wrong(NAME, "all to the second", "no heir", [0, 0.8, 0.15, 0.05])
wrong(NAME, "all alike", "All three the same", [0, 0.33, 0.33, 0.33])
wrong(NAME, "softmax of the weights", "softmax once more. They", [0, *softmax([0.3, 0.15, 0.05])])
wrong(NAME, "a score of 0", "with a 0 for the hidden word", softmax([0, 0.3, 0.15, 0.05]))
wrong(NAME, "the last word hidden", "This row hides the last", [0.526, 0.316, 0.158, 0])
wrong(NAME, "nothing hidden", "from before", [0.5, 0.3, 0.15, 0.05])
wrong(NAME, "doubled beside the hidden one", "kept the hidden one", [0.5, 0.6, 0.3, 0.1])
wrong(NAME, "the hidden word last", "in another order", [0.6, 0.3, 0.1, 0])
wrong(NAME, "percent", "percent", [0, 60, 30, 10])
wrong(NAME, "a little for the hidden word", "What is its power", [0.1, 0.54, 0.27, 0.09])
wrong(NAME, "another sum", "do not add up to 1", [0, 0.45, 0.225, 0.075])
wrong(NAME, "other ratios", "compare two visible words", [0, 0.5, 0.3, 0.2])
wrong(NAME, "below 0", "never below 0", [-0.5, 0.8, 0.5, 0.2])
wrong(NAME, "three numbers", "4 numbers", [0.6, 0.3, 0.1])

NAME = "mask_from_outside"


@right(NAME, "a column for each word")
def columns(step, rows):
    before = step(rows)
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += 1
        found[:, j] = np.abs(step(other) - before).max(axis=1) > 1e-9
    return found


@right(NAME, "a list of columns, turned")
def turned(step, rows):
    n = len(rows)
    others = [np.where(np.arange(n)[:, None] == j, rows - 3, rows) for j in range(n)]
    return np.array([(step(other) != step(rows)).any(axis=1) for other in others]).T


@right(NAME, "pair by pair")
def pair_by_pair(step, rows):
    found = []
    for i in range(len(rows)):
        found.append([])
        for j in range(len(rows)):
            other = np.array(rows)
            other[j] = np.random.default_rng(j).normal(size=rows.shape[1])
            found[i].append(not np.allclose(step(other)[i], step(rows)[i]))
    return found


@wrong(NAME, "rows for the changed words", "changed places. The word")
def transposed(step, rows):
    return columns(step, rows).T


@wrong(NAME, "True where it stays", "True and False have changed places")
def inverted(step, rows):
    return ~columns(step, rows)


@wrong(NAME, "compared with the rows", "Every entry is True")
def against_the_rows(step, rows):
    found = []
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += 1
        found.append((step(other) != rows).any(axis=1))
    return np.array(found).T


@wrong(NAME, "all words at once", "Every entry is True")
def all_at_once(step, rows):
    moves = (step(2 * rows + 1) != step(rows)).any(axis=1)
    return np.tile(moves[:, None], len(rows))


@wrong(NAME, "changed after the step", "Nothing ever moves")
def too_late(step, rows):
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        after = step(other)
        other[j] += 1
        found[:, j] = (after != step(rows)).any(axis=1)
    return found


@wrong(NAME, "from a place on", "all that follow it")
def from_a_place_on(step, rows):
    found = []
    for j in range(len(rows)):
        other = rows.copy()
        other[j:] += np.arange(1, len(rows) - j + 1)[:, None] ** 2
        found.append(np.abs(step(other) - step(rows)).max(axis=1) > 1e-9)
    return np.array(found).T


@wrong(NAME, "changes that pile up", "pile up")
def piled_up(step, rows):
    other, found = rows.copy(), []
    for j in range(len(rows)):
        other[j] += (j + 1) ** 2
        found.append(np.abs(step(other) - step(rows)).max(axis=1) > 1e-9)
    return np.array(found).T


@wrong(NAME, "oneself left out", "Your diagonal is False")
def without_oneself(step, rows):
    found = columns(step, rows)
    np.fill_diagonal(found, False)
    return found


@wrong(NAME, "the leaks alone", "You look at later words only")
def leaks_alone(step, rows):
    return np.triu(columns(step, rows), 1)


@wrong(NAME, "the past alone", "You look at earlier words only")
def past_alone(step, rows):
    return np.tril(columns(step, rows))


@wrong(NAME, "a small change, a coarse comparison", "moves a little has moved")
def coarse(step, rows):
    found = np.zeros((len(rows), len(rows)), dtype=bool)
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += 0.01
        found[:, j] = ~np.isclose(step(other), step(rows), atol=1e-2).all(axis=1)
    return found


@wrong(NAME, "a change of 1, a coarse comparison", "moves a little has moved")
def coarse_of_one(step, rows):
    before, n = step(rows), len(rows)
    others = [rows + (np.arange(n) == j)[:, None] for j in range(n)]
    return np.array([(np.abs(step(other) - before) > 0.1).any(axis=1) for other in others]).T


@wrong(NAME, "how far it moves", "holds numbers. A mask")
def how_far(step, rows):
    found = np.zeros((len(rows), len(rows)))
    for j in range(len(rows)):
        other = rows.copy()
        other[j] += 1
        found[:, j] = np.linalg.norm(step(other) - step(rows), axis=1)
    return found


@wrong(NAME, "the causal mask", "whatever `step` does")
def causal(step, rows):
    return causal_mask(len(rows))


def by_calling(change, moves):
    """Return a function that fills column j with moves(…) of what moves after change(row j)."""

    def read(step, rows):
        before, found = step(rows), np.zeros((len(rows), len(rows)), dtype=bool)
        for j in range(len(rows)):
            other = rows.copy()
            other[j] = change(other[j])
            found[:, j] = moves(step(other) - before)
        return found

    return read


def one_more(row):
    return row + 1


def any_moves(moved):
    return np.abs(moved).max(axis=1) > 1e-9


right(NAME, "one thing for all changes", by_calling(lambda row: 7 - 2 * row, any_moves))

ONE = "one number of each context"
wrong(NAME, "the first output", ONE, by_calling(one_more, lambda m: abs(m[:, 0]) > 1e-9))
wrong(NAME, "the last output", ONE, by_calling(one_more, lambda m: m[:, -1] != 0))
wrong(NAME, "all outputs", "when all its numbers move", by_calling(one_more, lambda m: m.all(1)))
ONE = "You change one number of a word"
wrong(NAME, "the first input", ONE, by_calling(lambda row: row + np.eye(len(row))[0], any_moves))
wrong(
    NAME, "the last input", ONE, by_calling(lambda row: row - 5 * np.eye(len(row))[-1], any_moves)
)
ZERO = "A word that is 0 already"
wrong(NAME, "zeros in its place", ZERO, by_calling(lambda row: 0, any_moves))
wrong(NAME, "twice the word", ZERO, by_calling(lambda row: 2 * row, any_moves))
wrong(NAME, "minus the word", ZERO, by_calling(lambda row: -row, any_moves))
SIGN = "A number may become smaller"
wrong(NAME, "without abs", SIGN, by_calling(one_more, lambda m: m.max(axis=1) > 1e-9))
wrong(NAME, "the sum without abs", SIGN, by_calling(one_more, lambda m: m.sum(axis=1) > 0))
wrong(NAME, "a sum that cancels", SIGN, by_calling(one_more, lambda m: m.sum(axis=1) != 0))
wrong(NAME, "the mean", SIGN, by_calling(one_more, lambda m: m.mean(axis=1) != 0))


def in_its_neighbours_place(by):
    """Return a function that replaces each word by a neighbour of it."""

    def read(step, rows):
        before, found = step(rows), np.zeros((len(rows), len(rows)), dtype=bool)
        for j in range(len(rows)):
            other = rows.copy()
            other[j] = rows[(j + by) % len(rows)]
            found[:, j] = any_moves(step(other) - before)
        return found

    return read


for by in (-1, 1):
    wrong(NAME, f"a neighbour, {by}", "the same word stands twice", in_its_neighbours_place(by))


@wrong(NAME, "in place", "changes the array")
def in_place(step, rows):
    before, found = step(rows), []
    for j in range(len(rows)):
        rows[j] += 1
        found.append((step(rows) != before).any(axis=1))
    return np.array(found).T


@wrong(NAME, "the rows of the page", "for the numbers of this page")
def five_words(step, rows):
    return columns(step, rows) if len(rows) == 5 else np.eye(len(rows), dtype=bool)


@wrong(NAME, "the step not called", "raised TypeError")
def not_called(step, rows):
    return np.array([[abs(step - row).max() > 0 for row in rows] for _ in rows])


@wrong(NAME, "1 and 0", "the numbers 1 and 0")
def ones(step, rows):
    return columns(step, rows).astype(int)


@wrong(NAME, "weights of its own", "holds numbers. A mask")
def own_weights(step, rows):
    return attention(rows, rows, rows).weights


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(step, rows):
    columns(step, rows)


@wrong(NAME, "one row", "should be shape (5, 5)")
def one_row(step, rows):
    return columns(step, rows)[-1]


NAME = "look_back"


@right(NAME, "differences of places")
def differences(n, k=2):
    places = np.arange(n)
    back = places[:, None] - places
    return (back >= 0) & (back <= k)


@right(NAME, "a loop")
def loop(n, k=2):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, max(0, i - k) : i + 1] = True
    return mask


@right(NAME, "lists of True and False")
def lists(n, k=2):
    return [[i - k <= j <= i for j in range(n)] for i in range(n)]


@right(NAME, "diagonals, added up")
def diagonals(n, k=2):
    return sum(np.eye(n, k=-back) for back in range(k + 1)) == 1


@wrong(NAME, "causal and window", "right, but `causal_mask` has made it")
def joined(n, k=2):
    return causal_mask(n) & window_mask(n, k)


@wrong(NAME, "np.tri", "right, but `tri` has made it")
def by_tri(n, k=2):
    return np.tri(n, dtype=bool) & ~np.tri(n, k=-k - 1, dtype=bool)


@wrong(NAME, "the helper inside a list", "right, but `window_mask` has made it")
def by_rows_of_the_window(n, k=2):
    return [[window_mask(n, k)[i, j] and j <= i for j in range(n)] for i in range(n)]


@wrong(NAME, "another default", "takes another k than 2")
def another_default(n, k=1):
    return differences(n, k)


@wrong(NAME, "no default", "must be told k each time")
def no_default(n, k):
    return differences(n, k)


@wrong(NAME, "both ways", "as far ahead as back")
def both_ways(n, k=2):
    return window_mask(n, k)


@wrong(NAME, "no end", "how far back")
def no_end(n, k=2):
    return causal_mask(n)


@wrong(NAME, "k with itself", "with itself among them")
def with_itself(n, k=2):
    return [[i - k < j <= i for j in range(n)] for i in range(n)]


@wrong(NAME, "one too far", "one place too far back")
def too_far(n, k=2):
    return [[i - k - 1 <= j <= i for j in range(n)] for i in range(n)]


@wrong(NAME, "without itself", "does not see itself")
def without_itself(n, k=2):
    return [[i - k <= j < i for j in range(n)] for i in range(n)]


@wrong(NAME, "ahead", "your words look ahead")
def ahead(n, k=2):
    return differences(n, k).T


@wrong(NAME, "True hides", "True means that a word may look")
def true_hides(n, k=2):
    return ~differences(n, k)


@wrong(NAME, "one diagonal", "One diagonal")
def one_diagonal(n, k=2):
    return np.eye(n, k=-k, dtype=bool)


@wrong(NAME, "two diagonals", "One diagonal")
def two_diagonals(n, k=2):
    return np.eye(n, dtype=bool) | np.eye(n, k=-k, dtype=bool)


@wrong(NAME, "wrapped round", "fall below 0")
def wrapped(n, k=2):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for back in range(min(k, n - 1) + 1):
            mask[i, i - back] = True
    return mask


@wrong(NAME, "slices from below 0", "fall below 0")
def sliced(n, k=2):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, i - k : i + 1] = True
    return mask


@wrong(NAME, "only where k stand before", "Your first words see nothing")
def later_rows(n, k=2):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(k, n):
        mask[i, i - k : i + 1] = True
    return mask


@wrong(NAME, "always two", "k is 2 in your mask")
def always_two(n, k=2):
    return differences(n)


@wrong(NAME, "0 and minus infinity", "numbers to add")
def to_add(n, k=2):
    return np.where(differences(n, k), 0, -np.inf)


@wrong(NAME, "1 and 0", "the numbers 1 and 0")
def one_and_zero(n, k=2):
    return 1.0 * differences(n, k)


@wrong(NAME, "five words", "should be shape")
def five(n, k=2):
    return differences(5, k)


@wrong(NAME, "nothing returned", "returned None")
def no_return(n, k=2):
    differences(n, k)


@wrong(NAME, "without k", "takes 1 positional argument")
def without_k(n):
    return differences(n)


@wrong(NAME, "one row", "should be shape (5, 5)")
def last_row(n, k=2):
    return differences(n, k)[-1]
