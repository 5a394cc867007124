"""What is said of words and their projections, and what is to be reached."""

import numpy as np

from helpers.explorers.base.words import CHANGED, Fact, Goal, Text, quoted, quoted_or_itself
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
result = attention(*project(embeddings, W_Q, W_K, W_V){scale})
scores, weights, context = result.scores, result.weights, result.context"""
FEW = 4  # words whose looks one sentence can hold
LONGEST = 80  # letters of a sentence that holds them
ALIKE = "at all words alike"
SURE = 0.9  # of a weight, for a look that counts as fixed
AIR = 0.05  # of a distance, that counts as moved
ROUNDING = 1e-6  # of a score


def text(now):
    """Say who looks at whom, where that leads, and how symmetric the scores are."""
    all_looks, own_look = headline(now), looks(now.tokens, now.result, now.query)
    lands = moves(now)
    led = [all_looks, f"{own_look} {lands}"] if all_looks else [own_look, lands]
    z = wording.drawn_point(now.result.context[now.query])
    pairing = " ".join(map(wording.point, now.W_Q @ now.W_K.T)).replace("-", "−")
    details = Fact(f"z of {now.tokens[now.query]}", z), Fact("W_Q W_Kᵀ", pairing)
    return Text.of(*led, symmetry(now), details=details)


def headline(now):
    """Say what each word looks at most, and whether that is a ring; "" where that is too much."""
    if all(most == (i,) for i, most in enumerate(now.looks)):
        return "Every word looks most at itself."
    first, *others = (_most(now, i) for i in range(len(now.tokens)))
    if {*others} == {first} == {ALIKE}:
        return "Every word looks at all words alike."
    if first != ALIKE:  # then "most" holds for the others too
        others = [at.removeprefix("most ") for at in others]
    ways = zip(map(quoted, now.tokens), (f"looks {first}", *others), strict=True)
    said = f"{', '.join(map(' '.join, ways))}{': the ring is closed' if now.closed else ''}."
    return said if len(now.tokens) <= FEW and len(said) <= LONGEST else ""


def _most(now, i):
    """Say at which words a word looks most, or that it looks at all of them alike."""
    most = now.looks[i]
    if len(most) == len(now.tokens):
        return ALIKE
    names = " and ".join(quoted_or_itself(now.tokens, i, most))
    return f"most at {names}{' alike' if len(most) > 1 else ''}"


def lopsided(scores):
    """Return (i, j, gap): the pair with the widest |s_ij - s_ji|, the larger score first.

    A gap that is rounding alone is 0.
    """
    gaps = scores - scores.T
    i, j = (int(place) for place in np.unravel_index(gaps.argmax(), gaps.shape))
    gap = float(gaps[i, j])
    return i, j, gap if gap > SAME * max(1.0, np.abs(scores).max()) else 0.0


def looks(tokens, result, query):
    """Say what a query looks at most, and next, or at how many words it looks alike."""
    weights, who = result.weights[query], quoted(tokens[query])
    first, second = wording.largest(weights)[:2]
    at = quoted_or_itself(tokens, query, (first, second))
    most, next_ = (wording.drawn(weights[place]) for place in (first, second))
    tied = int((weights[first] - weights < SAME).sum())
    if tied == 1:
        return f"{who} looks most at {at[0]} ({most}), then at {at[1]} ({next_})."
    some = f"most at {' and '.join(at) if tied == 2 else f'{tied} words'} alike"
    return f"{who} looks {ALIKE if tied == len(tokens) else some} ({most} each)."


def moves(now):
    """Say how near the context of the query comes to what the query looks at."""
    x, result, query = now.embeddings, now.result, now.query
    z, top = result.context[query], wording.largest(result.weights[query])[0]
    if top == query:
        return f"Its z is {wording.drawn(np.linalg.norm(z - x[query]))} away from it."
    before, after = (np.linalg.norm(one - x[top]) for one in (x[query], z))
    way = "nearer to" if after < before else "farther from"
    way = "as far from" if abs(after - before) < CHANGED else way
    ways = f"{wording.drawn(before)} away before, {wording.drawn(after)} now"
    return f"Its z is {way} {quoted(now.tokens[top])}: {ways}."


def symmetry(now):
    """Say why the scores are symmetric, or how far apart they are where they are not."""
    scores, weights = now.result.scores, now.result.weights
    i, j, gap = lopsided(scores)
    if gap:
        a, b = now.tokens[i], now.tokens[j]

        def said(there, back, gap):
            widest = f"the widest gap |s_ij − s_ji| is {gap}"
            return f"The scores are not symmetric: {a} → {b} {there}, {b} → {a} {back}; {widest}."

        return one(apart(scores[i, j], scores[j, i], said))
    said = f"The scores are symmetric{_reason(now)}."
    i, j, gap = lopsided(weights)
    if gap < CHANGED:
        return said
    there, back = (
        f"{now.tokens[a]} → {now.tokens[b]} {wording.drawn(weights[a, b])}"
        for a, b in ((i, j), (j, i))
    )
    return f"{said} The weights are not: {there}, {back}."


def _reason(now):
    """Say what makes the scores symmetric."""
    W_Q, W_K = now.W_Q, now.W_K
    if now.tied:
        return ": W_K is tied to W_Q"
    if np.array_equal(W_Q, W_K):
        same = np.array_equal(W_Q, IDENTITY)
        return ": W_Q and W_K change nothing" if same else ": W_Q and W_K are the same"
    pairing = W_Q @ W_K.T
    if np.allclose(pairing, pairing.T):
        return ", though W_Q and W_K differ: the matrix W_Q W_Kᵀ is symmetric"
    return " for words that stand like these"


def since_pin(now, pin):
    """Say which weights of the query changed most since the pin, and the widest gaps of scores."""
    before, after = (one.result.weights[now.query] for one in (pin, now))
    moved = []
    for j in wording.largest(np.abs(after - before))[:3]:
        old, new = wording.drawn(before[j]), wording.drawn(after[j])
        moved += [f"on {quoted(now.tokens[j])} {old} → {new}"] if old != new else []
    who = quoted(now.tokens[now.query])
    looked = f"weights of {who} {', '.join(moved)}" if moved else "no weight changed"
    gaps = " → ".join(wording.drawn(lopsided(one.result.scores)[2]) for one in (pin, now))
    return f"Since the pin: {looked}; widest gap of scores {gaps}."


def asked(now):
    """Ask for the score that the other one of a pair gives back."""
    score = wording.drawn(now.result.scores[now.asked])
    i, j = (quoted(now.tokens[place]) for place in now.asked)
    return Text(
        f"{i} gives {j} the score {score}. What score does {j} give {i}?",
        "Pull the slider and let go, or press Enter or reveal.",
    )


def guessed(now, guess):
    """Say how far a guess was from the score."""
    j, i = now.asked
    pair = f"{quoted(now.tokens[i])} gives {quoted(now.tokens[j])} the score"
    score = now.result.scores[i, j]
    return one(apart(score, guess, lambda *n: "{} {}; you guessed {}, {} away.".format(pair, *n)))


def code(now):
    """Return the lines of Python that compute the present state."""
    rows = "\n".join(f"    {row}," for row in now.embeddings.tolist())
    matrices = "\n".join(_assigned(now, name) for name in MATRICES)
    scale = "" if now.scaled else ", scale=1"
    return CODE.format(tokens=list(now.tokens), rows=rows, matrices=matrices, scale=scale)


def _assigned(now, name):
    """Return the line that makes a matrix."""
    if now.tied and name == "W_K":
        return "W_K = W_Q  # tied"
    if name in now.dropped:
        return f"{name} = np.eye(2)  # dropped"
    return f"{name} = np.array({getattr(now, name).tolist()})"


def goals(now):
    """Return the goals, which name the first three words."""
    (a, b, c), ring = now.tokens[:3], [*map(quoted, now.tokens[:3])]
    return (
        Goal(
            "close this ring: {0} looks most at {1}, {1} at {2}, {2} at {0}".format(*ring),
            lambda now, _: is_ring(now),
            "Turn the keys one way or the other, or the queries instead, and follow the arrows.",
        ),
        Goal(
            f"let a word give another more than {SURE} of its weight, and yet move away from it",
            lambda now, _: _looks_and_leaves(now),
            "What a word receives are values: let them stand where the other word is not.",
        ),
        Goal(
            "close the same ring with W_K tied to W_Q",
            lambda now, _: now.tied and is_ring(now),
            f"It cannot be done: tied scores are symmetric. A ring needs s({a}, {b}) > s({a}, {c})"
            f" = s({c}, {a}) > s({c}, {b}) = s({b}, {c}) > s({b}, {a}) = s({a}, {b}): a number"
            " greater than itself, wherever the words stand.",
        ),
    )


def is_ring(now):
    """Return whether each of the first three words scores the next one above all others."""
    return all(
        row[wanted] > np.delete(row, wanted).max() + ROUNDING
        for row, wanted in zip(now.result.scores[:3], (1, 2, 0), strict=True)
    )


def _looks_and_leaves(now):
    """Return whether a word that looks almost only at another ends farther from it than it was."""
    x, result = now.embeddings, now.result
    for i, j in np.argwhere(result.weights > SURE):
        before, after = np.linalg.norm([x[i] - x[j], result.context[i] - x[j]], axis=1)
        if i != j and after > before + AIR:
            return True
    return False
