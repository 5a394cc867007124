"""The whole computation for one query, step by step, with back and next."""

from dataclasses import replace
from operator import attrgetter

import numpy as np

from helpers import figures
from helpers.explorers.base.colours import ColouredTable
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.base.words import quoted
from helpers.explorers.flow import scenes, words
from helpers.explorers.flow.state import FIRST, begun, examples, names, title
from helpers.learner import parse
from helpers.numerals import wording
from helpers.views.steps import Steps

WIDEST = 12  # columns of the still picture


class FlowExplorer(Explorer):
    """A worked example computed step by step for one query; each number shows what feeds it.

    example : a name of a worked example that has embeddings, or of a sentence with a bat
    query   : the place of the token that asks; None for one that is worth following
    step    : one of `steps`: embeddings, (projections,) scores, (scaled,) weights, ...
    target  : the place of the token whose numbers the sentence shows, and that is guessed
    guess   : the guessed weight of the query on the target, 0 to 1, while `guessing`; else None
    result  : the `Attention` of the example
    """

    words, goals, questions = words, words.GOALS, ("query", "step", "target")
    ends_guess = ("example", "query", "target")
    example = Part(lambda value: parse.choice(value, "An example", names()))
    guess = Part(lambda value: None if value is None else parse.number(value, "A weight", 0, 1))
    query, step, target = Part(), Part(), Part()
    tokens = property(attrgetter("state.tokens"))  # of the example
    steps = property(attrgetter("state.computation.steps"))  # without what it does not need
    first_guess = 0.5

    def __init__(self, example=FIRST, query=None, step="embeddings", **traits):
        self.stepper = Steps(self._on_step, label="steps of the computation")
        self.table = ColouredTable(self._on_table, label="the computation of one query")
        self.slider = GuessSlider(self, "your guess")
        first = {"example": example, "query": query, "step": step}
        first = {name: value for name, value in first.items() if value is not None}
        super().__init__([self.stepper, self.table, self.slider], examples(), **first, **traits)

    def _read(self, changes):
        """Read a guess too: there is one while the weight is hidden."""
        read = super()._read(changes)
        if read.get("guess") is not None and not (self.guessing or read.get("guessing")):
            raise ValueError("You can already see the weight: press guess first.")
        return {"message": "", **read} if "guess" in read else read

    def _next(self, changes, message):
        """Read choices against their example; another one begins at its first query."""
        now, name = self.state, changes.pop("example", self.example)
        if name != self.example:
            now = begun(name, self.step)
        for part in {"query", "target"} & changes.keys():
            changes[part] = parse.place(changes[part], f"A {part}", len(now.tokens))
        if "step" in changes:
            changes["step"] = parse.choice(changes["step"], "A step", now.computation.steps)
        query = changes.get("query", now.query)
        if query != now.query:
            changes = {"target": now.computation.answers_most(query), **changes}
        return replace(now, **changes), message

    def _after_change(self, changed):
        """Show the weight that a guess was of, and note which query has reached its context."""
        now = self.state
        self.example_title = title(now)
        if "guessing" in changed and self.guess is not None and not now.shows("weights"):
            now = replace(now, step="weights")
        if now.step == "context" and not self.guessing:
            now = replace(now, followed=now.followed | {now.query})
        self.state = now
        self._follow_state()

    def _why_pin_ends(self):
        other = self.pin.computation is not self.state.computation
        return "it belonged to a different example" if other else ""

    def _on_step(self, report):
        self.change(step=self.steps[report.index])

    def _on_table(self, report):
        """Take a name or a vector as the query, a number as what to speak of, a gap as a step."""
        row, n = report.row, len(self.tokens)
        made = scenes.blocks(self.state, self.pin, self.projector)
        block = [None, *(block for block in made for _ in block.columns)][report.column + 1]
        asks = block is None or block.title in scenes.ASKING
        changes = {"query" if asks else "target": row} if row < n else {}
        if block and not self.state.shows(block.step_of(row, n)):
            changes["step"] = block.step_of(row, n)
        if changes:
            self.change(**changes)

    def _draw(self, _resting):
        """Draw the steps, the table, and the slider of a guess."""
        self.stepper.draw(names=list(self.steps), at=self.steps.index(self.step))
        options = self.pin, self.guessing, self.projector, self.guess
        self.table.draw(**scenes.scene(self.state, *options))
        self.slider.show(wording.drawn, low=0, high=1, step=0.01)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"context": self.result.context[self.query]}

    def picture(self):
        """Return the whole flow once it is reached, before that the table so far."""
        now, n = self.state, len(self.tokens)
        name = f"{title(now)}: {quoted(self.tokens[self.query])} asks"
        if self.step == "context" and not self.guessing:
            return figures.flow(self.tokens, self.result, self.query, title=name)
        made = scenes.seen(now, self.pin, self.guessing)
        numbers = np.hstack([block.numbers[:n] for block in made])[:, -WIDEST:]
        columns = [column for block in made for column in block.columns][-WIDEST:]
        shown = {"kind": "numbers", "title": f"{name} ({self.step})", "highlight": self.query}
        return figures.heatmap(numbers, self.tokens, columns, **shown)
