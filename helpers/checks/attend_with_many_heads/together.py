"""The checks of notebook 08: a matrix for two questions, many heads, mixtures, heads alike."""

import numpy as np

from helpers.attention import attention, project
from helpers.checks import mistakes_with_heads
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value

TOKENS = ("I", "love", "apple", "phones")
EMBEDDINGS = np.array(
    [[1.0, 0.5, 0.2, 0.1], [0.9, 1.1, 0.1, 0.0], [0.1, 0.2, 1.0, 0.5], [0.0, 0.1, 0.4, 1.2]]
)
ASKS = np.array([[0, 3], [0, 0], [5, 0], [0, 0]])
ANSWERS = np.array([[0, 0], [0, 1], [0, 0], [1, 0]])
BRINGS = np.array([[0, 0], [0, 0], [1, 0], [0, 1]])
HEAD_1 = (
    np.array([[1, 0], [0, 1], [1, 0], [0, 1]]),
    np.array([[1, 0], [0, 1], [0, 1], [1, 0]]),
    np.array([[1, 0], [0, 1], [1, 1], [0, 1]]),
)
WIDE = [EMBEDDINGS @ np.hstack(pair) for pair in zip(HEAD_1, (ASKS, ANSWERS, BRINGS), strict=True)]

# 8.1 Who should look at whom, by their places among the tokens.
WANTED = ((2, 3), (0, 2), (1, 2))
ENOUGH = 0.8
LARGEST = 1000  # that the explorer below the exercise takes


def _weights(W_K):
    """Return who looks at whom in head 2 with another W_K."""
    return attention(*project(EMBEDDINGS, ASKS, W_K, BRINGS)).weights


def _all_reach(W_K, least):
    weights = _weights(W_K)
    return all(weights[who, whom] > least for who, whom in WANTED)


def _all_win(W_K):
    weights = _weights(W_K)
    return all(weights[who].argmax() == whom for who, whom in WANTED)


def _too_little(W_K):
    weights = _weights(W_K)
    who, whom = min(WANTED, key=lambda pair: weights[pair])
    return (
        f"The right words win in all three rows, but “{TOKENS[who]}” gives only "
        f"{weights[who, whom]:.2f} to “{TOKENS[whom]}”. A factor keeps the winner: what does it do "
        f"to the gap? And must both columns have the same one?"
    )


def _looks_elsewhere(W_K):
    """Say where the first word looks that does not look where it should."""
    weights = _weights(W_K)
    who, whom = next(pair for pair in WANTED if weights[pair[0]].argmax() != pair[1])
    top, column = weights[who].argmax(), int(who != TOKENS.index("apple"))
    question = ("first", "second")[column]
    looks = (
        f"“{TOKENS[who]}” looks most at “{TOKENS[top]}”, with {weights[who, top]:.2f}, and gives "
        f"{weights[who, whom]:.2f} to “{TOKENS[whom]}”."
    )
    if _weights(W_K * (np.arange(2) == column))[who].argmax() == whom:
        return f"{looks} Your {question} column alone would do it; the other one drowns it."
    return (
        f"{looks} Its query is large in the {question} column: which number is larger in "
        f"“{TOKENS[whom]}” than in any other word?"
    )


answers_to_both = Value(
    name="answers_to_both",
    shape=(4, 2),
    faults=(
        Fault(
            lambda W_K: np.abs(W_K).max() > LARGEST,
            f"Numbers from -{LARGEST:,} to {LARGEST:,} are enough here, and the explorer below "
            "takes no others.",
        ),
        Fault(
            lambda W_K: np.array_equal(W_K, ANSWERS),
            "This is `answers` as it was: “I” and “love” still look at “love”. Which column do "
            "their queries meet, and which number of a word should answer there?",
        ),
        Fault(
            lambda W_K: not _all_win(W_K) and _all_win(W_K[:, ::-1]),
            "Your two columns are exchanged. The first column of `asks` holds what the third "
            "number of a word asks, and it meets the first column of your matrix.",
        ),
        Fault(
            lambda W_K: not _all_win(W_K) and _all_win(-W_K),
            "The numbers stand in the right places with the wrong sign: what makes a score lowest "
            "makes a weight smallest.",
        ),
        Fault(
            lambda W_K: not W_K.any(),
            "Nobody answers: with zeros alone every key is the same, and every weight a quarter.",
        ),
        Fault(lambda W_K: not _all_win(W_K), _looks_elsewhere),
        Fault(lambda W_K: not _all_reach(W_K, ENOUGH), _too_little),
    ),
    done=(
        "One head answers two questions, because “apple” asks with the first number of its query "
        "and “I” and “love” ask with the second. But each word still has one row of weights, so "
        "none can ask both and keep the answers apart."
    ),
)


def _fresh(generator):
    """Return inputs in which every size is another, and many wrong cuts have whole numbers too."""
    num_heads, d_k = int(generator.choice([3, 4])), int(generator.choice([4, 6]))
    widths = (d_k, d_k, d_k + 2)
    wide = [generator.normal(size=(3 * num_heads, num_heads * width)) for width in widths]
    return *wide, num_heads


attend_in_heads = Function(
    name="attend_in_heads",
    expected=mistakes_with_heads.attend_in_heads,
    shown=(*WIDE, 2),
    draw=_fresh,
    mistakes=mistakes_with_heads.OF_HEADS,
    done=(
        "It cuts and joins for any number of heads. With one head it is `attention` itself: a head "
        "more costs no other numbers, only another cut."
    ),
    also={"one head": (*WIDE, 1)},
)

# 8.3 A row per word, a column per head: what each head gives to each word.
GIVES = np.array([[1 / 2, 3 / 4], [1 / 2, 1 / 4]])
UNMIXES = np.linalg.inv(GIVES)
PAIRS = np.array([[4, 0], [2, 2], [3, 1], [-5, 7]])


def _unmixes(W_O):
    return np.allclose(PAIRS @ GIVES @ W_O, PAIRS, rtol=0, atol=0.05)


def _is_a_multiple(W_O):
    factor = W_O[0, 0] / UNMIXES[0, 0]
    return factor not in (0, 1) and np.allclose(W_O, factor * UNMIXES)


def _another_size(W_O):
    one = PAIRS[0] @ GIVES @ W_O[:, 0]
    return f"Right up to one factor: 4 and 0 come back as {one:.4g} and 0."


def _half_right(W_O):
    """Say which of the two columns is right."""
    good = int(not np.allclose(W_O[:, 0], UNMIXES[:, 0], atol=0.01))
    right, other = (("first", "second"), ("second", "first"))[good]
    return (
        f"The {right} column is right: it gives the {right} word’s number. In the {other} column, "
        f"how often must each head be taken so that the {right} word’s number cancels?"
    )


def _still_mixed(W_O):
    """Say for which pair something else comes out."""
    brought, came = PAIRS @ GIVES, PAIRS @ GIVES @ W_O
    k = int(np.argmax(~np.isclose(came, PAIRS, rtol=0, atol=0.05).all(axis=1)))
    (x, y), (first, second), (one, other) = PAIRS[k], brought[k], came[k]
    return (
        f"{'Right for 4 and 0, but for' if k else 'For'} {x} and {y} the heads bring {first:g} and "
        f"{second:g}, and your matrix makes {one:.4g} and {other:.4g} of them. A row of yours "
        "belongs to a head, a column to a word: write what each head brings as a sum of parts of "
        "x and y."
    )


unmixing_matrix = Value(
    name="unmixing_matrix",
    shape=(2, 2),
    faults=(
        Fault(
            lambda W_O: any(np.allclose(W_O, one) for one in (GIVES, GIVES.T)),
            "These are the weights that mix the two numbers. You need the matrix that undoes it.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O.T),
            "Your matrix is transposed: each head has a row in it, each word a column.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O[:, ::-1]),
            "Both numbers come back, but the second word’s comes first. Exchange the columns.",
        ),
        Fault(
            lambda W_O: _unmixes(W_O[::-1]),
            "Your rows are exchanged: the first row meets what head 1 brings.",
        ),
        Fault(lambda W_O: not _unmixes(W_O) and _is_a_multiple(W_O), _another_size),
        Fault(
            lambda W_O: sum(np.allclose(W_O[:, k], UNMIXES[:, k], atol=0.01) for k in (0, 1)) == 1,
            _half_right,
        ),
        Fault(lambda W_O: not _unmixes(W_O), _still_mixed),
    ),
    done=(
        "Neither head fetches a word alone, and nothing is lost: two different mixtures are worth "
        "two numbers. With equal weights in both heads no matrix could do it."
    ),
)

twin_heads = Question(
    name="twin_heads",
    asks="Two heads begin with equal numbers, and a half of the contents is never found. Why?",
    options=(
        Option(
            "Two heads of half the width are too narrow for two contents of eight numbers.",
            "The two heads of this section are as narrow, and leave next to nothing. The mixture "
            "of each has eight numbers, which is room for one content.",
        ),
        Option(
            "The steps are too few: heads that begin alike need longer to part.",
            "What would push them apart? At each step both are corrected alike. After five times "
            "as many steps they are still equal, to the last digit.",
        ),
        Option(
            "Both heads are corrected alike at each step, so they stay equal.",
            "Equal heads bring equal mixtures, and get equal gradients. Two heads that always "
            "bring the same mixture are one, and one leaves a half. Random numbers at the start "
            "tell them apart.",
            right=True,
        ),
        Option(
            "The two heads share their attention: what one looks at is closed to the other.",
            "Each head has a softmax of its own, and weights that sum to 1 by themselves. Here "
            "both even look at the same words.",
        ),
    ),
)
