"""What is said of two vectors and their dot product."""

import numpy as np

from helpers.explorers.base.words import Fact, Goal, Text
from helpers.explorers.dot_product.state import Pair
from helpers.numerals import wording
from helpers.numerals.arithmetic import apart, one, product

TURN = 2.0  # degrees that still count as not turned
DO = (
    "Drag the tip of b around the origin. When does a · b change sign?",
    "Make b longer without turning it. Does a · b change? Do its two products?",
)


def asked(_pair):
    """Ask for the score."""
    return Text("Guess a · b: drag the slider and let go, or press Enter or reveal.")


def to_do(pair):
    """Name something to try."""
    return DO[direction(pair) == "orthogonal"]


def guessed(pair, guess):
    """Say how far a guess was from the score."""
    return one(apart(guess, pair.score, "You guessed {}; a · b is {}, {} away.".format))


def text(pair):
    """Say the score and what it is made of."""
    most = one(product(*pair.lengths))
    allowed = "" if pair.limit == 0 else f"It can't exceed |a| |b|, which is {most}."
    return Text.of(headline(pair), allowed)


def direction(pair):
    """Name how two vectors stand to each other."""
    if pair.limit == 0:
        return "without a direction"
    names = ((3, "aligned"), (85, "turned away"), (95, "orthogonal"), (177, "turned against"))
    near = next((name for most, name in names if pair.degrees <= most), "opposite")
    exact = np.isclose(pair.degrees, (0, 90, 180), atol=0.05).any()
    return near if exact or near.startswith("turned") else f"nearly {near}"


def headline(pair):
    """Say the score, how much it is of the product of the lengths, and the angle."""
    said, stands = f"a · b = {wording.drawn(pair.score)}", direction(pair)
    if pair.limit == 0:
        gone = "a" if not any(pair.a) else "b"
        return f"{said}: {gone} has length 0, so its score is always 0 and there's no angle."
    exact = {"aligned": "all", "opposite": "minus all", "orthogonal": "none"}
    how_much = exact.get(stands, _share(pair))
    apart = f"{_angle(pair)} apart" if stands.startswith("turned") else stands
    return f"{said}, {how_much} of |a| |b|: a and b are {apart}."


def _share(pair):
    """Return the share of the score in the product of the lengths; what isn't all isn't 100%."""
    share = 100 * pair.cosine
    decimals = 1 if round(abs(share)) in (0, 100) else 0
    text = f"{wording.drawn(share, decimals)}%"
    return f"almost {text.replace('.0', '')}" if "100.0" in text else text


def facts(pair, hidden=False):
    """Return the `Fact` rows of a pair; a hidden score hides what would give it away."""
    a, b = pair.lengths
    texts = {
        "length of a": wording.drawn(a),
        "length of b": wording.drawn(b),
        "angle": _angle(pair),
        "cosine": wording.drawn(pair.cosine),
        "shadow of b on a": wording.drawn(pair.shadow),
    }
    # A vector without a length has no angle, and casts and takes no shadow: NaN.
    rows = [Fact(name, "—" if "nan" in text else text) for name, text in texts.items()]
    rows.append(Fact("a · b", wording.drawn(pair.score), "main"))
    return [*rows[:2], *(row._replace(text="?") for row in rows[2:])] if hidden else rows


def since_pin(pair, pinned):
    """Say what has changed since the pin: lengths, direction, score."""
    first, now = pinned.lengths, pair.lengths
    said = [
        f"{name} is {'longer' if after > before else 'shorter'}"
        for name, before, after in zip("ab", first, now, strict=True)
        if abs(after - before) >= 0.005
    ]
    if not abs(pair.degrees - pinned.degrees) < 0.05:
        said.append("the angle has changed")
    changed = ", ".join(said) or "lengths and angle are the same"
    score = f"{wording.drawn(pinned.score)} → {wording.drawn(pair.score)}"
    return f"Since the pin: {changed}; a · b {score}."


def code(pair):
    """Return the lines of Python that compute the score and what it is made of."""
    return (
        "import numpy as np\n\n"
        "from helpers.attention import attention\n\n"
        f"a, b = np.array({[*pair.a]}), np.array({[*pair.b]})\n"
        "score = attention([a], [b], [b]).scores[0, 0]\n"
        "length_a, length_b = np.hypot(*a), np.hypot(*b)\n"
        "cosine = score / (length_a * length_b)\n"
        "shadow = score / length_a"
    )


def _angle(pair):
    return f"{wording.number(pair.degrees, 1)}°"


def _doubled(now, before):
    """Whether the score as shown is twice what it was before, and neither vector has turned."""
    turns = Pair(before.a, now.a).degrees, Pair(before.b, now.b).degrees
    still = all(turn <= TURN for turn in turns)  # NaN, without a length, is not
    after, first = round(now.score, 2), round(before.score, 2)
    return still and abs(first) > 0.05 and after / first >= 2


GOALS = (
    Goal(
        "bring the score within 0.05 of 0 while both vectors are longer than 1",
        lambda now, _: abs(round(now.score, 2)) <= 0.05 and now.lengths.min() > 1,
        "Keep both arrows long and turn one of them until its shadow is gone.",
    ),
    Goal(
        "double the score you started from, or pinned, without turning an arrow",
        _doubled,
        "Shorten an arrow, press pin (under “more”), then drag its tip straight out to twice the"
        " length.",
    ),
    Goal(
        "make |a · b| larger than |a| |b|",
        lambda now, _: abs(now.score) > now.limit * (1 + 1e-9),
        "It can't be done. a · b is the length of a times the shadow of b on a, and a shadow"
        " is never longer than what casts it. So a · b never passes |a| |b|: the Cauchy-Schwarz"
        " inequality.",
    ),
)
