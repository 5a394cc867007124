"""Mistakes as edits: the text beside a check holds its right answers, and what goes wrong in them.

A fence holds a right answer below what it imports; the first is the notebook's solution. What
follows are mistakes, with an empty line between them: the sentence that is said, and then the ways
to make the mistake, each in a line of its own, as edits of the right answer above or as what is
returned in place of what it returns:

    - `words that stand there once` → `what stands there instead`, `other words` → `instead`
    - `np.zeros(len(keys))`

What is returned may call the right answer by its name; ⏎ stands for the end of a line. A sentence
that several exercises share is named in capitals as in `helpers.checks.kinds.mistakes`.
"""

import ast
import functools
import re
import zlib
from pathlib import Path
from typing import NamedTuple

from helpers.checks.kinds import mistakes
from helpers.checks.kinds.function import Mistake

FENCE = re.compile(r"(?ms)^```python\n(.*?)^```$")
EDIT = r"`([^`]+)` → `([^`]*)`"
WAY = re.compile(rf"- ({EDIT}(, {EDIT})*|`[^`]+`)")
INSTEAD = "instead"


class Text(NamedTuple):
    """What the text beside a check holds: right answers, the notebook's first, and mistakes."""

    right: tuple
    mistakes: tuple[Mistake, ...]


class RightAnswer:
    """A right answer, called with its inputs and with edits of its text: {old: new}."""

    def __init__(self, source, run):
        self.source, self.run = source, run
        self.name = ast.parse(source).body[-1].name
        self.edited = functools.lru_cache(256)(self._edited)  # pairs are met once

    def __call__(self, *inputs, **edits):
        """Return what comes of the inputs; RuntimeError where the edited answer raises one."""
        try:
            made = self.edited(**edits)
            return self.run(made, *inputs) if self.run else made(*inputs)
        except Exception as error:  # two edits that do not go together may raise anything
            raise RuntimeError(f"`{self.name}` with the edits {edits}: {error!r}") from error

    def _edited(self, **edits):
        """Return the function or class that the edited text defines."""
        instead, source = edits.pop(INSTEAD, None), self._text(edits)
        exec(compile(source, f"<{self.name}>", "exec"), bound := {"__name__": self.name})
        if instead is None:
            return bound[self.name]
        arguments = ast.unparse(ast.parse(source).body[-1].args)
        return eval(f"lambda {arguments}: {instead}", bound)

    def _text(self, edits):
        """Return the text with edits, the longest first; ValueError where one does not fit."""
        source = self.source
        for old in sorted(edits, key=len, reverse=True):
            if source.count(old) != 1:
                raise ValueError(f"{old!r} stands {source.count(old)} times in {self.name}")
            source = source.replace(old, edits[old])
        return source

    def way(self, line):
        """Return the way that a line describes; ValueError where an edit does not fit."""
        if not WAY.fullmatch(line):
            raise ValueError(f"expected `old` → `new`, `old` → `new` or `instead`, found {line!r}")
        edits = dict(re.findall(EDIT, line.replace("⏎", "\n"))) or {INSTEAD: line[3:-1]}
        if INSTEAD not in edits:
            self._text(edits)
        return functools.partial(self, **edits)


def read(check, run=None):
    """Return the `Text` beside a check's module, whose `__file__` is given.

    run : takes what an answer defines and the inputs, where calling it is not enough
    ValueError: a mistake has no sentence, no way or one that does not fit the right answer above.
    """
    path = Path(check).with_suffix(".md")
    right, ways = [], {}
    _, *parts = FENCE.split(_unpacked(path.read_bytes()))
    for source, rest in zip(parts[::2], parts[1::2], strict=True):
        right.append(RightAnswer(source, run))
        for words, lines in blocks(rest):
            try:
                if not lines or words.startswith("- "):
                    raise ValueError("a mistake needs its sentence and, below it, lines with `- `")
                said = getattr(mistakes, words, words)
                ways.setdefault(said, []).extend(map(right[-1].way, lines))
            except ValueError as error:
                raise ValueError(f"{path.name}, {words!r}: {error}") from None
    return Text(tuple(right), tuple(Mistake(words, *found) for words, found in ways.items()))


def blocks(text):
    """Yield what each block of a text says, and its lines with ways."""
    for block in filter(None, re.split(r"\n\s*\n", text.strip("\n"))):
        words, *lines = re.split(r"\n(?=- )", block)
        yield " ".join(words.split()), lines


def packed(text):
    """Return a text as the students' zip holds it, where nothing shows a solution."""
    return zlib.compress(text)


def _unpacked(content):
    text = zlib.decompress(content) if content[:1] == b"x" else content
    return text.decode().replace("\r\n", "\n")
