"""What words and their projections say of themselves in words, and in code."""

import numpy as np

from helpers.explorers.base.arithmetic import apart, one
from helpers.explorers.projection.maps import IDENTITY, MATRICES
from helpers.figures import wording

SAME = 1e-9  # relative: scores that differ by less are alike
CHANGED = 0.005  # of a weight, that a reader sees in two decimals


def lopsided(scores):
    """Return (i, j, gap): the pair with the widest |s_ij - s_ji|, the larger score first.

    A gap that is rounding alone is 0.
    """
    gaps = scores - scores.T
    i, j = (int(place) for place in np.unravel_index(gaps.argmax(), gaps.shape))
    gap = float(gaps[i, j])
    return i, j, gap if gap > SAME * max(1.0, np.abs(scores).max()) else 0.0


def words(explorer):
    """Say who looks at whom, where that leads, and whether the scores are symmetric."""
    tokens, result = explorer.tokens, explorer.result
    lines = [looks(tokens, result, explorer.query), moves(explorer), symmetry(explorer)]
    if explorer.pin is not None:
        lines.append(since(explorer.pin.result, result, tokens, explorer.query))
    return "\n".join(lines)


def looks(tokens, result, query):
    """Say what a query looks at most, and next, or that it looks at both alike."""
    weights = result.weights[query]
    first, second = wording.largest(weights)[:2]
    at = ["itself" if place == query else tokens[place] for place in (first, second)]
    most, next_ = (wording.drawn(weights[place]) for place in (first, second))
    if weights[first] - weights[second] < SAME:
        return f"{tokens[query]} looks most at {at[0]} and {at[1]} alike ({most} each)."
    return f"{tokens[query]} looks most at {at[0]} ({most}), then at {at[1]} ({next_})."


def moves(explorer):
    """Say where the context of the query is, and whether that is nearer to what it looks at."""
    x, result, query = explorer.embeddings, explorer.result, explorer.query
    z, top = result.context[query], wording.largest(result.weights[query])[0]
    landed = f"z = {wording.point(z).replace('-', '−')}"
    if top == query:
        return f"{landed}, {wording.drawn(np.linalg.norm(z - x[query]))} away from x."
    before, after = (np.linalg.norm(one - x[top]) for one in (x[query], z))
    way = "nearer to" if after < before else "farther from"
    way = "as far from" if abs(after - before) < CHANGED else way
    ways = f"{wording.drawn(before)} away before, {wording.drawn(after)} now"
    return f"{landed}, {way} {explorer.tokens[top]}: {ways}."


def symmetry(explorer):
    """Say whether the scores are symmetric, why, and how far apart they are where they are not."""
    scores, weights = explorer.result.scores, explorer.result.weights
    i, j, gap = lopsided(scores)
    if gap:
        a, b = explorer.tokens[i], explorer.tokens[j]

        def said(there, back, gap):
            widest = f"the widest gap |s_ij − s_ji| is {gap}"
            return f"The scores are not symmetric: {a} → {b} {there}, {b} → {a} {back}; {widest}."

        return one(apart(scores[i, j], scores[j, i], said))
    said = f"The scores are symmetric{_reason(explorer)}."
    i, j, gap = lopsided(weights)
    if gap < CHANGED:
        return said
    return f"{said} The weights are not: {_both_ways(explorer.tokens, weights, i, j)}."


def _both_ways(tokens, table, i, j):
    """Return two numbers that mirror each other: `A → B 4.00, B → A −2.00`."""
    return ", ".join(
        f"{tokens[a]} → {tokens[b]} {wording.drawn(table[a, b])}" for a, b in ((i, j), (j, i))
    )


def _reason(explorer):
    """Say what makes the scores symmetric."""
    W_Q, W_K = explorer.W_Q, explorer.W_K
    if explorer.tied:
        return ": W_K is tied to W_Q"
    if np.array_equal(W_Q, W_K):
        same = np.array_equal(W_Q, IDENTITY)
        return ": W_Q and W_K change nothing" if same else ": W_Q and W_K are the same"
    pairing = W_Q @ W_K.T
    if np.allclose(pairing, pairing.T):
        return ", though W_Q and W_K differ: the matrix W_Q W_Kᵀ is symmetric"
    return " for words that stand like these"


def since(before, now, tokens, query):
    """Say which weights of the query changed most since the pin, and the widest gaps of scores."""
    changes = np.abs(now.weights[query] - before.weights[query])
    moved = []
    for j in wording.largest(changes)[:3]:
        old, new = (wording.drawn(one.weights[query, j]) for one in (before, now))
        moved += [f"on {tokens[j]} {old} → {new}"] if old != new else []
    looked = f"weights of {tokens[query]} {', '.join(moved)}" if moved else "no weight changed"
    gaps = " → ".join(wording.drawn(lopsided(one.scores)[2]) for one in (before, now))
    return f"Since the pin: {looked}; widest gap of scores {gaps}."


def question(explorer):
    """Ask for the score that the other one of a pair gives back."""
    (i, j), scores = explorer.asked, explorer.result.scores
    i, j, score = explorer.tokens[i], explorer.tokens[j], wording.drawn(scores[i, j])
    return (
        f"{i} scores {j} with {score}. With how much does {j} score {i}?"
        " Pull the slider and let go, or press Enter or reveal."
    )


def off_by(explorer, guess):
    """Say how far a guess was from the score."""
    j, i = explorer.asked
    score = explorer.result.scores[i, j]
    pair = f"{explorer.tokens[i]} scores {explorer.tokens[j]} with"
    return one(apart(score, guess, lambda *n: "{} {}; you guessed {}, {} away.".format(pair, *n)))


def code(explorer):
    """Return the lines of Python that compute the present state."""
    rows = "\n".join(f"    {row}," for row in explorer.embeddings.tolist())
    return "\n".join(
        [
            "import numpy as np",
            "from helpers.attention import attention, project",
            "",
            f"tokens = {list(explorer.tokens)!r}",
            f"embeddings = np.array([\n{rows}\n])",
            *(_assigned(explorer, name) for name in MATRICES),
            "result = attention(*project(embeddings, W_Q, W_K, W_V))",
            "result.scores, result.weights, result.context",
        ]
    )


def _assigned(explorer, name):
    """Return the line that makes a matrix."""
    if explorer.tied and name == "W_K":
        return "W_K = W_Q  # tied"
    if name in explorer.dropped:
        return f"{name} = np.eye(2)  # dropped"
    return f"{name} = np.array({getattr(explorer, name).tolist()})"
