"""A row of named steps with back and next."""

from dataclasses import dataclass
from typing import Annotated, Literal

from helpers.views.reports import Place, Report
from helpers.views.view import View, source


@dataclass(frozen=True)
class Chosen(Report):
    """A step is pressed, or come to by back, next or an arrow key."""

    kind: Literal["choose"]
    index: Annotated[int, Place("names")]


class Steps(View):
    """Named steps, one of them current; arrow keys go back and on.

    A scene holds names (of the steps, in order) and at (the place of the current one).
    """

    reports = (Chosen,)

    _esm = source("steps.js")
