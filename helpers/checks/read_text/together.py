"""The checks of notebook 13: pieces, rows with their targets, perplexities, likeliest words."""

import numpy as np

from helpers.checks.kinds.function import Function
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_in_guesses import OF_SHARES, likeliest
from helpers.checks.mistakes_in_pieces import OF_CUTS, cut, run_for_pieces
from helpers.checks.mistakes_in_rows import OF_ROWS, rows, run_for_rows

# The page's merges: ke, er, key, to, tow, tower
MERGES = [(107, 101), (101, 114), (256, 121), (116, 111), (259, 119), (260, 257)]


def _word_and_merges(rng):
    """Draw letters, and merges that go through one another, in which the order decides."""
    a, b, c = (int(byte) for byte in rng.permutation(np.arange(97, 123))[:3])
    ends = [[a, b, b, c], [a, a, a, b], [b, c, c, a, b], [c, c, a]]
    middle = rng.choice([a, b, c], size=int(rng.integers(6, 12))).tolist()
    word = [number for part in rng.permutation(4) for number in ends[part]] + middle
    return word, [(b, c), (a, b), (257, 256), (a, a), (c, c), (258, a)]


cut_with_merges = Function(
    name="cut_with_merges",
    expected=cut,
    shown=(list(b"keystroke"), MERGES),
    draw=_word_and_merges,
    mistakes=OF_CUTS,
    run=run_for_pieces,
    also={"three equal letters": ([97, 97, 97], [(97, 97)])},
    done="“keystroke”, never seen, comes apart into 6 numbers: “key”, four letters and “ke”. "
    "With the 256 bytes to fall back on, no text in the world is without its tokens.",
)

rows_to_guess = Function(
    name="rows_to_guess",
    expected=rows,
    shown=(np.arange(12) + 30, 4),
    draw=lambda rng: (rng.permutation(60)[: int(rng.integers(14, 30))], int(rng.integers(3, 6))),
    mistakes=OF_ROWS,
    run=run_for_rows,
    also={"two whole rows and one token more": (np.arange(11) + 5, 5)},
    done="Every token that is kept, but the first, is the target of one place and of one alone. So "
    "a text of a billion tokens brings a billion tasks, and nobody has to write down an answer.",
)


def _shares_and_p(rng):
    """Draw shares and a p between two of their sums, from the likeliest on."""
    shares = rng.dirichlet(np.ones(int(rng.integers(6, 10))))
    return shares, float(np.mean(np.cumsum(-np.sort(-shares))[1:3]))


def _about(number, place=1):
    return lambda answer: np.isclose(answer[place], number, rtol=0, atol=0.006)


two_perplexities = Value(
    name="two_perplexities",
    shape=(2,),
    faults=(
        Fault(
            lambda answer: (answer <= 0).any(),
            "A perplexity is e to some power, so both numbers are above 0.",
        ),
        Fault(
            lambda answer: np.allclose(answer, (4, 8)),
            "The two are exchanged: the first number belongs to the model that knows nothing.",
        ),
        Fault(
            _about(1 / 8, 0),
            "First number: that is the share of each name. Among how many does it hesitate?",
        ),
        Fault(
            _about(np.log(8), 0),
            "First number: that is the loss. The perplexity is e to the loss.",
        ),
        Fault(
            _about(3, 0),
            "First number: that is the loss with logarithms to the base 2. Which number, raised to "
            "it, gives the perplexity?",
        ),
        Fault(
            lambda answer: not _about(8, 0)(answer),
            "First number: the loss is minus the logarithm of an eighth, in each place the same. "
            "What does e make of it?",
        ),
        Fault(
            _about(1 / 4),
            "Second number: that is a typical share. The perplexity asks: one among how many?",
        ),
        Fault(
            _about(np.log(4)),
            "Second number: that is the mean loss. The perplexity is e to it.",
        ),
        Fault(
            _about(2),
            "Second number: that is the mean loss with logarithms to the base 2. Which number, "
            "raised to it, gives the perplexity?",
        ),
        Fault(
            _about(24 / 7),
            "Second number: you took the mean of the shares. The mean is of the losses, so of "
            "their logarithms.",
        ),
        Fault(
            _about(14 / 3),
            "Second number: you took the mean of 2, 4 and 8. The mean is of the losses, so of "
            "logarithms.",
        ),
        Fault(
            _about(64),
            "Second number: you added the three losses. The mean is asked for: a longer text is "
            "not harder to guess.",
        ),
        Fault(
            lambda answer: not _about(4)(answer),
            "Second number: take minus the logarithm of each share, then their mean, then e to "
            "that mean.",
        ),
    ),
    done="8, and 4: one that is right with a half, a quarter and an eighth hesitates like one that "
    "has four words to choose from each time. One share near 0 would have spoiled it.",
)

likeliest_shares = Function(
    name="likeliest_shares",
    expected=likeliest,
    shown=(np.array([0.05, 0.5, 0.02, 0.3, 0.13]), 0.9),
    draw=_shares_and_p,
    mistakes=OF_SHARES,
    also={
        "a p that the first word reaches": (np.array([0.1, 0.7, 0.2]), 0.6),
        # Sixteenths, so that every sum is exact.
        "a p that two words reach exactly": (np.array([1, 8, 3, 4]) / 16, 0.75),
    },
    done="Of five words three stay. Where the model is sure, one word is enough; where it is not, "
    "many may be drawn. Top-k keeps the same number in both places.",
)
