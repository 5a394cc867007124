"""Exercise 9.4: a decoder block in pre-norm, with self-attention, cross-attention and an MLP."""

from itertools import permutations

import numpy as np

from helpers.attention import attention
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.stack_blocks.rms_norm import layer_norm, rms_norm
from helpers.learner.calls import TroubleError
from helpers.readers import worked_examples

PARTS = {"attend": "self-attention", "ask": "cross-attention", "mlp": "the MLP"}


def _pre(rows, part, norm):
    return rows + part(norm(rows))


def _block(step=_pre, order=tuple(PARTS), **others):
    """Return what computes a block of these parts, in this order.

    step   : takes rows (n, d), a part and the norm, and returns the rows behind the part
    others : steps of single parts, by name, where they differ
    """

    def compute(rows, memory, norm, attend, ask, mlp):
        parts = {"attend": attend, "ask": lambda rows: ask(rows, memory), "mlp": mlp}
        for name in order:
            rows = others.get(name, step)(rows, parts[name], norm)
        return rows

    return compute


_right = _block()


def _replaced(rows, part, norm):
    return part(norm(rows))


def _unnormed(rows, part, norm):
    return rows + part(rows)


def _from_normed(rows, part, norm):
    return norm(rows) + part(norm(rows))


def _normed_once(rows, memory, norm, attend, ask, mlp):
    normed = norm(rows)
    return rows + attend(normed) + ask(normed, memory) + mlp(normed)


def _without_first_sum(rows, memory, norm, attend, ask, mlp):
    asked = rows + ask(norm(rows + attend(norm(rows))), memory)
    return asked + mlp(norm(asked))


def _without_second_sum(rows, memory, norm, attend, ask, mlp):
    heard = rows + attend(norm(rows))
    return heard + mlp(norm(heard + ask(norm(heard), memory)))


def _start_added(rows, memory, norm, attend, ask, mlp):
    asked = rows + ask(norm(rows + attend(norm(rows))), memory)
    return rows + mlp(norm(asked))


def _stale_norm(rows, memory, norm, attend, ask, mlp):
    heard = rows + attend(norm(rows))
    return heard + ask(norm(heard), memory) + mlp(norm(heard))


def _own_rows(rows, memory, norm, attend, ask, mlp):
    return _right(rows, memory, norm, attend, lambda normed, _: ask(normed, normed), mlp)


def _bare_own_rows(rows, memory, norm, attend, ask, mlp):
    heard = rows + attend(norm(rows))
    return _block(order=["ask", "mlp"])(heard, heard, norm, attend, ask, mlp)


def _of_each(words, build):
    """Return a mistake for each part, with the part's name in the words."""
    return [Mistake(words.format(part), build(name)) for name, part in PARTS.items()]


MISTAKES = (
    Mistake(
        "That is post-norm: your norms stand on the path, behind each addition. Where does "
        "pre-norm put them?",
        _block(lambda rows, part, norm: norm(rows + part(rows))),
    ),
    Mistake("No norm stands anywhere in your block.", _block(_unnormed)),
    Mistake(
        "Your norms stand behind the parts, on what they give. Pre-norm norms what a part gets.",
        _block(lambda rows, part, norm: rows + norm(part(rows))),
    ),
    Mistake(
        "You norm what a part gets and what comes out of the addition, too: a second norm, on the "
        "path itself.",
        _block(lambda rows, part, norm: norm(rows + part(norm(rows)))),
    ),
    Mistake(
        "Your path begins behind the norm: you add to the normed rows. The rows themselves go "
        "round, as they are.",
        _block(_from_normed),
    ),
    Mistake(
        "Each of your parts replaces the rows by what it gives. What goes round it?",
        _block(_replaced),
    ),
    Mistake(
        "One path goes round all three parts. Each part needs one of its own.",
        lambda rows, *others: rows + _block(_replaced)(rows, *others),
    ),
    Mistake(
        "All three parts get the same normed rows, those of the start. The second part should "
        "work on what the first has added, and so should its norm.",
        _normed_once,
    ),
    Mistake(
        "What self-attention gave is heard by the next part, but it is not in the sum that goes "
        "on. To which rows do you add what cross-attention gives?",
        _without_first_sum,
    ),
    Mistake(
        "What cross-attention gave is heard by the MLP, but it is not in the sum that goes on. To "
        "which rows do you add what the MLP gives?",
        _without_second_sum,
    ),
    Mistake(
        "Each time you add to the rows of the start, so what the parts before have added is lost. "
        "To which rows does a part add?",
        _start_added,
    ),
    Mistake(
        "The MLP gets the normed rows that cross-attention got. What cross-attention has added "
        "should be among them: norm anew.",
        _stale_norm,
    ),
    Mistake(
        "The rows of the start are counted twice: they have come up the path already.",
        lambda rows, *others: rows + _right(rows, *others),
    ),
    Mistake(
        "You norm the memory as well. It is taken as it comes: only the rows are normed here.",
        lambda rows, memory, norm, *parts: _right(rows, norm(memory), norm, *parts),
    ),
    Mistake(
        "Your cross-attention looks into its own rows. Whom should it ask?",
        _own_rows,
        _bare_own_rows,
    ),
    Mistake(
        "A norm too many: one more behind the last addition.",
        lambda rows, memory, norm, *parts: norm(_right(rows, memory, norm, *parts)),
    ),
    Mistake(
        "All parts are there, but not in the order of the drawing. Read it from below.",
        *(_block(order=order) for order in permutations(PARTS) if order != tuple(PARTS)),
    ),
    *_of_each(
        "The rows do not go round {}: there it replaces them.", lambda n: _block(**{n: _replaced})
    ),
    *_of_each("No norm stands in front of {}.", lambda n: _block(**{n: _unnormed})),
    *_of_each(
        "Round {} go the normed rows. The rows themselves should, as they are.",
        lambda n: _block(**{n: _from_normed}),
    ),
    Mistake(
        "Your block always takes the norm of section 9.3, and not the one that is given.",
        lambda rows, memory, norm, *parts: _right(rows, memory, layer_norm, *parts),
    ),
    *_of_each(
        "A part is missing: {}.", lambda n: _block(order=[name for name in PARTS if name != n])
    ),
    *_of_each("A norm stands in front of {} alone.", lambda n: _block(_unnormed, **{n: _pre})),
)

# "buy" and "me", and the memory "I love apple phones".
SLIDE = worked_examples.load("i_love_apple_phones")
ASKING = np.array([[0.2, 0.3, 0.9, 0.1], [1.0, 0.4, 0.1, 0.0]])
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
    expected=_right,
    shown=(ASKING, SLIDE.embeddings, layer_norm, *_parts(np.random.default_rng(0), 4)),
    draw=_with_memory,
    mistakes=MISTAKES,
    done="Three paths, each round a norm and a part: on the way up they meet additions only. Such "
    "blocks can be stacked high.",
)
