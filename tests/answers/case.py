"""How an answer to an exercise is filed: under the exercise, right or with what must be said."""

from typing import NamedTuple

ANSWERS = []


class Answer(NamedTuple):
    """An answer to an exercise; `says` is a part of the message that it must get, "" if right."""

    exercise: str
    style: str  # what was done, in a few words
    given: object
    says: str


def right(exercise, style, given=None):
    """File a right answer: a value, or, as a decorator, a function or class."""
    return wrong(exercise, style, "", given)


def wrong(exercise, style, says, given=None):
    """File a wrong answer, and a part of the message that names this mistake and no other."""

    def file(one):
        ANSWERS.append(Answer(exercise, style, one, says))
        return one

    return file if given is None else file(given)


def right_each(exercise, answers):
    """File right answers by what was done: {style: answer}."""
    ANSWERS.extend(Answer(exercise, style, one, "") for style, one in answers.items())


def wrong_each(exercise, answers):
    """File wrong answers by what was done, each with what is said of it: {style: (it, says)}."""
    ANSWERS.extend(Answer(exercise, style, *one) for style, one in answers.items())
