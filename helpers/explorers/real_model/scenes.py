"""What is drawn of a text in the real model: a square for each head, and the next tokens."""

from helpers.explorers.base import scenes
from helpers.explorers.base.words import percent, quoted
from helpers.explorers.real_model.state import name


def squares(now):
    """Return the scene of `views.Lattice`: how much attention each head gives to the word."""
    layers, heads = now.shares.shape
    places = [(layer, head) for layer in range(layers) for head in range(heads)]
    off = "switch {} off".format
    return {
        "rows": list(map(str, range(heads))),
        "columns": list(map(str, range(layers))),
        "shares": now.shares,
        "texts": [
            f"head {name(one)}: {percent(now.shares[one])}{', off' * (one in now.off)}"
            for one in places
        ],
        "chosen": places.index(now.large),
        "off": [places.index(one) for one in now.off],
        "acts": [off(f"head {name(now.large)}"), off(f"layer {now.large[0]}"), "all on"],
        "rest": "A column for each layer, a square for each head: the stronger its colour, the more"
        f" it attends to {quoted(now.tokens[now.word])}.",
    }


def bars(now, *, projector=False):
    """Return the scene of the likeliest next tokens, with the whole model's as ghosts."""
    chosen = now.likeliest
    words = [now.next_word(token) for token in chosen.tolist()]
    chances, whole = now.result.chances[chosen], now.whole.chances[chosen]
    high = scenes.axis_end([chances, whole])
    caption = "the most likely next tokens" + ("; dashed: all on" if now.off else "")
    ghosts, first = whole if now.off else None, [now.next_word(now.first[0])]
    if projector:
        keep = sorted((-chances).argsort(kind="stable")[:5].tolist())
        words, chances = [words[i] for i in keep], chances[keep]
        ghosts = None if ghosts is None else ghosts[keep]
    return scenes.next_words(words, chances, ghosts, first, caption, high=high, projector=projector)
