"""What is said of a softmax in a float format."""

from decimal import Decimal

import numpy as np

from helpers.explorers.base.words import Goal, Text, changed_most, listed
from helpers.numerals import wording

NUMPY = """import numpy as np

from helpers.attention import softmax

scores = np.array({scores}, dtype="{dtype}")
scores = scores + np.{dtype}({added})
with np.errstate(all="ignore"):
    powers = np.exp(scores / {temperature})
    naive = powers / powers.sum()
weights = softmax(scores, temperature={temperature})"""
DO = (
    "Drag one score up. What happens to its part of the bar, and to all the others?",
    "Move the temperature from end to end. When are all parts equal?",
)
TORCH = """import torch

scores = torch.tensor({scores}, dtype=torch.bfloat16)
scores = scores + torch.tensor({added}, dtype=torch.bfloat16)
powers = torch.exp(scores / {temperature})
naive = powers / powers.sum()
weights = torch.softmax((scores - scores.max()) / {temperature}, dim=0)"""

MOST_DIGITS = 8  # of a power, that are tried
LONG = 60  # letters of names, past which their number is said instead


def asked(_row):
    """Ask for the weights."""
    return Text("Guess the weights: drag the bars on the right, then press reveal.")


def to_do(row):
    """Name something to try."""
    return DO[row.temperature != 1]


def text(row, naive=False):
    """Say who takes most and least, and what a float format broke.

    A chosen weight comes first of these, as its fraction: a wall shows one sentence.

    naive : whether it is also said what the naive form gives
    """
    forms, names = row.forms, _quoted(row)
    return Text.of(
        row.chosen >= 0 and fraction(forms, row.chosen, names[row.chosen]),
        result(row.weights, names),
        rounding_story(forms),
        naive and (naive_story(forms) or "The naive form gives the same weights."),
    )


def _quoted(row):
    return [f"“{name}”" for name in row.names]  # a name may be a word such as “one”


def naive_story(forms):
    """Say what became of the naive form, "" where it gives the stable form's weights."""
    name, top = forms.format.name, f"e^{_exponent(forms.exponents.max())}"
    if np.isinf(forms.powers).any():
        largest = wording.number(forms.format.largest, 0).replace("e+", "e")
        return f"{top} overflows in {name}, whose limit is {largest}: inf / inf = nan."
    if np.isinf(forms.total):
        overflows = f"Every exponential fits into {name}, but their sum overflows"
        return f"{overflows}: a number / inf = 0, for every weight."
    if forms.total == 0:
        return f"{top} underflows to 0 in {name}, and so do all other exponentials: 0 / 0 = nan."
    if not forms.broken.any():
        return ""
    off = wording.number(np.abs(forms.naive - forms.stable).max())
    if forms.powers.max() < 1:
        few = f"{top} is so near 0 that {name} keeps few of its digits"
        return f"{few}: the naive weights are off by up to {off}."
    return f"{name} rounds the exponents near {top}: the naive weights are off by up to {off}."


def rounding_story(forms):
    """Say that the format has no room for the scores as they are, "" where it has."""
    moved = forms.stored - forms.asked
    spread = moved - moved[forms.asked.argmax()]
    if np.abs(spread).max() <= 0.01:
        return ""
    worst = int(np.abs(moved).argmax())
    asked, stored = (_exponent(scores[worst]) for scores in (forms.asked, forms.stored))
    kept = f"{forms.format.name} stores {asked} as {stored}"
    return f"{kept}: the differences are rounded before any softmax, naive or stable."


def result(weights, labels):
    """Say which attention weight is largest and which smallest, or that all are equal."""
    high, low = wording.largest(weights)[0], wording.largest(-weights)[0]
    top = wording.percent(weights[high], 0)
    if weights[high] - weights[low] < 5e-5:
        return f"All attention weights are equal: {top} each."
    tied = [labels[i] for i in np.flatnonzero(weights[high] - weights < 5e-5)]
    most = f"{tied[0]} gets the most weight, {top}"
    if len(tied) > 1:
        names = listed(tied) if len(listed(tied)) <= LONG else f"{len(tied)} scores"
        most = f"{names} get the most, {top} each"
    least = wording.percent(weights[low], 0)
    if _is_small(weights[low]):
        least = _small(weights[low])
    return f"{most}; {labels[low]} the least, {least if weights[low] else 'rounded to 0'}."


def fraction(forms, place, label):
    """Say one weight as the fraction that it is."""
    shift = forms.exponents.max() if not np.isfinite(forms.naive).all() else 0.0
    powers = np.exp(forms.exponents - shift)
    exponent = _exponent(forms.exponents[place])
    if shift:
        exponent += f" − {_exponent(shift)}" if shift > 0 else f" + {_exponent(-shift)}"
    weight = _small(forms.stable[place])
    parts = _fraction(powers[place], powers.sum(), forms.stable[place])
    above, below = map(wording.raised, parts)
    share = f"e^({exponent}) divided by the sum of exponentials"
    return f"{label}: {share} is {above} / {below} ≈ {weight}."


def _fraction(above, below, weight):
    """Return two numbers with so many digits that a calculator finds their fraction, or with "…".

    A short float format may round the weight itself away from the fraction: then none suffice.
    """
    weight = Decimal(f"{weight:.1e}" if _is_small(weight) else wording.number(weight))
    half = 0.5 * 10.0 ** weight.as_tuple().exponent + 1e-12
    for digits in range(3, MOST_DIGITS + 1):
        texts = [_digits(number, digits) for number in (above, below)]
        if abs(float(texts[0]) / float(texts[1]) - float(weight)) <= half:
            return texts
    return [f"{_digits(number, 3)}…" for number in (above, below)]


def _digits(number, digits):
    """Return a number with so many digits, or all of a whole part that is not much longer."""
    return f"{number:.0f}" if 10**digits <= number < 1e6 else f"{number:.{digits}g}"


def since_pin(row, pinned):
    """Say which weights moved most since they were pinned."""
    then, now = ([wording.percent(weight, 0) for weight in one.weights] for one in (pinned, row))
    moved = [i for i in changed_most(pinned.weights, row.weights) if then[i] != now[i]]
    texts = [f"{_quoted(row)[i]} {then[i]} → {now[i]}" for i in moved]
    return f"Since the pin: {', '.join(texts) or 'no weight has changed'}."


def guessed(row, guess):
    """Say how far a guess was from the weights."""
    worst = int(np.abs(guess - row.weights).argmax())
    said, true = (round(100 * float(shares[worst])) for shares in (guess, row.weights))
    where = f"Your guess was furthest off for {_quoted(row)[worst]}"
    off = wording.count(abs(said - true), "point")
    judged = f"{where}: you said {said}%, it's {true}%, so you're {off} off."
    if abs(guess.sum() - 1) < 0.005:
        return judged
    return f"{judged} Your bars add up to {100 * guess.sum():.0f}%; weights add up to 100%."


def code(row):
    """Return the lines of Python that compute `naive` and `weights`."""
    lines = TORCH if row.dtype == "bfloat16" else NUMPY
    return lines.format(**{**vars(row), "scores": list(row.scores)})


def rounded_to_zero(forms):
    """Say which power a weight of exactly 0 really is, "" where no weight is 0."""
    gone = np.flatnonzero(forms.stable == 0)
    if not gone.size:
        return ""
    apart = float((forms.exponents.max() - forms.exponents[gone]).min())
    tens = int(np.floor(-apart / np.log(10)))
    return (
        f"rounded to 0 in {forms.format.name}; really e^(−{apart:.6g}) times the largest weight,"
        f" about {wording.power(10.0**tens) if tens > -300 else f'10^{tens}'}"
    )


def _exponent(exponent):
    return wording.typed(exponent)


def _small(weight):
    """Return a weight, also one that two decimals cannot show."""
    return wording.raised(f"{weight:.1e}") if _is_small(weight) else wording.number(weight)


def _is_small(weight):
    return 0 < weight < 0.005


def _three_alike(now, _before):
    return len(now.scores) == len(set(now.scores)) == 3 and now.weights.min() > 0.3


GOALS = (
    Goal(
        "make the naive form fail while the stable one works",
        lambda now, _: now.forms.fails(),
        "Press “break it” and add a large c, or choose float16, where even e^12 is too large.",
    ),
    Goal(
        "give each of three different scores a weight above 0.3",
        _three_alike,
        "Choose the three small scores and raise the temperature until their gaps hardly matter.",
    ),
    Goal(
        "make a weight exactly 0",
        lambda now, _: bool((now.weights == 0).any()),
        "It can't be done with real numbers: however far a score is below the largest, its"
        " weight is e^(−difference) divided by a finite sum, and no power of e is 0. Only a"
        " number format can round it to 0.",
        lambda now: f", but only {rounded_to_zero(now.forms)}",
    ),
)
