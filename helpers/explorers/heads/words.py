"""What is said of several heads, in words and code, and what to reach with them."""

import math

import numpy as np

from helpers.explorers.base.words import (
    Fact,
    Goal,
    Text,
    changed,
    listed,
    quoted,
    quoted_or_itself,
)
from helpers.explorers.heads.state import top
from helpers.numerals import wording
from helpers.numerals.arithmetic import apart, one

NEARLY = 0.05  # from 1/n, up to which weights are said to be nearly uniform
ALIKE = "all words equally"
LONGEST = 120  # letters of a headline
HALF = 0.5 + 1e-9


def entropy(weights):
    """Return the entropy of weights (n,), from 0 (one word only) to ln n (all alike)."""
    some = weights[weights > 0]
    return max(0.0, -math.fsum(some * np.log(some)))


def looked_at(weights, tokens, query):
    """Say in words what the query attends to most."""
    places = top(weights)
    if len(places) == len(tokens):
        return ALIKE
    names = quoted_or_itself(tokens, query, places)
    return names[0] if len(names) == 1 else f"{listed(names)} equally"


def most_at(at):
    """Say `most to` what `looked_at` has found; of words that are all alike none gets most."""
    return f"to {at}" if at == ALIKE else f"most to {at}"


def look(weights, tokens, query):
    """Say what the query attends to most, and with what weight."""
    at = looked_at(weights, tokens, query)
    if at == ALIKE:
        return most_at(at)
    each = " each" if len(top(weights)) > 1 else ""
    return f"{most_at(at)} ({wording.drawn(weights.max())}{each})"


def text(now, note=""):
    """Say what the query attends to, what is mixed, and a note of what it is an example of."""
    return Text.of(headline(now), _plain(now), _mixed(now), note, details=facts(now))


def headline(now):
    """Say in one sentence what the query attends to in each head, or in the edited one."""
    tokens, query, who = now.tokens, now.query, quoted(now.asks)
    looks = [f"{look(row, tokens, query)} in head {k}" for k, row in enumerate(now.rows, 1)]
    together = {}  # the heads that attend to the same words
    for k, row in enumerate(now.rows, 1):
        together.setdefault(looked_at(row, tokens, query), []).append(f"{k}")
    grouped = [f"{most_at(at)} in {_heads(names)}" for at, names in together.items()]
    row, here = now.rows[now.head], f"In head {now.head + 1}, {who} attends"
    wished = (
        f"{who} attends {listed(looks)}.",
        f"{who} attends {listed(grouped)}.",
        f"{here} {look(row, tokens, query)}.",
        f"{here} most to {len(top(row))} words, equally ({wording.drawn(row.max())} each).",
    )
    return next((said for said in wished if len(said) <= LONGEST), wished[-1])


def _heads(names):
    """Return `head 1`, or `heads 1 and 3`."""
    return f"head{'' if len(names) == 1 else 's'} {listed(names)}"


def _plain(now):
    """Say which heads hardly choose, "" where all do."""
    even = 1 / len(now.tokens)
    plain = [f"{k}" for k, row in enumerate(now.rows, 1) if np.abs(row - even).max() <= NEARLY]
    if not plain:
        return ""
    heads = f"{_heads(plain).capitalize()} {'is' if len(plain) == 1 else 'are'}"
    return f"{heads} nearly uniform: an even weight is {wording.number(even)}."


def _mixed(now):
    """Say what W_O does, where there is one."""
    W_O = now.layer.W_O
    if W_O is None:
        return ""
    if np.array_equal(W_O, np.eye(len(W_O))):
        return "W_O is the identity and leaves the entries as they are."
    return "W_O mixes the heads' entries: each new entry can draw on all of them."


def facts(now):
    """Return the `Fact` rows of a state: how evenly each head attends, and its context."""
    n, query = len(now.tokens), now.query
    rows = [Fact(f"entropy of even attention, ln {n}", wording.drawn(math.log(n), 3))]
    for k, head in enumerate(now.result.heads, 1):
        far = np.linalg.norm(head.context[query] - head.values.mean(axis=0))
        rows += [
            Fact(f"entropy in head {k}", wording.drawn(entropy(head.weights[query]), 3)),
            Fact(f"z-to-mean distance in head {k}", wording.drawn(far, 3)),
        ]
    mixed = [] if now.layer.W_O is None else [("mixed by W_O", now.result.context)]
    for name, numbers in (("side by side", now.result.concatenated), *mixed):
        rows.append(Fact(name, wording.drawn_point(numbers[query]), "main"))
    return tuple(rows)


def since_pin(now, pin):
    """Say which weights of the query have changed most since the pin, head by head."""
    said = []
    for k, (old, row) in enumerate(zip(pin.result.heads, now.rows, strict=True), 1):
        moved = changed(now.tokens, old.weights[now.query], row, 2)
        said += [f"head {k} {moved}"] if moved else []
    return f"Since the pin: {'; '.join(said)}." if said else "Since the pin no weight has changed."


def asked(now):
    """Ask for the guess."""
    head = f"head {now.head + 1}"
    return Text(
        f"Which word does {quoted(now.asks)} attend to most in {head}, and how much?",
        f"Press that word in {head} and set its weight, or press reveal.",
    )


def guessed(now, guess):
    """Say how near a guess was to the query's weights in the edited head."""
    weights, tokens = now.rows[now.head], now.tokens
    truth = f"{quoted(now.asks)} attends {most_at(looked_at(weights, tokens, now.query))}"
    largest = wording.number(weights.max())
    if guess.place is None:
        return f"You guessed a largest weight of {wording.number(guess.weight)}; it is {largest}."
    right = "Right" if guess.place in top(weights) else f"Not {quoted(tokens[guess.place])}"
    if guess.weight is None:
        return f"{right}: {truth}, with {largest}."

    def judgement(most, guess, gap):
        return f"{right}: {truth}, with {most}. You guessed {guess}, {gap} away."

    return one(apart(weights.max(), guess.weight, judgement))


def code(now):
    """Return the lines of Python that compute the present state."""
    layer = now.layer
    heads = ""
    for k, head in enumerate(layer.heads, 1):
        matrices = "".join(f"        {matrix.tolist()},\n" for matrix in head)
        heads += f"    (  # head {k}: W_Q, W_K, W_V\n{matrices}    ),\n"
    mixed = "" if layer.W_O is None else f"W_O = np.array({layer.W_O.tolist()})\n"
    return (
        "import numpy as np\n"
        "from helpers.attention import multi_head_attention\n\n"
        f"tokens = {list(layer.tokens)!r}\n"
        f"embeddings = np.array({layer.embeddings.tolist()})\n"
        f"heads = [\n{heads}]\n{mixed}"
        f"result = multi_head_attention(embeddings, heads{', W_O' if mixed else ''})\n"
        f"query = {now.query}  # {now.asks}\n"
        "weights = [head.weights[query] for head in result.heads]\n"
        "context = result.context[query]"
    )


def goals(now):
    """Return the goals; the source's claim only where its words are."""
    return (CLAIM, *FOR_ALL) if {"apple", "phones"} <= set(now.tokens) else FOR_ALL


def _apples(now):
    """Return the weights of apple in head 1."""
    return now.result.heads[0].weights[now.tokens.index("apple")]


def _how_strongly(now):
    """Say the weight that the claim now has."""
    row = _apples(now)
    even = wording.number(1 / len(row))
    return f": with {wording.number(row.max())}; an even weight would be {even}"


def _halves(now):
    """Return the places that get more than half of the query's weight, one list per head."""
    return [np.flatnonzero(weights > HALF).tolist() for weights in now.rows]


def _which(now):
    rows = zip(now.rows, _halves(now), strict=True)
    looks = [places and looked_at(row, now.tokens, now.query) for row, places in rows]
    found = [f"{at} in head {k}" for k, at in enumerate(looks, 1) if at]
    return f": {quoted(now.asks)} attends to {' and to '.join(found)}"


CLAIM = Goal(
    "make “apple” attend most to “phones” in head 1, as its source claims",
    lambda now, _: top(_apples(now)).tolist() == [now.tokens.index("phones")],
    "Open “edit head 1”: one entry of W_Q is enough. What should “apple” ask for less, or more?",
    _how_strongly,
)
FOR_ALL = (
    Goal(
        "make two heads each give more than half of the query's weight, to different words",
        lambda now, _: len({place for places in _halves(now) for place in places}) > 1,
        "Find heads that already attend to different words, and turn up “sharper” for each.",
        _which,
    ),
    Goal(
        "give two words more than half of one head's weight each",
        lambda now, _: any(len(places) > 1 for places in _halves(now)),
        "It can't be done: the weights of one head sum to 1, so two of them can't both be above"
        " one half. A second head has a total weight of 1 of its own: that's what it's for.",
    ),
)
