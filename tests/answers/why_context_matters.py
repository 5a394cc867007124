"""Right and wrong answers to the exercises of notebook 01."""

import itertools
import math

import numpy as np

from answers.case import right, wrong
from helpers.attention import simplified_attention

NAME = "equal_say"


@right(NAME, "one full table")
def full_table(embeddings):
    n = len(embeddings)
    weights = np.full((n, n), 1 / n)
    return weights, weights @ embeddings


@right(NAME, "loops and lists")
def say_by_loops(embeddings):
    n, d = embeddings.shape
    weights, contexts = [], []
    for _ in range(n):
        weights.append([1 / n] * n)
        contexts.append([sum(row[k] for row in embeddings) / n for k in range(d)])
    return weights, contexts


@right(NAME, "the mean, repeated")
def repeated_mean(embeddings):
    n = len(embeddings)
    return np.ones((n, n)) / n, np.tile(embeddings.mean(axis=0), (n, 1))


@right(NAME, "einsum")
def say_by_einsum(embeddings):
    weights = np.ones((len(embeddings),) * 2) / len(embeddings)
    return [weights, np.einsum("ij,jd->id", weights, embeddings)]


@right(NAME, "attention of nothing")
def attention_of_nothing(embeddings):
    weights = simplified_attention(0 * embeddings).weights
    return weights, weights @ embeddings


@wrong(NAME, "ones", "so your contexts are sums")
def ones(embeddings):
    weights = np.ones((len(embeddings), len(embeddings)))
    return weights, weights @ embeddings


@wrong(NAME, "ones beside the mean", "Your contexts are right; your weights are not")
def ones_beside_the_mean(embeddings):
    n = len(embeddings)
    return np.ones((n, n)), np.tile(embeddings.mean(axis=0), (n, 1))


@wrong(NAME, "sums beside the weights", "a context here is the sum")
def sums(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n), np.tile(embeddings.sum(axis=0), (n, 1))


@wrong(NAME, "one whole for the table", "among all entries of the table")
def whole_table(embeddings):
    n = len(embeddings)
    weights = np.full((n, n), 1 / n**2)
    return weights, weights @ embeddings


@wrong(NAME, "divided by the width", "the width of a vector")
def by_width(embeddings):
    n, d = embeddings.shape
    weights = np.full((n, n), 1 / d)
    return weights, weights @ embeddings


@wrong(NAME, "the others alone", "hears the others alone")
def others_alone(embeddings):
    n = len(embeddings)
    weights = np.full((n, n), 1 / (n - 1))
    np.fill_diagonal(weights, 0)
    return weights, weights @ embeddings


@wrong(NAME, "divided by the number of the others", "divide by the number of the other words")
def by_the_others(embeddings):
    n = len(embeddings)
    weights = np.full((n, n), 1 / (n - 1))
    return weights, weights @ embeddings


@wrong(NAME, "own share alone", "the share of its own word alone")
def own_share(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n), embeddings / n


@wrong(NAME, "identity", "hears itself alone")
def itself(embeddings):
    return np.eye(len(embeddings)), embeddings


@wrong(NAME, "embeddings as contexts", "holds the embeddings as they were")
def not_mixed(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n), embeddings


@wrong(NAME, "attention", "the weights depend on the vectors")
def attention_itself(embeddings):
    result = simplified_attention(embeddings)
    return result.weights, result.context


@wrong(NAME, "mean along a row", "the mean of one word’s own numbers")
def along_a_row(embeddings):
    n, d = embeddings.shape
    means = embeddings.mean(axis=1, keepdims=True)
    return np.full((n, n), 1 / n), np.tile(means, (1, d))


@wrong(NAME, "mean of everything", "one mean of all numbers")
def mean_of_everything(embeddings):
    n, d = embeddings.shape
    return np.full((n, n), 1 / n), np.full((n, d), embeddings.mean())


@wrong(NAME, "other order", "the weights come first")
def other_order(embeddings):
    return full_table(embeddings)[::-1]


@wrong(NAME, "one row each", "you return one row each")
def one_row_each(embeddings):
    n = len(embeddings)
    return np.full(n, 1 / n), embeddings.mean(axis=0)


@wrong(NAME, "one context for all", "there is one context for all")
def one_context(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n), embeddings.mean(axis=0)


@wrong(NAME, "weights alone", "should return 2 things")
def weights_alone(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n)


@wrong(NAME, "six words", "with fresh numbers")
def six_words(embeddings):
    weights = np.full((6, 6), 1 / 6)
    return weights, weights @ embeddings


@wrong(NAME, "the page's numbers", "whatever it is given")
def numbers_of_the_page(embeddings):
    return np.full((6, 6), 1 / 6), np.tile([1.7 / 6, 2.7 / 6], (6, 1))


@wrong(NAME, "rounded", "rounded: return all digits")
def rounded(embeddings):
    return [part.round(2) for part in full_table(embeddings)]


@wrong(NAME, "in-place", "changes the array that it is given")
def in_place(embeddings):
    n = len(embeddings)
    embeddings[:] = embeddings.mean(axis=0)
    return np.full((n, n), 1 / n), embeddings


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(embeddings):
    full_table(embeddings)


@wrong(NAME, "whole-number division", "nobody is heard")
def whole_number_division(embeddings):
    n = len(embeddings)
    weights = np.full((n, n), 1 // n)
    return weights, weights @ embeddings


@wrong(NAME, "mean along a row, one number a word", "the mean of one word’s own numbers")
def along_a_row_flat(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n), embeddings.mean(axis=1)


@wrong(NAME, "mean of everything, one number", "one mean of all numbers")
def one_mean_of_everything(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n), embeddings.mean()


@wrong(NAME, "contexts in one row", "one behind the other in a single row")
def contexts_in_one_row(embeddings):
    n = len(embeddings)
    return np.full((n, n), 1 / n), np.tile(embeddings.mean(axis=0), n)


@wrong(NAME, "rounded shares of the page", "expected 0.1667, yours is 0.17")
def shares_of_the_page(embeddings):
    weights = np.full((len(embeddings), len(embeddings)), 0.17)
    return weights, weights @ embeddings


@wrong(NAME, "weights as wide as the vectors", "should be shape (6, 6), but is shape (6, 2)")
def weights_as_wide_as_vectors(embeddings):
    weights = np.full(embeddings.shape, 1 / len(embeddings))
    return weights, weights * embeddings


@wrong(NAME, "embeddings on the left", "raised ValueError")
def embeddings_on_the_left(embeddings):
    n = len(embeddings)
    weights = np.full((n, n), 1 / n)
    return weights, embeddings @ weights


@wrong(NAME, "a dictionary", "returned a dict")
def a_dictionary(embeddings):
    weights, contexts = full_table(embeddings)
    return {"weights": weights, "contexts": contexts}


NAME = "echoes"


def read(words, keep=0.5):
    """Return the states as the page's function does."""
    states = [0.0]
    for word in words:
        states = [*states, np.tanh(keep * states[-1] + word)]
    return np.array(states[1:])


def raised(words, place):
    """Return other words, of which one is larger by a tenth."""
    changed = np.array(words, dtype=float)
    changed[place] += 0.1
    return changed


@right(NAME, "the page's function, in a list")
def with_read(words, keep):
    return [
        (read(raised(words, i), keep)[-1] - read(words, keep)[-1]) / 0.1 for i in range(len(words))
    ]


@right(NAME, "loops without arrays")
def echoes_by_loops(words, keep):
    ends = []
    for place in range(-1, len(words)):
        state = 0.0
        for i, word in enumerate(words):
            state = math.tanh(keep * state + word + (0.1 if i == place else 0.0))
        ends.append(state)
    return [(end - ends[0]) / 0.1 for end in ends[1:]]


@right(NAME, "all rows at once")
def all_rows(words, keep):
    rows = np.vstack([words, words + 0.1 * np.eye(len(words))])
    states = np.zeros(len(rows))
    for column in rows.T:
        states = np.tanh(keep * states + column)
    return 10 * (states[1:] - states[0])


@right(NAME, "accumulate")
def accumulated(words, keep):
    def last(texts):
        return list(itertools.accumulate(texts, lambda s, w: np.tanh(keep * s + w), initial=0.0))[
            -1
        ]

    return np.array([last(raised(words, i)) - last(words) for i in range(len(words))]) / 0.1


@wrong(NAME, "not divided", "These are the rises themselves")
def not_divided(words, keep):
    return [read(raised(words, i), keep)[-1] - read(words, keep)[-1] for i in range(len(words))]


@wrong(NAME, "never put back", "Each raise stays")
def never_put_back(words, keep):
    changed, shares = words.copy(), []
    for place in range(len(words)):
        changed[place] += 0.1
        shares.append((read(changed, keep)[-1] - read(words, keep)[-1]) / 0.1)
    return shares


@wrong(NAME, "the first word alone", "follow it through all states")
def first_alone(words, keep):
    return (read(raised(words, 0), keep) - read(words, keep)) / 0.1


@wrong(NAME, "the first word alone, not divided", "follow it through all states")
def first_alone_not_divided(words, keep):
    return read(raised(words, 0), keep) - read(words, keep)


@wrong(NAME, "the state right after", "right after the raised word")
def right_after(words, keep):
    return [
        (read(raised(words, i), keep)[i] - read(words, keep)[i]) / 0.1 for i in range(len(words))
    ]


@wrong(NAME, "all states added", "add up the rises of all states")
def all_states(words, keep):
    before = read(words, keep)
    return [(read(raised(words, i), keep) - before).sum() / 0.1 for i in range(len(words))]


@wrong(NAME, "all states", "You return all states")
def table_of_states(words, keep):
    return [(read(raised(words, i), keep) - read(words, keep)) / 0.1 for i in range(len(words))]


@wrong(NAME, "in reverse", "In reverse")
def in_reverse(words, keep):
    return with_read(words, keep)[::-1]


@wrong(NAME, "keep forgotten", "You keep one half, whatever")
def keep_forgotten(words, keep):
    return [(read(raised(words, i))[-1] - read(words)[-1]) / 0.1 for i in range(len(words))]


@wrong(NAME, "powers of keep", "You compute with the factor alone")
def powers_of_keep(words, keep):
    return [keep ** (len(words) - 1 - i) for i in range(len(words))]


@wrong(NAME, "powers of keep, one more", "You compute with the factor alone")
def one_more_power(words, keep):
    return [keep ** (len(words) - i) for i in range(len(words))]


@wrong(NAME, "0 in place of the word", "You put 0 in place")
def word_removed(words, keep):
    shares = []
    for place in range(len(words)):
        changed = words.copy()
        changed[place] = 0
        shares.append((read(words, keep)[-1] - read(changed, keep)[-1]) / 0.1)
    return shares


@wrong(NAME, "set to a tenth", "the raise in place of the word")
def set_to_a_tenth(words, keep):
    shares = []
    for place in range(len(words)):
        changed = words.copy()
        changed[place] = 0.1
        shares.append((read(changed, keep)[-1] - read(words, keep)[-1]) / 0.1)
    return shares


@wrong(NAME, "a tenth of itself", "larger by a tenth of itself")
def tenth_of_itself(words, keep):
    shares = []
    for place in range(len(words)):
        changed = words.copy()
        changed[place] *= 1.1
        shares.append((read(changed, keep)[-1] - read(words, keep)[-1]) / 0.1)
    return shares


@wrong(NAME, "lowered", "You lower each word")
def lowered(words, keep):
    lower = words - 0.1 * np.eye(len(words))
    return [(read(words, keep)[-1] - read(row, keep)[-1]) / 0.1 for row in lower]


@wrong(NAME, "subtracted the other way round", "Every number has the wrong sign")
def other_way_round(words, keep):
    return [-share for share in with_read(words, keep)]


@wrong(NAME, "divided by the state", "divide by the last state")
def by_the_state(words, keep):
    last = read(words, keep)[-1]
    return [read(raised(words, i), keep)[-1] / last - 1 for i in range(len(words))]


@wrong(NAME, "made to add up to 1", "add up to 1")
def made_shares(words, keep):
    shares = np.array(with_read(words, keep))
    return shares / shares.sum()


@wrong(NAME, "the slope", "You return the slope")
def slope(words, keep):
    states = read(words, keep)
    shares = []
    for place in range(len(words)):
        share = 1 - states[place] ** 2
        for state in states[place + 1 :]:
            share *= keep * (1 - state**2)
        shares.append(share)
    return shares


@wrong(NAME, "last states", "By how much do they differ")
def last_states(words, keep):
    return [read(raised(words, i), keep)[-1] for i in range(len(words))]


@wrong(NAME, "the states", "These are the states of the reading")
def the_states(words, keep):
    return read(words, keep)


@wrong(NAME, "raised in place", "changes the array that it is given")
def raised_in_place(words, keep):
    last, shares = read(words, keep)[-1], []
    for place in range(len(words)):
        changed = words
        changed[place] += 0.1
        shares.append((read(changed, keep)[-1] - last) / 0.1)
    return shares


@wrong(NAME, "five words as a size", "raised IndexError")
def five_words(words, keep):
    shares = np.zeros(len(words))
    for place in range(5):
        shares[place] = (read(raised(words, place), keep)[-1] - read(words, keep)[-1]) / 0.1
    return shares


@wrong(NAME, "raised by 1", "by another amount than the task does")
def raised_by_one(words, keep):
    rows = words + np.eye(len(words))
    return [read(row, keep)[-1] - read(words, keep)[-1] for row in rows]


@wrong(NAME, "raised by a hundredth", "by another amount than the task does")
def raised_by_a_hundredth(words, keep):
    rows = words + 0.01 * np.eye(len(words))
    return [(read(row, keep)[-1] - read(words, keep)[-1]) / 0.01 for row in rows]


@wrong(NAME, "read from the raised word", "begin to read at the raised word")
def from_there(words, keep):
    return [
        (read(raised(words, i)[i:], keep)[-1] - read(words[i:], keep)[-1]) / 0.1
        for i in range(len(words))
    ]


@wrong(NAME, "all raised at once", "You raise all words at once")
def raised_at_once(words, keep):
    return (read(words + 0.1, keep) - read(words, keep)) / 0.1


@wrong(NAME, "multiplied", "multiply by the size of the change")
def multiplied(words, keep):
    return 0.01 * np.array(with_read(words, keep))


@wrong(NAME, "percent", "in percent")
def in_percent(words, keep):
    return 100 * np.array(with_read(words, keep))


@wrong(NAME, "copied", "whatever it is given")
def copied(words, keep):
    return [0.04835, 0.1072, 0.23251, 0.45886, 0.94847]


@wrong(NAME, "nothing returned", "returned None")
def no_return(words, keep):
    with_read(words, keep)


@wrong(NAME, "the last word alone", "should be shape (5,), but is one number")
def last_word_alone(words, keep):
    return (read(raised(words, -1), keep)[-1] - read(words, keep)[-1]) / 0.1


@right(NAME, "raised in the array, the old word kept")
def old_word_kept(words, keep):
    before, shares = read(words, keep)[-1], []
    for place, old in enumerate(words.tolist()):
        words[place] = old + 0.1
        shares.append((read(words, keep)[-1] - before) / 0.1)
        words[place] = old
    return shares


@wrong(NAME, "returned from within the loop", "the share of the first word alone")
def returned_from_the_loop(words, keep):
    for place in range(len(words)):
        return (read(raised(words, place), keep)[-1] - read(words, keep)[-1]) / 0.1
    return None


@wrong(NAME, "the number that the page prints", "last state of the page’s five words")
def printed_state(words, keep):
    return [(read(raised(words, i), keep)[-1] - 0.1776) / 0.1 for i in range(len(words))]


@wrong(NAME, "the variable of the page", "last state of the page’s five words")
def variable_of_the_page(words, keep):
    last = read([0.3, 0.1, -0.2, 0.2, 0.1])[-1]
    return [(read(raised(words, i), keep)[-1] - last) / 0.1 for i in range(len(words))]


@wrong(NAME, "the first word left out", "shape (5,), but is shape (4,)")
def first_left_out(words, keep):
    return with_read(words, keep)[1:]


@wrong(NAME, "arguments of the reading exchanged", "raised TypeError")
def arguments_exchanged(words, keep):
    return [read(keep, raised(words, i))[-1] - read(keep, words)[-1] for i in range(len(words))]


NAME = "words_to_drown"

right(NAME, "powers of e", [math.exp(4), math.exp(8)])
right(NAME, "the first whole numbers", np.array([55, 2981]))
right(NAME, "by trying, in round numbers", (55, 3000))
right(NAME, "with e as 2.7", (53, 2824))

wrong(NAME, "scores as counts", "weigh the scores themselves", [4, 8])
wrong(NAME, "one more than the scores", "more than half: it takes more", [5, 9])
wrong(NAME, "powers of 2", "You raise 2 to the score", [17, 257])
wrong(NAME, "powers of 10", "You raise 10 to the score", [10000, 100000000])
wrong(NAME, "second doubled", "do not add words", [55, 110])
wrong(NAME, "second doubled, first as power", "do not add words", [54.6, 109.2])
wrong(NAME, "second four times", "one of score 8 has a weight of 0.931", [55, 220])
wrong(NAME, "four words more", "Go on to 8", [55, 59])
wrong(NAME, "reverse order", "reverse order", [2981, 55])
wrong(NAME, "too many", "less than half: fewer would do", [100, 10000])
wrong(NAME, "one", "Against 1 word of score 0", [1, 1])
wrong(NAME, "none", "each above 0", [0, 0])
wrong(NAME, "logarithms", "of score 4 has a weight of 0.975", [math.log(4), math.log(8)])
wrong(NAME, "one number", "one number", 55)
wrong(NAME, "the square of the score", "one of score 8 has a weight of 0.979", [55, 64])
wrong(NAME, "the lengths of the page", "fewer would do", [201, 1001])
wrong(NAME, "three numbers", "3 numbers", [55, 403, 2981])
wrong(NAME, "texts", "of 2 numbers", ["55", "2981"])

NAME = "misleading_neighbour"

right(NAME, "both raised", [3, -3])
right(NAME, "quiet and very singular", np.array([2.5, -5]))
right(NAME, "nearly as loud as the keys", (3.6, -1.6))

wrong(NAME, "as it is on the page", "one of the two be stronger", [1, -1])
wrong(NAME, "singular alone", "comes out at plural 0.55", [1, -5])
wrong(NAME, "very singular, out of bounds", "within −5 and 5", [1, -30])
wrong(NAME, "as loud as the keys", "Can a quieter word bring more", [4, -1])
wrong(NAME, "louder than the keys", "comes out at plural −3.18", [5, -5])
wrong(NAME, "loud, and a little singular", "nor is the gap below 0", [3.9, -0.5])
wrong(NAME, "plural", "must bring something below 0", [3, 3])
wrong(NAME, "neither", "must bring something below 0", [4, 0])
wrong(NAME, "wrong order", "in the wrong order", [-3, 3])
wrong(NAME, "an opposite of keys", "more than half, as it should", [-4, -1])
wrong(NAME, "a little too quiet", "one of the two be stronger", [3, -1])
wrong(NAME, "below 0 and hardly heard", "one of the two be stronger", [-5, -5])
wrong(NAME, "a little too loud", "no longer has more than half", [3.72, -5])
wrong(NAME, "a row of the table", "not a dict", {"neighbour": (3, -5)})
wrong(NAME, "a name", "2 numbers", "table")
wrong(NAME, "one number", "2 numbers", -3)
wrong(NAME, "two words", "2 numbers", [[3, -3], [0, -1]])


@wrong("equal_say", "a sixth whatever comes", "among six, as many as the page has")
def a_sixth(embeddings):
    weights = np.full((len(embeddings), len(embeddings)), 1 / 6)
    return weights, weights @ embeddings


@wrong("echoes", "the last one alone", "Only the last one comes back")
def last_alone(words, keep):
    for i in range(len(words)):
        raised = words + 0.1 * (np.arange(len(words)) == i)
        share = (read(raised, keep)[-1] - read(words, keep)[-1]) / 0.1
    return share


@wrong("equal_say", "overwritten in the loop", "the last word alone is left")
def overwritten(embeddings):
    n = len(embeddings)
    contexts = np.zeros(embeddings.shape)
    for i in range(n):
        for j in range(n):
            contexts[i] = embeddings[j] / n
    return np.full((n, n), 1 / n), contexts
