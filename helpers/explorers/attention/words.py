"""What an attention computation says of itself in words, and in code."""

import numpy as np

from helpers.explorers.base.words import (
    Fact,
    Goal,
    Text,
    attends,
    attends_next,
    changed,
    lines,
    quoted,
)
from helpers.figures.hull import is_outside
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered

NEAR = 0.03  # which no query of a source reaches untouched
SMALLEST = 700  # e^-745 is the smallest step of float64 above 0
SURE = 0.99  # of a weight, past which hardly anything is left
PLANE = ", seen in this plane"
# What is drawn before the learner's function has given anything, where no reference is given.
UNTIL_SIMPLIFIED = "Until it works, you see the simplified attention from notebook 04."
# What to do now, and in the few letters that a presentation has room for.
MOVE = "Drag a word. Click one to make it the query.", "Drag a word, or click one."
GUESS = "Where does z land? Drag the ring there and let go.", "Drag the ring to z."
TYPE = "Type your sentence, 2 to 12 words with spaces between.", "2 to 12 words, please."


def asked(state):
    """Ask where the context of the query lands."""
    looked = lines(looks(state), follows(state))
    return Text(f"Where does z of {quoted(state.token)} land?", looked)


def text(state):
    """Say what the query attends to and where it lands."""
    return Text.of(
        looks(state),
        f"{follows(state)} {lands(state)}".lstrip(),
        state.remark,
        details=details(state),
    )


def looks(state):
    """Say what the query attends to most."""
    return attends(state.tokens, state.weights, state.query)


def follows(state):
    """Say what the query attends to next, and whether hardly anything is left for it."""
    if state.weights.max() > SURE:
        return f"Over {SURE:.0%} goes there, so hardly anything is left for the other words."
    return attends_next(state.tokens, state.weights, state.query)


def lands(state):
    """Say how far the context of the query is from it, or where, if they cannot be compared."""
    x, z = state.embeddings[state.query], state.z
    if len(z) != len(x):
        return f"z = {_point(z)}."
    return f"z is {wording.drawn(np.linalg.norm(z - x))} away from x."


def guessed(state, guess):
    """Say how far a guess was from z."""
    if not state.has_shift:
        return ""
    away = wording.drawn(np.linalg.norm(guess - state.z[list(state.axes)]))
    return f"Your guess was {away} away from z{PLANE if state.sentence.size[1] > 2 else ''}."


def outside_plane(state):
    """Return the `Fact` of how much of the top score comes from outside the plane, or none."""
    width = state.sentence.size[1]
    columns = [column for column in range(width) if column not in state.axes]
    top = wording.largest(state.weights)[0]
    products = state.embeddings[state.query] * state.embeddings[top]
    scores = state.result.scores
    if not columns or scores is None or not np.isclose(scores[state.query, top], products.sum()):
        return []
    names = [numbered("x", width)[column] for column in columns]
    names = ", ".join(names if len(names) <= 4 else [*names[:3], "…"])
    of = f"of the score {wording.drawn(products.sum())} with {quoted(state.tokens[top])}"
    return [Fact(f"{names}, not in this plane", f"{wording.drawn(products[columns].sum())} {of}")]


def since_pin(state, pin):
    """Say which weights of the query's row changed most since the pin."""
    said = changed(state.tokens, pin.result.weights[state.query], state.weights)
    if not said:
        return f"Since the pin, no weight of {quoted(state.token)} has changed."
    return f"Since the pin, the weights of {quoted(state.token)}: {said}."


def details(state):
    """Return the `Fact` rows: both ends of the shift, and what the function kept to itself."""
    rows = [
        Fact(f"x of {state.token}", _point(state.embeddings[state.query])),
        Fact(f"z of {state.token}", _point(state.z)),
        *outside_plane(state),
    ]
    if state.missing:
        rows.append(Fact(f"{state.name} didn't return", " and ".join(state.missing)))
    return rows


def _point(vector):
    return wording.drawn_point(vector, 4)


def code(state):
    """Return the lines of Python that compute the state."""
    own = getattr(state.attend, "__module__", "") != "helpers.attention"
    rows = "\n".join(f"    {row}," for row in state.embeddings.tolist())
    given = "result[-2:]  # of your own function" if own else "result.weights, result.context"
    return "\n".join(
        [
            "import numpy as np",
            *([] if own else [f"from helpers.attention import {state.name}"]),
            "",
            f"tokens = {list(state.tokens)!r}",
            f"embeddings = np.array([\n{rows}\n])",
            f"result = {state.name}(embeddings)",
            f"weights, context = {given}",
            f"query = {state.query}  # {state.token}",
            "weights[query], context[query]",
        ]
    )


def _one(state, _before):
    """Whether all tokens attend most to one and the same, and to no other as much."""
    second, top = np.sort(state.result.weights, axis=1)[:, -2:].T
    return len(set(state.result.weights.argmax(axis=1))) == 1 and bool((top > second).all())


def _in_the_middle(state, _before):
    """Whether z of the query is near the mean of all values."""
    values = state.shift.values
    return values is not None and np.linalg.norm(state.z - values.mean(axis=0)) <= NEAR


def _how_zero(state):
    """Return whether rounding or the function made the weight 0, in words."""
    result = state.result
    if result.scaled is None:
        return f": {state.name} gave exactly 0"
    i, j = np.argwhere(result.weights == 0)[0]
    gap = float(result.scaled[i].max() - result.scaled[i, j])
    if not SMALLEST < gap < np.inf:
        return f": {state.name} set it to 0 itself"
    tens = gap / np.log(10)
    return (
        f": rounded to 0 in float64. Compared with the largest, it's e^(−{gap:.1f}), about"
        f" 10^−{tens:.0f}, and not 0"
    )


ONE = Goal(
    "make all words attend most to the same word",
    _one,
    "A long vector scores high with everything that points its way. Drag one word far out, beyond"
    " the others.",
)
MIDDLE = Goal(
    f"bring the query's z within {NEAR} of the mean of all values",
    _in_the_middle,
    "Drag all entries of the query to 0, even those in the bars. Then it scores 0 with every word,"
    " so all weights are equal.",
)
OUTSIDE = Goal(
    "move z outside the hull of the values",
    lambda state, _: is_outside(state.z[list(state.axes)], state.points),
    "It can't be done: every weight is above 0 and a row sums to 1, so z is an average of the"
    " values, and an average never leaves the hull of what it averages.",
)
NO_WEIGHT = Goal(
    "make a weight exactly 0",
    lambda state, _: bool((state.result.weights == 0).any()),
    "It can't be done in real numbers: e to any score is above 0, so every part of the sum is above"
    " 0. Floating point can round it to 0.",
    _how_zero,
)
