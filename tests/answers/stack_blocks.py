"""Right and wrong answers to the exercises of notebook 09."""

import numpy as np

from answers.case import right, wrong
from helpers.attention import multi_head_attention, simplified_attention, softmax
from helpers.checks.stack_blocks.together import SIX

NAME = "half_way_layers"


def mix(rows):
    return simplified_attention(rows).context


def weights_of(rows):
    return simplified_attention(rows).weights


@right(NAME, "the table of a step")
def table_of_a_step(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total, rows = step @ total, step @ rows
    return total, rows


@right(NAME, "word and context apart, by einsum")
def word_and_context_apart(rows):
    total, end = np.identity(rows.shape[0]), rows
    for _ in range(6):
        result = simplified_attention(end)
        total = total / 2 + np.einsum("ij,jk->ik", result.weights, total) / 2
        end = 0.5 * end + 0.5 * result.context
    return total, end


@right(NAME, "a list of tables, then the product")
def list_of_tables(rows):
    start, tables = rows, []
    for _ in range(6):
        weights = softmax(rows @ rows.T)
        tables.append(np.eye(len(rows)) / 2 + weights / 2)
        rows = (rows + weights @ rows) / 2
    total = np.linalg.multi_dot(tables[::-1])
    return [total, total @ start]


@right(NAME, "by recursion")
def by_recursion(rows, depth=6):
    if depth == 0:
        return np.eye(len(rows)), rows
    step = 0.5 * (np.eye(len(rows)) + weights_of(rows))
    total, end = by_recursion(step @ rows, depth - 1)
    return total @ step, end


@wrong(NAME, "six layers of the page", "replace each word by its context")
def plain(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        weights = weights_of(rows)
        total, rows = weights @ total, weights @ rows
    return total, rows


@wrong(NAME, "added, not halved", "do not halve")
def added(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        step = np.eye(len(rows)) + weights_of(rows)
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "plain weights in the table", "leaves out what each word keeps")
def plain_weights_in_the_table(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        result = simplified_attention(rows)
        total = result.weights @ total
        rows = (rows + result.context) / 2
    return total, rows


@wrong(NAME, "half of the weights in the table", "“apple” stays in “apple”")
def half_of_the_weights(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        result = simplified_attention(rows)
        total = result.weights / 2 @ total
        rows = (rows + result.context) / 2
    return total, rows


@wrong(NAME, "the table not halved", "its rows do not add up to 1")
def halved_weights_alone(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        result = simplified_attention(rows)
        total = (np.eye(len(rows)) + result.weights) @ total
        rows = (rows + result.context) / 2
    return total, rows


@wrong(NAME, "new factors on the right", "factors in the wrong order")
def new_factors_on_the_right(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total, rows = total @ step, step @ rows
    return total, rows


@wrong(NAME, "a table of ones", "1 everywhere")
def from_ones(rows):
    total = np.ones((len(rows), len(rows)))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "six tables", "and still six")
def six_tables(rows):
    tables = []
    for _ in range(6):
        tables.append((np.eye(len(rows)) + weights_of(rows)) / 2)
        rows = tables[-1] @ rows
    return tables, rows


@wrong(NAME, "contexts of the start", "compute the weights once")
def contexts_of_the_start(rows):
    total, end = np.eye(len(rows)), rows
    for _ in range(6):
        heard = simplified_attention(rows)
        total, end = (np.eye(len(rows)) + heard.weights) / 2 @ total, (end + heard.context) / 2
    return total, end


@wrong(NAME, "weights computed once", "compute the weights once")
def weights_once(rows):
    step = (np.eye(len(rows)) + weights_of(rows)) / 2
    total = np.linalg.matrix_power(step, 6)
    return total, total @ rows


@wrong(NAME, "the last layer's table", "table is that of this layer")
def last_table(rows):
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        rows = step @ rows
    return step, rows


@wrong(NAME, "tables added up", "adds the layers up")
def tables_added_up(rows):
    total = np.zeros((len(rows), len(rows)))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total, rows = total + step, step @ rows
    return total, rows


@wrong(NAME, "half of the start each time", "half of the word at the start")
def half_of_the_start(rows):
    start, total = rows, np.eye(len(rows))
    for _ in range(6):
        weights = weights_of(rows)
        total = (np.eye(len(rows)) + weights @ total) / 2
        rows = (start + weights @ rows) / 2
    return total, rows


@wrong(NAME, "half taken at the end", "mean with the start once")
def half_at_the_end(rows):
    total, end = plain(rows)
    return (np.eye(len(rows)) + total) / 2, (rows + end) / 2


@wrong(NAME, "seven layers", "not six")
def seven_layers(rows):
    return by_recursion(rows, 7)


@wrong(NAME, "five layers", "not six")
def five_layers(rows):
    return by_recursion(rows, 5)


@wrong(NAME, "one layer", "That is one layer")
def one_layer(rows):
    step = (np.eye(len(rows)) + weights_of(rows)) / 2
    return step, step @ rows


@wrong(NAME, "the other way round", "the other way round")
def other_way_round(rows):
    total, end = table_of_a_step(rows)
    return end, total


@wrong(NAME, "the table transposed", "table is transposed")
def table_transposed(rows):
    total, end = table_of_a_step(rows)
    return total.T, end


@wrong(NAME, "the words alone", "should return 2 things")
def words_alone(rows):
    return table_of_a_step(rows)[1]


@wrong(NAME, "nothing returned", "returned None")
def nothing_returned(rows):
    table_of_a_step(rows)


@wrong(NAME, "the numbers of the page", "whatever it is given")
def numbers_of_the_page(rows):
    return table_of_a_step(SIX)


@wrong(NAME, "six as a number of words", "raised ValueError")
def six_words(rows):
    total = np.eye(6)
    for _ in range(6):
        step = (np.eye(6) + weights_of(rows)) / 2
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "in-place", "changes the array that it is given")
def in_place(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total = step @ total
        rows[:] = step @ rows
    return total, rows


@wrong(NAME, "half of the context alone", "Half of the context is there")
def half_of_the_context(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        step = weights_of(rows) / 2
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "weights of the new words", "from the words that leave it")
def weights_of_the_new_words(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        rows = (rows + mix(rows)) / 2
        total = (np.eye(len(rows)) + weights_of(rows)) / 2 @ total
    return total, rows


@wrong(NAME, "the total on changed words", "have been changed already")
def total_on_changed_words(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        total = (np.eye(len(rows)) + weights_of(rows)) / 2 @ total
        rows = total @ rows
    return total, rows


@wrong(NAME, "the mean of total and weights", "adds the layers up")
def mean_of_total_and_weights(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        weights = weights_of(rows)
        total, rows = (total + weights) / 2, (rows + weights @ rows) / 2
    return total, rows


@wrong(NAME, "the context halved alone", "add the word as a whole")
def context_halved(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        step = np.eye(len(rows)) + weights_of(rows) / 2
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "1 in place of the identity", "in one entry of its row")
def one_for_the_identity(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        step = 0.5 + 0.5 * weights_of(rows)
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "1 in the table, right words", "in one entry of its row")
def one_in_the_table(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        result = simplified_attention(rows)
        total = (1 + result.weights) / 2 @ total
        rows = (rows + result.context) / 2
    return total, rows


@wrong(NAME, "a table of zeros at the start", "your table is 0 everywhere")
def zeros_at_the_start(rows):
    total = np.zeros((len(rows), len(rows)))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "tables multiplied entry by entry", "multiplied entry by entry")
def entry_by_entry(rows):
    total = np.ones((len(rows), len(rows)))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total, rows = step * total, step @ rows
    return total, rows


@wrong(NAME, "the table on the words at the end", "once more")
def table_on_the_end(rows):
    total, end = table_of_a_step(rows)
    return total, total @ end


@wrong(NAME, "only the table half the way", "your words go all the way")
def only_the_table(rows):
    total = np.eye(len(rows))
    for _ in range(6):
        weights = weights_of(rows)
        total = (np.eye(len(rows)) + weights) / 2 @ total
        rows = weights @ rows
    return total, rows


@wrong(NAME, "the last weights for the table", "Which table chains all six")
def last_weights(rows):
    for _ in range(6):
        result = simplified_attention(rows)
        rows = (rows + result.context) / 2
    return result.weights, rows


@wrong(NAME, "the weights of the words at the end", "Which table chains all six")
def weights_at_the_end(rows):
    for _ in range(6):
        rows = (rows + mix(rows)) / 2
    return weights_of(rows), rows


@wrong(NAME, "the first layer's table", "Which table chains all six")
def first_table(rows):
    first = (np.eye(len(rows)) + weights_of(rows)) / 2
    for _ in range(6):
        rows = (rows + mix(rows)) / 2
    return first, rows


@wrong(NAME, "the words of every layer", "returned 6 things")
def words_of_every_layer(rows):
    history = []
    for _ in range(6):
        rows = (rows + mix(rows)) / 2
        history.append(rows)
    return history


NAME = "rms_norm"


@right(NAME, "one line")
def one_line(rows):
    return rows / np.sqrt((rows**2).mean(axis=-1, keepdims=True))


@right(NAME, "loops over rows and numbers")
def loops(rows):
    normed = []
    for row in rows:
        square = 0.0
        for number in row:
            square += number * number
        normed.append([number / (square / len(row)) ** 0.5 for number in row])
    return normed


@right(NAME, "from the length, by einsum")
def from_the_length(rows):
    squares = np.einsum("ij,ij->i", rows, rows)
    return rows * np.sqrt(rows.shape[1]) / np.sqrt(squares)[:, None]


@right(NAME, "turned on its side and back")
def on_its_side(rows):
    return (rows.T / np.mean(rows**2, axis=1) ** 0.5).T


@wrong(NAME, "the norm of the page", "takes the mean away first")
def page_norm(rows):
    rows = rows - rows.mean(axis=-1, keepdims=True)
    return rows / rows.std(axis=-1, keepdims=True)


@wrong(NAME, "the standard deviation", "measures from the mean of the row")
def standard_deviation(rows):
    return rows / rows.std(axis=-1, keepdims=True)


@wrong(NAME, "mean away, old squares", "of what was there before")
def mean_away(rows):
    centred = rows - rows.mean(axis=1, keepdims=True)
    return centred / np.sqrt((rows**2).mean(axis=1, keepdims=True))


@wrong(NAME, "unit vectors", "the root of the sum")
def unit_vectors(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


@wrong(NAME, "no root", "One step is left out")
def no_root(rows):
    return rows / (rows**2).mean(axis=-1, keepdims=True)


@wrong(NAME, "down the columns", "work down the columns")
def down_the_columns(rows):
    return rows / np.sqrt((rows**2).mean(axis=0, keepdims=True))


@wrong(NAME, "one number for the table", "by one number")
def one_number(rows):
    return rows / np.sqrt(np.mean(rows**2))


@wrong(NAME, "the first row's number", "of the first")
def first_row(rows):
    return rows / np.sqrt((rows[0] ** 2).mean())


@wrong(NAME, "mean of absolute numbers", "without their signs")
def mean_of_absolute_numbers(rows):
    return rows / np.abs(rows).mean(axis=1, keepdims=True)


@wrong(NAME, "the mean squared", "where numbers cancel each other")
def mean_squared(rows):
    return rows / np.sqrt(rows.mean(axis=-1, keepdims=True) ** 2)


@wrong(NAME, "multiplied", "multiply by the root mean square")
def multiplied(rows):
    return rows * np.sqrt((rows**2).mean(axis=-1, keepdims=True))


@wrong(NAME, "the roots alone", "has still to be divided")
def roots_alone(rows):
    return np.sqrt((rows**2).mean(axis=-1))


@wrong(NAME, "a small number under the root", "small number under the root")
def small_number(rows):
    return rows / np.sqrt((rows**2).mean(axis=-1, keepdims=True) + 1e-5)


@wrong(NAME, "no keepdims", "the first column by the number of the first row")
def no_keepdims(rows):
    return rows / np.sqrt((rows**2).mean(axis=-1))


@wrong(NAME, "width 4", "Right for the numbers of this page, but not for others")
def width_four(rows):
    return rows / np.sqrt((rows**2).sum(axis=-1, keepdims=True) / 4)


@wrong(NAME, "in-place", "changes the array that it is given")
def normed_in_place(rows):
    rows /= np.sqrt((rows**2).mean(axis=-1, keepdims=True))
    return rows


@wrong(NAME, "nothing returned", "returned None")
def no_norm_returned(rows):
    rows / np.sqrt((rows**2).mean(axis=-1, keepdims=True))


@wrong(NAME, "rounded", "rounded: return all digits")
def rounded(rows):
    return one_line(rows).round(2)


@wrong(NAME, "the root before the mean", "the mean belongs under the root")
def root_before_mean(rows):
    return rows / (np.sqrt((rows**2).sum(axis=-1, keepdims=True)) / rows.shape[-1])


@wrong(NAME, "divided by the mean", "where numbers cancel each other")
def by_the_mean(rows):
    return rows / rows.mean(axis=-1, keepdims=True)


@wrong(NAME, "the number of words as the width", "by the number of words")
def words_for_width(rows):
    return [row / np.sqrt((row**2).sum() / len(rows)) for row in rows]


@wrong(NAME, "one less than the width", "by one less than the width")
def one_less(rows):
    width = rows.shape[-1]
    return rows / np.sqrt((rows**2).sum(axis=-1, keepdims=True) / (width - 1))


@wrong(NAME, "four as a width", "Right for the numbers of this page")
def four_as_a_width(rows):
    return rows / np.sqrt((rows**2).sum(axis=-1, keepdims=True) / 4)


@wrong(NAME, "1 under the root", "first difference")
def one_under_the_root(rows):
    return rows / np.sqrt((rows**2).mean(axis=-1, keepdims=True) + 1)


NAME = "length_after_256"


def measured():
    """Return the mean length after 256 blocks, in the experiment of section 9.4, for one draw."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(8, 32))
    for _ in range(256):
        heads = rng.normal(size=(4, 3, 32, 8)) / 32**0.5
        mixing = rng.normal(size=(32, 32)) / 32**0.5
        widen = rng.normal(size=(32, 128)) / 32**0.5
        narrow = rng.normal(size=(128, 32)) / 128**0.5
        rows = rows + multi_head_attention(page_norm(rows), heads, mixing).context
        rows = rows + np.maximum(page_norm(rows) @ widen, 0) @ narrow
    return np.linalg.norm(rows, axis=1).mean()


right(NAME, "measured", measured())
right(NAME, "twice the length at 64", 2 * 54.9)
right(NAME, "the last ratio once more", np.array(54.9**2 / 25.8))
right(NAME, "read roughly", 120)

wrong(NAME, "no more growth", "still adds its part", 54.9)
wrong(NAME, "the post-norm row", "Which row is pre-norm", 5.7)
wrong(NAME, "the last difference once more", "how many times as long", 54.9 + 29.1)
wrong(NAME, "a straight line", "in a straight line", 54.9 + 192 * 29.1 / 48)
wrong(NAME, "four times as long", "Four times the layers, four times the length", 4 * 54.9)
wrong(NAME, "doubled with every layer", "double with every layer", 54.9 * 2.0**192)
wrong(NAME, "half as much again", "Too short", 75)
wrong(NAME, "a little too long", "Too long", 150)
wrong(NAME, "the number of layers", "Too long", 256)
wrong(NAME, "a factor", "Too short", 2)
wrong(NAME, "from the start, evenly", "Four times the layers, four times the length", 256 * 0.86)
wrong(NAME, "the root of the width, times the root of the depth", "at the start", 32**0.5 * 16)
wrong(NAME, "the start, times the root of the depth", "at the start, times the root", 5.5 * 16)
wrong(NAME, "a little too short", "Too short", 82)
wrong(NAME, "below 0", "Too short", -110)
wrong(NAME, "a text", "not a str", "110")
wrong(NAME, "two numbers", "one number", [54.9, 110])

NAME = "pre_norm_decoder"


@right(NAME, "three lines")
def three_lines(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), memory)
    return rows + mlp(norm(rows))


@right(NAME, "a loop over the parts")
def loop_over_the_parts(rows, memory, norm, attend, ask, mlp):
    stream = rows.copy()
    for part in (attend, lambda normed: ask(normed, memory), mlp):
        stream += part(norm(stream))
    return stream


@right(NAME, "what was added, summed")
def summed(rows, memory, norm, attend, ask, mlp):
    heard = attend(norm(rows))
    asked = ask(norm(rows + heard), memory)
    return np.sum([rows, heard, asked, mlp(norm(rows + heard + asked))], axis=0)


@right(NAME, "a list of rows")
def list_of_rows(rows, memory, norm, attend, ask, mlp):
    block = three_lines(rows, memory, norm, attend, ask, mlp)
    return [list(row) for row in block]


@wrong(NAME, "post-norm", "That is post-norm")
def post_norm(rows, memory, norm, attend, ask, mlp):
    rows = norm(rows + attend(rows))
    rows = norm(rows + ask(rows, memory))
    return norm(rows + mlp(rows))


@wrong(NAME, "no norm", "No norm stands anywhere")
def no_norm(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(rows)
    rows = rows + ask(rows, memory)
    return rows + mlp(rows)


@wrong(NAME, "norm behind the parts", "behind the parts")
def norm_behind(rows, memory, norm, attend, ask, mlp):
    rows = rows + norm(attend(rows))
    rows = rows + norm(ask(rows, memory))
    return rows + norm(mlp(rows))


@wrong(NAME, "pre-norm and post-norm", "a second norm")
def norm_twice(rows, memory, norm, attend, ask, mlp):
    rows = norm(rows + attend(norm(rows)))
    rows = norm(rows + ask(norm(rows), memory))
    return norm(rows + mlp(norm(rows)))


@wrong(NAME, "residual from the normed rows", "begins behind the norm")
def residual_from_normed(rows, memory, norm, attend, ask, mlp):
    rows = norm(rows)
    rows = rows + attend(rows)
    rows = norm(rows)
    rows = rows + ask(rows, memory)
    rows = norm(rows)
    return rows + mlp(rows)


@wrong(NAME, "no residual", "Each of your parts replaces")
def no_residual(rows, memory, norm, attend, ask, mlp):
    return mlp(norm(ask(norm(attend(norm(rows))), memory)))


@wrong(NAME, "one residual", "One path goes round all three")
def one_residual(rows, memory, norm, attend, ask, mlp):
    return rows + mlp(norm(ask(norm(attend(norm(rows))), memory)))


@wrong(NAME, "one norm for all", "the same normed rows")
def one_norm(rows, memory, norm, attend, ask, mlp):
    normed = norm(rows)
    rows = rows + attend(normed)
    rows = rows + ask(normed, memory)
    return rows + mlp(normed)


@wrong(NAME, "one norm, at the front", "in front of self-attention alone")
def norm_at_the_front(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(rows, memory)
    return rows + mlp(rows)


@wrong(NAME, "self-attention not added", "What self-attention gave is heard")
def attention_not_added(rows, memory, norm, attend, ask, mlp):
    heard = rows + attend(norm(rows))
    asked = rows + ask(norm(heard), memory)
    return asked + mlp(norm(asked))


@wrong(NAME, "cross-attention not added", "What cross-attention gave is heard")
def asking_not_added(rows, memory, norm, attend, ask, mlp):
    heard = rows + attend(norm(rows))
    asked = heard + ask(norm(heard), memory)
    return heard + mlp(norm(asked))


@wrong(NAME, "the start added each time", "add to the rows of the start")
def start_added(rows, memory, norm, attend, ask, mlp):
    heard = rows + attend(norm(rows))
    asked = rows + ask(norm(heard), memory)
    return rows + mlp(norm(asked))


@wrong(NAME, "one normed copy for two parts", "norm anew")
def stale_norm(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    normed = norm(rows)
    return rows + ask(normed, memory) + mlp(normed)


@wrong(NAME, "the start once more at the end", "counted twice")
def start_twice(rows, memory, norm, attend, ask, mlp):
    return rows + three_lines(rows, memory, norm, attend, ask, mlp)


@wrong(NAME, "memory normed", "norm the memory as well")
def memory_normed(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), norm(memory))
    return rows + mlp(norm(rows))


@wrong(NAME, "its own rows as memory", "looks into its own rows")
def own_memory(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), norm(rows))
    return rows + mlp(norm(rows))


@wrong(NAME, "memory asks", "the memory to cross-attention as the words that ask")
def memory_asks(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(memory, norm(rows))
    return rows + mlp(norm(rows))


@wrong(NAME, "no memory", "is not given the memory")
def no_memory(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows))
    return rows + mlp(norm(rows))


@wrong(NAME, "its own rows as memory, not normed", "looks into its own rows")
def own_rows_as_memory(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), rows)
    return rows + mlp(norm(rows))


@wrong(NAME, "self-attention with the memory", "Your self-attention is handed more")
def attending_to_the_memory(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows), memory)
    rows = rows + ask(norm(rows), memory)
    return rows + mlp(norm(rows))


@wrong(NAME, "MLP with the memory", "Your MLP is handed more")
def mlp_with_the_memory(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), memory)
    return rows + mlp(norm(rows), memory)


@wrong(NAME, "added to the memory", "raised ValueError")
def added_to_the_memory(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    memory = memory + ask(norm(rows), memory)
    return memory + mlp(norm(memory))


@wrong(NAME, "words and memory as a pair", "returned a tuple")
def words_and_memory(rows, memory, norm, attend, ask, mlp):
    return three_lines(rows, memory, norm, attend, ask, mlp), memory


@wrong(NAME, "a norm at the end", "A norm too many")
def norm_at_the_end(rows, memory, norm, attend, ask, mlp):
    return norm(three_lines(rows, memory, norm, attend, ask, mlp))


@wrong(NAME, "MLP before cross-attention", "not in the order of the drawing")
def mlp_in_the_middle(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + mlp(norm(rows))
    return rows + ask(norm(rows), memory)


@wrong(NAME, "cross-attention first", "not in the order of the drawing")
def asking_first(rows, memory, norm, attend, ask, mlp):
    rows = rows + ask(norm(rows), memory)
    rows = rows + attend(norm(rows))
    return rows + mlp(norm(rows))


@wrong(NAME, "MLP first", "not in the order of the drawing")
def mlp_first(rows, memory, norm, attend, ask, mlp):
    rows = rows + mlp(norm(rows))
    rows = rows + attend(norm(rows))
    return rows + ask(norm(rows), memory)


@wrong(NAME, "residual left out of cross-attention", "do not go round cross-attention")
def cross_replaces(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = ask(norm(rows), memory)
    return rows + mlp(norm(rows))


@wrong(NAME, "residual left out of the MLP", "do not go round the MLP")
def mlp_replaces(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), memory)
    return mlp(norm(rows))


@wrong(NAME, "no norm before the MLP", "No norm stands in front of the MLP")
def mlp_unnormed(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), memory)
    return rows + mlp(rows)


@wrong(NAME, "normed rows round self-attention", "Round self-attention go the normed rows")
def normed_first(rows, memory, norm, attend, ask, mlp):
    rows = norm(rows)
    rows = rows + attend(rows)
    rows = rows + ask(norm(rows), memory)
    return rows + mlp(norm(rows))


@wrong(NAME, "the block of the page", "A part is missing: cross-attention")
def page_block(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    return rows + mlp(norm(rows))


@wrong(NAME, "no MLP", "A part is missing: the MLP")
def no_mlp(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    return rows + ask(norm(rows), memory)


@wrong(NAME, "in-place", "changes the array that it is given")
def added_in_place(rows, memory, norm, attend, ask, mlp):
    rows += attend(norm(rows))
    rows += ask(norm(rows), memory)
    rows += mlp(norm(rows))
    return rows


@wrong(NAME, "nothing returned", "returned None")
def no_block_returned(rows, memory, norm, attend, ask, mlp):
    rows = rows + attend(norm(rows))
    rows = rows + ask(norm(rows), memory)
    rows = rows + mlp(norm(rows))


@wrong(NAME, "a norm of its own", "not the one that is given")
def norm_of_its_own(rows, memory, norm, attend, ask, mlp):
    return three_lines(rows, memory, page_norm, attend, ask, mlp)
