"""How an answer to an exercise is filed: under the exercise, right or with what must be said."""

from typing import NamedTuple

ANSWERS = []


class Answer(NamedTuple):
    """An answer to an exercise; `says` is a part of the message that it must get, "" if right."""

    exercise: str
    style: str  # what was done, in a few words
    given: object
    says: str


def right(exercise, style):
    """File the function or class that follows as a right answer."""
    return wrong(exercise, style, "")


def wrong(exercise, style, says):
    """File what follows as a wrong answer; its message holds `says`, as no other mistake's does."""

    def file(one):
        ANSWERS.append(Answer(exercise, style, one, says))
        return one

    return file


def right_each(exercise, answers):
    """File right answers by what was done: {style: answer}."""
    ANSWERS.extend(Answer(exercise, style, one, "") for style, one in answers.items())


def wrong_each(exercise, answers):
    """File wrong answers by what was done, each with what is said of it: {style: (it, says)}."""
    ANSWERS.extend(Answer(exercise, style, *one) for style, one in answers.items())
