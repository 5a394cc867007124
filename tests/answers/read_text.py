"""Right and wrong answers to the exercises of notebook 13."""

import math

import numpy as np
import torch

from answers.case import right, wrong
from helpers.attention import softmax

NAME = "cut_with_merges"


@right(NAME, "a new list for each merge")
def new_lists(numbers, merges):
    for i, (first, second) in enumerate(merges):
        result = []
        for number in numbers:
            if result and result[-1] == first and number == second:
                result[-1] = 256 + i
            else:
                result.append(number)
        numbers = result
    return numbers


@right(NAME, "by places")
def by_places(numbers, merges):
    pieces = list(numbers)
    for i, pair in enumerate(merges):
        place = 0
        while place < len(pieces) - 1:
            if (pieces[place], pieces[place + 1]) == pair:
                pieces[place : place + 2] = [256 + i]
            place += 1
    return pieces


@right(NAME, "as texts")
def as_texts(numbers, merges):
    text = "".join(map(chr, numbers))
    for i, (first, second) in enumerate(merges):
        text = text.replace(chr(first) + chr(second), chr(256 + i))
    return [ord(letter) for letter in text]


@right(NAME, "an array")
def as_array(numbers, merges):
    return np.array(new_lists(numbers, merges))


@wrong(NAME, "reversed", "in reverse")
def in_reverse(numbers, merges):
    text = "".join(map(chr, numbers))
    for i in reversed(range(len(merges))):
        text = text.replace("".join(map(chr, merges[i])), chr(256 + i))
    return [ord(letter) for letter in text]


@wrong(NAME, "one pass over the letters", "the letters alone")
def one_pass(numbers, merges):
    result, i = [], 0
    while i < len(numbers):
        pair = tuple(numbers[i : i + 2])
        if pair in merges:
            result.append(256 + merges.index(pair))
            i += 2
        else:
            result.append(numbers[i])
            i += 1
    return result


@wrong(NAME, "the leftmost pair", "furthest to the left")
def leftmost(numbers, merges):
    pieces, place = list(numbers), 0
    while place < len(pieces) - 1:
        pair = pieces[place], pieces[place + 1]
        if pair in merges:
            pieces[place : place + 2] = [256 + merges.index(pair)]
            place = 0
        else:
            place += 1
    return pieces


@wrong(NAME, "once for each merge", "only once")
def once(numbers, merges):
    text = "".join(map(chr, numbers))
    for i, (first, second) in enumerate(merges):
        text = text.replace(chr(first) + chr(second), chr(256 + i), 1)
    return [ord(letter) for letter in text]


@wrong(NAME, "every two neighbours", "into two pairs at once")
def neighbours(numbers, merges):
    pieces = list(numbers)
    for i, pair in enumerate(merges):
        kept = []
        for place, number in enumerate(pieces):
            if tuple(pieces[place : place + 2]) == pair:
                kept.append(256 + i)
            elif not (place and tuple(pieces[place - 1 : place + 1]) == pair):
                kept.append(number)
        pieces = kept
    return pieces


@wrong(NAME, "from the right", "from the right")
def from_the_right(numbers, merges):
    pieces = list(numbers)
    for i, pair in enumerate(merges):
        for place in range(len(pieces) - 2, -1, -1):
            if tuple(pieces[place : place + 2]) == pair:
                pieces[place : place + 2] = [256 + i]
    return pieces


@wrong(NAME, "the second half stays", "second half")
def half_stays(numbers, merges):
    pieces = list(numbers)
    for i, pair in enumerate(merges):
        for place in range(len(pieces) - 1):
            if (pieces[place], pieces[place + 1]) == pair:
                pieces[place] = 256 + i
    return pieces


@wrong(NAME, "counted from 1", "off by one")
def from_1(numbers, merges):
    text = "".join(map(chr, numbers))
    for new, (first, second) in enumerate(merges, start=257):
        text = text.replace(chr(first) + chr(second), chr(new))
    return [ord(letter) for letter in text]


@wrong(NAME, "from 0", "where the bytes are")
def from_0(numbers, merges):
    for i, (first, second) in enumerate(merges):
        result = []
        for number in numbers:
            if result and result[-1] == first and number == second:
                result[-1] = i
            else:
                result.append(number)
        numbers = result
    return numbers


@wrong(NAME, "added", "You add the two numbers")
def added(numbers, merges):
    for pair in merges:
        result = []
        for number in numbers:
            if result and (result[-1], number) == pair:
                result[-1] += number
            else:
                result.append(number)
        numbers = result
    return numbers


@wrong(NAME, "the next free number", "not those of the task")
def next_free(numbers, merges):
    pieces = list(numbers)
    for pair in merges:
        new, result = max(pieces) + 1, []
        for number in pieces:
            if result and (result[-1], number) == pair:
                result[-1] = new
            else:
                result.append(number)
        pieces = result
    return pieces


@wrong(NAME, "times the place", "not those of the task")
def times_the_place(numbers, merges):
    for i, pair in enumerate(merges):
        result = []
        for number in numbers:
            if result and (result[-1], number) == pair:
                result[-1] = 256 * i
            else:
                result.append(number)
        numbers = result
    return numbers


@wrong(NAME, "from 1000", "not those of the task")
def from_1000(numbers, merges):
    text = "".join(map(chr, numbers))
    for new, (first, second) in enumerate(merges, start=1000):
        text = text.replace(chr(first) + chr(second), chr(new))
    return [ord(letter) for letter in text]


@wrong(NAME, "always 256", "the same new number")
def always_256(numbers, merges):
    text = "".join(map(chr, numbers))
    for first, second in merges:
        text = text.replace(chr(first) + chr(second), chr(256))
    return [ord(letter) for letter in text]


@wrong(NAME, "floats", "the numbers are floats")
def floats(numbers, merges):
    return np.array(new_lists(numbers, merges), dtype=float)


@wrong(NAME, "floats in a list", "the numbers are floats")
def floats_in_a_list(numbers, merges):
    return [1.0 * number for number in new_lists(numbers, merges)]


@wrong(NAME, "each merge from the letters", "begins with the letters anew")
def each_from_the_letters(numbers, merges):
    for i, (first, second) in enumerate(merges):
        result = []
        for number in numbers:
            if result and (result[-1], number) == (first, second):
                result[-1] = 256 + i
            else:
                result.append(number)
    return result


@wrong(NAME, "return inside the loop", "begins with the letters anew")
def return_inside(numbers, merges):
    return new_lists(numbers, merges[:1])


@wrong(NAME, "the last number lost", "The last number of a word is lost")
def last_lost(numbers, merges):
    for i, pair in enumerate(merges):
        result, place = [], 0
        while place < len(numbers) - 1:
            if (numbers[place], numbers[place + 1]) == pair:
                result.append(256 + i)
                place += 2
            else:
                result.append(numbers[place])
                place += 1
        numbers = result
    return numbers


@wrong(NAME, "the first half stays", "first half of its pair")
def first_half_stays(numbers, merges):
    for i, pair in enumerate(merges):
        result = []
        for number in numbers:
            result.append(256 + i if result and (result[-1], number) == pair else number)
        numbers = result
    return numbers


@wrong(NAME, "letters", "letters come back")
def letters(numbers, merges):
    return list(numbers)


@wrong(NAME, "a text", "should return numbers")
def a_text(numbers, merges):
    return "key less"


@wrong(NAME, "in place", "changes the array that it is given")
def in_place(numbers, merges):
    numbers[:] = new_lists(numbers, merges)
    return numbers


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(numbers, merges):
    new_lists(numbers, merges)


@wrong(NAME, "the page's word", "the same numbers whatever")
def page_word(numbers, merges):
    return [258, 115, 116, 114, 111, 256]


NAME = "rows_to_guess"


@right(NAME, "reshape")
def by_reshape(numbers, length):
    count = (len(numbers) - 1) // length
    end = count * length
    return numbers[:end].reshape(count, length), numbers[1 : end + 1].reshape(count, length)


@right(NAME, "a loop")
def by_loop(numbers, length):
    inputs, targets = [], []
    start = 0
    while start + length < len(numbers):
        inputs.append(numbers[start : start + length])
        targets.append(numbers[start + 1 : start + length + 1])
        start += length
    return np.array(inputs), np.array(targets)


@right(NAME, "places")
def by_a_table_of_places(numbers, length):
    places = np.arange(0, len(numbers) - length, length)[:, None] + np.arange(length)
    return numbers[places], numbers[places + 1]


@right(NAME, "lists")
def by_lists(numbers, length):
    starts = range(0, len(numbers) - length, length)
    return [[numbers[s + k : s + k + length].tolist() for s in starts] for k in (0, 1)]


@wrong(NAME, "no shift", "guess itself")
def no_shift(numbers, length):
    inputs, _ = by_reshape(numbers, length)
    return inputs, inputs


@wrong(NAME, "exchanged", "exchanged")
def exchanged(numbers, length):
    return by_reshape(numbers, length)[::-1]


@wrong(NAME, "the token before", "the other way")
def the_one_before(numbers, length):
    count = len(numbers) // length
    end = count * length
    return numbers[:end].reshape(count, length), np.roll(numbers, 1)[:end].reshape(count, length)


@wrong(NAME, "each row rolled", "that row's first token")
def each_row_rolled(numbers, length):
    inputs = numbers[: len(numbers) // length * length].reshape(-1, length)
    return inputs, np.roll(inputs, -1, axis=1)


@wrong(NAME, "the text rolled", "gets its first token")
def text_rolled(numbers, length):
    end = len(numbers) // length * length
    return numbers[:end].reshape(-1, length), np.roll(numbers, -1)[:end].reshape(-1, length)


@wrong(NAME, "the kept tokens rolled", "gets its first token")
def kept_rolled(numbers, length):
    end = len(numbers) // length * length
    inputs = numbers[:end].reshape(-1, length)
    return inputs, np.roll(inputs, -1)


@wrong(NAME, "overlapping", "overlap")
def overlapping(numbers, length):
    starts = range(len(numbers) - length)
    inputs = [numbers[s : s + length] for s in starts]
    return np.array(inputs), np.array([numbers[s + 1 : s + 1 + length] for s in starts])


@wrong(NAME, "pieces with one token more", "left out between two rows")
def a_token_left_out(numbers, length):
    pieces = numbers[: len(numbers) // (length + 1) * (length + 1)].reshape(-1, length + 1)
    return pieces[:, :-1], pieces[:, 1:]


@wrong(NAME, "narrow rows", "one token too short")
def narrow(numbers, length):
    pieces = numbers[: len(numbers) // length * length].reshape(-1, length)
    return pieces[:, :-1], pieces[:, 1:]


@wrong(NAME, "a row too few", "A row is missing at the end")
def a_row_too_few(numbers, length):
    count = len(numbers) // length - 1
    end = count * length
    return numbers[:end].reshape(count, length), numbers[1 : end + 1].reshape(count, length)


@wrong(NAME, "one row", "Only the first row")
def one_row(numbers, length):
    return numbers[:length], numbers[1 : length + 1]


@wrong(NAME, "columns", "Rows and columns are exchanged")
def in_columns(numbers, length):
    inputs, targets = by_reshape(numbers, length)
    return inputs.T, targets.T


@wrong(NAME, "inputs alone", "should return 2 things")
def inputs_alone(numbers, length):
    return by_reshape(numbers, length)[0].tolist()[0]


@wrong(NAME, "another error", "raised ValueError")
def another_error(numbers, length):
    return numbers.reshape(-1, length + 1), numbers


@wrong(NAME, "tables of floats", "the numbers are floats")
def tables_of_floats(numbers, length):
    inputs = np.zeros(((len(numbers) - 1) // length, length))
    targets = inputs.copy()
    for i in range(len(inputs)):
        inputs[i] = numbers[i * length : (i + 1) * length]
        targets[i] = numbers[i * length + 1 : (i + 1) * length + 1]
    return inputs, targets


@wrong(NAME, "targets of floats", "the numbers are floats")
def targets_of_floats(numbers, length):
    inputs, targets = by_reshape(numbers, length)
    return inputs, targets / 1


@wrong(NAME, "reshape and transpose", "`reshape` fills row by row")
def reshape_and_transpose(numbers, length):
    return tuple(part.reshape(length, -1).T for part in by_reshape(numbers, length))


@wrong(NAME, "sizes exchanged in reshape", "`reshape` fills row by row")
def sizes_exchanged(numbers, length):
    return tuple(part.reshape(length, -1) for part in by_reshape(numbers, length))


@wrong(NAME, "the last target is missing", "the last token of the text has no target")
def last_target_missing(numbers, length):
    count = len(numbers) // length
    end = count * length
    return numbers[:end].reshape(count, length), numbers[1 : end + 1].reshape(count, length)


@wrong(NAME, "nothing returned", "returned None")
def no_rows(numbers, length):
    by_reshape(numbers, length)


NAME = "two_perplexities"

right(NAME, "by hand", [8, 4])
right(NAME, "by logarithms", [math.exp(math.log(8)), math.exp((math.log(2 * 4 * 8)) / 3)])
right(NAME, "a root", np.array([8, (2 * 4 * 8) ** (1 / 3)]))
right(NAME, "a tensor", torch.tensor([8.0, 4.0]))

wrong(NAME, "exchanged", "exchanged", [4, 8])
wrong(NAME, "the share", "the share of each name", [1 / 8, 4])
wrong(NAME, "the loss of eight", "First number: that is the loss.", [math.log(8), 4])
wrong(NAME, "bits of eight", "First number: that is the loss with logarithms to", [3, 4])
wrong(NAME, "seven others", "minus the logarithm of an eighth", [7, 4])
wrong(NAME, "a typical share", "typical share", [8, 0.25])
wrong(NAME, "the mean loss", "Second number: that is the mean loss. ", [8, math.log(4)])
wrong(NAME, "bits", "Second number: that is the mean loss with logarithms to", [8, 2])
wrong(NAME, "the mean of the shares", "the mean of the shares", [8, 24 / 7])
wrong(NAME, "the mean of 2, 4 and 8", "the mean of 2, 4 and 8", [8, 14 / 3])
wrong(NAME, "the sum", "added the three losses", [8, 64])
wrong(NAME, "a guess", "minus the logarithm of each share", [8, 5])
wrong(NAME, "negative", "above 0", [-8, 4])
wrong(NAME, "one number", "2 numbers", 4)
wrong(NAME, "a text", "not a str", "8 and 4")

NAME = "likeliest_shares"


@right(NAME, "a running sum")
def running_sum(shares, p):
    order = np.argsort(-shares)
    before = np.cumsum(shares[order]) - shares[order]
    kept = np.zeros(len(shares))
    kept[order[before < p]] = shares[order[before < p]]
    return kept / kept.sum()


@right(NAME, "a loop")
def word_by_word(shares, p):
    kept = np.zeros(len(shares))
    while kept.sum() < p:
        i = np.where(kept > 0, -1, shares).argmax()
        kept[i] = shares[i]
    return kept / kept.sum()


@right(NAME, "the smallest that stays")
def smallest_that_stays(shares, p):
    down = np.sort(shares)[::-1]
    smallest = down[(down.cumsum() < p).sum()]
    kept = np.where(shares >= smallest, shares, 0)
    return kept / kept.sum()


@right(NAME, "by places, as a list")
def by_sorted_places(shares, p):
    stay, total = set(), 0.0
    for i in sorted(range(len(shares)), key=lambda i: -shares[i]):
        if total < p:
            stay.add(i)
            total += shares[i]
    return [share / total if i in stay else 0.0 for i, share in enumerate(shares)]


@right(NAME, "torch, as NumPy")
def by_torch(shares, p):
    down, places = torch.tensor(shares).sort(descending=True)
    down[1:][down.cumsum(0)[:-1] >= p] = 0
    return (
        torch.zeros(len(shares), dtype=torch.float64).scatter(0, places, down / down.sum()).numpy()
    )


def best(shares, count):
    return np.where(np.isin(np.arange(len(shares)), np.argsort(-shares)[:count]), shares, 0)


def how_many(shares, p):
    return int((running_sum(shares, p) > 0).sum())


@wrong(NAME, "not shared again", "do not add up to 1")
def not_shared_again(shares, p):
    return best(shares, how_many(shares, p))


@wrong(NAME, "below p", "one word too early")
def below_p(shares, p):
    order = np.argsort(-shares)
    kept = np.zeros(len(shares))
    inside = order[np.cumsum(shares[order]) <= p]
    kept[inside] = shares[inside]
    return kept / kept.sum()


@wrong(NAME, "at most p before it", "come to p exactly")
def at_most_p(shares, p):
    order = np.argsort(-shares)
    stay = order[np.cumsum(shares[order]) - shares[order] <= p]
    kept = np.zeros(len(shares))
    kept[stay] = shares[stay]
    return kept / kept.sum()


@wrong(NAME, "a loop up to p", "come to p exactly")
def a_loop_up_to_p(shares, p):
    kept = np.zeros(len(shares))
    while kept.sum() <= p:
        i = np.where(kept > 0, -1, shares).argmax()
        kept[i] = shares[i]
    return kept / kept.sum()


@wrong(NAME, "strictly below p", "one word too early")
def strictly_below_p(shares, p):
    order = np.argsort(-shares)
    return np.where(np.isin(np.arange(len(shares)), order[np.cumsum(shares[order]) < p]), shares, 0)


@wrong(NAME, "an array of whole numbers", "cuts their decimals off")
def whole_numbers(shares, p):
    order = np.argsort(-shares)
    stay = order[np.cumsum(shares[order]) - shares[order] < p]
    kept = np.zeros_like(order)
    kept[stay] = shares[stay]
    return kept / kept.sum()


@wrong(NAME, "one too many", "more than needed")
def one_too_many(shares, p):
    kept = best(shares, how_many(shares, p) + 1)
    return kept / kept.sum()


@wrong(NAME, "all", "All words stay")
def all_stay(shares, p):
    return shares.copy()


@wrong(NAME, "shares above 1 - p", "each share with a limit")
def by_a_limit(shares, p):
    kept = np.where(shares >= 1 - p, shares, 0)
    return kept / kept.sum()


@wrong(NAME, "not sorted", "as they stand")
def not_sorted(shares, p):
    kept = np.where(np.cumsum(shares) - shares < p, shares, 0)
    return kept / kept.sum()


@wrong(NAME, "marks as sorted", "the marks go to other words")
def marks_as_sorted(shares, p):
    down = np.sort(shares)[::-1]
    kept = np.where(np.cumsum(down) - down < p, shares, 0)
    return kept / kept.sum()


@wrong(NAME, "marks by the order", "the marks go to other words")
def marks_by_order(shares, p):
    order = np.argsort(-shares)
    before = np.cumsum(shares[order]) - shares[order]
    kept = np.where(before[order] < p, shares, 0)
    return kept / kept.sum()


@wrong(NAME, "top three", "that is top-k")
def top_three(shares, p):
    kept = best(shares, 3)
    return kept / kept.sum()


@wrong(NAME, "the least likely", "least likely word")
def the_least_likely(shares, p):
    order = np.argsort(shares)
    before = np.cumsum(shares[order]) - shares[order]
    kept = np.zeros(len(shares))
    kept[order[before < p]] = shares[order[before < p]]
    return kept / kept.sum()


@wrong(NAME, "sorted", "in the order of their size")
def in_order_of_size(shares, p):
    return np.sort(running_sum(shares, p))[::-1]


@wrong(NAME, "those that stay", "Every word has a place")
def those_that_stay(shares, p):
    down = np.sort(shares)[::-1][: how_many(shares, p)]
    return down / down.sum()


@wrong(NAME, "softmax", "softmax of shares")
def by_softmax(shares, p):
    kept = best(shares, how_many(shares, p))
    return softmax(np.where(kept > 0, kept, -np.inf))


@wrong(NAME, "divided by p", "You divide by p")
def by_p(shares, p):
    return best(shares, how_many(shares, p)) / p


@wrong(NAME, "the rest shared out equally", "what was lost out equally")
def rest_shared_out(shares, p):
    kept = best(shares, how_many(shares, p))
    return np.where(kept > 0, kept + (1 - kept.sum()) / (kept > 0).sum(), 0)


@wrong(NAME, "equal shares", "the same share")
def equal_shares(shares, p):
    kept = best(shares, how_many(shares, p)) > 0
    return kept / kept.sum()


@wrong(NAME, "in place", "changes the array that it is given")
def changed_in_place(shares, p):
    shares[np.argsort(-shares)[how_many(shares, p) :]] = 0
    return shares / shares.sum()


@wrong(NAME, "nothing returned", "returned None")
def no_shares(shares, p):
    running_sum(shares, p)


@wrong(NAME, "the page's shares", "the same numbers whatever")
def page_shares(shares, p):
    return running_sum(np.array([0.05, 0.5, 0.02, 0.3, 0.13]), 0.9)
