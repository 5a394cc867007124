"""An exercise whose answer is a number or an array that is chosen, read or predicted."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from helpers.checks.kinds import verdict
from helpers.learner.arrays import is_tensor
from helpers.learner.compared import TooLargeError, UnusableError, usable
from helpers.learner.messages import a_kind


@dataclass(frozen=True)
class Fault:
    """What an answer may have wrong.

    when  : takes the answer, as an array of floats, and returns whether it has this fault
    words : what was done and what to think about; or a function of the answer that says it
    """

    when: Callable
    words: str | Callable


def near(numbers, within, place=...):
    """Return a condition: whether an answer, or one entry of it, is these numbers.

    within : how far off each may be
    """
    return lambda answer: np.allclose(answer[place], numbers, rtol=0, atol=within)


def foreseen(numbers, within, place=...):
    """Return a `Fault` for each of the wrong answers {words: numbers}, as `near` takes them."""
    return [Fault(near(one, within, place), words) for words, one in numbers.items()]


def zeros(words):
    """Return a `Fault` for an answer of zeros."""
    return Fault(lambda answer: not answer.any(), words)


@dataclass(frozen=True)
class Value:
    """Checks a value by faults that it must not have.

    name   : of the stub, and of this check
    shape  : of the answer, () for one number; None stands for any length
    faults : `Fault`s, tried in order; the answer is right when it has none
    done   : what is said when it is right: what to notice; or a function of the answer that says it
    """

    name: str
    shape: tuple
    faults: tuple[Fault, ...]
    done: str | Callable

    @verdict.leaving_the_page
    def __call__(self, given):
        """Return the `Verdict` on the answer; an untouched stub is no attempt."""
        if given is ...:
            return verdict.untouched(self.name)
        try:
            answer = self.read(given)
        except UnusableError as error:
            return verdict.given(self.name, False, str(error))
        fault = self.fault_of(answer)
        words = fault.words if fault else self.done
        with np.errstate(all="ignore"):
            said = words(answer) if callable(words) else words
        return verdict.given(self.name, fault is None, said)

    def fault_of(self, answer):
        """Return the first `Fault` of an answer as `read` gives it, None where it is right."""
        with np.errstate(all="ignore"):
            return next((fault for fault in self.faults if fault.when(answer)), None)

    def read(self, given):
        """Return an answer as floats of the shape that is asked for, or raise `UnusableError`."""
        wanted = f"`{self.name}` should be {_in_words(self.shape)}"
        try:
            (answer,) = usable(given, 0.0, "torch" if is_tensor(given) else "numpy")
        except TooLargeError as error:
            raise UnusableError(f"`{self.name}` {error}".replace(" returned", " is")) from None
        except UnusableError:
            kind = "None" if given is None else a_kind(given)
            if isinstance(given, list | tuple):
                wanted += "; something in it isn't a number, or its rows differ in length."
                raise UnusableError(wanted) from None
            raise UnusableError(f"{wanted}, not {kind}.") from None
        answer = answer.astype(float)
        if self.shape == () and answer.size == 1:
            answer = answer.reshape(())  # one number in a list is that number
        if not _fits(answer.shape, self.shape):
            raise UnusableError(f"{wanted}, but is {_in_words(answer.shape)}.")
        if not np.isfinite(answer).all():
            raise UnusableError(f"`{self.name}` holds NaN or inf: every number must be finite.")
        return answer


def _fits(came, wanted):
    """Return whether a shape is the one that is asked for."""
    return len(came) == len(wanted) and all(
        size in (None, number) for size, number in zip(wanted, came, strict=True)
    )


def _in_words(shape):
    """Return what an array of this shape is called."""
    if shape == ():
        return "one number"
    *rows, last = ("" if size is None else f"{size} " for size in shape)
    words = f"{last}number{'' if last == '1 ' else 's'}"
    sizes = [f"{row}row{'' if row == '1 ' else 's'}" for row in rows] or ["a list"]
    return " of ".join([*sizes, words])
