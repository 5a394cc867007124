"""A question and its options, of which the reader chooses one and answers with it."""

from helpers.views.reports import Place, Shape
from helpers.views.view import View


class Choices(View):
    """Native radio inputs and a button: choosing is free, and the button answers.

    A scene holds asks (the question), options (their texts, in order), chosen (the place of the
    option that was answered, None before), right (whether it is right, None before), verdict (one
    sentence), reason (why), and note (of something beside the answer). The last three are "" where
    there is nothing to say; they are read out. What stands between backquotes is shown as code.
    """

    reports = (Shape("answer", index=Place("options")),)  # by the button, and not before
