"""What is said of a softmax in a float format."""

import numpy as np

from helpers.figures import wording


def naive_story(forms, format_):
    """Say what became of the naive form, "" where it gives the stable form's weights."""
    name, top = format_.name, f"e^{_exponent(forms.exponents.max())}"
    if np.isinf(forms.powers).any():
        largest = _short(format_.largest)
        return f"{top} overflows in {name}, which ends at {largest}: inf / inf = nan."
    if np.isinf(forms.total):
        return (
            f"Every power fits into {name}, but their sum overflows: a number / inf = 0,"
            " for every weight."
        )
    if forms.total == 0:
        return f"{top} underflows to 0 in {name}, and so does every other power: 0 / 0 = nan."
    if not forms.broken(format_).any():
        return ""
    off = wording.number(np.abs(forms.naive - forms.stable).max())
    if forms.powers.max() < 1:
        few = f"{top} is so near 0 that {name} keeps few of its digits"
        return f"{few}: the naive weights are off by up to {off}."
    return f"{name} rounds the exponents near {top}: the naive weights are off by up to {off}."


def rounding_story(forms, format_):
    """Say that the format has no room for the scores as they are, "" where it has."""
    moved = forms.held - forms.asked
    spread = moved - moved[forms.asked.argmax()]
    if np.abs(spread).max() <= 0.01:
        return ""
    worst = int(np.abs(moved).argmax())
    return (
        f"{format_.name} keeps {forms.asked[worst]:.6g} as {forms.held[worst]:.6g}: the differences"
        " are rounded before any softmax, naive or stable."
    )


def result(weights, labels):
    """Say which weight is largest and which smallest, or that all are equal."""
    high, low = int(weights.argmax()), int(weights.argmin())
    if weights[high] - weights[low] < 5e-5:
        return f"All weights are equal: {wording.number(weights[high])} each."
    first = f"{labels[high]} has the largest weight, {wording.number(weights[high])}"
    tied = [labels[i] for i in np.flatnonzero(weights[high] - weights < 5e-5)]
    if len(tied) > 1:
        first = f"{' and '.join(tied)} share the largest weight, {wording.number(weights[high])}"
    last = f"{labels[low]} the smallest, {_small(weights[low])}."
    nearly = " One score takes nearly all." if weights[high] > 0.99 else ""
    return f"{first}; {last}{nearly}"


def fraction(forms, place, label):
    """Say one weight as the fraction that it is."""
    shift = forms.exponents.max() if not np.isfinite(forms.naive).all() else 0.0
    powers = np.exp(forms.exponents - shift)
    weight = wording.number(forms.stable[place])
    exponent = _exponent(forms.exponents[place])
    exponent += f" − {_exponent(shift)}" if shift > 0 else f" + {_exponent(-shift)}" * bool(shift)
    parts = f"{wording.digits(powers[place])} / {wording.digits(powers.sum())}"
    return f"{label}: e^({exponent}) over the sum of all powers is {parts} = {weight}."


def since_pin(weights, pinned, labels):
    """Say which weights moved most since they were pinned."""
    change = weights - pinned
    order = np.argsort(-np.abs(change), kind="stable")[:3]
    moved = [i for i in order if abs(change[i]) >= 0.005]
    if not moved:
        return "No weight has moved since the pin."
    texts = [f"{labels[i]} {'+' if change[i] > 0 else '−'}{abs(change[i]):.2f}" for i in moved]
    return f"Since the pin: {', '.join(texts)}."


def off_by(guess, weights, labels):
    """Say how far a guess was from the weights."""
    gap = np.abs(guess - weights)
    worst = int(gap.argmax())
    said = f"You were furthest off at {labels[worst]}: {wording.number(guess[worst])} guessed, "
    said += f"{wording.number(weights[worst])} true, {wording.number(gap[worst])} apart."
    if abs(guess.sum() - 1) < 0.005:
        return said
    return f"{said} Your bars sum to {wording.number(guess.sum())}; weights sum to 1."


def rounded_to_zero(forms, format_):
    """Say which power a weight of exactly 0 really is, "" where no weight is 0."""
    gone = np.flatnonzero(forms.stable == 0)
    if not gone.size:
        return ""
    apart = float((forms.exponents.max() - forms.exponents[gone]).min())
    tens = int(np.floor(-apart / np.log(10)))
    return (
        f"rounded to 0 in {format_.name}: e^(−{apart:.6g}) times the largest weight,"
        f" about {wording.power(10.0**tens) if tens > -300 else f'10^{tens}'}, is above 0"
    )


def _exponent(exponent):
    """Return an exponent with six digits and a true minus sign."""
    return f"{exponent:.6g}".replace("-", "−")


def _short(number):
    """Return a huge number with two digits."""
    return f"{number:.1e}".replace("e+", "e") if number > 1e6 else f"{number:g}"


def _small(weight):
    """Return a weight in words, also one that two decimals cannot show."""
    if weight == 0:
        return "rounded to 0"
    return wording.number(weight) if weight >= 0.005 else f"{weight:.1e}"
