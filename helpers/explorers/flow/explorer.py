"""The whole computation for one query, step by step, with back and next."""

import ipywidgets
import numpy as np

from helpers import figures
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.held_state import Held
from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.flow import scenes as flow_table
from helpers.explorers.flow import state as computation
from helpers.explorers.flow import words as flow_words
from helpers.explorers.flow.blocks import blocks
from helpers.explorers.flow.goals import GOALS
from helpers.figures import wording
from helpers.views.heatmap import Heatmap
from helpers.views.slider import Slider
from helpers.views.steps import Steps

FIRST, WIDEST = "smart_robots", 12
START = 0.5  # where the slider of a guess stands before it is made
TABLE = {"max_width": "100%", "min_width": "0"}
GUESS = {"width": "400px", "max_width": "100%"}


class FlowExplorer(Explorer):
    """A worked example computed step by step for one query; each number shows what feeds it.

    example : a name of a worked example that has embeddings
    query   : the place of the token that asks
    step    : one of `steps`: embeddings, (projections,) scores, (scaled,) weights, ...
    target  : the place of the token whose numbers the sentence shows, and that is guessed
    guess   : the guessed weight of the query on the target, 0 to 1; None while there is none
    result  : the `Attention` of the example
    """

    goals, unguessed = GOALS, {"guess": None}
    goes_along = ("_computation", "_followed")
    example, query, step = Held(FIRST), Held(0), Held("embeddings")
    target, guess = Held(0), Held(None)

    def __init__(self, example=FIRST, query=0, step="embeddings", **traits):
        self._computation, self._followed = computation.load(FIRST), set()
        self.target = self._computation.answers_most(0)
        self._steps = Steps(self._on_step, label="steps of the computation")
        self._table = Heatmap(self._on_table, label="the computation of one query", layout=TABLE)
        self._slider = Slider(self._on_slider, label="your guess", layout=GUESS)
        self._written = ipywidgets.HTML()
        style = {"layout": {"width": "200px"}, "style": {"description_width": "initial"}}
        self._queries = ipywidgets.Dropdown(description="query", **style)
        self._targets = ipywidgets.Dropdown(description="its weight on", **style)
        wrap = {"flex_flow": "row wrap"}
        self._guesses = ipywidgets.HBox([self._targets, self._slider], layout=wrap)
        page = ipywidgets.HBox([self._table, self._written], layout=wrap)
        presets = [(" ".join(computation.load(n).tokens), n) for n in computation.names()]
        first = {"example": example, "query": query, "step": step, **traits}
        super().__init__([self._steps, self._guesses, page], presets, **first)

    def _listen(self):
        super()._listen()
        self.presets.layout = {"width": "28em", "max_width": "100%"}
        first, *others = self._bar.children
        self._bar.children = [first, self._queries, *others]
        self._queries.observe(lambda chosen: self.change(query=chosen.new), "value")
        self._targets.observe(lambda chosen: self.change(target=chosen.new), "value")

    @property
    def result(self):
        """Return the `Attention` of the example, all queries."""
        return self._computation.result

    @property
    def tokens(self):
        """Return the tokens of the example."""
        return self._computation.tokens

    @property
    def steps(self):
        """Return the names of the steps; what an example does not need is left out."""
        return self._computation.steps

    def shows(self, step):
        """Say whether the learner has reached a step."""
        return self._computation.reached(self.step, step)

    def _example(self, name):
        return {"example": name}

    def _read(self, wishes):
        """Read choices against their example; another one begins at its first query."""
        here, wishes = self._computation, dict(wishes)
        name = computation.read_example(wishes.pop("example", self.example))
        read = {}
        if name != self.example:
            here = computation.load(name)
            step = self.step if self.step in here.steps else here.steps[0]
            read = {"example": name, "_computation": here, "_followed": set()}
            read |= {"query": 0, "step": step, "guess": None}
        read |= {name: computation.read(here, name, value) for name, value in wishes.items()}
        query = read.get("query", self.query)
        if here is not self._computation or query != self.query:
            read = {"target": here.answers_most(query), **read}
        return read

    def _after_change(self, changed):
        """Go back to before the weights where they are to be guessed anew."""
        anew = changed & {"example", "query", "target", "guessing"}
        if self.guessing and anew and self.shows("weights"):
            self.step = self.steps[self.steps.index("weights") - 1]
        if self.step == "context":
            self._followed = self._followed | {self.query}

    def snapshot(self):
        return self.tokens[self.query], self.result.weights[self.query], self.example

    def _why_pin_ends(self):
        return "it was of another example" if self.pin[2] != self.example else ""

    def _on_step(self, report):
        if is_place(report.get("index"), len(self.steps)):  # another example may have fewer steps
            self.change(step=self.steps[report["index"]])

    def _on_slider(self, report):
        kind, guess = report.get("kind"), finite(report.get("value"), 0, 1)
        if kind in ("move", "release") and guess is not None:
            self.change(kind == "release", guess=guess)

    def _on_table(self, report):
        """Take a name or a vector as the query, any later cell as the token to speak of."""
        row, column = report.get("row"), report.get("column")
        titles = [block.title for block in self._blocks() for _ in block.columns]
        if report.get("kind") != "choose" or not is_place(row, len(self.tokens)):
            return
        if column == -1 or (is_place(column, len(titles)) and titles[column] in flow_table.ASKING):
            self.change(query=row)
        elif is_place(column, len(titles)):  # it may be gone since
            self.change(target=row)

    def _blocks(self):
        return blocks(self._computation, self.query, self.step, self.pin)

    def _spoken(self):
        """Return the (title, row, column) that the sentence speaks of."""
        made = self._blocks()
        if self.step == "context":
            return (made[-1].title, len(self.tokens), 0)
        row = self.query if self.step == "projections" else self.target
        block = next((block for block in made if block.title == self.step), made[-1])
        return (block.title, row, int(np.abs(block.numbers[row]).argmax()))

    def _draw(self, _resting):
        """Draw the steps, the choices and the table as far as it is reached."""
        here = self.steps.index(self.step)
        self._steps.draw(names=list(self.steps), at=here)
        self.presets.value = self.example
        for dropdown, place in ((self._queries, self.query), (self._targets, self.target)):
            dropdown.options = [(token, i) for i, token in enumerate(self.tokens)]
            dropdown.value = place
        asked = self.guessing and not self.shows("weights")
        self._guesses.layout.display = None if asked else "none"
        guess = START if self.guess is None else self.guess
        text = wording.number(guess)
        self._slider.draw(value=guess, low=0, high=1, step=0.01, text=text, play=None)
        scene = flow_table.scene(self._blocks(), self.tokens, self.query, self._spoken())
        self._table.draw(stretch=None, **scene)
        self._written.value = flow_words.listed(
            self._computation, self.query, self.target, self.step
        )

    def _words(self):
        said = flow_words.sentence(self._computation, self.query, self.target, self.step)
        if self.step == "weights" and self.guessing and self.guess is not None:
            truth = self.result.weights[self.query, self.target]
            said = flow_words.judged(self.guess, truth) + " " + said
        elif self.guessing and not self.shows("weights"):
            said += " Guess the weight, then go on to see it."
        return said

    def code(self):
        return computation.code(self._computation, self.query)

    def picture(self):
        """Draw the whole flow once it is reached, before that the table so far."""
        name, n = self.tokens[self.query], len(self.tokens)
        title = f"{self.example}, query “{name}”: {self.step}"
        if self.step == "context":
            return figures.flow(self.tokens, self.result, self.query, title=title)
        made = self._blocks()
        numbers = np.hstack([block.numbers[:n] for block in made])[:, -WIDEST:]
        columns = [column for block in made for column in block.columns][-WIDEST:]
        return figures.heatmap(
            numbers, self.tokens, columns, kind="numbers", title=title, highlight=self.query
        )
