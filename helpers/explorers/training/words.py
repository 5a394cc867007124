"""What a recorded training says of itself: where a word looks at a step, and what to find."""

import numpy as np

from helpers.explorers.base.words import Fact, Goal, Text, changed, quoted, short
from helpers.explorers.training.state import HALF, RATE, SAID, STEPS
from helpers.numerals import wording

EVEN = 0.01  # of a weight, below which two are the same to a reader


def said_of(now, place):
    """Return the word at a place as a sentence names it; of equal words it says which."""
    word, tokens = now.tokens[place], now.tokens
    count = tokens.count(word)
    which = f" ({tokens[: place + 1].count(word)} of {count})" if count > 1 else ""
    return quoted(word) + which


def named(now, place):
    """Return how a sentence about the row in focus names the word at a place."""
    return "itself" if place == now.query else said_of(now, place)


def text(now):
    """Say what the target gets now and in the end, and what the loss is."""
    return Text.of(headline(now), top(now), losses(now), sentences(now), details=facts(now))


def headline(now):
    """Return what the target gets at this step, and in the end."""
    layer = f", layer {now.layer + 1}" if now.layers > 1 else ""
    gives = f"{said_of(now, now.query)} gives {named(now, now.target)} {wording.drawn(now.share)}"
    if now.at == len(now.steps) - 1:
        return f"Step {now.step}, the end{layer}: {gives} of its weight."
    end = wording.drawn(now.shares[-1])
    return f"Step {now.step}{layer}: {gives} of its weight; at the end {end}."


def top(now):
    """Say which word gets most, where that is not the target."""
    row = now.row(now.query)
    most = wording.largest(row)[0]
    if row[most] - now.share < EVEN:
        return ""
    return f"Most goes to {named(now, most)}: {wording.drawn(row[most])}."


def losses(now):
    """Say what the loss is, and what it was at the first record."""
    loss, first = (wording.raised(wording.digits(now.heights[at])) for at in (now.at, 0))
    if now.at == 0:
        return f"The loss is {first}."
    name = "last loss" if now.step == len(now.losses) else "loss"  # none is taken after the end
    return f"The {name} is {loss}; at step {now.steps[0]} it was {first}."


def sentences(now):
    """Say how many sentences of a family give their answer more than half."""
    if not now.family:
        return ""
    count = {0: "None", 1: "One", 2: "Two"}.get(now.right, "All")
    give = "gives" if now.right < 2 else "give"
    layer = f" in layer {now.layers}" if now.layer != now.layers - 1 else ""
    what = f"the right word more than half{layer}"
    return f"{count} of the {len(now.family)} sentences {give} {what}."


def since_pin(now, pin):
    """Say which weights of the row are not what they were at the pin."""
    said = changed(now.tokens, *(one.row(now.query) for one in (pin, now)))
    said = said or f"no weight of {said_of(now, now.query)} has changed"
    layer = f", layer {pin.layer + 1}" if pin.layer != now.layer else ""
    other = next((k for k, word in enumerate(pin.tokens) if word != now.tokens[k]), None)
    sentence = "" if other is None else f", with {quoted(pin.tokens[other])}"
    return f"Since the pin at step {pin.step}{layer}{sentence}: {said}."


def guessed(now, guess):
    """Say how far a guessed step is from the first with more than half."""
    gives = f"gives {named(now, now.target)} more than half"
    begins = f"You guessed step {guess:.10g}; {said_of(now, now.query)}"
    if now.first is None:
        return f"{begins} never {gives}."
    step = now.steps[now.first]
    gap = wording.count(abs(int(guess) - step), "step")
    return f"{begins} first {gives} at step {step}, {gap} away."


def asked(now):
    """Ask for the guess."""
    who = f"{said_of(now, now.query)} first give {named(now, now.target)} more than half"
    how = "Look at the loss. Drag along the curve, or the slider, and let go; or press Enter."
    return Text(f"At which step does {who}?", how)


def facts(now):
    """Return the `Fact` rows: the loss, and every weight of the row."""
    return (
        Fact("loss", wording.raised(f"{now.heights[now.at]:.5g}"), "main"),
        *(
            Fact(f"{short(now.asks)} → {token}", wording.drawn(weight, 4))
            for token, weight in zip(now.tokens, now.row(now.query), strict=True)
        ),
    )


def code(now):
    """Return the lines of Python that compute the row in focus."""
    end = f"row = weights[{now.query}]  # {now.asks}"
    if now.family:
        place = SAID.index(now.tokens[-1])
        return TRAINING.format(
            layers=now.layers,
            said=SAID,
            steps=STEPS,
            rate=RATE,
            which=f"{now.at}][{now.layer}, {place}",
            end=end,
        )
    rows = "\n".join(f"    {row}," for row in now.map.tolist())
    return "\n".join(
        [
            "import numpy as np",
            "",
            f"tokens = {list(now.tokens)!r}",
            f"weights = np.array([  # of step {now.step}, layer {now.layer + 1}\n{rows}\n])",
            end,
        ]
    )


TRAINING = """\
import torch
from helpers.training import loop, point_it

inputs, answers = point_it.sentences(point_it.split()[0])
inputs = point_it.numbers(inputs)
shown = [point_it.sentence("cat", "mat", said) for said in {said}]
seen = point_it.numbers(shown)
torch.manual_seed(0)
model = point_it.Pointer({layers})
record = loop.Record(lambda model: model.weights(seen), every=1)
losses = loop.train(
    model, lambda: (inputs, answers), point_it.loss_of,
    steps={steps}, learning_rate={rate}, watch=[record],
)
weights = record.looks[{which}]  # of a record, a layer and a sentence
{end}"""


def goals(now):
    """Return the goals of a training made here, or those of another that can be reached."""
    if now.family:
        return TWO_LAYERS, HEARD, NEVER
    found = (now.hits > HALF).any()
    return (*((FIRST,) if found else ()), *((WORSE,) if _worse(now).any() else ()))


def _heard(now):
    """Whether layer 1 of two gives more than half to the last word for the first time."""
    below = bool(now.family) and (now.layer, now.layers) == (0, 2) and now.query == now.home
    return below and now.target == len(now.tokens) - 1 and now.at == now.first


def _worse(now):
    """Return at which records the answer has less than one before, although the loss fell: (k,)."""
    if now.answer < 0:
        return np.zeros(len(now.steps), dtype=bool)
    return np.append(False, (np.diff(now.hits) < 0) & (np.diff(now.heights) < 0))


def _at_step(now):
    return f": step {now.step}"


LOOK = "Drag along the curve while it falls, and watch the answer's weight."
FIRST = Goal(
    "find the first recorded step where the answer has over half the weight",
    lambda now, _: now.is_first,
    LOOK,
    _at_step,
)
TWO_LAYERS = Goal(
    "with two layers, find the first step where the right word has over half the weight",
    lambda now, _: bool(now.family) and now.layers == 2 and now.is_first,
    f"{LOOK} Any of the three sentences will do.",
    _at_step,
)
HEARD = Goal(
    "in layer 1 of two, find the first step where “it” gives the last word over half its weight",
    lambda now, _: _heard(now),
    "Choose layer 1 and look at the last word. From this step on, layer 2 finds in “it” what the"
    " sentence says about it. What does the loss do there?",
    _at_step,
)
WORSE = Goal(
    "find a step where the answer has less weight than one record earlier, though the loss fell",
    lambda now, _: now.answers and bool(_worse(now)[now.at]),
    "The loss is a mean over all training sentences, and this is only one of them. Go slowly, with"
    " the arrow keys, from the beginning.",
    _at_step,
)
NEVER = Goal(
    "with one layer, find a step where all three sentences give the right word over half the"
    " weight",
    lambda now, _: bool(now.family) and now.layers == 1 and now.right == len(now.family),
    "It can't be done. In one layer the ratio of the weights that “it” gives to “mat” and “cat” is"
    " e to the difference of two scores, and neither score sees “warm” or “hungry”. Where “mat” has"
    " more than half, “cat” has less than “mat”, in all three sentences.",
)
