"""What is said of a recorded sentence, and what to reach."""

from helpers.explorers.base.words import Fact, Goal, Text, percent, quoted

HEAD = "one of the model's 270 attention heads"
TRY = "Try this: switch the head off, and watch “are” and “is”."
CODE = """from helpers.attention import attention, causal_mask
from helpers.readers import recordings

kept = recordings.load()["{sentence}"]
allowed = causal_mask(len(kept.words))
weights = attention(kept.queries, kept.keys, kept.values, allowed=allowed).weights[-1]
chances = kept.probabilities("{run}")
are, is_ = (chances[kept.next_words.index(word)] for word in (" are", " is"))"""


def _is_turned(now, run=None):
    """Return whether the verb that was less likely in the whole model is the likelier one."""
    (are, is_), whole = now.verbs(run), now.verbs("whole")
    return (are > is_) != (whole[0] > whole[1])


def _attends_less(now, before):
    noun = now.recording.noun
    return now.sentence == before.sentence and now.row[noun] < before.row[noun]


def goals(now):
    """Return what to reach in this sentence; no verb is to be turned where none can be."""
    (noun, other), (are, is_) = now.nouns, now.verbs("whole")
    turn = Goal(
        "make “is” likelier than “are”" if are > is_ else "make “are” likelier than “is”",
        lambda now, _: _is_turned(now),
        "Through this head, the last word finds out about the noun. Switch it off, or have it pass"
        " on the value of another noun.",
    )
    change = Goal(
        "change what comes next without changing a single attention weight",
        lambda now, _: now.run == "swapped",
        "Attention weights come from the query and the keys. Which switch leaves both alone?",
    )
    less = Goal(
        f"make the head attend less to “{noun}” by giving it the value of “{other}”",
        _attends_less,
        "It can't be done. How much attention a word gets is decided by the query and the keys."
        " The value is only what it passes on.",
    )
    can_turn = any(_is_turned(now, run) for run in ("without", "swapped"))
    return (turn, change, less) if can_turn else (change, less)


def text(now):
    """Say which verb is likelier, and what the head has to do with it."""
    rest = " The head is off, so it doesn't matter which value it would pass on."
    both = now.off and now.swapped
    details = [
        Fact(name, " · ".join(map(percent, now.verbs(run))), "main" if run == now.run else "")
        for run, name in (
            ("whole", "“are” and “is”, whole model"),
            ("without", "with the head off"),
            ("swapped", f"with the value of “{now.nouns[1]}”"),
        )
    ]
    return Text(headline(now), attending(now) + rest * both, tuple(details))


def attending(now):
    """Say how much attention the last word gives to the one that was pressed."""
    weight = f"{quoted(now.words[now.word])} {percent(now.row[now.word])}"
    return f"From “{now.words[-1]}”, {HEAD} gives {weight} of its attention."


def headline(now):
    """Say which of the two verbs is likelier now."""
    pairs = sorted(zip(now.verbs(), ("are", "is"), strict=True), reverse=True)
    (most, likelier), (least, other) = pairs
    done = {
        "whole": f"After “{now.words[-1]}”, ",
        "without": "Without the head, ",
        "swapped": "With the value of “{1}” in place of “{0}”, ".format(*now.nouns),
    }
    whole = now.verbs("whole")
    now_too = now.run != "whole" and (whole[0] > whole[1]) == (likelier == "are")
    still = "still " * now_too
    chances = f"“{likelier}” ({percent(most)}) is {still}likelier than “{other}” ({percent(least)})"
    return f"{done[now.run]}{chances}."


def since_pin(now, pinned):
    """Say what the two verbs have come to since a pin."""
    then, after = (list(map(percent, state.verbs())) for state in (pinned, now))
    return f"Since the pin: “are” {then[0]} → {after[0]}, “is” {then[1]} → {after[1]}."


def code(now):
    """Return the lines of Python that compute the present numbers."""
    return CODE.format(sentence=now.sentence, run=now.run)
