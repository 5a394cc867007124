"""How an answer to an exercise is filed: under the exercise, right or with what must be said."""

from typing import NamedTuple

from helpers.checks.series import NOTEBOOKS

ANSWERS = []


class Answer(NamedTuple):
    """An answer to an exercise; `says` is a part of the message that it must get, "" if right."""

    exercise: str
    style: str  # what was done, in a few words
    given: object
    says: str

    @property
    def notebook(self):
        """Return the number of the notebook that has the exercise, such as "05"."""
        return next(number for number, one in NOTEBOOKS.items() if self.exercise in one.names)


def right(exercise, style, given=None):
    """File a right answer: a value, or, as a decorator, a function or class."""
    return _filed(exercise, style, given, "")


def wrong(exercise, style, says, given=None):
    """File a wrong answer, and a part of the message that names this mistake and no other."""
    return _filed(exercise, style, given, says)


def _filed(exercise, style, given, says):
    def file(one):
        ANSWERS.append(Answer(exercise, style, one, says))
        return one

    return file if given is None else file(given)
