"""What an explorer says: the result, a message, the goals, and the code of the present state."""

from helpers.views.view import View, source


class Words(View):
    """The result in words, read out politely when the hand rests.

    A scene holds words (the result, in a sentence or two), message ("" when all is well), aloud
    (whether both are read out to a screen reader now: not in the middle of a drag),
    goals: a list of {text, done, reason, open} (reason: why it cannot be reached, "" where it
    can; open: whether the reason is shown), and code ("" while it is not asked for).
    The hand reports {kind: "give up", goal}.
    """

    _esm = source("wire.js", "words.js")
    _css = source("view.css")
