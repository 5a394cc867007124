"""Arithmetic written out in words, with digits from which a calculator finds what is shown."""

import itertools
import math
from collections.abc import Callable
from decimal import Decimal
from operator import mul
from typing import NamedTuple

from helpers.numerals import wording

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
FEWEST, MOST = 2, 7  # decimals that are tried for a number that is longer
WHOLE = 4  # decimals up to which a number is shown whole
COARSE = 1e12  # from here on a float64 has few decimals left, and none is shown
LONGER = "…"


class Equation(NamedTuple):
    """Groups of numbers, and the numbers that come of them.

    parts : each group is shown with the same decimals
    again : takes the groups, returns the results
    text  : takes the texts of each group, "=" or "≈", and the texts of the results
    least : decimals that every number has, where it stands beside others that have them
    tiny  : whether a number beside 0 is meant, as a power of e is, and no float's noise
    """

    parts: tuple
    again: Callable
    text: Callable
    least: int = 0
    tiny: bool = False

    @property
    def results(self):
        """Return the numbers that come of the parts."""
        return self.again(*self.parts)


class Digits(NamedTuple):
    """How many decimals each group of parts has, and the results; whether the parts suffice."""

    parts: tuple
    results: int
    suffice: bool = True


def written(equations, decimals=FEWEST, fewest=FEWEST):
    """Return equations of one kind as texts, with the `digits` that they have in common."""
    equations = list(equations)
    found = digits(equations, decimals, fewest)
    return [_text(one, found) for one in equations]


def digits(equations, decimals=FEWEST, fewest=FEWEST):
    """Return the `Digits` with which a calculator finds every result to its last digit.

    decimals : of the results, where they are not whole before
    fewest   : decimals of a part that is longer

    A number that is shown whole has the digits that takes; where seven decimals of the others do
    not suffice, they end in "…".
    """
    least, tiny = equations[0].least, equations[0].tiny
    kinds = zip(*(one.parts for one in equations), strict=True)
    whole = [_whole(itertools.chain(*kind), least, tiny) for kind in kinds]
    results = list(itertools.chain(*(one.results for one in equations)))
    result = _whole(results, least, tiny)
    decimals = 0 if max(map(abs, results), default=0) >= COARSE else decimals
    if None not in whole:
        return Digits(tuple(whole), decimals if result is None else min(result, decimals))
    for end, longest in itertools.product((decimals, decimals + 1), range(fewest, MOST + 1)):
        found = Digits(tuple(longest if place is None else place for place in whole), end)
        if longest >= end and all(_is_right(one, found) for one in equations):
            return found
    return Digits(tuple(WHOLE if place is None else place for place in whole), decimals, False)


def one(equation, decimals=FEWEST):
    """Return one equation as a text."""
    return written([equation], decimals)[0]


def share(score, peak, weight):
    """Say how a weight comes about: `e^(0.50 − 1.41) over the sum of its row: 0.1613`."""
    score, peak = (inner(wording.drawn(number)) for number in (score, peak))
    return f"e^({score} − {peak}) over the sum of its row: {wording.drawn(weight, 4)}"


def drawn(number, decimals):
    """Return a number with so many decimals, also a huge one, with a true minus sign."""
    return f"{_rounded(number, decimals):.{decimals}f}".replace("-", "−")


def inner(text):
    """Return a number's text as it stands after an operator: in brackets where it is negative."""
    return f"({text})" if text.startswith("−") else text


def decimals_of(numbers):
    """Return how many decimals show all numbers whole, two at most."""
    whole = _whole(numbers)
    return FEWEST if whole is None else min(whole, FEWEST)


def vector(numbers):
    """Return a vector as `(0.0, 1.5)`."""
    places = decimals_of(numbers)
    return _vector([drawn(number, places) for number in numbers])


def dot(a, b):
    """Return the dot product of two vectors: `0 × 1 + 1 × 2 = 2`."""

    def text(left, right, sign, results):
        pairs = zip(_added(left), right, strict=True)
        return f"{' + '.join(f'{x} × {inner(y)}' for x, y in pairs)} {sign} {results[0]}"

    return Equation((tuple(a), tuple(b)), lambda *both: [math.fsum(map(mul, *both))], text)


def product(a, b):
    """Return the product of two numbers of one kind: `1.00 × 1.41 ≈ 1.41`."""
    return _single((a, b), mul, lambda a, b: f"{inner(a)} × {inner(b)}", least=FEWEST)


def total(numbers):
    """Return a sum: `0.10 + 0.40 ≈ 0.50`."""
    return _single(numbers, lambda *x: math.fsum(x), lambda *terms: " + ".join(_added(terms)))


def times(factor, numbers):
    """Return a vector multiplied by a number: `0.403 × (0, 2) ≈ (0.00, 0.81)`."""
    return Equation(
        ((factor,), tuple(numbers)),
        lambda factor, numbers: [factor[0] * x for x in numbers],
        lambda factor, vector, sign, results: (
            f"{factor[0]} × {_vector(vector)} {sign} {_vector(results)}"
        ),
    )


def power(score):
    """Return e to a score: `e^1.414 ≈ 4.11`."""
    return _single((score,), _exp, lambda score: f"e^{inner(score)}", tiny=True)


def _exp(score):
    """Return e to a score as a calculator finds it: a float's last digit grows in a power."""
    return float(Decimal(repr(round(float(score), wording.SURE))).exp())


def quotient(above, below):
    """Return a fraction of two numbers of one kind: `4.11 ÷ 10.19 ≈ 0.40`."""

    def again(above, below):
        return above / below if below else math.nan  # nan: with too few digits

    return _single((above, below), again, "{} ÷ {}".format, tiny=True)


def over_root(score, width):
    """Return a score divided by the root of a width: `2 ÷ √2 ≈ 1.41`."""
    return _single((score,), lambda score: score / math.sqrt(width), f"{{}} ÷ √{width}".format)


def apart(a, b, text):
    """Return the distance of two numbers; `text` takes the texts of a, of b and of the distance."""
    return Equation(
        ((a, b),),
        lambda both: [abs(both[0] - both[1])],
        lambda both, _sign, results: text(*both, *results),
        least=FEWEST,
    )


def off_by(guess, truth, name):
    """Say how far a guess was from the truth, which has a name."""

    def judgement(guess, truth, gap):
        return f"You guessed {guess}; the {name} is {truth}, {gap} away."

    return one(apart(guess, truth, judgement))


def _single(group, again, left, **options):
    """Return the equation of one group and one result; `left` writes what equals the result."""
    return Equation(
        (tuple(group),),
        lambda group: [again(*group)],
        lambda group, sign, results: f"{left(*group)} {sign} {results[0]}",
        **options,
    )


def numbered(letter, count):
    """Return names with subscripts that count from 1: `x₁`, `x₂`."""
    return [letter + str(k + 1).translate(SUBSCRIPTS) for k in range(count)]


def _whole(numbers, least=0, tiny=False):
    """Return the fewest decimals that show all numbers whole, None where four are too few."""
    numbers = [float(number) for number in numbers]
    for places in range(least, WHOLE + 1):
        if all(_is_whole(number, places, tiny) for number in numbers):
            return places
    return None


def _is_whole(number, places, tiny):
    """Return whether so many decimals show a number whole, noise apart."""
    noise = 1e-9 * min(1.0, abs(number)) if tiny else 1e-9
    return abs(_rounded(number, places) - number) <= noise


def _rounded(number, decimals):
    """Return a number as it is shown, without the noise of its last digits and without -0."""
    return round(round(float(number), wording.SURE), decimals) + 0.0


def _is_right(equation, found):
    """Return whether a calculator finds the results from the parts as they are shown."""
    half = 0.5 * 10**-found.results + 1e-12
    pairs = zip(_from_shown(equation, found), equation.results, strict=True)
    return all(abs(again - _rounded(result, found.results)) <= half for again, result in pairs)


def _from_shown(equation, found):
    """Return what comes of the parts as they are shown."""
    kinds = zip(equation.parts, found.parts, strict=True)
    return equation.again(*([_rounded(x, places) for x in part] for part, places in kinds))


def _text(equation, found):
    """Return one equation, "=" where every number is shown whole."""
    kinds, tiny = list(zip(equation.parts, found.parts, strict=True)), equation.tiny
    parts = [[_drawn(x, places, found.suffice, tiny) for x in part] for part, places in kinds]
    whole = all(_is_whole(x, places, tiny) for part, places in kinds for x in part)
    # Where a score is shown whole, what counts is that: a power makes a large number of its noise.
    results = _from_shown(equation, found) if whole else equation.results
    kinds.append((results, found.results))
    small = all(abs(x) < COARSE for part, _ in kinds for x in part)
    exact = small and whole and all(_is_whole(x, found.results, tiny) for x in results)
    texts = [drawn(number, found.results) for number in results]
    return equation.text(*parts, "=" if exact else "≈", texts)


def _drawn(number, places, suffices, tiny):
    """Return a part; one that is longer, where its digits do not suffice, is cut and says so."""
    if suffices or _is_whole(number, places, tiny):
        return drawn(number, places)
    return drawn(math.trunc(number * 10**places) / 10**places, places) + LONGER


def _vector(texts):
    return f"({', '.join(texts)})"


def _added(texts):
    """Return the terms of a sum: after the first they stand after an operator."""
    return [texts[0], *map(inner, texts[1:])]
