"""What a check answers: one sentence or two, as text and as a coloured line."""

import functools
import re
from dataclasses import dataclass, replace
from html import escape

from helpers.learner import progress
from helpers.learner.undisturbed import undisturbed

MARKS = {"correct": "✓ Correct.", "not yet": "✗ Not yet.", "untouched": "○ Not written yet."}
COLOURS = {"correct": "#2e7d32", "not yet": "#c4570a", "untouched": "#808080"}
REPLACED = (
    "This page has assigned to {names}, so the check took the library's own. Restart the kernel to "
    "have it back."
)
STRESSED = re.compile(r"(?<![\w*])\*(\w(?:[^*]*\w)?)\*(?![\w*])")  # not 2*n*d, not **kwargs


@dataclass(frozen=True)
class Verdict:
    """The answer of a check, ready to be shown.

    state : "correct", "not yet" or "untouched"
    words : what was done and what to think about
    note  : what became of the record of progress, "" when it was kept
    """

    state: str
    words: str
    note: str = ""

    @property
    def correct(self):
        """Return whether the exercise is solved."""
        return self.state == "correct"

    def __repr__(self):
        return "\n".join(filter(None, [f"{MARKS[self.state]} {self.words}".strip(), self.note]))

    def _repr_html_(self):
        mark, *rest = (escape(text) for text in (MARKS[self.state], self.words, self.note))
        words = _marked_up("<br>".join(filter(None, rest)))
        style = f"border-left: 4px solid {COLOURS[self.state]}; padding: 0.2em 0.8em"
        return f'<div style="{style}"><b>{mark}</b> {words}</div>'


def leaving_the_page(check):
    """Return a check that neither meets what the page has replaced nor changes what it draws."""

    @functools.wraps(check)
    def checked(self, given):
        with undisturbed() as replaced:
            said = check(self, given)
        if not replaced:
            return said
        names = REPLACED.format(names=", ".join(f"`{name}`" for name in replaced[:3]))
        return replace(said, note=f"{said.note} {names}".strip())

    return checked


def untouched(name):
    """Return the verdict on a stub that is as it was; it is no attempt."""
    return Verdict("untouched", f"Write `{name}` above, run its cell, then run this one.")


def given(name, correct, words):
    """Return the verdict on an answer to the exercise `name`, and keep it as an attempt."""
    note = progress.record(name, correct)
    return Verdict("correct" if correct else "not yet", words, note)


def _marked_up(text):
    """Return HTML: what stands between backquotes is code, and elsewhere *what* is stressed."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # one of them is alone
        parts = [text]
    return "".join(
        f"<code>{part}</code>" if k % 2 else STRESSED.sub(r"<em>\1</em>", part)
        for k, part in enumerate(parts)
    )
