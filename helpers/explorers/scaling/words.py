"""What is said of scores, their spread, and the softmax that gets them."""

import numpy as np

from helpers.explorers.base.arithmetic import FEWEST, Equation, apart, one
from helpers.explorers.scaling import draws
from helpers.figures import wording

ROWS = (
    "standard deviation",
    "largest weight",
    "entropy",
    "gradient, scores",
    "gradient, query",
)
DECIMALS = (2, 3, 2, 3, 2)
NARROW = "\N{NO-BREAK SPACE}"  # keeps a fact on one line
ASK = (
    "Guess the standard deviation of what softmax gets: pull the slider and let go, or press Enter"
    " or reveal."
)
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


def columns(n):
    """Return the headings of the facts."""
    return [f"query{NARROW}1", f"all {n}", "compare"]


def titled(now):
    """Return the width and the scale in a few words."""
    return f"d_k = {now.d_k:,}, {'scaled' if now.scaled else 'unscaled'}"


def told(now):
    """Return the lines that a picture of the scores says of their weights and gradients."""
    rows = zip(ROWS[1:], facts(now)[1:], strict=True)
    lines = [
        f"{name}: first query {first}, mean of {now.n} {mean}" for name, (first, mean, _) in rows
    ]
    lines.append(f"ln n = {wording.drawn(np.log(now.n))}")
    if now.measured.own.size:
        lines.append(f"not drawn: own keys, mean {wording.drawn(now.measured.own.mean())}")
    return lines


def facts(now, hidden=False):
    """Return the rows of texts: the first query, all of them, and what to compare with."""
    if hidden:
        return [["?", "?", ""]] * len(ROWS)
    measured, n, law = now.measured, now.n, now.law
    slopes = np.sqrt(n - 1) / n  # of equal weights: the norm of I/n - 11^T/n^2
    beside = (
        f"{'law' if now.scaled else '√d_k'} {wording.drawn(law)}",
        f"equal {wording.drawn(1 / n, 3)}",
        f"ln n {wording.drawn(np.log(n))}",
        f"equal {wording.drawn(slopes, 3)}",
        "",
    )
    first, every = measured.spread[::-1]
    numbers = [(first, every)]
    for each in (measured.largest, measured.entropy, measured.by_scores, measured.by_query):
        numbers.append((each[0], each.mean()))
    return [
        [*(wording.drawn(number, decimals) for number in pair), compare.replace(" ", NARROW)]
        for pair, decimals, compare in zip(numbers, DECIMALS, beside, strict=True)
    ]


def result(now):
    """Say how far the scores spread, and what softmax makes of the first query's."""
    measured, n = now.measured, now.n
    return " ".join([_spread(now), _sharpness(measured, n), _gradient(measured, n)])


def _spread(now):
    spread, own = now.measured.spread[0], now.measured.own
    what = "Scaled, the scores" if now.scaled else "Unscaled, the scores"
    what += " with other keys" if own.size else ""
    beside = "1" if now.scaled else f"√d_k = {wording.drawn(now.law)}"
    said = f"{what} have standard deviation {wording.drawn(spread)}, beside {beside}."
    if own.size:
        said += f" A query scores {wording.drawn(own.mean())} with its own key, on average."
    return said


def _sharpness(measured, n):
    top = wording.drawn(measured.largest[0], 3)
    share = Equation(
        ((measured.entropy[0],),),
        lambda entropy: [100 * entropy[0] / np.log(n)],
        lambda entropy, _sign, share: f"its entropy {entropy[0]}, {share[0]}% of ln n",
        least=FEWEST,
    )
    return (
        f"The first query's largest weight is {top}, {one(share, 0)}; {measured.full} of {n}"
        " queries give one key more than 0.99."
    )


def _gradient(measured, n):
    """Say where the derivative stands between equal weights, two equal ones, and a single one."""
    norm, equal = measured.by_scores[0], np.sqrt(n - 1) / n
    said = f"Softmax's derivative has norm {wording.drawn(norm, 3)} there"
    if norm < 0.01:
        return f"{said}: next to no gradient passes to the scores."
    return (
        f"{said}; it is {wording.drawn(equal, 3)} at equal weights, 0.5 where two keys share all,"
        " and 0 at one-hot."
    )


def since_pin(measured, pinned):
    """Say what the spread, the largest weight and the derivative were at the pin, and are now."""
    pairs = (
        ("standard deviation", pinned.spread[0], measured.spread[0], 2),
        ("largest weight", pinned.largest[0], measured.largest[0], 3),
        ("entropy", pinned.entropy[0], measured.entropy[0], 2),
        ("gradient by the scores", pinned.by_scores[0], measured.by_scores[0], 3),
    )
    said = [
        f"{name} {wording.drawn(before, decimals)} → {wording.drawn(after, decimals)}"
        for name, before, after, decimals in pairs
    ]
    return f"Since the pin: {', '.join(said)}."


def off_by(guess, measured):
    """Say how far a guess was from the standard deviation."""
    spread = measured.spread[0]
    return one(apart(guess, spread, lambda _, true, gap: f"You guessed {guess:g}, {gap} away."))


def code(now):
    """Return the lines of Python that compute the present numbers of the first query."""
    others = "result.scaled[~np.eye(len(queries), dtype=bool)].std()  # without own keys"
    scale = f"{now.d_k} ** -0.5"
    return CODE.format(
        draw=now.draw,
        vectors=draws.LINES[now.entries].format(n=now.n, d_k=now.d_k),
        scale=scale if now.scaled else "1.0",
        spread=others if now.entries == "same" else "result.scaled.std()",
        factor=f" * {scale}" if now.scaled else "",
    )
