"""What an explorer says: a headline, more, details, a message, the goals, and its code."""

from helpers.views.view import View


class Words(View):
    """The result in words, read out politely when nothing moves.

    A scene holds headline (one sentence, in bold), more (lines), details (rows of [name, text,
    role], shown on demand), message ("" when all is well), aloud (whether these are read out to a
    screen reader now: not in the middle of a drag), goals: a list of {text, done, hint}, code (""
    while it is not asked for), and projected (whether goals are folded away).
    A goal that is reached is celebrated where the pointer or the focus was last.
    """
