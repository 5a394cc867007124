"""What is said of a text in the real model, and what to reach."""

import numpy as np

from helpers.explorers.base.words import CHANGED, Fact, Goal, Text, listed, percent, quoted
from helpers.explorers.real_model.state import name

TRY = "Try this: press a word, then one of the coloured squares, and switch that head off."
STRONG, FAINT = 0.3, 0.02  # of attention, and of what a bar may change unseen
LISTED = 5  # heads
CODE = """from helpers import real_model
from helpers.attention import softmax

model = real_model.load()
ids = model.encode({prompt!r})
{run}
chances = softmax(model.unembed(trace.stream[-1][-1:])[0].astype(float))
weights = trace.heads[{layer}].weights[{head}, -1]  # of head {name}"""
ZERO = "trace = model.trace(ids, off={off})"
MEAN = """whole, off = model.trace(ids), {off}

def mean(layer, values):
    for head in [head for where, head in off if where == layer]:
        values[head] = whole.heads[layer].context[head].mean(axis=0)

trace = model.trace(ids, change=mean)"""


def _is_flipped(now, _before):
    (are, is_), whole = now.verbs(now.result), now.verbs(now.whole)
    return len(now.off) == 1 and whole[0] > whole[1] and is_ > are


def _is_another(now, _before):
    return len(now.off) == 1 and now.first[0] != int(now.whole.chances.argmax())


def _is_idle(now, _before):
    if len(now.off) != 1:
        return False
    changes = np.abs(now.result.chances - now.whole.chances)
    return now.whole.rows[now.off[0]][now.word] >= STRONG and changes.max() < FAINT


def _is_changed_from_above(now, _before):
    above = now.off and min(now.off)[0] >= now.large[0]
    return bool(above) and np.abs(now.row - now.whole.rows[now.large]).max() > CHANGED


def goals(now):
    """Return what to reach with this text."""
    are, is_ = now.verbs(now.whole)
    flip = Goal(
        "switch off one head so that “is” becomes likelier than “are”",
        _is_flipped,
        "Press the word that makes the sentence plural. The coloured squares attend to it: switch"
        " off those of the last layers, one at a time.",
    )
    other = Goal(
        "switch off one head so that another token becomes the most likely",
        _is_another,
        "Press the word the next one depends on, and try the heads that attend to it. Or try the"
        " first layers: a few heads there are needed for everything that follows.",
    )
    return (
        flip if are > max(is_, 0.01) else other,
        Goal(
            f"switch off a head that gives {quoted(now.tokens[now.word])} over 30% of its"
            " attention without changing any bar by 2 points",
            _is_idle,
            "Attending isn't carrying. Some heads attend to a word, and nothing that follows"
            " depends on what they take from it.",
        ),
        Goal(
            "change what a head attends to by switching off heads of its own layer or later ones",
            _is_changed_from_above,
            "It can't be done. A layer reads only what earlier layers have written, and the heads"
            " of one layer work side by side.",
        ),
    )


def text(now):
    """Say what comes next, where the large head attends, and what becomes of the verbs."""
    largest = sorted(np.ndindex(now.shares.shape), key=lambda head: -now.shares[head])[:LISTED]
    word = quoted(now.tokens[now.word])
    facts = [Fact(f"head {name(one)}", f"{percent(now.shares[one])} on {word}") for one in largest]
    return Text.of(headline(now), attending(now), verbs(now), details=tuple(facts))


def headline(now):
    """Say the two likeliest next tokens, and what is off."""
    first, second = (
        f"{quoted(now.next_word(token))} ({percent(now.result.chances[token])})"
        for token in now.first
    )
    return f"{condition(now)}, the model expects {first}, then {second}."


def condition(now):
    """Return what is off, as the beginning of a sentence."""
    if not now.off:
        return f"After {quoted(now.tokens[-1])}"
    layers = {layer for layer, _ in now.off}
    heads = now.model.heads
    if len(now.off) == len(layers) * heads:
        whole = [f"layer {one}" for one in sorted(layers)]
        off = listed(whole) if len(whole) < 4 else f"{len(whole)} layers"
    elif len(now.off) < 4:
        off = f"head{'s' * (len(now.off) > 1)} {listed([name(head) for head in now.off])}"
    else:
        off = f"{len(now.off)} heads"
    mean = "its mean" if len(now.off) in (1, heads * (len(layers) == 1)) else "their means"
    return f"With {off} replaced by {mean}" if now.mean else f"Without {off}"


def attending(now):
    """Say how much attention the large head gives to the word, and what gets most of it."""
    most = int(now.row.argmax())
    off = ", which is off," if now.large in now.off else ""
    gives = f"{quoted(now.tokens[now.word])} {percent(now.row[now.word])} of its attention"
    rest = "" if most == now.word else f", and {quoted(now.tokens[most])} {percent(now.row[most])}"
    return f"From {quoted(now.tokens[-1])}, head {name(now.large)}{off} gives {gives}{rest}."


def verbs(now):
    """Say what the chances of "are" and "is" are, and what they were, where they matter."""
    then, after = now.verbs(now.whole), now.verbs(now.result)
    if max(*then, *after) < CHANGED:
        return ""
    pairs = zip(("are", "is"), map(percent, then), map(percent, after), strict=True)
    said = [f"“{verb}” {f'{old} → ' * bool(now.off)}{new}" for verb, old, new in pairs]
    return f"{said[0]}, {said[1]}."


def since_pin(now, pinned):
    """Say what the likeliest token of a pin has come to."""
    token = pinned.first[0]
    then, after = (percent(one.result.chances[token]) for one in (pinned, now))
    return f"Since the pin: {quoted(pinned.next_word(token))} {then} → {after}."


def code(now):
    """Return the lines of Python that compute the present numbers."""
    run = (MEAN if now.mean and now.off else ZERO).format(off=list(now.off))
    layer, head = now.large
    return CODE.format(prompt=now.prompt, run=run, layer=layer, head=head, name=name(now.large))
