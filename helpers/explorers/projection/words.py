"""What is said of words and their projections, and what is to be reached."""

import numpy as np

from helpers.explorers.base.words import (
    CHANGED,
    Fact,
    Goal,
    Text,
    attends,
    attends_next,
    changed,
    quoted,
    quoted_or_itself,
)
from helpers.explorers.projection.state import IDENTITY, MATRICES, SAME
from helpers.numerals import wording
from helpers.numerals.arithmetic import apart, one

CODE = """import numpy as np
from helpers.attention import attention, project

tokens = {tokens}
embeddings = np.array([
{rows}
])
{matrices}
result = attention(*project(embeddings, W_Q, W_K, W_V))
scores, weights, context = result.scores, result.weights, result.context"""
FEW = 4  # tokens that one sentence has room for
LONGEST = 80  # letters of a sentence that holds them
EQUALLY = "equally to all tokens"
SURE = 0.9  # of a weight, that counts as nearly all
AIR = 0.05  # of a distance, that counts as moved
ROUNDING = 1e-6  # of a score


def text(now):
    """Say who attends to whom, where that leads, and how symmetric the scores are."""
    asks = now.tokens, now.result.weights[now.query], now.query
    all_look, looks = headline(now), attends(*asks)
    then = " ".join(filter(None, [attends_next(*asks), moves(now)]))
    led = [all_look, f"{looks} {then}"] if all_look else [looks, then]
    z = wording.drawn_point(now.result.context[now.query])
    pairing = " ".join(map(wording.point, now.W_Q @ now.W_K.T)).replace("-", "−")
    details = Fact(f"z of {now.tokens[now.query]}", z), Fact("W_Q W_Kᵀ", pairing)
    return Text.of(*led, symmetry(now), details=details)


def headline(now):
    """Say what each token attends to most, and whether that's a ring; "" where it's too much."""
    if all(most == (i,) for i, most in enumerate(now.looks)):
        return "Every token attends most to itself."
    first, *others = (_most(now, i) for i in range(len(now.tokens)))
    if {*others} == {first} == {EQUALLY}:
        return "Every token attends equally to all tokens."
    if first != EQUALLY:  # then "most" holds for the others too
        others = [to.removeprefix("most ") for to in others]
    ways = zip(map(quoted, now.tokens), (f"attends {first}", *others), strict=True)
    said = f"{', '.join(map(' '.join, ways))}{': the ring is closed' if now.closed else ''}."
    return said if len(now.tokens) <= FEW and len(said) <= LONGEST else ""


def _most(now, i):
    """Say to which tokens a token attends most, or that it attends equally to all of them."""
    most = now.looks[i]
    if len(most) == len(now.tokens):
        return EQUALLY
    names = " and ".join(quoted_or_itself(now.tokens, i, most))
    return f"most to {names}{' (a tie)' if len(most) > 1 else ''}"


def lopsided(scores):
    """Return (i, j, gap): the pair with the widest |s_ij - s_ji|, the larger score first.

    A gap that is rounding alone is 0.
    """
    gaps = scores - scores.T
    i, j = (int(place) for place in np.unravel_index(gaps.argmax(), gaps.shape))
    gap = float(gaps[i, j])
    return i, j, gap if gap > SAME * max(1.0, np.abs(scores).max()) else 0.0


def moves(now):
    """Say how close the context of the query comes to what the query attends to."""
    x, result, query = now.embeddings, now.result, now.query
    z, top = result.context[query], wording.largest(result.weights[query])[0]
    if top == query:
        return f"Its z is {wording.drawn(np.linalg.norm(z - x[query]))} away from its x."
    before, after = (np.linalg.norm(one - x[top]) for one in (x[query], z))
    other = quoted(now.tokens[top])
    if abs(after - before) < CHANGED:
        return f"Its z is as far from {other} as it was: {wording.drawn(after)}."
    way = "closer to" if after < before else "away from"
    return f"Its z moves {way} {other}: from {wording.drawn(before)} to {wording.drawn(after)}."


def symmetry(now):
    """Say why the scores are symmetric, or how much they differ where they aren't."""
    scores, weights = now.result.scores, now.result.weights
    i, j, gap = lopsided(scores)
    if gap:
        a, b = quoted(now.tokens[i]), quoted(now.tokens[j])

        def said(there, back, gap):
            both = f"{a} → {b} is {there}, {b} → {a} is {back}"
            return f"The scores aren't symmetric: {both}, a difference of {gap}."

        return one(apart(scores[i, j], scores[j, i], said))
    said = f"The scores are symmetric{_reason(now)}."
    i, j, gap = lopsided(weights)
    if gap < CHANGED:
        return said
    there, back = (
        f"{quoted(now.tokens[a])} → {quoted(now.tokens[b])} {wording.drawn(weights[a, b])}"
        for a, b in ((i, j), (j, i))
    )
    return f"{said} The weights aren't: {there}, {back}."


def _reason(now):
    """Say what makes the scores symmetric."""
    W_Q, W_K = now.W_Q, now.W_K
    if now.tied:
        return ": W_K is tied to W_Q"
    if np.array_equal(W_Q, W_K):
        if np.array_equal(W_Q, IDENTITY):
            return ": queries and keys are the embeddings themselves"
        return ": W_Q and W_K are the same"
    pairing = W_Q @ W_K.T
    if np.allclose(pairing, pairing.T):
        return ", though W_Q and W_K differ: W_Q W_Kᵀ is symmetric"
    return " for these tokens, but wouldn't be for most others"


def since_pin(now, pin):
    """Say which weights of the query changed most since the pin, and how symmetric scores are."""
    moved = changed(now.tokens, *(one.result.weights[now.query] for one in (pin, now)))
    who = quoted(now.tokens[now.query])
    weights = f"the weights of {who}: {moved}" if moved else f"no weight of {who} changed"
    gaps = " → ".join(wording.drawn(lopsided(one.result.scores)[2]) for one in (pin, now))
    return f"Since the pin, {weights}. The largest difference between s_ij and s_ji: {gaps}."


def asked(now):
    """Ask for the score that the other one of a pair gives back."""
    score = wording.drawn(now.result.scores[now.asked])
    i, j = (quoted(now.tokens[place]) for place in now.asked)
    return Text(
        f"{i} scores {score} with {j}. What does {j} score with {i}?",
        "Move the slider and let go, or press Enter or reveal.",
    )


def guessed(now, guess):
    """Say how far a guess was from the score."""
    j, i = now.asked
    first, second = quoted(now.tokens[i]), quoted(now.tokens[j])
    score = now.result.scores[i, j]

    def judgement(score, guess, gap):
        return f"{first} scores {score} with {second}. You guessed {guess}, which is {gap} off."

    return one(apart(score, guess, judgement))


def code(now):
    """Return the lines of Python that compute the present state."""
    rows = "\n".join(f"    {row}," for row in now.embeddings.tolist())
    matrices = "\n".join(_assigned(now, name) for name in MATRICES)
    return CODE.format(tokens=list(now.tokens), rows=rows, matrices=matrices)


def _assigned(now, name):
    """Return the line that makes a matrix."""
    if now.tied and name == "W_K":
        return "W_K = W_Q  # tied"
    if name in now.dropped:
        return f"{name} = np.eye(2)  # dropped"
    return f"{name} = np.array({getattr(now, name).tolist()})"


def goals(now):
    """Return the goals, which name the first three tokens."""
    (a, b, c), ring = now.tokens[:3], [*map(quoted, now.tokens[:3])]
    return (
        Goal(
            "close this ring: {0} attends most to {1}, {1} to {2}, {2} to {0}".format(*ring),
            lambda now, _: is_ring(now),
            "Rotate the keys one way or the other, or rotate the queries. Which arrows line up?",
        ),
        Goal(
            f"let a token move away from one that gets over {SURE:.0%} of its attention",
            lambda now, _: _attends_and_leaves(now),
            "A token receives a mixture of values. Choose a W_V that moves those far away from the"
            " tokens.",
        ),
        Goal(
            "close the same ring with W_K tied to W_Q",
            lambda now, _: now.tied and is_ring(now),
            f"It can't be done: tied scores are symmetric. A ring needs s({a}, {b}) > s({a}, {c})"
            f" = s({c}, {a}) > s({c}, {b}) = s({b}, {c}) > s({b}, {a}) = s({a}, {b}): a number"
            " greater than itself, wherever the tokens are.",
        ),
    )


def is_ring(now):
    """Return whether each of the first three tokens scores the next one above all others."""
    return all(
        row[wanted] > np.delete(row, wanted).max() + ROUNDING
        for row, wanted in zip(now.result.scores[:3], (1, 2, 0), strict=True)
    )


def _attends_and_leaves(now):
    """Return whether a token that attends almost only to another ends further away from it."""
    x, result = now.embeddings, now.result
    for i, j in np.argwhere(result.weights > SURE):
        before, after = np.linalg.norm([x[i] - x[j], result.context[i] - x[j]], axis=1)
        if i != j and after > before + AIR:
            return True
    return False
