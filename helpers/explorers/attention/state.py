"""A sentence with what a function makes of it, and the sentences to begin with."""

from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from helpers.attention import Attention, simplified_attention
from helpers.explorers.base.sentence import FEWEST, Sentence
from helpers.learner.arrays import NotNumbersError, real_numbers
from helpers.learner.calls import UnusableError, ask, name_of
from helpers.learner.messages import a_kind, shortened
from helpers.numerals import wording
from helpers.readers import worked_examples

FIRST = "your_journey"  # what an explorer shows that is given nothing
OWN = "your own sentence"
LONGEST = 36  # letters of a title
CLOSE = 1e-6  # relative: how near to z the pulls must end
WIDEST = 4096  # numbers of a row
SQUARE = ("scores", "scaled", "weights")  # one row and one column per token


class Shift(NamedTuple):
    """values (n, d) that pull, None where they're unknown; why the pulls are not drawn, or ""."""

    values: np.ndarray | None
    remark: str = ""


@dataclass(frozen=True, eq=False)
class Attended:
    """A sentence and its attention, seen from one token in one plane.

    attend : the function that gave `result`, or that will once it works
    query  : the place of the token that asks    axes : the two columns that the plane shows
    waits  : what is said until the function has given its first answer, then ""
    """

    sentence: Sentence
    result: Attention
    attend: object = simplified_attention
    query: int = 0
    axes: tuple = (0, 1)
    waits: str = ""

    tokens = property(attrgetter("sentence.tokens"))  # the n names
    embeddings = property(attrgetter("sentence.embeddings"))  # (n, d)

    @cached_property
    def points(self):
        """The (n, 2) embeddings as the plane shows them."""
        return self.embeddings[:, list(self.axes)]

    @cached_property
    def token(self):
        """The name of the token that asks."""
        return self.tokens[self.query]

    @cached_property
    def weights(self):
        """The (n,) weights of the token that asks."""
        return self.result.weights[self.query]

    @cached_property
    def z(self):
        """The context of the token that asks, as wide as the values are."""
        return self.result.context[self.query]

    @cached_property
    def name(self):
        """What the function is called."""
        return name_of(self.attend, "attend")

    @cached_property
    def missing(self):
        """The names of the tables that the function did not return."""
        return [part for part in SQUARE if getattr(self.result, part) is None]

    @property
    def has_shift(self):
        """Whether z is as wide as x, so that there's a way from one to the other."""
        return self.result.context.shape == self.embeddings.shape

    @cached_property
    def shift(self):
        """The `Shift` of the query: z - x as the sum over j of weight j times (v_j - x)."""
        if not self.has_shift:
            width, wide = self.embeddings.shape[1], self.result.context.shape[1]
            remark = f"z from {self.name} has {wording.count(wide, 'dimension')} and x has {width}"
            return Shift(None, f"{remark}, so there's no arrow from x to z to draw.")
        values = self.embeddings if self.result.values is None else self.result.values
        undrawn = "The pulls aren't drawn:"
        if values.shape != self.embeddings.shape:
            a_value = wording.count(values.shape[1], "dimension")
            return Shift(self.embeddings, f"{undrawn} a value has {a_value}, z has {len(self.z)}.")
        x, z = self.embeddings[self.query], self.z
        gap = np.linalg.norm(x + self.weights @ (values - x) - z)
        if gap <= CLOSE * max(np.abs(part).max() for part in (x, z, values)):
            return Shift(values)
        if self.result.values is None and np.isclose(self.weights.sum(), 1):
            return Shift(None)  # a function that mixes something else, and keeps it to itself
        row = f"this row of the weights sums to {self.weights.sum():.6g}"
        return Shift(values, f"{undrawn} {row}, and the pulls end {gap:.3g} away from z.")

    @cached_property
    def remark(self):
        """What the source does with its example that is left out here, or ""."""
        example = next((one for one, same in _sources() if same is self.sentence), None)
        done = ["projects with W_Q, W_K and W_V"] if example and example.W_Q is not None else []
        done += ["divides by √d_k"] if example and example.scale else []
        if not done:
            return ""
        return f"The source also {' and '.join(done)}; here {self.name} gets the embeddings alone."


@cache
def _sources():
    """Return the worked examples that have a sentence, each with it."""
    loaded = map(worked_examples.load, worked_examples.names())
    return [
        (one, Sentence(one.tokens, one.embeddings)) for one in loaded if one.tokens[FEWEST - 1 :]
    ]


def first():
    """Return the `Sentence` of an explorer that is given none, and the place of its query."""
    sentence = next(sentence for example, sentence in _sources() if example.name == FIRST)
    return sentence, _asks(sentence)


def _asks(sentence):
    """Return the place of the first token that attends most to another, or the first of all."""
    weights = simplified_attention(sentence.embeddings).weights
    return next((i for i, row in enumerate(weights) if wording.largest(row)[0] != i), 0)


def source_of(given):
    """Return the `Sentence` of a source where it is the one given, else that one."""
    sources = (one for _, one in _sources())
    alike = (one for one in sources if one.tokens == given.tokens and one.size == given.size)
    return next((one for one in alike if (one.embeddings == given.embeddings).all()), given)


def examples(given, query, own):
    """Return the sentences to begin with, the given one first: a title to its changes.

    own : returns the changes of a sentence that is typed
    """
    sources = {_title(one): {"sentence": one, "query": _asks(one)} for _, one in _sources()}
    known = any(one is given for _, one in _sources())
    title = _title(given) if known else f"{_title(given)} (as given)"
    sources.pop(title, None)
    return {title: {"sentence": given, "query": query}, **sources, OWN: own}


def _title(sentence):
    return shortened(" ".join(sentence.tokens), LONGEST)


def ask_attend(attend, embeddings):
    """Call `attend` on a copy of the embeddings; whatever happens, return an `Answer`.

    attend     : takes (n, d) and returns an `Attention`, or (weights, context)
    embeddings : (n, d)

    Of a bare (weights, context) the other fields of the result are None.
    """
    return ask(attend, embeddings.copy(), lambda back: _read(back, len(embeddings)), "attend")


def _read(given, n):
    """Return what came back as an `Attention`, or raise `UnusableError`."""
    if isinstance(given, Attention):
        parts = given._asdict()
    elif isinstance(given, tuple) and len(given) == 2:
        parts = {"weights": given[0], "context": given[1]}
    else:
        came = a_kind(given)
        raise UnusableError(f"must return an Attention or (weights, context), not {came}.")
    arrays = {part: _array(part, array, n) for part, array in parts.items()}
    return Attention(**{field: arrays.get(field) for field in Attention._fields})


def _array(part, given, n):
    """Return one part as an array of its own, or raise `UnusableError`."""
    if given is None and part not in ("weights", "context"):
        return None
    if given is None or given is ...:
        raise UnusableError(f"has no {part} yet.")
    try:
        array = real_numbers(given)
    except NotNumbersError as error:
        came = f" but {error}" if str(error) else ""
        raise UnusableError(f"returned {part} that are not rows of numbers{came}.") from None
    fits = array.ndim == 2 and len(array) == n and (part not in SQUARE or array.shape[1] == n)
    if not fits or array.shape[1] == 0:
        wanted = f"({n}, {n})" if part in SQUARE else f"({n}, ...)"
        raise UnusableError(f"returned {part} of shape {array.shape}; expected {wanted}.")
    if array.shape[1] > WIDEST:
        widest = f"a row here has at most {WIDEST}"
        raise UnusableError(f"returned {array.shape[1]} numbers for a row of {part}; {widest}.")
    array = array.astype(float)
    if part not in ("scores", "scaled") and not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0][0])
        raise UnusableError(f"returned NaN or inf in {part}, row {row}.")
    return array
