"""Answers to the exercises of notebook 09, as learners write them."""

import numpy as np

from answers.case import right, right_each, wrong, wrong_each
from helpers.attention import multi_head_attention, simplified_attention, softmax

NAME = "half_way_layers"


def weights_of(rows):
    return simplified_attention(rows).weights


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


@wrong(NAME, "the words alone", "should return 2 things")
def words_alone(rows):
    return word_and_context_apart(rows)[1]


@wrong(NAME, "six as a number of words", "raised ValueError")
def six_words(rows):
    total = np.eye(6)
    for _ in range(6):
        step = (np.eye(6) + weights_of(rows)) / 2
        total, rows = step @ total, step @ rows
    return total, rows


NAME = "feed_forward"


@right(NAME, "loops over words and numbers")
def word_by_word(rows, W_1, b_1, W_2, b_2):
    out = []
    for word in rows:
        hidden = [max(0.0, float(word @ W_1[:, i] + b_1[i])) for i in range(len(b_1))]
        out.append([sum(hidden * W_2[:, k]) + b_2[k] for k in range(len(b_2))])
    return out


@right(NAME, "by einsum, with where")
def with_where(rows, W_1, b_1, W_2, b_2):
    hidden = np.einsum("nd,dh->nh", rows, W_1) + b_1
    return np.einsum("nh,hk->nk", np.where(hidden > 0, hidden, 0), W_2) + b_2


@right(NAME, "ReLU in place, on an array of its own")
def bent_in_place(rows, W_1, b_1, W_2, b_2):
    hidden = rows @ W_1
    hidden += b_1
    hidden[hidden < 0] = 0
    return hidden.dot(W_2) + b_2


wrong_each(
    NAME,
    {
        "softplus for ReLU": (
            lambda rows, W_1, b_1, W_2, b_2: np.log1p(np.exp(rows @ W_1 + b_1)) @ W_2 + b_2,
            "first difference",
        ),
        "matrices from the left": (
            lambda rows, W_1, b_1, W_2, b_2: W_1 @ rows.T,
            "but is shape (2, 6)",
        ),
    },
)


@wrong(NAME, "a change to what was given", "changes the array that it's given")
def bent_where_it_lies(rows, W_1, b_1, W_2, b_2):
    rows -= 0.5
    return np.maximum(rows @ W_1 + b_1, 0) @ W_2 + b_2


def page_norm(rows):
    rows = rows - rows.mean(axis=-1, keepdims=True)
    return rows / rows.std(axis=-1, keepdims=True)


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
        "no more growth": (54.9, "still adds to it"),
        "the post-norm row": (5.7, "Which row is pre-norm"),
        "the last difference once more": (54.9 + 29.1, "What does that do to the length"),
        "a straight line": (54.9 + 192 * 29.1 / 48, "in a straight line"),
        "four times as long": (4 * 54.9, "four times as many layers make"),
        "from the start, evenly": (256 * 0.86, "four times as many layers make"),
        "doubled with every layer": (54.9 * 2.0**192, "doubled in every layer"),
        "the start, times the root of the depth": (5.5 * 16, "at the start times the square root"),
        "a factor": (2, "Too short"),
        "a little too short": (82, "Too short"),
        "a little too long": (150, "Too long"),
        "the number of layers": (256, "Too long"),
    },
)
