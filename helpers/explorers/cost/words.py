"""What is said of a layer's cost, and what to reach."""

from fractions import Fraction

from helpers.explorers.base.words import Fact, Goal, Text
from helpers.numerals import wording

WORK = ("projections", "pairs", "MLP")
CODE = """n, d, heads, layers = {n}, {d}, {heads}, {layers}

projections = 4 * n * d**2  # query, key, value, output
pairs = 2 * n**2 * d  # scores, and the mix of the values
mlp = 8 * n * d**2  # d to 4d, and back
total = projections + pairs + mlp  # multiply-adds of one layer
share = pairs / total
all_layers = layers * total

bytes_each = {bytes_each}
direct = heads * n**2 * bytes_each  # all weights at once
window = heads * n * min({window}, n) * bytes_each
blockwise = n * d * bytes_each  # the contexts alone
fits = direct <= {memory} * 2**30"""
GOALS = (
    Goal(
        "make the pairs at least half of all the work",
        lambda now, _: 2 * now.pairs >= now.total,
        "Drag n to the right, or d to the left. Everything else is 12nd², so the pairs, 2n²d,"
        " reach half at n = 6d.",
    ),
    Goal(
        "let direct overflow the memory while blockwise takes less than a hundredth of it",
        lambda now, _: now.direct > now.room > 100 * now.blockwise,
        "Drag n to the right until direct crosses the line. Blockwise grows with n and d, direct"
        " with n²: a small d helps.",
    ),
    Goal(
        "make the projections' share of the work grow by raising n alone",
        lambda now, before: (
            now.d == before.d and now.n > before.n and shares(now)[0] > shares(before)[0]
        ),
        "It can't be done. The share is 4nd² / (12nd² + 2n²d), which is 2d / (6d + n). Only the"
        " denominator grows with n, so a larger n makes the share smaller.",
    ),
)


def shares(now):
    """Return the shares of projections, pairs and MLP in the work, as fractions."""
    return [Fraction(part, now.total) for part in now.work]


def percent(part):
    """Return a share in hundredths; what lies near none or all has more decimals."""
    hundredths = float(100 * part)
    decimals = 0 if 10 <= hundredths <= 90 else 1 if 1 <= hundredths <= 99 else 2
    return wording.percent(part, decimals)


def text(now):
    """Say where the pairs stand, what twice the tokens cost, and what is stored."""
    return Text.of(headline(now), working(now), *storing(now), details=facts(now))


def asked(now):
    """Return what is asked while the bytes are hidden."""
    what = "Guess how many bytes direct attention stores here: all weights of one layer at once."
    heads = wording.count(now.heads, "head")
    how = "Drag the slider and let go, or press Enter or reveal."
    return Text(what, f"n = {now.n:,}, {heads}, {_each(now)} per number. {how}")


def headline(now):
    """Say how much of the work the pairs are, and where they pass projections and all the rest."""
    n, share = f"n = {now.n:,}", percent(shares(now)[1])
    if now.n < now.passing:
        passes = f"at 2d = {now.passing:,} they overtake the projections"
        return f"At {n} the pairs are {share} of the work; {passes}."
    if now.n == now.passing:
        n = f"n = 2d = {now.n:,}"
        return f"At {n} the pairs cost as much as the projections, {share} of the work each."
    if 2 * now.pairs <= now.total:
        return f"Past n = 2d = {now.passing:,} the pairs outweigh the projections: {share} at {n}."
    return f"Past n = 6d = {6 * now.d:,} the pairs cost more than everything else: {share} at {n}."


def working(now):
    """Say what the layer takes, and what twice the tokens would."""
    twice = float(Fraction(2 * sum(now.work) + 2 * now.pairs, now.total))
    takes = f"One layer takes {wording.many(now.total)} multiply-adds. Twice the tokens would take"
    return f"{takes} {twice:.2f} times as many: 4 times for the pairs, twice for the rest."


def storing(now):
    """Return sentences on what direct, window and blockwise store, and whether direct fits."""
    heads = wording.count(now.heads, "head")
    of = f"{heads} × {now.n:,}² weights × {_each(now)}"
    stores = f"Direct stores {of}, {wording.stored(now.direct)}: {_fitting(now)}."
    less = f"A window of {now.window:,} stores {wording.stored(now.windowed)}, blockwise"
    return [stores, f"{less} {wording.stored(now.blockwise)}."]


def _fitting(now):
    room, part = wording.stored(now.room), now.direct / now.room
    if part <= 1:
        return f"{percent(part)} of {room}"
    return f"{_times(part)} {room}, too much"


def _times(ratio):
    """Return how many times as many in two digits, of a ratio of at least 1."""
    rounded = float(f"{float(ratio):.2g}")
    return f"{wording.many(rounded) if rounded >= 1e6 else f'{rounded:,g}'} times"


def _each(now):
    return wording.count(now.bytes_each, "byte")


def guessed(now, guess):
    """Say how far a guess, a power of 2, was from the bytes."""
    said = f"You guessed {wording.stored(2**guess)}; direct stores {wording.stored(now.direct)}"
    ratio = Fraction(now.direct) / 2 ** round(guess)
    if ratio == 1:
        return f"{said}, exactly that."
    times = _times(max(ratio, 1 / ratio))
    return f"{said}, {times} as much." if ratio > 1 else f"{said}: your guess is {times} too large."


def since_pin(now, pinned):
    """Say how n, d, the share of the pairs and the bytes have changed since a pin."""
    pairs = [
        ("n", f"{pinned.n:,}", f"{now.n:,}"),
        ("d", f"{pinned.d:,}", f"{now.d:,}"),
        ("pairs", percent(shares(pinned)[1]), percent(shares(now)[1])),
        ("work", wording.many(pinned.total), wording.many(now.total)),
        ("direct", wording.stored(pinned.direct), wording.stored(now.direct)),
    ]
    changed = [f"{name} {before} → {after}" for name, before, after in pairs if before != after]
    return f"Since the pin: {', '.join(changed) or 'nothing has changed'}."


def facts(now):
    """Return the `Fact` rows: each count as it is computed, to the last digit."""
    n, d = f"{now.n:,}", f"{now.d:,}"
    all_layers, kept = now.layers * now.total, now.layers * now.direct
    layers = wording.count(now.layers, "layer")
    return (
        Fact("projections, 4nd²", f"4 × {n} × {d}² = {now.projections:,}"),
        Fact("pairs, 2n²d", f"2 × {n}² × {d} = {now.pairs:,}"),
        Fact("MLP, 8nd²", f"8 × {n} × {d}² = {now.mlp:,}"),
        Fact("one layer, multiply-adds", f"{now.total:,}", "main"),
        Fact(layers, f"{now.layers} × {now.total:,} = {all_layers:,}"),
        Fact(f"direct, kept by {layers} for the gradients", wording.stored(kept)),
        Fact("pairs of one head", f"{n}² = {now.n**2:,}; causal {now.n * (now.n + 1) // 2:,}"),
        Fact("counted", "keys and values d wide, MLP 4d wide, even if a model's differ"),
        Fact("left out", "norms, embeddings, and softmax: one exponential per pair and head"),
        Fact("1 GiB", f"2³⁰ = {2**30:,} bytes"),
    )


def code(now):
    """Return the lines of Python that compute the present numbers."""
    return CODE.format(**vars(now))
