"""What is said of two vectors and their dot product."""

import numpy as np

from helpers.explorers.base.arithmetic import apart, one, product
from helpers.explorers.base.words import Fact, Told, lines
from helpers.figures import wording

ASK = Told("Guess a · b: pull the slider and let go, or press Enter or reveal.")


def told(pair, guess=None, pinned=None):
    """Say the score and what it is made of, how far a guess was, and what a pin has become."""
    score, *rest = result(pair)
    judged = "" if guess is None else off_by(guess, pair)
    since = "" if pinned is None else since_pin(pair, pinned)
    return Told(score, lines(*rest, judged, since))


SHORT = {
    "aligned": "aligned",
    "nearly aligned": "nearly aligned",
    "turned away": "pointing the same way, more or less",
    "nearly orthogonal": "nearly orthogonal",
    "orthogonal": "orthogonal",
    "turned against": "pointing against each other, more or less",
    "nearly opposite": "nearly opposite",
    "opposite": "opposite",
}


def direction(pair):
    """Name how two vectors stand to each other."""
    if pair.limit == 0:
        return "without a direction"
    names = ((3, "aligned"), (85, "turned away"), (95, "orthogonal"), (177, "turned against"))
    near = next((name for most, name in names if pair.degrees <= most), "opposite")
    exact = np.isclose(pair.degrees, (0, 90, 180), atol=0.05).any()
    return near if exact or near.startswith("turned") else f"nearly {near}"


def result(pair):
    """Return the sentences on the score, and on how much of it is length and how much direction."""
    said = f"a · b = {wording.drawn(pair.score)}"
    if pair.limit == 0:
        gone = "a" if not pair.a.any() else "b"
        why = f"{gone} has length 0: it scores 0 with everything, and there is no angle."
        return f"{said}.", why
    share = f"{wording.drawn(100 * pair.cosine, 0)}%"
    stands = {
        "aligned": "a and b are aligned, and the score takes all of it.",
        "nearly aligned": f"a and b are nearly aligned, and the score takes {share} of it.",
        "orthogonal": "a and b are orthogonal, and the direction leaves nothing.",
        "nearly orthogonal": f"a and b are nearly orthogonal: the direction leaves {share} of it.",
        "opposite": "a and b are opposite, and the score is all of it with a minus sign.",
        "nearly opposite": f"a and b are nearly opposite, and the score is {share} of it.",
        "turned away": f"the direction, {_angle(pair)} apart, leaves {share} of it.",
        "turned against": f"the direction, {_angle(pair)} apart, leaves {share} of it.",
    }
    allow = f"The lengths allow {one(product(*pair.lengths))}"
    return f"{said}: a and b are {SHORT[direction(pair)]}.", f"{allow}; {stands[direction(pair)]}"


def facts(pair, hidden=False):
    """Return the `Fact` rows of a pair; a hidden score hides what would give it away."""
    a, b = (wording.number(length) for length in pair.lengths)
    angle = _or_none(_angle(pair), pair.degrees)
    cosine, shadow = (_or_none(wording.drawn(x), x) for x in (pair.cosine, pair.shadow))
    rows = (
        Fact("length of a", a),
        Fact("length of b", b),
        Fact("angle", angle),
        Fact("cosine", cosine),
        Fact("shadow of b on a", shadow),
        Fact("a · b", wording.drawn(pair.score), "main"),
    )
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


def off_by(guess, pair):
    """Say how far a guess was from the score."""
    return one(apart(guess, pair.score, lambda guess, _, gap: f"You guessed {guess}, {gap} away."))


def pair_code(pair):
    """Return the lines of Python that compute the score and what it is made of."""
    return (
        "import numpy as np\n\n"
        "from helpers.attention import attention\n\n"
        f"a, b = np.array({pair.a.tolist()}), np.array({pair.b.tolist()})\n"
        "score = attention([a], [b], [b]).scores[0, 0]\n"
        "length_a, length_b = np.hypot(*a), np.hypot(*b)\n"
        "cosine = score / (length_a * length_b)\n"
        "shadow = score / length_a"
    )


def _angle(pair):
    return f"{wording.number(pair.degrees, 1)}°"


def _or_none(text, number):
    """Return the text, or a dash where there is no such number."""
    return text if np.isfinite(number) else "—"
