"""An exercise whose answer is a function or a class: its check knows mistakes by what they give."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from helpers.checks import verdict
from helpers.checks.calls import call, name_of
from helpers.checks.compared import (
    UnusableError,
    agree,
    arrays,
    first_difference,
    is_rounded,
    usable,
)

FRESH = 3  # random inputs beside the shown one, so that copied numbers do not pass
CONSTANT = "It gives the same numbers whatever it is given. Does it use its arguments?"
ROUNDED = "Right, but rounded: return all digits, and leave the rounding to the print."
TRANSPOSED = "Rows and columns are exchanged in what it returns."
NEGATED = "Every number has the wrong sign."
ONLY_SHOWN = "Right for the numbers of this page, but not for others."


@dataclass(frozen=True)
class Mistake:
    """A mistake that is known by what it gives.

    compute : takes the inputs of the exercise and returns what somebody gets who makes it
    words   : what was done and what to think about, without the solution's code
    """

    compute: Callable
    words: str


def known(words, *computes):
    """Return a `Mistake` with these words for each way to make it."""
    return [Mistake(compute, words) for compute in computes]


@dataclass(frozen=True)
class Function:
    """Checks a function (or class) on the page's inputs and on fresh ones.

    name     : of the stub, and of this check
    expected : takes the inputs and returns what is right, an array or a tuple of arrays
    shown    : the page's inputs, a tuple
    draw     : takes a NumPy generator and returns fresh inputs of other sizes, a tuple
    mistakes : `Mistake`s, the likelier first
    done     : what is said when all is right: what the learner has now, or what to notice
    also     : further inputs that must come out right, by name: {"scores around 1000": (…,)}
    run      : takes the class or function and the inputs, where calling it is not enough
    library  : "numpy", or "torch" where tensors are asked for
    """

    name: str
    expected: Callable
    shown: tuple
    draw: Callable
    mistakes: tuple[Mistake, ...]
    done: str
    also: dict[str, tuple] = field(default_factory=dict)
    run: Callable | None = None
    library: str = "numpy"

    def __call__(self, given):
        """Return the `Verdict` on what the learner wrote; an untouched stub is no attempt."""
        if given is ... or given is None:
            return verdict.untouched(self.name)
        if not callable(given):
            words = f"Pass `{self.name}` itself, without brackets behind it: its name alone."
            return verdict.given(self.name, False, words)
        inputs = [("this page’s numbers", self.shown), *self.also.items()]
        inputs += [("fresh numbers", self.draw(_generator(k))) for k in range(FRESH)]
        right, came = [], []
        for name, one in inputs:
            with np.errstate(all="ignore"):
                expected = self.expected(*one)
            answer, words = self._answer(given, one, expected, quiet=bool(came))
            if answer is ...:
                return verdict.untouched(self.name)
            if words and self._all(right, came):
                return verdict.given(self.name, False, f"{_only(name) if came else ''}{words}")
            if words:
                named = self._named([one for _, one in inputs[: len(came)]], came)
                return verdict.given(self.name, False, named or f"With {name}: {words}")
            came.append(answer)
            right.append(arrays(expected))
        if self._all(right, came):
            return verdict.given(self.name, True, self.done)
        return verdict.given(self.name, False, self._words(inputs, right, came))

    def _answer(self, given, inputs, expected, quiet):
        """Return what one call gave, as arrays, and what is wrong with it, if seen so far."""
        result, words = call(given, inputs, self.run, quiet)
        if words or result is ...:
            return None if words else ..., words
        try:
            return usable(result, expected, self.library), ""
        except UnusableError as error:
            return None, f"`{name_of(given)}` {error}"

    def _all(self, right, came):
        """Return whether every answer so far is right."""
        return all(agree(one, other, self.library) for one, other in zip(came, right, strict=False))

    def _words(self, inputs, right, came):
        """Return which mistake it is, and where the first difference stands."""
        tried = zip(inputs, came, right, strict=True)
        (name, _), given, expected = next(
            one for one in tried if not agree(one[1], one[2], self.library)
        )
        named = self._named([one for _, one in inputs], came) or self._in_general(right, came)
        difference = first_difference(given, expected, self.library)
        return f"{named} With {name}: {difference}".strip()

    def _named(self, inputs, came):
        """Return the words of the first mistake that gives what came, for all inputs, or ""."""
        for mistake in self.mistakes:
            try:
                with np.errstate(all="ignore"):
                    foreseen = [arrays(mistake.compute(*one)) for one in inputs]
            except (ArithmeticError, IndexError, TypeError, ValueError, RuntimeError):
                continue  # it cannot be made with these inputs
            if self._all(foreseen, came):
                return mistake.words
        return ""

    def _in_general(self, right, came):
        """Return what can be said without knowing the exercise, or ""."""
        if self._all([came[0]] * len(came), came):
            return CONSTANT
        if all(is_rounded(one, other) for one, other in zip(came, right, strict=True)):
            return ROUNDED
        if self._all([tuple(part.T for part in one) for one in right], came):
            return TRANSPOSED
        if self._all([tuple(-part for part in one) for one in right], came):
            return NEGATED
        return ONLY_SHOWN if agree(came[0], right[0], self.library) else ""


def _only(name):
    """Return that all went well until these inputs came."""
    return f"Right for the numbers of this page, but with {name}: "


def _generator(place):
    """Return a generator of its own for each fresh input, the same at every run."""
    return np.random.default_rng(1000 + place)
