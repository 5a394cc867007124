"""A recorded training at one of its steps: what it is made of, what it refuses, where it begins."""

import functools
from dataclasses import dataclass

import numpy as np

from helpers.learner import parse
from helpers.learner.arrays import real_array
from helpers.learner.messages import quoted
from helpers.numerals import wording

FEWEST, MOST = 2, 24  # tokens
RECORDS = 2, 1000
LAYERS = 8
HALF = 0.5
OFF = 0.01  # that a row's sum may be from 1: coarse floats are taken, scores are not
OWN = "your training"
TWO, ONE = "two layers", "one layer"
STEPS, RATE = 40, 0.01  # of the trainings to begin with
SAID = ("warm", "hungry", "raining")  # of "it"
MEANT = ("mat", "cat", "<outside>")  # what "it" then is
GIVEN = ("losses", "weights", "steps", "tokens")
PARTS = (*GIVEN, "query", "answer", "step", "layer")


@dataclass(frozen=True, eq=False)
class Moment:
    """One recorded step of a training, as one word of a sentence sees it.

    losses  : (T,)    steps : the k recorded ones, rising
    weights : (k, layers, n, n) of the n tokens
    at, layer, query : places of the record, of the layer, and of the word whose row is in focus
    answer  : the place that should get the weight of the word `home` in the last layer, -1 for none
    family  : what "it" is said to be, to the sentence that says it, of a training made here
    said    : which of these sentences it is, "" where there is none
    """

    losses: np.ndarray
    steps: tuple[int, ...]
    weights: np.ndarray
    tokens: tuple[str, ...]
    at: int
    layer: int
    query: int
    answer: int
    home: int
    family: dict
    said: str

    @property
    def step(self):
        """The step of the training."""
        return self.steps[self.at]

    @functools.cached_property
    def heights(self):
        """The (k,) losses at the recorded steps; after the last step, that of the last."""
        return self.losses[np.minimum(self.steps, len(self.losses) - 1)]

    @property
    def layers(self):
        """How many layers there are."""
        return self.weights.shape[1]

    @property
    def map(self):
        """The (n, n) weights of the layer."""
        return self.weights[self.at, self.layer]

    def row(self, query):
        """Return the (n,) weights of a word."""
        return self.map[query]

    @property
    def asks(self):
        """The word whose row is in focus."""
        return self.tokens[self.query]

    @property
    def answers(self):
        """Whether the row in focus is the one that should give its weight to the answer."""
        return self.answer >= 0 and self.query == self.home and self.layer == self.layers - 1

    @functools.cached_property
    def target(self):
        """The place to follow: the answer, or what gets most at the last recorded step."""
        if self.answers:
            return self.answer
        return wording.largest(self.weights[-1, self.layer, self.query])[0]

    @property
    def shares(self):
        """The (k,) weights on the target, at all recorded steps."""
        return self.weights[:, self.layer, self.query, self.target]

    @property
    def share(self):
        """The weight on the target now."""
        return float(self.shares[self.at])

    @property
    def first(self):
        """The place of the first record at which the target has more than half, None for never."""
        above = np.flatnonzero(self.shares > HALF)
        return int(above[0]) if above.size else None

    @property
    def is_first(self):
        """Whether this is the first record at which the answer has more than half."""
        return self.answers and self.at == self.first

    @property
    def hits(self):
        """The (k,) weights on the answer, where it should be: in the last layer."""
        return self.weights[:, -1, self.home, self.answer] if self.answer >= 0 else np.zeros(1)

    @property
    def right(self):
        """How many of the sentences of a family give their answer more than half now."""
        each = self.family.values()
        return sum(one["weights"][self.at, -1, one["query"], one["answer"]] > HALF for one in each)


def moment(losses, weights, steps, tokens, query, answer, step, layer, home, family, said):
    """Return the `Moment` of parts that were read one by one.

    step : a recorded one, None for the first    layer : None for the last
    home : the row that the answer belongs to, None for the query

    Raises ValueError, in one sentence, for parts that do not fit each other.
    """
    for name, part in zip(GIVEN, (losses, weights, steps, tokens), strict=True):
        if part is None or len(part) == 0:
            raise ValueError(f"Give losses, weights, steps and tokens together; {name} is missing.")
    k, layers, n = weights.shape[:3]
    if len(steps) != k:
        raise ValueError(f"{k} weight maps need {k} steps; there are {len(steps)}.")
    if steps[-1] > len(losses):
        last = f"step {steps[-1]} is beyond the {len(losses)} losses"
        raise ValueError(f"Every recorded step needs a loss; {last}.")
    if len(tokens) != n:
        raise ValueError(f"Maps of {n} rows need {n} tokens; there are {len(tokens)}.")
    _expect_shares(weights, steps, tokens)
    query = parse.place(n - 1 if query is None else query, "The query", n)
    answer = parse.place(-1 if answer is None else answer, "The answer", n, none=True)
    layer = parse.place(layers - 1 if layer is None else layer, "The layer", layers)
    if step is not None and step not in steps:
        raise ValueError(f"Step {quoted(step)} is not recorded; near it: {_near(step, steps)}.")
    home = query if home is None else home
    at = 0 if step is None else steps.index(step)
    return Moment(losses, steps, weights, tokens, at, layer, query, answer, home, family, said)


def _near(step, steps):
    """Return the recorded steps on both sides of one that is not."""
    sides = [s for s in steps if s < step][-1:] + [s for s in steps if s > step][:1]
    return " and ".join(map(str, sides))


def _expect_shares(weights, steps, tokens):
    """Refuse rows that are no shares: they must sum to 1."""
    sums = weights.sum(axis=-1)
    wrong = np.argwhere(np.abs(sums - 1) > OFF)
    if len(wrong):
        k, layer, row = wrong[0]
        where = f"that of “{tokens[row]}” at step {steps[k]}, layer {layer + 1}"
        total = wording.drawn(sums[tuple(wrong[0])])
        raise ValueError(f"Each row of weights must sum to 1; {where} sums to {total}.")


def read_losses(losses):
    """Return losses (T,), at least 2."""
    read = real_array(losses, "The losses must be a row of numbers")
    if read.ndim != 1 or len(read) < 2:
        raise ValueError(f"The losses must be a row of 2 numbers or more; not shape {read.shape}.")
    if not np.isfinite(read).all():
        step = int(np.flatnonzero(~np.isfinite(read))[0])
        raise ValueError(f"The losses must be finite; that of step {step} is {read[step]}.")
    return _kept(read)


def read_weights(weights):
    """Return weights (k, layers, n, n) of shapes (k, n, n) or (k, layers, n, n)."""
    wanted = "The weights must be maps (records, words, words) or (records, layers, words, words)"
    read = real_array(weights, wanted)
    if read.ndim == 3:
        read = read[:, None]
    if read.ndim != 4 or read.shape[2] != read.shape[3]:
        raise ValueError(f"{wanted}; the shape here is {np.shape(read)}.")
    k, layers, n, _ = read.shape
    for count, what, (least, most) in (
        (k, "recorded steps", RECORDS),
        (layers, "layers", (1, LAYERS)),
        (n, "words", (FEWEST, MOST)),
    ):
        if not least <= count <= most:
            raise ValueError(f"The weights may have {least} to {most} {what}; these have {count}.")
    if not ((read >= 0) & (read <= 1 + OFF)).all():  # NaN is not inside either
        wrong = read[~((read >= 0) & (read <= 1 + OFF))][0]
        raise ValueError(f"Weights must be between 0 and 1, not {wrong:g}.")
    return _kept(np.clip(read, 0, 1))


def read_steps(steps):
    """Return recorded steps as plain whole numbers that rise from 0 or later."""
    read = real_array(steps, "The steps must be a row of whole numbers")
    if read.ndim != 1 or not (np.isfinite(read) & (read == np.round(read)) & (read >= 0)).all():
        raise ValueError(f"The steps must be whole numbers from 0; {quoted(steps)} are not.")
    if not RECORDS[0] <= len(read) <= RECORDS[1]:
        least, most = RECORDS
        raise ValueError(f"You can record {least} to {most} steps here, not {len(read)}.")
    if (np.diff(read) <= 0).any():
        place = int(np.flatnonzero(np.diff(read) <= 0)[0])
        before, after = read[place : place + 2]
        raise ValueError(f"Steps must increase; {after:.10g} comes after {before:.10g}.")
    return tuple(map(int, read))


def read_said(said, before, family):
    """Return which sentence of a family is meant, "" where there is none."""
    if said is None:
        return before if before in family else next(iter(family), "")
    return parse.choice(said, "said", tuple(family) or ("",))


def read_whole(value, what):
    """Return a whole number."""
    found = parse.whole(value)
    if found is None:
        raise ValueError(f"{what} must be a whole number; {quoted(value)} is not.")
    return found


def _kept(array):
    """Return an array that nobody writes into."""
    array.setflags(write=False)
    return array


def examples():
    """Return trainings to begin with, made when first asked for: a title to its changes."""
    return {TWO: {"trained": 2}, ONE: {"trained": 1}}


@functools.cache
def trained(layers):
    """Return a training of helpers.training.point_it as changes, made once.

    Raises ValueError, in one sentence, where there is no torch.
    """
    try:
        from helpers.training import point_it
    except ModuleNotFoundError as error:
        wanted = "This example is trained with torch, which is not installed here"
        raise ValueError(f"{wanted}: give losses and weights of your own.") from error
    shown = [point_it.sentence("cat", "mat", said) for said in SAID]
    record = _recorded(layers, point_it.numbers(shown))
    if len(record.losses) < STEPS:  # stopped by hand: a part of a training is no example
        raise KeyboardInterrupt
    shared = {"losses": read_losses(record.losses), "steps": read_steps(record.steps)}
    family = {}
    for place, (said, tokens, meant) in enumerate(zip(SAID, shown, MEANT, strict=True)):
        family[said] = {
            "tokens": tuple(tokens),
            "weights": read_weights([look[:, place] for look in record.looks]),
            "query": tokens.index("it"),
            "answer": tokens.index(meant),
        }
    return {**shared, **family[SAID[0]], "family": family}


def _recorded(layers, shown):
    """Return the record of a training that looks at the numbers of some sentences."""
    import torch

    from helpers.training import loop, point_it

    sentences, answers = point_it.sentences(point_it.split()[0])
    batch = point_it.numbers(sentences), answers
    record = loop.Record(lambda model: model.weights(shown), every=1)
    with torch.random.fork_rng(devices=[]):  # what the reader draws next stays the same
        torch.manual_seed(0)
        model = point_it.Pointer(layers)
        options = {"steps": STEPS, "learning_rate": RATE, "watch": [record]}
        loop.train(model, lambda: batch, point_it.loss_of, **options)
    return record
