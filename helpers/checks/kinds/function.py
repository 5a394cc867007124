"""An exercise whose answer is a function or a class: its check knows mistakes by what they give."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

import numpy as np

from helpers.checks.kinds import in_general, verdict
from helpers.learner import page
from helpers.learner.calls import TroubleError, call, called_with, name_of
from helpers.learner.compared import (
    UnusableError,
    agree,
    arrays,
    first_difference,
    first_row,
    usable,
)

FRESH = 3  # random inputs beside the shown one, so that copied numbers do not pass
OF_THE_PAGE = (
    "It reads `{}`, the page’s own table, whatever you pass in. Which argument should it read?"
)

AGAIN = (
    "It's right the first time. Called again with the same numbers, it gives something else: what "
    "does it keep from one call to the next?"
)
TWO = "Two things at once. {} {}"
ONE_OF_TWO = "Two things at once, and this is one of them. {}"


class Mistake:
    """A mistake that is known by what it gives.

    words    : what was done and what to think about, without the solution's code
    computes : the ways to make it; each takes the inputs of the exercise and returns what one gets

    A way that is a `partial` of a right answer, with the steps that go wrong, is also met beside
    every other one that goes wrong in other steps.
    """

    def __init__(self, words, *computes):
        self.words, self.computes = words, computes


@contextmanager
def explaining(kind, part, words):
    """Raise `TroubleError` with these words for an error of this kind that says `part`."""
    try:
        yield
    except kind as error:
        if part not in str(error):
            raise
        raise TroubleError(words) from None


@dataclass(frozen=True)
class Lure:
    """Inputs at which a mistake shows that cannot be seen elsewhere; else anything may come there.

    inputs  : so far out that a right answer need not hold there
    mistake : what gives its result there is refused
    """

    inputs: tuple
    mistake: Mistake


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
    lures    : what to try where all else came out right
    run      : takes the class or function and the inputs, where calling it is not enough
    library  : "numpy", or "torch" where tensors are asked for
    part     : names result number k of n, where each is made of those before it; then a mistake
               is looked for in the first part that differs, and that part is named
    """

    name: str
    expected: Callable
    shown: tuple
    draw: Callable
    mistakes: tuple[Mistake, ...]
    done: str
    also: dict[str, tuple] = field(default_factory=dict)
    lures: tuple[Lure, ...] = ()
    run: Callable | None = None
    library: str = "numpy"
    part: Callable[[int, int], str] | None = None

    @verdict.leaving_the_page
    def __call__(self, given):
        """Return the `Verdict` on what the learner wrote; an untouched stub is no attempt."""
        if given is ... or given is None:
            return verdict.untouched(self.name)
        if not callable(given):
            words = f"Pass `{self.name}` itself, without brackets after it: its name alone."
            return verdict.given(self.name, False, words)
        inputs = [("this page’s numbers", self.shown), *self.also.items()]
        inputs += [("fresh numbers", self.draw(_generator(k))) for k in range(FRESH)]
        right, came, words = [], [], ""
        for _, one in inputs:
            with np.errstate(all="ignore"):
                expected = self.expected(*one)
            answer, words = self._answer(given, one, expected, quiet=bool(came))
            if answer is ...:
                return verdict.untouched(self.name)
            if words:
                break
            came.append(answer)
            right.append(arrays(expected))
        if not self._all(right, came):
            words = self._said_of_a_wrong_one(given, inputs, right, came)
        elif words:
            only = self._of_the_page(given) or (_only(inputs[len(came)][0]) if came else "")
            words = f"{only} {words}".strip()
        else:
            words = self._lured(given) or self._said_of_another_call(given, came[0])
        return verdict.given(self.name, not words, words or self.done)

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

    def _lured(self, given):
        """Return the words of the first mistake that shows at its own inputs alone, or ""."""
        for lure in self.lures:
            answer, words = self._answer(given, lure.inputs, self.expected(*lure.inputs), True)
            with np.errstate(all="ignore"):
                foreseen = arrays(lure.mistake.computes[0](*lure.inputs))
            if answer is not ... and not words and agree(answer, foreseen, self.library):
                return lure.mistake.words
        return ""

    def _said_of_another_call(self, given, first):
        """Return what is wrong with a call with the page's inputs that isn't the first, or ""."""
        answer, words = self._answer(given, self.shown, self.expected(*self.shown), True)
        same = answer is not ... and not words and agree(answer, first, self.library)
        return "" if same else AGAIN

    def _said_of_a_wrong_one(self, given, inputs, right, came):
        """Return which mistake it is, and the first difference."""
        named = self._name_of(given, [one for _, one in inputs[: len(came)]], right, came)
        pairs = zip(inputs, came, right, strict=False)  # trouble may have come before the last
        (name, _), wrong, expected = next(
            one for one in pairs if not agree(one[1], one[2], self.library)
        )
        said = f"{named} With {name}: {first_difference(wrong, expected, self.library, self.part)}"
        if named in ("", in_general.ONLY_SHOWN):
            said += self._row_and_inputs(given, dict(inputs)[name], wrong, expected)
        return said.strip()

    def _name_of(self, given, tried, right, came):
        """Return the words for what came: of one mistake, of any function, or of two mistakes."""
        general = in_general.named(right, came, self.library)
        seen = self._to_the_first_difference(tried, came) if self.part else came
        return (
            self._foreseen(tried, seen)
            or self._of_the_page(given)
            or (general if general != in_general.ONLY_SHOWN else "")
            or self._two_at_once(tried, seen)
            or general
        )

    def _row_and_inputs(self, given, inputs, wrong, expected):
        """Return the row in which a nameless difference stands, and what it was computed from."""
        called = "" if isinstance(given, type) else called_with(given, inputs)
        if self.run and not called:
            called = called_with(partial(self.run, given), inputs)
        row = first_row(wrong, expected, self.library)
        return "".join(f" {one}" for one in (row, called) if one)

    def _of_the_page(self, given):
        """Return that a table of the page is read in place of an argument, if it is."""
        table = page.read_instead(given, self.shown)
        return OF_THE_PAGE.format(table) if table else ""

    def _to_the_first_difference(self, inputs, came):
        """Return the parts of what came up to the first that is wrong for any of the inputs."""
        pairs = [
            (one, arrays(self.expected(*given))) for one, given in zip(came, inputs, strict=True)
        ]
        right = (
            next((k for k in range(len(one)) if not self._all([one[: k + 1]], [other[: k + 1]])), 0)
            for one, other in pairs
            if not self._all([one], [other])
        )
        first = min(right, default=0)
        return [one[: first + 1] for one in came]

    def _foreseen(self, inputs, came):
        """Return the words of the first mistake that gives what came, for all inputs, or ""."""
        for words, way in self._ways():
            if self._gives(way, inputs, came):
                return words
        return ""

    def _ways(self):
        return [(one.words, way) for one in self.mistakes for way in one.computes]

    def _two_at_once(self, inputs, came):
        """Return the words of two mistakes that together give what came, or "".

        Where several pairs do, only what all of them have in common is said.
        """
        ways = [(words, way) for words, way in self._ways() if getattr(way, "keywords", None)]
        found = [
            {first, second}
            for (first, one), (second, other) in combinations(ways, 2)
            if first != second
            and one.func is other.func
            and not one.keywords.keys() & other.keywords.keys()
            and self._gives(partial(one.func, **one.keywords, **other.keywords), inputs, came)
        ]
        common = set.intersection(*found) if found else set()
        both = dict.fromkeys(one.words for one in self.mistakes if one.words in common)
        return {0: "", 1: ONE_OF_TWO, 2: TWO}[len(both)].format(*both)

    def _gives(self, compute, inputs, came):
        """Return whether a way gives what came for all of the inputs."""
        try:
            with np.errstate(all="ignore"):
                foreseen = (arrays(compute(*one)) for one in inputs)
                if self.part:
                    cut = zip(foreseen, came, strict=True)
                    foreseen = (one[: len(other)] for one, other in cut)
                return self._all(foreseen, came)  # computed only as long as they agree
        except (ArithmeticError, IndexError, TypeError, ValueError, RuntimeError):
            return False  # it cannot be made with these inputs


def _only(name):
    """Return that all went well until these inputs came."""
    return f"Right for the numbers on this page, but with {name}:"


def _generator(place):
    """Return a generator of its own for each fresh input, the same at every run."""
    return np.random.default_rng(1000 + place)
