"""What a mask says of itself in words, and in code."""

import numpy as np

from helpers.attention import causal_mask, window_mask
from helpers.explorers.base.words import (
    Fact,
    Goal,
    Text,
    changed_most,
    quoted,
    quoted_or_itself,
    short,
)
from helpers.explorers.mask.state import FILLER, named
from helpers.numerals import wording
from helpers.numerals.arithmetic import off_by, one, quotient

MOST_NAMED = 5  # shares in a sentence
NAMES = {
    "causal_mask": "the causal mask",
    "window_mask": "a window",
    "prefix_mask": "a prefix mask",
    "padding_mask": "a padding mask",
}


def text(now):
    """Say if a word sees a later one, and what the query sees."""
    return Text.of(headline(now), sees(now), filler(now), details=details(now))


def guessed(now, guess):
    """Say how far a guess was from the largest weight."""
    return off_by(guess, now.weights.max(), "largest weight")


def headline(now):
    """Say if a word sees one that comes later."""
    leaks = now.leaks
    if not leaks:
        return "No leak: no word sees a later one."
    row, column = leaks[0]
    found = f"{quoted(now.tokens[row])} sees {quoted(now.tokens[column])}"
    if len(leaks) == 1:
        return f"One cell shows a later word: {found}."
    return f"{len(leaks)} cells show a later word; in the first, {found}."


def sees(now):
    """Say what the query shares its weight among, and what hiding has done to the shares."""
    n, who, seen = len(now.tokens), quoted(now.asks), now.seen
    if len(seen) == 1:
        (only,) = quoted_or_itself(now.tokens, now.query, seen)
        return f"{who} sees only {only}: the whole weight, 1, goes there."
    order = [seen[place] for place in wording.largest(now.weights[seen])][:MOST_NAMED]
    names = ["itself" if j == now.query else short(now.tokens[j]) for j in order]
    shares = ", ".join(
        f"{name} {wording.drawn(now.weights[j])}" for name, j in zip(names, order, strict=True)
    )
    shares += ", …" if len(seen) > MOST_NAMED else "."
    if len(seen) == n:
        return f"{who} sees all {n} words: {shares}"
    return f"{who} sees {len(seen)} of {n} words: {shares} {_grown(now)}"


def filler(now):
    """Say if a word looks at what stands for no word, "" where all are words."""
    places = [j for j, token in enumerate(now.tokens) if token == FILLER]
    if not places:
        return ""
    lookers = np.flatnonzero(now.allowed[:, places].any(axis=1))
    if not lookers.size:
        return f"No word attends to {FILLER}, which isn't a word."
    i = lookers[0]
    weight = wording.drawn(now.result.weights[i, places].sum())
    return f"{quoted(now.tokens[i])} gives {weight} of its weight to {FILLER}, which isn't a word."


def _grown(now):
    """Say by which factor the shares are larger than with nothing hidden."""
    factor = np.inf if now.left == 0 else 1 / now.left
    if factor > 1e6:
        return "With nothing hidden, they would get next to nothing."
    if factor < 1.005:
        return "What's hidden would get next to nothing, so no weight grows."
    return f"Each weight is {wording.drawn(factor)} times what it would be with nothing hidden."


def asked(now):
    """Ask for the largest weight of the query, with those of nothing hidden to go by."""
    who, n, seen = quoted(now.asks), len(now.tokens), now.seen
    if len(seen) == n:
        more = f"Nothing is hidden from {who} yet: hide a word in its row, then guess."
        return Text(f"What's the largest weight {who} gives?", more)
    hidden = wording.count(n - len(seen), "word")
    shares = ", ".join(
        f"{short(token)} {wording.drawn(share)}{'' if allows else ' (now hidden)'}"
        for token, share, allows in zip(
            now.tokens, now.unmasked[now.query], now.allowed[now.query], strict=True
        )
    )
    more = f"With nothing hidden: {shares}.\nDrag the slider and let go, or press Enter."
    return Text(f"{hidden} hidden: what's the largest weight {who} gives?", more)


def since_pin(now, pin):
    """Say which weights of the query have changed most since the pin."""
    places = changed_most(pin.result.weights[now.query], now.weights)
    if not places:
        return f"Since the pin no weight of {quoted(now.asks)} has changed."

    def shown(state, j):
        allows = state.allowed[now.query, j]
        return wording.drawn(state.result.weights[now.query, j]) if allows else "hidden"

    said = [f"{short(now.tokens[j])} {shown(pin, j)} → {shown(now, j)}" for j in places]
    return f"Since the pin, the weights of {quoted(now.asks)}: {', '.join(said)}."


def details(now):
    """Return the `Fact` rows: the mask's name, how the shares have grown, x and z."""
    name, call = named(now.allowed)
    facts = [Fact("this mask is", f"{NAMES[name]}, {call}")] if name else []
    hidden = [now.tokens[j] for j in np.flatnonzero(~now.allowed[now.query])]
    if hidden and now.left > 1e-6:
        together = one(quotient(1.0, now.left))
        facts.append(Fact("hidden from the query", ", ".join(map(short, hidden))))
        facts.append(Fact("visible weight, unmasked", wording.drawn(now.left, 4)))
        facts.append(Fact("factor of each weight", together))
    if now.sentence.size[1] > 2:
        facts.append(Fact("the plane shows", f"x₁ and x₂ of {now.sentence.size[1]} numbers"))
    x, z = now.sentence.embeddings[now.query], now.result.context[now.query]
    for letter, vector in (("x", x), ("z", z)):
        text = wording.drawn_point(vector, 4)
        facts.append(Fact(f"{letter} of {short(now.asks)}", text))
    return tuple(facts)


def kept(tokens, allowed, row):
    """Say why nobody could empty a row of the mask (n, n)."""
    (only,) = np.flatnonzero(allowed[row])
    who, last = quoted(tokens[row]), quoted(tokens[only])
    return f"Row {who} keeps {last}: with nothing to see, its weights would be 0 divided by 0."


def code(now):
    """Return the lines of Python that compute the mask, the weights and the context."""
    name, call = named(now.allowed)
    rows = "\n".join(f"    {row}," for row in now.sentence.embeddings.tolist())
    mask = "\n".join(f"    {row}," for row in now.allowed.tolist())
    return "\n".join(
        [
            "import numpy as np",
            f"from helpers.attention import {', '.join(filter(None, ['attention', name]))}",
            "",
            f"tokens = {list(now.tokens)!r}",
            f"embeddings = np.array([\n{rows}\n])",
            f"allowed = {call}" if call else f"allowed = np.array([\n{mask}\n])",
            "result = attention(embeddings, embeddings, embeddings, allowed=allowed, scale=1.0)",
            f"query = {now.query}  # {now.asks}",
            "weights, context = result.weights[query], result.context[query]",
        ]
    )


GOALS = (
    Goal(
        "close the leak: each word sees itself and all words before it, none after",
        lambda now, _: (now.allowed == causal_mask(len(now.tokens))).all(),
        "Hide every cell above the diagonal and show all others. One drag along a row hides many"
        " cells.",
    ),
    Goal(
        "let every word see exactly itself and its neighbours",
        lambda now, _: (now.allowed == window_mask(len(now.tokens), 1)).all(),
        "Three cells in each row, two in the first and in the last: the diagonal and what touches"
        " it on its left and right.",
    ),
    Goal(
        "let a word see nothing at all",
        lambda now, _: not now.allowed.any(axis=1).all(),
        "It can't be done. Each weight is e to its score, divided by the sum of these over all"
        " visible words. With nothing to see, that's 0 divided by 0, which isn't a number. A mask"
        " can make some weights 0, but not a whole row: a row has to sum to 1.",
    ),
)
