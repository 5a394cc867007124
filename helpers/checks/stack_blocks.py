"""The checks of notebook 09: layers half the way, a leaner norm, a length, a decoder block."""

import numpy as np

from helpers.attention import attention
from helpers.checks.function import Function
from helpers.checks.mistakes_in_blocks import OF_PRE_NORM, known, pre_norm
from helpers.checks.mistakes_in_stacks import OF_HALF_WAY, half_way
from helpers.checks.value import Fault, Value

# The page's words: apple, pear, juice, phone, screen, software.
SIX = np.array([[1, 1], [1.9, 0.7], [1.6, 0.4], [0.7, 1.8], [0.5, 1.5], [-0.2, 1.4]])

half_way_layers = Function(
    name="half_way_layers",
    expected=half_way,
    shown=(SIX,),
    draw=lambda rng: (rng.normal(scale=0.8, size=(int(rng.integers(3, 6)), 3)),),
    mistakes=OF_HALF_WAY,
    done="The half that a word keeps is the identity in each layer’s table. Halving only delays "
    "the end: an average of a word and its context is an average still.",
)

VECTORS = np.array([[0.1, 0.2, 1.0, 0.5], [1.0, 2.0, 10.0, 5.0]])  # of section 9.3


def _rms(rows, axis=-1):
    return np.sqrt((rows**2).mean(axis=axis, keepdims=True))


def _layer_norm(rows):
    rows = rows - rows.mean(axis=-1, keepdims=True)
    return rows / rows.std(axis=-1, keepdims=True)


rms_norm = Function(
    name="rms_norm",
    expected=lambda rows: rows / _rms(rows),
    shown=(VECTORS,),
    draw=lambda rng: (rng.normal(loc=0.4, size=(int(rng.integers(2, 5)), 5)),),
    mistakes=(
        *known(
            "That is the norm of section 9.3, which takes the mean away first. The leaner one does "
            "without this step.",
            _layer_norm,
        ),
        *known(
            "You divide by the standard deviation, which measures from the mean of the row. From "
            "where does the root mean square measure?",
            lambda rows: rows / rows.std(axis=-1, keepdims=True),
        ),
        *known(
            "You take the mean away and divide by the root mean square of what was there before. "
            "The leaner norm leaves the mean in.",
            lambda rows: (rows - rows.mean(axis=-1, keepdims=True)) / _rms(rows),
        ),
        *known(
            "You divide by the length of the row, the root of the *sum* of its squares. The mean "
            "of the squares is asked for.",
            lambda rows: rows / np.linalg.norm(rows, axis=-1, keepdims=True),
        ),
        *known(
            "You take the root of the sum and divide that by the width. Read “root mean square” "
            "from its end: the mean belongs under the root.",
            lambda rows: rows.shape[1] * rows / np.linalg.norm(rows, axis=-1, keepdims=True),
        ),
        *known(
            "You divide by the mean of the squares. One step is left out: a row ten times as long "
            "should come out the same.",
            lambda rows: rows / _rms(rows) ** 2,
        ),
        *known(
            "You work down the columns. A norm works on each word’s vector alone: is that a row "
            "or a column?",
            lambda rows: rows / _rms(rows, axis=0),
        ),
        *known(
            "You divide all rows by one number, that of the whole table. Each row has a size of "
            "its own.",
            lambda rows: rows / _rms(rows, axis=None),
        ),
        *known(
            "You divide every row by the root mean square of the first.",
            lambda rows: rows / _rms(rows)[0],
        ),
        *known(
            "You divide by the mean of the numbers without their signs. Large numbers count more "
            "once they are squared.",
            lambda rows: rows / np.abs(rows).mean(axis=-1, keepdims=True),
        ),
        *known(
            "You divide by the mean, or by its root: where numbers cancel each other it says "
            "nothing of their size. What must happen to them before the mean is taken?",
            lambda rows: rows / np.abs(rows.mean(axis=-1, keepdims=True)),
            lambda rows: rows / np.sqrt(rows.mean(axis=-1, keepdims=True)),
            lambda rows: rows / rows.mean(axis=-1, keepdims=True),
        ),
        *known(
            "You multiply by the root mean square: long rows become longer.",
            lambda rows: rows * _rms(rows),
        ),
        *known(
            "You return the root mean squares. Each row has still to be divided by its own.",
            _rms,
            lambda rows: _rms(rows)[:, 0],
        ),
        *known(
            "You add a small number under the root, as libraries do, so that nothing is divided by "
            "0. Here none is asked for.",
            lambda rows: rows / np.sqrt(_rms(rows) ** 2 + 1e-5),
        ),
    ),
    done="Every row now has the root of its width as its length. The mean stays in: add a number "
    "to a whole row and the result changes; the norm of section 9.3 does not notice.",
)

AFTER_256 = 91, 136  # a fifth on either side of 114, the mean over the page's three draws


def _about(low, high):
    return lambda length: low <= length <= high


length_after_256 = Value(
    name="length_after_256",
    shape=(),
    faults=(
        Fault(_about(5, 6.5), "That is the length in the post-norm blocks. Which row is pre-norm?"),
        Fault(
            _about(50, 60),
            "That is the length after 64 layers. Nothing shortens the path, so every further layer "
            "still adds its part.",
        ),
        Fault(
            _about(80, 88),
            "You add what the last column has added to the one before. But each column stands for "
            "four times as many layers: how many *times* as long does it make the vectors?",
        ),
        Fault(
            _about(160, 185),
            "You go on in a straight line, as steep as from layer 16 to 64. Is the way from 4 to "
            "16 as steep, for each layer?",
        ),
        Fault(
            _about(200, 240),
            "Four times the layers, four times the length? Test that on the columns 16 and 64.",
        ),
        Fault(
            lambda length: length > 1000,
            "Far too long: lengths that double with every layer are those of section 9.2, where no "
            "norm stands in front of attention.",
        ),
        Fault(
            lambda length: length < AFTER_256[0],
            "Too short. How many times as long do the vectors become from 4 layers to 16, and from "
            "16 to 64?",
        ),
        Fault(
            lambda length: length > AFTER_256[1],
            "Too long. How many times as long do the vectors become from 4 layers to 16, and from "
            "16 to 64?",
        ),
    ),
    done="Four times the layers, about twice the length: what is added points elsewhere each time, "
    "so the squares of the lengths add up. The experiment gives about 114.",
)

# "buy" and "me", and the memory "I love apple phones".
ASKING = np.array([[0.2, 0.3, 0.9, 0.1], [1.0, 0.4, 0.1, 0.0]])
MEMORY = np.array([[1, 0.5, 0.2, 0.1], [0.9, 1.1, 0.1, 0], [0.1, 0.2, 1, 0.5], [0, 0.1, 0.4, 1.2]])


def _parts(rng, width):
    """Return an attention, an attention to a memory and an MLP, with random matrices."""
    own, across = rng.normal(size=(2, 3, width, width)) / width**0.5
    widen, narrow = rng.normal(size=(2, width, width))

    def attend(rows):
        return attention(*(rows @ matrix for matrix in own)).context

    def ask(rows, memory):
        asks, answers, brings = across
        return attention(rows @ asks, memory @ answers, memory @ brings).context

    def mlp(rows):
        return np.maximum(rows @ widen, 0) @ narrow

    return attend, ask, mlp


def _with_memory(rng):
    """Return fresh inputs: 3 to 5 rows of 6 numbers, a memory of 7, a norm and three parts."""
    rows, memory = (rng.normal(size=(n, 6)) for n in (int(rng.integers(3, 6)), 7))
    return rows, memory, rms_norm.expected, *_parts(rng, 6)


pre_norm_decoder = Function(
    name="pre_norm_decoder",
    expected=pre_norm,
    shown=(ASKING, MEMORY, _layer_norm, *_parts(np.random.default_rng(0), 4)),
    draw=_with_memory,
    mistakes=OF_PRE_NORM,
    done="Three paths, and on each a norm in front: nothing on the way up but additions. Such "
    "blocks can be stacked high.",
)
