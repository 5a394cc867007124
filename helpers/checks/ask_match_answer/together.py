"""The checks of notebook 05: a query, a W_Q, a picture of keys, and attention in three roles."""

import numpy as np

from helpers.attention import softmax
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Option, Question
from helpers.checks.kinds.value import Fault, Value
from helpers.checks.mistakes_in_roles import IN_ROLES, attended_in_roles

# Apple, bread and brick, tagged food, edible, fruit, red; as the page has them.
TAGS = np.array([[1, 0, 1, 1], [1, 1, 0, 0], [0, 0, 0, 1]])
# "The cat sat" in four numbers, and the page's two matrices.
WORDS = ("The", "cat", "sat")
EMBEDDINGS = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]])
W_Q = np.array([[-2, 2], [1, 1], [0, 0], [0, 0]])
W_K = np.array([[1, 0], [0, 1], [0, 0], [0, 0]])
ENOUGH = 0.9
TIE = 1e-9


def _shares(question):
    """Return the weights of apple, bread and brick."""
    return softmax(np.clip(TAGS @ question, -1e6, 1e6))  # 1e308 + 1e308 would be inf


def _leads(place):
    """Return a condition: whether this thing, and not the brick, gets the most weight."""
    return lambda question: _shares(question)[place] >= _shares(question).max() - TIE


def _beaten_by(place, words):
    """Return the fault that this thing leads, said with its weight and the brick's."""

    def said(question):
        shares = _shares(question)
        thing = ("apple", "bread")[place]
        return f"The {thing} gets {shares[place]:.2f}, the brick {shares[2]:.2f}. {words}"

    return Fault(_leads(place), said)


question_for_brick = Value(
    name="question_for_brick",
    shape=(4,),
    faults=(
        Fault(
            lambda question: not question.any(),
            "This asks for nothing, so all three fit alike and get a third each.",
        ),
        Fault(
            lambda question: _leads(0)(question) and not question[[0, 2]].any(),
            lambda question: (
                f"Apple and brick get {_shares(question)[2]:.2f} each: the apple is red, too. "
                f"Which tags has it beside that one, and what can a question say to them?"
            ),
        ),
        _beaten_by(
            0, "Only food and fruit tell these two apart: do you ask for them or refuse them?"
        ),
        _beaten_by(1, "The bread has food and edible, the brick red: which do you ask for more?"),
        Fault(
            lambda question: _shares(question)[2] <= ENOUGH,
            lambda question: (
                f"The brick leads, with {_shares(question)[2]:.2f}, but that is not yet more than "
                f"nine tenths. You ask for the right thing; ask with more force."
            ),
        ),
    ),
    done="A question can also say what it does not want. No dictionary takes such a question.",
)


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
    tie = np.isclose(scores[other], scores[word])
    words = (
        f"“{WORDS[word]}” asks with ({query[0]:g}, {query[1]:g}). So it scores itself with "
        f"{scores[word]:g} and “{WORDS[other]}” with {scores[other]:g}"
    )
    words += ": a tie, not yet higher. " if tie else ". "
    if word == 2:
        return (
            words + "“sat” has all four numbers, so it asks for what your four rows ask together."
        )
    if other == 2:
        return words + (
            f"“sat” shows both numbers. What can a query say to the one that “{WORDS[word]}” lacks?"
        )
    return words + f"Which of the two numbers does “{WORDS[word]}” show, and which does it ask for?"


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

keys_turned_by_half = Question(
    name="keys_turned_by_half",
    asks="Every key points opposite to its own word. Who looks at whom?",
    options=(
        Option(
            "A looks most at B, B at C, C at A.",
            "That needs B’s key where A’s query lies. Turned by half a turn it points between A "
            "and C. Which of the two is nearer to it?",
        ),
        Option(
            "Each word looks most at itself.",
            "Its own key is the one that points straight away from its query. What sign has that "
            "dot product?",
        ),
        Option(
            "Each word looks at the two others alike, and least at itself.",
            "Yes. B’s key points between A and C, as near to the one as to the other, and straight "
            "away from B. Each row has −4 for itself and 2 for each other word. Half a turn equals "
            "its own transpose, so the table is symmetric, and there is no ring.",
            right=True,
        ),
        Option(
            "No word looks at any other: all scores are negative.",
            "Only a word’s score with itself is. B’s key lies less than a right angle from A. And "
            "were all scores negative, softmax would share out the whole attention all the same.",
        ),
    ),
)


attend_in_roles = Function(
    name="attend_in_roles",
    expected=attended_in_roles,
    shown=(EMBEDDINGS, W_Q, W_K, np.eye(4)),
    draw=lambda rng: (
        rng.normal(size=(int(rng.integers(6, 9)), 5)),
        *(rng.normal(size=(5, width)) / 2 for width in (3, 3, 2)),
    ),
    mistakes=IN_ROLES,
    done="Two matrices decide who looks at whom, the third what a look brings. Now drag B.",
)
