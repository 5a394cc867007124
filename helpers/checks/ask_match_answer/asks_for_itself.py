"""Exercise 5.2: a W_Q with which each word scores itself highest."""

import numpy as np

from helpers.checks.ask_match_answer.question_for_brick import TIE
from helpers.checks.kinds.value import Fault, Value
from helpers.readers import worked_examples

NOTES = worked_examples.load("the_cat_sat")
EMBEDDINGS = NOTES.embeddings.astype(int)  # 1 and 0, printed without a point
W_Q = np.array([[-2, 2], [1, 1], [0, 0], [0, 0]])  # both as the page has them
W_K = np.array([[1, 0], [0, 1], [0, 0], [0, 0]])


def _scores(matrix):
    return EMBEDDINGS @ matrix @ (EMBEDDINGS @ W_K).T


def _astray(matrix):
    """Return the first word that does not score itself highest and its best other, or None."""
    scores = _scores(matrix)
    for word, row in enumerate(scores):
        others = np.where(np.arange(len(row)) == word, -np.inf, row)
        if others.max() >= row[word] - TIE:
            return word, int(others.argmax())
    return None


def _who_looks_elsewhere(matrix):
    word, other = _astray(matrix)
    query, scores = (EMBEDDINGS @ matrix)[word], _scores(matrix)[word]
    asks, finds = NOTES.tokens[word], NOTES.tokens[other]
    end = ": a tie, not yet higher." if np.isclose(scores[other], scores[word]) else "."
    if word == 2:
        hint = "“sat” has all four numbers, so it asks for what your four rows ask together."
    elif other == 2:
        hint = f"“sat” shows both numbers. What can a query say to the one that “{asks}” lacks?"
    else:
        hint = f"Which of the two numbers does “{asks}” show, and which does it ask for?"
    return (
        f"“{asks}” asks with ({query[0]:g}, {query[1]:g}). So it scores itself with "
        f"{scores[word]:g} and “{finds}” with {scores[other]:g}{end} {hint}"
    )


asks_for_itself = Value(
    name="asks_for_itself",
    shape=(4, 2),
    faults=(
        Fault(
            lambda matrix: np.array_equal(matrix, W_Q),
            "That is the W_Q of section 5.2, which sends each word to another one. What must “The” "
            "ask for to find its own key, (1, 0)?",
        ),
        Fault(lambda matrix: _astray(matrix) is not None, _who_looks_elsewhere),
    ),
    done="To find itself beside “sat”, a word had to refuse what it does not have.",
)
