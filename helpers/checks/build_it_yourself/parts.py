"""The parts of the capstone: each the reader's own once its check has passed, else the reference's.

`parts.Block` and so on: a part that was right and is no longer goes back to the reference.
"""

from dataclasses import replace
from importlib import import_module

from helpers.checks.build_it_yourself import EXERCISES
from helpers.checks.kinds.function import Function

YOURS = "From here on this notebook builds with yours."
OURS = "Until it is right, this notebook builds with ours."
_own = {}


class Part(Function):
    """Checks a part, and has the notebook go on with it when it is right."""

    def __call__(self, given):
        """Return the `Verdict`, which also says whose part is taken from here on."""
        verdict = super().__call__(given)
        if verdict.correct:
            _own[self.name] = given
        else:
            _own.pop(self.name, None)
        return replace(verdict, words=f"{verdict.words} {YOURS if verdict.correct else OURS}")


def __getattr__(name):
    """Return the part that is taken: the reader's own where there is one."""
    if name not in EXERCISES:
        raise AttributeError(f"the parts are {', '.join(EXERCISES)}; got {name!r}")
    if name in _own:
        return _own[name]
    return getattr(import_module("helpers.checks.build_it_yourself.reference"), name)


def whose():
    """Return in one line how many parts are the reader's own, and in a second which are not."""
    missing = [name for name in EXERCISES if name not in _own]
    count = f"{len(EXERCISES) - len(missing)} of the {len(EXERCISES)} parts are yours."
    rest = f"Ours: {', '.join(missing)}." if missing else "You wrote all of it."
    return f"{count}\n{rest}"
