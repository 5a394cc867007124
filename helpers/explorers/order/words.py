"""What is said of an order: whether anything has changed, for one word and for all."""

import numpy as np

from helpers.explorers.base.words import Fact, Goal, Text, listed, quoted, quoted_or_itself
from helpers.explorers.order.state import SAME
from helpers.numerals import wording
from helpers.numerals.arithmetic import off_by

FAR = 0.05  # that a context moves, for a goal
FEW, FINEST = 2, 6  # decimals of a number that has changed, as few as show it
KEPT = 5e-5  # between two scores, up to which four decimals are the same
CAPTIONS = {
    "none": "Nothing says where a word is.",
    "learned": "A random vector per position, as before training, is added to its word.",
    "sinusoids": "A vector of sines and cosines per position is added to its word.",
    "rotation": "Each position rotates the query and key of its word a little further.",
    "mask": "A word sees itself and the words before it.",
}
CODE = {
    "none": "queries = keys = values = rows",
    "learned": "table = np.random.default_rng(0).normal(0, 0.5, size=(8, 8)).round(2)\n"
    "queries = keys = values = rows + table[: rows.shape[0], : rows.shape[1]]",
    "sinusoids": "queries = keys = values = rows + sinusoids(*rows.shape)",
    "rotation": "queries = keys = rotated(rows)\nvalues = rows",
    "mask": "queries = keys = values = rows",
}
IMPORTS = {"sinusoids": "positions import sinusoids", "rotation": "positions import rotated"}


def text(now, pin=None):
    """Say what has changed for the token that asks since the pin, else the first order."""
    before = earlier(now, pin)
    if before is None:
        more = ["Drag a word to a new position: does anything change?"]
    else:
        more = [_moved_z(now, before), "" if pin else _others(now, before, "in the first order")]
    return Text.of(headline(now, pin), *more, _twins(now), details=facts(now, before, pin))


def guessed(now, guess):
    """Say how far a guess was from the largest weight."""
    return off_by(guess, now.weights(now.query).max(), "largest weight")


def since_pin(now, pin):
    """Say how many of all tokens mix another z than at the pin."""
    return _others(now, pin, "at the pin")


def earlier(now, pin):
    """Return the state to compare with: a pin, else the first order; None while that still is."""
    return pin or (now.started if now.moved else None)


def headline(now, pin=None):
    """Return whether anything has changed, in one sentence."""
    asks, since = quoted(now.asks), "Since the pin" if pin else "Moved, and"
    if (before := earlier(now, pin)) is None:
        with_kind = "" if now.kind == "none" else f" ({now.kind})"
        return f"In the first order{with_kind} {asks} gives {_most(now)}."
    changes = np.abs(now.weights(now.query) - before.weights(now.query))
    if changes.max() > SAME:
        return f"{asks} {_changed(now, before, changes)}"
    if _gap(now, before) > SAME:
        far = _apart(0, _gap(now, before))[1]
        return f"{asks} gives the same weights, yet its z has moved by {far}."
    if now.kind == before.kind == "none":
        return f"{since} nothing changed: {asks} has the same z in every order."
    return f"{since} nothing changed for {asks}: its z is the same."


def _changed(now, before, changes):
    """Say of the token whose weight has changed most what it was and is, or that it is hidden."""
    turned = (now.unseen != before.unseen) & (changes > SAME)
    most = wording.largest(changes * turned if turned.any() else changes)[0]
    old, new = _apart(*(each.weights(now.query)[most] for each in (before, now)))
    (on,) = quoted_or_itself(now.names, now.query, [most])
    if turned[most] and now.unseen[most]:
        return f"no longer sees {on}, to which it gave {old}."
    if turned[most]:
        return f"now sees {on}, and gives it {new}."
    if old == new:
        return f"gives the same weights to within {10**-FINEST:.6f}."
    return f"now gives {on} {new} instead of {old}."


def _most(now):
    """Say what gets most of the weight, and how much."""
    weights = now.weights(now.query)
    top = np.flatnonzero(weights.max() - weights <= SAME)
    names = quoted_or_itself(now.names, now.query, top)
    to = "all words the same weight" if len(names) == len(weights) else f"most to {listed(names)}"
    return f"{to}: {wording.drawn(weights.max())}"


def _apart(old, new):
    """Return two numbers with as many decimals as tell them apart, 6 at most."""
    for places in range(FEW, FINEST + 1):
        texts = [wording.drawn(weight, places) for weight in (old, new)]
        if texts[0] != texts[1]:
            break
    return texts


def _gap(now, before):
    """Return how far the z of the token that asks is from where it was."""
    return float(np.linalg.norm(now.z(now.query) - before.z(now.query)))


def _moved_z(now, before):
    """Say how far the z has gone, where the headline has not said it."""
    gap = _gap(now, before)
    if np.abs(now.weights(now.query) - before.weights(now.query)).max() <= SAME:
        return ""
    if gap <= SAME:
        return "Its z hasn't moved: it mixes vectors that are equal."
    return f"Its z has moved by {_apart(0, gap)[1]}."


def _others(now, before, than):
    """Say how many of all tokens have a different z."""
    changed, n = now.others_z(before), len(now.tokens)
    some = {0: "No word has", 1: "1 word has"}.get(changed, f"{changed} of {n} words have")
    return f"{some} a different z than {than}."


def _twins(now):
    """Say what a word that occurs in the sentence more than once gets from the one that asks."""
    for token, row in zip(now.tokens, now.embeddings, strict=True):
        twins = [
            i
            for i, other in enumerate(now.embeddings)
            if now.tokens[i] == token and (other == row).all()
        ]
        weights = now.weights(now.query)[twins]
        if len(twins) > 1 and np.ptp(weights) <= SAME:
            return f"Every {quoted(token)} gets the same weight: nothing tells them apart."
        if len(twins) > 1:
            least, most = _apart(weights.min(), weights.max())
            gets = f"{quoted(token)} gets weights from {least} to {most}"
            return f"{gets}: only its position differs."
    return ""


def facts(now, before, pin):
    """Return the `Fact` rows: the order, every weight of the one that asks, and its z."""
    then, q = "pinned" if pin else "first order", now.query
    rows = [
        Fact("order", " ".join(now.names[token] for token in now.order)),
        Fact("positions", now.kind),
    ]
    for token, name in enumerate(now.names):
        new, *old = (wording.drawn(each.weights(q)[token], 4) for each in (now, before) if each)
        rows.append(Fact(f"{now.asks} → {name}", " ".join([new, *(f"({then} {o})" for o in old)])))
    new, *old = (wording.drawn_point(each.z(q), 4) for each in (now, before) if each)
    rows += [Fact(f"z of {now.asks}, {then}", earlier_z) for earlier_z in old]
    return (*rows, Fact(f"z of {now.asks}, now", new, "main"))


def asked(now):
    """Ask for the guess."""
    how = "Move the words first, then drag the slider and let go, or press Enter or reveal."
    return Text(f"What's the largest weight {quoted(now.asks)} gives now?", how)


def caption(now):
    """Return what the present kind of position does, in one line."""
    return CAPTIONS.get(now.kind, f"{now.kind} makes queries and keys from these rows.")


def code(now):
    """Return the lines of Python that compute the present weights and context."""
    own = now.kind not in CODE
    made = f"queries = keys = {now.kind}(rows)  # your own function\nvalues = rows"
    used = "attention import attention" + (", causal_mask" if now.kind == "mask" else "")
    imports = [used, *filter(None, [IMPORTS.get(now.kind)])]
    mask = ", allowed=causal_mask(len(rows))" if now.kind == "mask" else ""
    rows = "\n".join(f"    {row}," for row in now.embeddings.tolist())
    return "\n".join(
        [
            "import numpy as np",
            *(f"from helpers.{name}" for name in imports),
            "",
            f"tokens = {list(now.tokens)!r}",
            f"embeddings = np.array([\n{rows}\n])",
            f"order = {list(now.order)}  # original positions, current order",
            "rows = embeddings[order]",
            made if own else CODE[now.kind],
            f"result = attention(queries, keys, values, scale=1.0{mask})",
            f"query = order.index({now.query})  # {now.asks}",
            "weights, context = result.weights[query], result.context[query]",
        ]
    )


def goals(now):
    """Return the goals; the first names the sentence where it is the one."""
    return (SWAPPED if tuple(now.tokens) == SENTENCE else OTHER, TOGETHER, NEVER)


def _differs(now, before):
    """Whether a kind of position lets the context of the token that asks tell two orders apart."""
    return now.kind != "none" and now.moved and _gap(now, now.started) > FAR


def _swapped(now, before):
    """Whether “man bites dog” differs from “dog bites man” for “bites”."""
    return _differs(now, before) and (now.order, now.query) == ((2, 1, 0), 1)


def together(now):
    """Return two neighbours that stand elsewhere together, with the score they had, or None."""
    places, before = now.places, now.started.scores
    for left in range(len(now.tokens) - 1):
        side_by_side = places[left + 1] == places[left] + 1
        pair = left, left + 1
        if side_by_side and places[left] != left and abs(now.scores[pair] - before[pair]) < KEPT:
            return pair
    return None


def _pair(now):
    """Say which pair, and their score."""
    pair = together(now)
    names = " ".join(now.names[i] for i in pair)
    return f": “{names}” scores {wording.drawn(now.scores[pair], 4)} both times"


def _far(now):
    return f", with {now.kind} by {wording.drawn(_gap(now, now.started))}"


SENTENCE = ("dog", "bites", "man")
TRY = "Choose a kind of position other than “none”,"
SWAPPED = Goal(
    f"swap “dog” and “man” so that the z of “bites” moves by more than {FAR}",
    _swapped,
    f"{TRY} and swap “dog” and “man”. Not every kind moves z that far: try another.",
    _far,
)
OTHER = Goal(
    f"move words until the z of the query moves by more than {FAR}",
    _differs,
    f"{TRY} and drag the word that asks from one end to the other.",
    _far,
)
TOGETHER = Goal(
    "with rotation, move two neighbours together: their score stays the same to four decimals",
    lambda now, _: now.kind == "rotation" and together(now) is not None,
    "Take a word next to them and drag it across both, so that the two move one position together.",
    _pair,
)
NEVER = Goal(
    "with positions “none”, move words so that a z changes",
    lambda now, _: now.kind == "none" and now.others_z(now.started) > 0,
    "It can't be done. A score is made from two words, not from their positions, so each pair"
    " keeps its score. And a word's z is a weighted sum over all words, which doesn't depend on the"
    " order of its terms.",
)
