"""What is drawn of a story: its words with arcs, eight maps, the next words, and a still."""

import numpy as np

from helpers import figures
from helpers.explorers.base.scenes import next_words
from helpers.explorers.base.words import percent
from helpers.explorers.language_model.state import BEGIN, HEADS, kinds, model
from helpers.explorers.language_model.words import headline
from helpers.numerals import wording

MOST = 8  # next words that are shown
SEEN = 0.005  # a weight that has a number


def story(now, *, projector=False):
    """Return the scene of `views.Story`: each word, and where the cursor looks in one head."""
    return {
        "tokens": list(now.tokens),
        "words": [word for word in model().words if word != BEGIN],
        "cursor": now.cursor,
        "weights": now.row,
        "texts": [wording.drawn(float(weight)) for weight in now.row],
        "shown": [_shown(now, i) if not projector else "" for i in range(len(now.tokens))],
        "head": now.large,
        "off": now.large in now.without,
        "tall": (28 if len(now.tokens) < 40 else 12) if projector else 60,
    }


def _shown(now, i):
    """Return the weight of a word as it stands below it: a dot where there is next to none."""
    if i > now.cursor or now.row[i] < SEEN:
        return "·"
    return wording.drawn(float(now.row[i]))


def maps(now, *, projector=False):
    """Return the scene of `views.Tiles`: every head's map as bytes, and which are off."""
    return {
        "names": list(HEADS),
        "size": len(now.tokens),
        "maps": memoryview(np.round(255 * now.maps).astype(np.uint8).tobytes()),
        "off": [head in now.without for head in HEADS],
        "chosen": HEADS.index(now.large),
        "row": now.cursor,
        "tokens": list(now.tokens),
        "turns": ["", ""] if projector else [" on", " off"],
    }


def likeliest(now):
    """Return the numbers of the words that are likeliest, with what is off or with all on."""
    most = np.maximum(now.chances, now.whole.chances)
    return np.argsort(-most, kind="stable")[:MOST]


def bars(now, *, projector=False):
    """Return the scene of the likeliest next words, with those of the whole model as ghosts."""
    chosen = likeliest(now)[: 5 if projector else MOST]
    words = [model().words[i] for i in chosen]
    whole = now.whole.chances[chosen] if now.without else None
    caption = "the most likely next words" + ("; dashed: with all heads" if now.without else "")
    return next_words(words, now.chances[chosen], whole, [now.says], caption, projector=projector)


def picture(now):
    """Return a `Picture` of the chosen head's map, the cursor's row framed, and which are on."""
    named = [now.cursor, int(now.row.argmax())]  # then names and things, then what has room
    for i in sorted(range(len(now.tokens)), key=lambda i: kinds(now.tokens[i]) not in "NTU"):
        named += [i] if min(abs(i - other) for other in named) > len(now.tokens) // 20 else []
    on = " ".join(head for head in HEADS if head not in now.without) or "none"
    maps = {f"head {now.large}; on: {on}": now.maps[HEADS.index(now.large)]}
    title = headline(now).rstrip(".")
    drawn = figures.maps(maps, now.tokens, asks=now.cursor, named=named, title=title)
    chosen = likeliest(now)
    said = ", ".join(f"{model().words[i]} {percent(now.chances[i])}" for i in chosen[:3])
    drawn.alt = wording.alt(*maps, f"Story: {' '.join(now.story)}", headline(now), f"next: {said}")
    return drawn
