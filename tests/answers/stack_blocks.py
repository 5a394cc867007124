"""Answers to the exercises of notebook 09, as learners write them."""

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import multi_head_attention, simplified_attention, softmax

NAME = "half_way_layers"


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


wrong(NAME, "five layers", "not six")(lambda rows: by_recursion(rows, 5))


@wrong(NAME, "a table of ones", "1 everywhere")
def from_ones(rows):
    total = np.ones((len(rows), len(rows)))
    for _ in range(6):
        step = (np.eye(len(rows)) + weights_of(rows)) / 2
        total, rows = step @ total, step @ rows
    return total, rows


@wrong(NAME, "contexts of the start", "compute the weights once")
def contexts_of_the_start(rows):
    total, end = np.eye(len(rows)), rows
    for _ in range(6):
        heard = simplified_attention(rows)
        total, end = (np.eye(len(rows)) + heard.weights) / 2 @ total, (end + heard.context) / 2
    return total, end


@wrong(NAME, "the words alone", "should return 2 things")
def words_alone(rows):
    return table_of_a_step(rows)[1]


@wrong(NAME, "six as a number of words", "raised ValueError")
def six_words(rows):
    total = np.eye(6)
    for _ in range(6):
        step = (np.eye(6) + weights_of(rows)) / 2
        total, rows = step @ total, step @ rows
    return total, rows


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


def page_norm(rows):
    rows = rows - rows.mean(axis=-1, keepdims=True)
    return rows / rows.std(axis=-1, keepdims=True)


wrong_each(
    NAME,
    {
        "the norm of the page": (page_norm, "takes the mean away first"),
        "no keepdims": (
            lambda rows: rows / np.sqrt((rows**2).mean(axis=-1)),
            "the first column by the number of the first row",
        ),
        "the mean squared": (
            lambda rows: rows / np.sqrt(rows.mean(axis=-1, keepdims=True) ** 2),
            "where numbers cancel each other",
        ),
        "the number of words as the width": (
            lambda rows: [row / np.sqrt((row**2).sum() / len(rows)) for row in rows],
            "by the number of words",
        ),
        "four as a width": (
            lambda rows: rows / np.sqrt((rows**2).sum(axis=-1, keepdims=True) / 4),
            "Right for the numbers of this page, but not for others",
        ),
        "1 under the root": (
            lambda rows: rows / np.sqrt((rows**2).mean(axis=-1, keepdims=True) + 1),
            "first difference",
        ),
    },
)


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


right_each(
    NAME,
    {
        "measured": measured(),
        "twice the length at 64": 2 * 54.9,
        "the last ratio once more": np.array(54.9**2 / 25.8),
        "read roughly": 120,
    },
)
wrong_each(
    NAME,
    {
        "no more growth": (54.9, "still adds its part"),
        "the post-norm row": (5.7, "Which row is pre-norm"),
        "the last difference once more": (54.9 + 29.1, "how many times as long"),
        "a straight line": (54.9 + 192 * 29.1 / 48, "in a straight line"),
        "four times as long": (4 * 54.9, "Four times the layers, four times the length"),
        "from the start, evenly": (256 * 0.86, "Four times the layers, four times the length"),
        "doubled with every layer": (54.9 * 2.0**192, "double with every layer"),
        "the start, times the root of the depth": (5.5 * 16, "at the start, times the root"),
        "a factor": (2, "Too short"),
        "a little too short": (82, "Too short"),
        "a little too long": (150, "Too long"),
        "the number of layers": (256, "Too long"),
    },
)

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


@wrong(NAME, "residual from the normed rows", "begins behind the norm")
def residual_from_normed(rows, memory, norm, attend, ask, mlp):
    rows = norm(rows)
    rows = rows + attend(rows)
    rows = norm(rows)
    rows = rows + ask(rows, memory)
    rows = norm(rows)
    return rows + mlp(rows)


@wrong(NAME, "cross-attention not added", "What cross-attention gave is heard")
def asking_not_added(rows, memory, norm, attend, ask, mlp):
    heard = rows + attend(norm(rows))
    asked = heard + ask(norm(heard), memory)
    return heard + mlp(norm(asked))


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
