"""What is said of scores, their spread, and the softmax that gets them."""

import numpy as np

from helpers.explorers.base.words import Fact, Goal, Text
from helpers.explorers.scaling.state import EMBEDDING, MOST, WIDEST
from helpers.numerals import wording
from helpers.numerals.arithmetic import FEWEST, Equation, apart, one

NORMAL = f"queries, keys = rng.normal(size=(2, {MOST}, {WIDEST}))[:, :{{n}}, :{{d_k}}]"
LINEAR = f"""embeddings = rng.normal(size=({MOST}, {EMBEDDING}))
bound = {EMBEDDING} ** -0.5  # nn.Linear begins with uniform weights within 1/sqrt(d_model)
W_Q, W_K = rng.uniform(-bound, bound, size=(2, {EMBEDDING}, {WIDEST}))[..., :{{d_k}}]
queries, keys = embeddings[:{{n}}] @ W_Q, embeddings[:{{n}}] @ W_K"""
SAME = f"queries = keys = rng.normal(size=({MOST}, {WIDEST}))[:{{n}}, :{{d_k}}]"
LUCKY = 64  # a width at which some draws are decided and some are not
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
DO = (
    "Drag width d_k to the right. What happens to the weights?",
    "Press ÷ √d_k. What happens to the scores, and then to the weights?",
    "Now drag width d_k from end to end. What stays the same?",
)
GOALS = (
    Goal(
        "at d_k = 4,096, bring the entropy three quarters of the way to “all alike”",
        lambda now, _: now.d_k == WIDEST and now.measured.entropy[0] > 0.75 * np.log(now.n),
        "Drag d_k all the way, then divide: unless Q = K, many keys then share the weight.",
    ),
    Goal(
        f"at d_k = {LUCKY} and undivided, find a draw in which no key takes half",
        lambda now, _: (now.d_k, now.scaled) == (LUCKY, False) and now.measured.largest[0] < 0.5,
        "Press draw again a few times: luck decides how far ahead of the others one key gets.",
    ),
    Goal(
        "bring the entropy past “all alike”",
        lambda now, _: now.measured.entropy.max() > np.log(now.n) + 1e-9,
        "It can't be done. The entropy is the mean of ln(1 / weight) under the weights. The"
        " logarithm is concave, so this is at most the ln of the mean of 1 / weight. That mean is"
        " n, because each key adds weight × 1 / weight = 1. Equal weights reach ln n, and nothing"
        " exceeds it.",
    ),
)


def text(now):
    """Say what one key takes, and how even the weights are."""
    full = f"Queries that give one key more than 0.99: {now.measured.full} of {now.n}."
    return Text.of(result(now), even(now), full, _own(now), details=facts(now))


def asked(now):
    """Return what is asked while the spread is hidden."""
    what = f"Guess how far the {'' if now.scaled else 'un'}divided scores spread"
    how = "Drag the slider and let go, or press Enter or reveal."
    return Text(f"{what}: their standard deviation.", how)


def to_do(now):
    """Say what to try next."""
    return DO[2 if now.scaled else now.d_k > LUCKY]


def result(now):
    """Say how much of the first query's weight one key takes."""
    largest = _percent(now.measured.largest[0])
    return f"At {titled(now)}: one key takes {largest} of the first query's weight."


def _percent(weight):
    """Return a weight in hundredths, where one less than all is never called all."""
    return "over 99%" if 0.995 <= weight < 1 else f"{wording.drawn(100 * weight, 0)}%"


def even(now):
    """Say how many keys with equal weights would have the first query's entropy."""
    alike = Equation(
        ((now.measured.entropy[0],),),
        lambda entropy: [np.exp(entropy[0])],
        lambda entropy, sign, keys: f"e^{entropy[0]} {sign} {keys[0]}",
        least=FEWEST,
    )
    few = now.measured.entropy[0] < np.log(10)
    return f"The entropy is that of equal weights on {one(alike, int(few))} of the {now.n} keys."


def _own(now):
    """Say what queries score with their own keys, "" where they have none."""
    if not now.measured.own.size:
        return ""
    own = wording.drawn(now.measured.own.mean())
    return f"A query scores {own} with its own key, on average."


def titled(now):
    """Return the width and the scale in a few words."""
    return f"d_k = {now.d_k:,}, {'divided by √d_k' if now.scaled else 'undivided'}"


def facts(now):
    """Return the `Fact` rows of the side that is meant: the first query, all, what to compare."""
    measured, n = now.measured, now.n
    slopes = np.sqrt(n - 1) / n  # of equal weights: the norm of I/n - 11^T/n^2
    every, first = measured.spread
    largest, entropy, by_scores, by_query = (
        (numbers[0], numbers.mean())
        for numbers in (measured.largest, measured.entropy, measured.by_scores, measured.by_query)
    )
    rows = (
        ("standard deviation", (first, every), 2, f"; expected {wording.drawn(now.law)}"),
        ("largest weight", largest, 3, f"; equal {wording.drawn(1 / n, 3)}"),
        ("entropy", entropy, 2, f"; ln n {wording.drawn(np.log(n))}"),
        ("gradient, scores", by_scores, 3, f"; equal {wording.drawn(slopes, 3)}"),
        ("gradient, query", by_query, 2, ""),
    )
    found = []
    for name, numbers, places, compared in rows:
        one, mean = (wording.drawn(number, places) for number in numbers)
        found.append(Fact(name, f"query 1: {one}; all {n}: {mean}{compared}"))
    return tuple(found)


def since_pin(now, pinned):
    """Say what the largest weight and the spread were at the pin, and are now."""
    both = [each.measured for each in (pinned, now)]
    largest = " → ".join(_percent(each.largest[0]) for each in both)
    spreads = " → ".join(wording.drawn(each.spread[0]) for each in both)
    return f"Since the pin: one key {largest}; standard deviation {spreads}."


def guessed(now, guess):
    """Say how far a guess was from the standard deviation."""
    said = f"You guessed {guess:g}; the standard deviation is"
    spread = now.measured.spread[0]
    return one(apart(guess, spread, lambda _, true, gap: f"{said} {true}, {gap} away."))


def described(now):
    """Return the lines that a picture of the weights says of them; gradients are left for later."""
    return [result(now), *(f"{name}: {text}" for name, text, _ in facts(now)[:3])]


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
