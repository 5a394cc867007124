"""Right and wrong answers to the exercises of notebook 13."""

import math

import numpy as np
import torch

from answers.case import right, right_each, wrong, wrong_each

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


def as_texts(new, order=list, *count):
    """Return the answer that joins and replaces letters; merge number i makes new(i)."""

    def cut(numbers, merges):
        text = "".join(map(chr, numbers))
        for i in order(range(len(merges))):
            text = text.replace("".join(map(chr, merges[i])), chr(new(i)), *count)
        return [ord(letter) for letter in text]

    return cut


right(NAME, "as texts")(as_texts(lambda i: 256 + i))


@right(NAME, "an array")
def as_array(numbers, merges):
    return np.array(new_lists(numbers, merges))


wrong_each(
    NAME,
    {
        "reversed": (as_texts(lambda i: 256 + i, reversed), "in reverse"),
        "once for each merge": (as_texts(lambda i: 256 + i, list, 1), "only once"),
        "counted from 1": (as_texts(lambda i: 257 + i), "off by one"),
        "from 1000": (as_texts(lambda i: 1000 + i), "not those of the task"),
        "always 256": (as_texts(lambda i: 256), "the same new number"),
        "floats in a list": (
            lambda numbers, merges: [1.0 * number for number in new_lists(numbers, merges)],
            "the numbers are floats",
        ),
        "an array of floats": (
            lambda numbers, merges: np.array(new_lists(numbers, merges), dtype=float),
            "the numbers are floats",
        ),
        "return inside the loop": (
            lambda numbers, merges: new_lists(numbers, merges[:1]),
            "begins with the letters anew",
        ),
        "a text": (lambda numbers, merges: "key less", "should return numbers"),
    },
)


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


@wrong(NAME, "the second half stays", "second half")
def half_stays(numbers, merges):
    pieces = list(numbers)
    for i, pair in enumerate(merges):
        for place in range(len(pieces) - 1):
            if (pieces[place], pieces[place + 1]) == pair:
                pieces[place] = 256 + i
    return pieces


@wrong(NAME, "in place", "changes the array that it is given")
def in_place(numbers, merges):
    numbers[:] = new_lists(numbers, merges)
    return numbers


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


@wrong(NAME, "the kept tokens rolled", "gets its first token")
def kept_rolled(numbers, length):
    end = len(numbers) // length * length
    inputs = numbers[:end].reshape(-1, length)
    return inputs, np.roll(inputs, -1)


@wrong(NAME, "pieces with one token more", "left out between two rows")
def a_token_left_out(numbers, length):
    pieces = numbers[: len(numbers) // (length + 1) * (length + 1)].reshape(-1, length + 1)
    return pieces[:, :-1], pieces[:, 1:]


@wrong(NAME, "the last target is missing", "the last token of the text has no target")
def last_target_missing(numbers, length):
    count = len(numbers) // length
    end = count * length
    return numbers[:end].reshape(count, length), numbers[1 : end + 1].reshape(count, length)


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


wrong_each(
    NAME,
    {
        "sizes exchanged in reshape": (
            lambda numbers, length: [
                part.reshape(length, -1) for part in by_reshape(numbers, length)
            ],
            "`reshape` fills row by row",
        ),
        "inputs alone": (
            lambda numbers, length: by_reshape(numbers, length)[0].tolist()[0],
            "should return 2 things",
        ),
        "another error": (
            lambda numbers, length: (numbers.reshape(-1, length + 1), numbers),
            "raised ValueError",
        ),
    },
)

NAME = "two_perplexities"

right_each(
    NAME,
    {
        "by hand": [8, 4],
        "by logarithms": [math.exp(math.log(8)), math.exp((math.log(2 * 4 * 8)) / 3)],
        "a root": np.array([8, (2 * 4 * 8) ** (1 / 3)]),
        "a tensor": torch.tensor([8.0, 4.0]),
    },
)
wrong_each(
    NAME,
    {
        "exchanged": ([4, 8], "exchanged"),
        "the share": ([1 / 8, 4], "the share of each name"),
        "the loss of eight": ([math.log(8), 4], "First number: that is the loss."),
        "bits of eight": ([3, 4], "First number: that is the loss with logarithms to"),
        "seven others": ([7, 4], "minus the logarithm of an eighth"),
        "a typical share": ([8, 0.25], "typical share"),
        "the mean loss": ([8, math.log(4)], "Second number: that is the mean loss. "),
        "bits": ([8, 2], "Second number: that is the mean loss with logarithms to"),
        "the mean of the shares": ([8, 24 / 7], "the mean of the shares"),
        "the mean of 2, 4 and 8": ([8, 14 / 3], "the mean of 2, 4 and 8"),
        "the sum": ([8, 64], "added the three losses"),
        "a guess": ([8, 5], "minus the logarithm of each share"),
        "negative": ([-8, 4], "above 0"),
        "one number": (4, "2 numbers"),
    },
)
