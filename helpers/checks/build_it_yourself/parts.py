"""The parts of the capstone: each the reader's own if it passes its check, else the reference's.

`parts.Block` and so on: a part that no longer passes goes back to the reference.
"""

from dataclasses import dataclass, replace

from helpers.checks.build_it_yourself import EXERCISES, reference
from helpers.checks.kinds.function import Function

YOURS = "From now on, the notebook uses yours."
OURS = "Until yours passes, the notebook uses ours."
# The numbers that a check tries are in no cell of this notebook.
CALLED = {
    "this page’s numbers": "the check’s numbers",
    "the numbers on this page": "the check’s first numbers",
}


@dataclass(frozen=True)
class Part(Function):
    """Checks a part, which the notebook uses from then on if it passes.

    results : what its results are called, where it has several
    """

    results: tuple[str, ...] = ()

    def __call__(self, given):
        """Return the `Verdict`, which also says whose part the notebook uses from now on.

        It is found with all other parts ours, so that their faults are not blamed on this one.
        """
        own, others = reference.own, dict(reference.own)
        own.clear()
        try:
            verdict = super().__call__(given)
        finally:
            own.update(others)
        own.pop(self.name, None)
        if verdict.correct:
            own[self.name] = given
        said = verdict.words
        called = {f"result {k}": name for k, name in enumerate(self.results, 1)}
        for general, special in (CALLED | called).items():
            said = said.replace(general, special)
        return replace(verdict, words=f"{said} {YOURS if verdict.correct else OURS}")


def __getattr__(name):
    """Return the part that the notebook uses: the reader's own where there is one."""
    if name not in EXERCISES:
        raise AttributeError(f"the parts are {', '.join(EXERCISES)}; got {name!r}")
    return getattr(reference.parts, name)


def whose():
    """Return in one line how many parts are the reader's own, and in a second which are not."""
    missing = [name for name in EXERCISES if name not in reference.own]
    count = len(EXERCISES) - len(missing)
    yours = f"{count} of the {len(EXERCISES)} parts {'is' if count == 1 else 'are'} yours."
    rest = f"Ours: {', '.join(missing)}." if missing else "You wrote all of it."
    return f"{yours}\n{rest}"
