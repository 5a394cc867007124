"""The checks of notebook 06: a slope found, a loss predicted, a training step, a class."""

import math
from functools import partial

import numpy as np
import torch

from helpers.attention import softmax
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.mistakes import of_attention
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_in_training import OF_STEPS
from helpers.checks.torch_runs import attended, losses_of_two_steps, two_steps

WORDS = np.array([[1, 0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]])  # A, B and C on the page
NO_IDEA = math.log(3)  # the loss of even weights over three words
STEEP = 0.2395  # 0.24, and room for the nudge


def _is_about(number):
    return lambda answer: abs(answer - number) < 0.006  # two decimals are enough


def _third(scores):
    return softmax(scores)[2]


def _is_steep(weight):
    """Return whether 1 - weight has a slope below -0.24 for the score of a word of this weight."""
    return weight * (1 - weight) > STEEP


def _are_weights(numbers):
    """Return whether somebody wrote the weights of a good row instead of its scores."""
    are_shares = (numbers >= 0).all() and abs(numbers.sum() - 1) < 0.02
    return are_shares and _is_steep(numbers[2]) and not _is_steep(_third(numbers))


def _too_flat(scores):
    weight = _third(scores)
    return (
        f"The third word has the weight {weight:.3f}, and the slope there is "
        f"−{weight * (1 - weight):.3f}, not below −0.24. Is it steeper with a higher third score, "
        f"or with a lower one?"
    )


scores_with_steep_slope = Value(
    "scores_with_steep_slope",
    (3,),
    (
        Fault(
            _are_weights,
            "As weights these would do, but scores are asked for. Softmax makes weights of them "
            "first, and the third comes out smaller than you wrote it.",
        ),
        Fault(
            lambda scores: _third(scores) > 0.97,
            "This row is nearly sure of the right word: the loss is near 0, and flat. How sure may "
            "it be while a nudge still moves much weight?",
        ),
        Fault(
            lambda scores: _third(scores) < 0.03,
            "This row gives the right word hardly any weight: the loss is high, and flat, as in "
            "the row that is sure of the wrong word. How much weight can a nudge move?",
        ),
        Fault(
            lambda scores: not _is_steep(_third(scores)) and any(map(_is_steep, softmax(scores))),
            "Another word of this row would have such a slope, if it were the right one. The right "
            "one stands third: how much weight has it?",
        ),
        Fault(lambda scores: not _is_steep(_third(scores)), _too_flat),
    ),
    "About half the weight: there the first loss is steepest. It is flat at both ends, in a row "
    "that is sure and right, and as flat in one that is sure and wrong. The second loss is flat "
    "only where the row is right.",
)

EVEN = "What does each query score with a key of zeros, and which weights follow?"
loss_of_no_idea = Value(
    "loss_of_no_idea",
    (),
    (
        Fault(
            _is_about(0),
            "The scores are 0, but a loss of 0 would mean that each right word has all the weight. "
            "Which weights does softmax make of three equal scores?",
        ),
        Fault(_is_about(1 / 3), "This is the weight of the right word. Which loss does it have?"),
        Fault(
            _is_about(2 / 3),
            "This is 1 minus the weight, the first of the two losses. The ring uses the other one.",
        ),
        Fault(
            _is_about(-NO_IDEA), "The right size, but this loss is never below 0: mind its minus."
        ),
        Fault(_is_about(3 * NO_IDEA), "This is the sum over the rows; the loss is their mean."),
        Fault(
            _is_about(math.log10(3)),
            "This is a logarithm to base 10; the loss takes the natural one, to base e.",
        ),
        Fault(  # the loss of the identity, and −log₂ of 1/3, which is as near as rounding
            _is_about(1.586),
            "This is the loss of the identity, whose keys are the words. Here all keys are zeros. "
            "(If you computed a logarithm to base 2: the loss takes the natural one.)",
        ),
        Fault(lambda answer: answer > NO_IDEA + 0.02, "Too high. " + EVEN),
        Fault(lambda answer: answer < NO_IDEA - 0.02, "Too low. " + EVEN),
    ),
    "The weights are even and the loss is ln 3, below that of the identity: to know nothing costs "
    "less than to be sure of a wrong word. A training over n words that shows a loss near ln n has "
    "learned nothing yet.",
)


def _draw_ring(generator):
    """Return W_K, words, right words and a learning rate; as many words as none is wide."""
    n, d = generator.permutation([2, 3, 4, 5])[:2]
    start, inputs = generator.normal(size=(d, d)), generator.normal(size=(n, d))
    return start, inputs, generator.integers(n, size=n), generator.uniform(0.2, 0.7)


training_step = Function(
    name="training_step",
    expected=losses_of_two_steps,
    shown=(np.eye(2), WORDS, np.array([1, 2, 0]), 1.0),
    draw=_draw_ring,
    mistakes=OF_STEPS,
    done="The second call begins at the loss where the first one ended. Your function takes a step "
    "with any module that makes scores.",
    run=two_steps,
)


def _roles(W_Q, W_K, W_V, x):
    x = x.double().numpy()
    return x @ W_Q, x @ W_K, x @ W_V, x.shape[-1]


def _weights(*inputs, divisor=None, weigh=softmax):
    queries, keys, *_ = _roles(*inputs)
    return weigh(queries @ keys.T / (divisor or keys.shape[-1] ** 0.5))


def _context(*inputs, **how):
    return _weights(*inputs, **how) @ _roles(*inputs)[2]


def _draw_widths(generator):
    """Return three matrices and the words as a tensor; no two of the four sizes are equal."""
    n, d_in, d_k, d_v = generator.permutation([3, 4, 5, 6])
    matrices = [generator.normal(size=(d_in, width)) for width in (d_k, d_k, d_v)]
    return *matrices, torch.tensor(generator.normal(size=(n, d_in)), dtype=torch.float32)


HeadWithTwoWidths = Function(
    name="HeadWithTwoWidths",
    expected=_context,
    shown=(
        np.eye(2),
        np.array([[-1.68, -3.30], [3.30, -1.68]]),  # what the ring has learned
        np.array([[1.0, 0.0, 0.5, -1.0], [0.0, 2.0, 0.5, 1.0]]),
        torch.tensor(WORDS, dtype=torch.float32),
    ),
    draw=_draw_widths,
    mistakes=(
        *of_attention(_roles),
        Mistake(
            lambda *inputs: _context(*inputs, divisor=inputs[2].shape[-1] ** 0.5),
            "You divide by the root of d_v. Which width do the scores grow with: that of the "
            "values, or that of queries and keys?",
        ),
        Mistake(
            lambda *inputs: _context(*inputs, divisor=len(inputs[3]) ** 0.5),
            "You divide by the root of the number of words. Which size of the keys counts?",
        ),
        Mistake(
            partial(_context, divisor=2**0.5),
            "You divide by the root of 2 whatever comes. That is the d_k of this page’s ring; "
            "which d_k has the head that is made?",
        ),
        Mistake(
            lambda *inputs: _context(*inputs, divisor=1.0) / inputs[0].shape[-1] ** 0.5,
            "You divide after softmax, so the weights no longer sum to 1. What is to be scaled?",
        ),
        Mistake(
            lambda W_Q, _, W_V, x: _context(W_Q, W_Q, W_V, x),
            "Your keys come from the same Linear as your queries. Who makes the keys?",
        ),
        Mistake(
            lambda _, W_K, W_V, x: _context(W_K, W_K, W_V, x),
            "Your queries come from the same Linear as your keys. Who makes the queries?",
        ),
        Mistake(
            lambda *inputs: _weights(*inputs) @ inputs[3].double().numpy(),
            "You mix the words as they come in. What does the third Linear make of them first?",
        ),
        Mistake(
            partial(_context, weigh=np.asarray),
            "You mix with the scores themselves. What makes shares of them that sum to 1?",
        ),
        Mistake(_weights, "You return the weights. What is mixed with them?"),
    ),
    done="From outside only d_v is seen, as the width of the context. d_k is between queries and "
    "keys, and the divisor is its root, whatever d_in and d_v are.",
    run=attended,
    library="torch",
)
