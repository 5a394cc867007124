"""The checks of notebook 09: layers half the way, a leaner norm, a length, a decoder block."""

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_in_blocks import OF_PRE_NORM, pre_norm
from helpers.checks.mistakes_in_norms import OF_RMS_NORM, layer_norm, rms_normed
from helpers.checks.mistakes_in_stacks import OF_HALF_WAY, half_way
from helpers.learner.calls import TroubleError

# The page's words: apple, pear, juice, phone, screen, software.
SIX = np.array([[1, 1], [1.9, 0.7], [1.6, 0.4], [0.7, 1.8], [0.5, 1.5], [-0.2, 1.4]])

half_way_layers = Function(
    name="half_way_layers",
    expected=half_way,
    shown=(SIX,),
    draw=lambda rng: (rng.normal(scale=0.8, size=(int(rng.integers(3, 6)), 3)),),
    mistakes=OF_HALF_WAY,
    done="The half that a word keeps is half of the identity in each layer’s table. The explorer "
    "below shows what that does to the end.",
)

# "buy" and "me", and the memory "I love apple phones".
ASKING = np.array([[0.2, 0.3, 0.9, 0.1], [1.0, 0.4, 0.1, 0.0]])
MEMORY = np.array([[1, 0.5, 0.2, 0.1], [0.9, 1.1, 0.1, 0], [0.1, 0.2, 1, 0.5], [0, 0.1, 0.4, 1.2]])


rms_norm = Function(
    name="rms_norm",
    expected=rms_normed,
    shown=(MEMORY,),  # square: so divisors that lie along the columns are told, and do not crash
    draw=lambda rng: (rng.normal(loc=0.4, size=(int(rng.integers(2, 5)), 5)),),
    mistakes=OF_RMS_NORM,
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
            _about(83, 85.5),
            "You add what the last column has added to the one before. But each column stands for "
            "four times as many layers: how many times as long does it make the vectors?",
        ),
        Fault(
            _about(86, 90.9),
            "Is that the length at the start, times the root of 256? The root is right, the start "
            "is not: by this rule the vectors would be 44 long after 64 layers. What does the "
            "table say there?",
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

# The memory is always longer than the words that ask, by which `_parts` tells the two apart.
MEMORY_ASKS = (
    "You hand the memory to cross-attention as the words that ask. Who asks here, and who is asked?"
)


def _stop_if(wrong, words):
    """Raise TroubleError, with these words, where a part is called as it cannot be."""
    if wrong:
        raise TroubleError(words)


def _parts(rng, width):
    """Return an attention, an attention to a memory and an MLP, with random matrices."""
    own, across = rng.normal(size=(2, 3, width, width)) / width**0.5
    widen, narrow = rng.normal(size=(2, width, width))

    def attend(rows, *others):
        _stop_if(
            others, "Your self-attention is handed more than the words. It looks at no others."
        )
        return attention(*(rows @ matrix for matrix in own)).context

    def ask(rows, memory=None):
        _stop_if(memory is None, "Your cross-attention is not given the memory. Whom does it ask?")
        _stop_if(len(rows) > len(memory), MEMORY_ASKS)
        asks, answers, brings = across
        return attention(rows @ asks, memory @ answers, memory @ brings).context

    def mlp(rows, *others):
        _stop_if(others, "Your MLP is handed more than the words. It works on each word alone.")
        return np.maximum(rows @ widen, 0) @ narrow

    return attend, ask, mlp


def _with_memory(rng):
    """Return fresh inputs: 3 to 5 rows of 6 numbers, a memory of 7, a norm and three parts."""
    rows, memory = (rng.normal(size=(n, 6)) for n in (int(rng.integers(3, 6)), 7))
    return rows, memory, rms_norm.expected, *_parts(rng, 6)


pre_norm_decoder = Function(
    name="pre_norm_decoder",
    expected=pre_norm,
    shown=(ASKING, MEMORY, layer_norm, *_parts(np.random.default_rng(0), 4)),
    draw=_with_memory,
    mistakes=OF_PRE_NORM,
    done="Three paths, each round a norm and a part: on the way up they meet additions only. Such "
    "blocks can be stacked high.",
)
