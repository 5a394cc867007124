"""What is said of a story and the model's next word, and what to reach."""

from helpers.explorers.base.words import Fact, Goal, Text, listed, percent
from helpers.explorers.language_model.state import BEGIN, HEADS, NEEDED, place, strange
from helpers.numerals import wording

CODE = """from helpers.attention import softmax
from helpers.forward_pass import forward_pass
from helpers.readers import stored_arrays

model = stored_arrays.load("stories")
words = "{tokens}".split()
tokens = [model.words.index(word) for word in words]
result = forward_pass(model, tokens, without={without})
chances = softmax(result.logits[{cursor}])  # of each word to come after “{asks}”
says = model.words[chances.argmax()]
weights = result.weights[{head}][{cursor}]  # what “{asks}” attends to in head {name}"""


def _same_asked(now, before):
    return now.without == before.without == () and now.cursor == before.cursor


def _broken(now, before):
    """Whether one other word up to the cursor has the model say what the story does not."""
    if not _same_asked(now, before) or not before.takers or not now.takers:
        return False
    told = zip(now.tokens[: now.cursor + 1], before.tokens, strict=False)
    one = sum(word != old for word, old in told) == 1
    return one and before.says in before.takers and now.says not in now.takers


def _later(now, before):
    """Whether only words after the cursor are others, and the answer is."""
    end = now.cursor + 1
    same = _same_asked(now, before) and now.tokens[:end] == before.tokens[:end]
    return same and now.says != before.says


GOALS = (
    Goal(
        "leave on only the three heads that it can't do without",
        lambda now, _: {*HEADS} - {*now.without} == NEEDED,
        "Switch off one head, look at the answer, switch it on again. Three of them change what it"
        " says, in this story or in another. Then switch off all the others at once.",
        lambda now: (
            f": here they're enough, and it says {said(now)}"
            if now.says == now.whole.says
            else ": not enough here; others can be off one at a time, but not together"
        ),
    ),
    Goal(
        "break its answer with one word",
        _broken,
        "Change one word before the question, and leave all heads on. Have each of the eight people"
        " find the lamp in turn: training never asked about one of these pairs.",
    ),
    Goal(
        "change what it says by a word after the cursor",
        _later,
        "It can't be done. The mask hides every later word from the cursor, in both layers, so"
        " what comes after it can't reach the row that predicts the next word.",
    ),
)


def text(now):
    """Say what comes next, with and without what is off, and what is strange."""
    reason = strange(now.story)
    stranger = f"The model has never seen a story like this: {reason}." if reason else ""
    return Text.of(headline(now), looking(now), stranger, details=facts(now))


def headline(now):
    """Say the likeliest next word, and what it was with all heads on."""
    whole, chance = now.whole, f"{percent(now.chances.max())}"
    if not now.without:
        return f"After “{now.tokens[now.cursor]}” it says {said(now)}, at {chance}."
    off = listed(now.without) if len(now.without) < 4 else f"{len(now.without)} heads"
    if now.says == whole.says:
        return f"Without {off} it still says {said(now)}, at {chance}."
    return f"Without {off} it says {said(now)}, not {said(whole)}."


def said(now):
    """Return the likeliest next word as a sentence holds it."""
    if now.says == BEGIN:
        return "that the story ends"
    return now.says if now.says.isalpha() else f"“{now.says}”"


def looking(now):
    """Say what the cursor attends to most in the chosen head."""
    at = int(now.row.argmax())
    share = wording.drawn(float(now.row[at]))
    looks = f"In head {now.large} “{now.tokens[now.cursor]}” attends most to “{now.tokens[at]}”"
    off = ", but the head is off" if now.large in now.without else ""
    return f"{looks}, word {at}, with {share}{off}."


def since_pin(now, pinned):
    """Say what another word has come to since a pin."""
    then, says = (f"{said(one)}, at {percent(one.chances.max())}" for one in (pinned, now))
    return f"At the pin it said {then}; now it says {says}."


def facts(now):
    """Return the `Fact` rows: what the cursor attends to most in every head."""
    tops = [(head, rows[now.cursor]) for head, rows in zip(HEADS, now.maps, strict=True)]
    seen = [
        Fact(
            f"{head} attends to",
            f"{now.tokens[int(row.argmax())]} {wording.drawn(float(row.max()))}"
            + (", off" if head in now.without else ""),
        )
        for head, row in tops
    ]
    return (*seen, Fact("with all heads", f"{now.whole.says} {percent(now.whole.chances.max())}"))


def code(now):
    """Return the lines of Python that compute the present numbers."""
    return CODE.format(
        tokens=" ".join(now.tokens),
        without=list(now.without),
        cursor=now.cursor,
        asks=now.tokens[now.cursor],
        head=", ".join(map(str, place(now.large))),
        name=now.large,
    )
