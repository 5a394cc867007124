"""What is said of scores, their spread, and the softmax that gets them."""

import numpy as np

from helpers.explorers.base.words import Fact, Goal, Text, lines
from helpers.explorers.scaling.state import EMBEDDING, FULL, MOST, WIDEST
from helpers.numerals import wording
from helpers.numerals.arithmetic import FEWEST, Equation, apart, one

NORMAL = f"queries, keys = rng.normal(size=(2, {MOST}, {WIDEST}))[:, :{{n}}, :{{d_k}}]"
LINEAR = f"""embeddings = rng.normal(size=({MOST}, {EMBEDDING}))
bound = {EMBEDDING} ** -0.5  # nn.Linear begins with uniform weights within 1/sqrt(d_model)
W_Q, W_K = rng.uniform(-bound, bound, size=(2, {EMBEDDING}, {WIDEST}))[..., :{{d_k}}]
queries, keys = embeddings[:{{n}}] @ W_Q, embeddings[:{{n}}] @ W_K"""
SAME = f"queries = keys = rng.normal(size=({MOST}, {WIDEST}))[:{{n}}, :{{d_k}}]"
LINES = {"normal": NORMAL, "linear": LINEAR, "same": SAME}  # that draw, as a reader would
CODE = """import numpy as np

from helpers.attention import attention

rng = np.random.default_rng({draw})
{vectors}
result = attention(queries, keys, keys, scale={scale})
spread = {spread}
weights = result.weights[0]
seen = weights[weights > 0]
entropy = -(seen * np.log(seen)).sum()
slopes = np.diag(weights) - np.outer(weights, weights)
by_scores = np.linalg.norm(slopes)
by_query = np.linalg.norm(slopes @ keys){factor}"""
GOALS = (
    Goal(
        "make the first query's largest weight pass 0.99",
        lambda now, _: now.measured.largest[0] > FULL,
        "Stay undivided and pull d_k to the right; where this draw stays undecided, draw again.",
    ),
    Goal(
        "at d_k = 4,096, keep the first query's entropy above four fifths of ln n",
        lambda now, _: now.d_k == WIDEST and now.measured.entropy[0] > 0.8 * np.log(now.n),
        "Pull d_k all the way, then divide: the weights stay nearly even, their entropy near ln n.",
    ),
    Goal(
        "make the entropy larger than ln n",
        lambda now, _: now.measured.entropy.max() > np.log(now.n) + 1e-9,
        "It cannot be done. The entropy is the mean of ln(1 / weight) under the weights. The"
        " logarithm bends down, so this is at most the ln of the mean of 1 / weight. That mean is"
        " n, for each key adds weight × 1 / weight = 1. Equal weights reach ln n, and nothing"
        " passes it.",
    ),
)


def text(now, guess=None, pinned=None):
    """Say what one key takes undivided and divided, how far a guess was, and what a pin was."""
    judged = "" if guess is None else off_by(guess, now)
    since = "" if pinned is None else since_pin(now, pinned)
    return Text(result(now), lines(_full(now), _own(now), judged, since), facts(now))


def asked(now):
    """Return what is asked while the spread is hidden."""
    what = f"Guess how far the {'' if now.scaled else 'un'}divided scores spread"
    how = "Pull the slider and let go, or press Enter or reveal."
    return Text(f"{what}: their standard deviation.", how)


def result(now):
    """Say how much of the first query's weight one key takes, undivided and divided."""
    before, after = (_percent(each.largest[0]) for each in now.sides)
    return f"At d_k = {now.d_k:,}, undivided, one key takes {before}; divided, {after}."


def _percent(weight):
    """Return a weight in hundredths, where one less than all is never called all."""
    return "over 99%" if 0.995 <= weight < 1 else f"{wording.drawn(100 * weight, 0)}%"


def _full(now):
    undivided, divided = (each.full or "none" for each in now.sides)
    few = f"Undivided, {undivided} of {now.n} queries give one key more than 0.99"
    return f"{few}; divided, {divided}."


def _own(now):
    """Say what queries score with their own keys, "" where they have none."""
    if not now.measured.own.size:
        return ""
    own, divided = (wording.drawn(each.own.mean()) for each in now.sides)
    return f"A query scores {own} with its own key, on average; divided, {divided}."


def titled(now):
    """Return the width and the scale in a few words."""
    return f"d_k = {now.d_k:,}, {_scaling(now)}"


def _scaling(now):
    return "divided by √d_k" if now.scaled else "undivided"


def facts(now):
    """Return the `Fact` rows of the side that is meant: the first query, all, what to compare."""
    measured, n = now.measured, now.n
    slopes = np.sqrt(n - 1) / n  # of equal weights: the norm of I/n - 11^T/n^2
    law = f"{'law' if now.scaled else '√d_k'} {wording.drawn(now.law(now.scaled))}"
    every, first = measured.spread
    largest, entropy, by_scores, by_query = (
        (numbers[0], numbers.mean())
        for numbers in (measured.largest, measured.entropy, measured.by_scores, measured.by_query)
    )
    rows = (
        ("standard deviation", (first, every), 2, f"; {law}"),
        ("largest weight", largest, 3, f"; equal {wording.drawn(1 / n, 3)}"),
        ("entropy", entropy, 2, f"; ln n {wording.drawn(np.log(n))}"),
        ("gradient, scores", by_scores, 3, f"; equal {wording.drawn(slopes, 3)}"),
        ("gradient, query", by_query, 2, ""),
    )
    found = [Fact("scores", _scaling(now))]
    for name, numbers, places, compared in rows:
        one, mean = (wording.drawn(number, places) for number in numbers)
        found.append(Fact(name, f"query 1: {one}; all {n}: {mean}{compared}"))
    return (*found, Fact("first query's entropy", share_of(measured.entropy[0], n)))


def share_of(entropy, n):
    """Return the share of an entropy in the largest that n weights can have."""
    share = Equation(
        ((entropy,),),
        lambda entropy: [100 * entropy[0] / np.log(n)],
        lambda entropy, _sign, share: f"{entropy[0]}, {share[0]}% of ln n",
        least=FEWEST,
    )
    return one(share, 0)


def since_pin(now, pinned):
    """Say what the largest weights were at the pin, and are now."""
    sides = zip(("undivided", "divided"), pinned.sides, now.sides, strict=True)
    said = [
        f"{name} {_percent(before.largest[0])} → {_percent(after.largest[0])}"
        for name, before, after in sides
    ]
    spreads = (wording.drawn(each.measured.spread[0]) for each in (pinned, now))
    return f"Since the pin: {', '.join(said)}; standard deviation {' → '.join(spreads)}."


def off_by(guess, now):
    """Say how far a guess was from the standard deviation."""
    said = f"You guessed {guess:g}; the standard deviation is"
    spread = now.measured.spread[0]
    return one(apart(guess, spread, lambda _, true, gap: f"{said} {true}, {gap} away."))


def described(now):
    """Return the lines that a picture of the scores says of their weights and gradients."""
    said = [f"{name}: {text}" for name, text, _ in facts(now)[2:]]
    if now.measured.own.size:
        said.append(f"not drawn: own keys, mean {wording.drawn(now.measured.own.mean())}")
    return [result(now), *said]


def code(now):
    """Return the lines of Python that compute the present numbers of the first query."""
    others = "result.scaled[~np.eye(len(queries), dtype=bool)].std()  # without own keys"
    scale = f"{now.d_k} ** -0.5"
    return CODE.format(
        draw=now.draw,
        vectors=LINES[now.entries].format(n=now.n, d_k=now.d_k),
        scale=scale if now.scaled else "1.0",
        spread=others if now.entries == "same" else "result.scaled.std()",
        factor=f" * {scale}" if now.scaled else "",
    )
