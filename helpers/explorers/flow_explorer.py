"""The whole computation for one query, step by step, with back and next."""

import ipywidgets
import numpy as np
import traitlets

from helpers import figures
from helpers.explorers import computation, flow_table, flow_words
from helpers.explorers.explorer import Explorer, Goal
from helpers.explorers.flow_blocks import blocks
from helpers.explorers.refusing import Refusing
from helpers.figures import wording
from helpers.views.heatmap import Heatmap
from helpers.views.slider import Slider
from helpers.views.steps import Steps

FIRST, WIDEST = "smart_robots", 12
TABLE = {"max_width": "100%", "min_width": "0"}
GUESS = {"width": "400px", "max_width": "100%"}
CHOICES = ("example", "query", "step", "target", "guess")
NEVER_0 = (
    "It cannot be done. A weight is e^score over a sum of such powers, and e^score is above 0 for"
    " every score: e^0 is 1, and e^(−5) is still 0.0067. Score 0 is not weight 0."
)


def _most_at_itself(explorer):
    """Say whether no token gives itself more than the query does, its weights being shown."""
    own = explorer.result.weights.diagonal()
    return explorer.shows("weights") and np.isclose(own[explorer.query], own.max())


GOALS = (
    Goal("choose the query that looks most at itself, and go on to its weights", _most_at_itself),
    Goal(
        "follow every token of this example to its context vector",
        lambda explorer: len(explorer._followed) == len(explorer.tokens),
    ),
    Goal(
        "find a weight of exactly 0, in any example",
        lambda explorer: explorer.shows("weights") and (explorer.result.weights == 0).any(),
        NEVER_0,
    ),
)


class FlowExplorer(Refusing, Explorer):
    """A worked example computed step by step for one query; each number shows what feeds it.

    example : a name of a worked example that has embeddings
    query   : the place of the token that asks
    step    : one of `steps`: embeddings, (projections,) scores, (scaled,) weights, ...
    target  : the place of the token whose numbers the sentence shows, and that is guessed
    guess   : the guessed weight of the query on the target, 0 to 1
    result  : the `Attention` of the example
    """

    goals = GOALS
    example = traitlets.TraitType(FIRST)
    query = traitlets.TraitType(0)
    step = traitlets.TraitType("embeddings")
    target = traitlets.TraitType(0)
    guess = traitlets.TraitType(0.5)

    def __init__(self, example=FIRST, query=0, step="embeddings", **traits):
        self._computation, self._settling = computation.load(FIRST), True
        self._followed, self._pinned = set(), None
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
        super().__init__([self._steps, self._guesses, page], presets)
        self._presets.layout = {"width": "340px", "max_width": "100%"}
        first, *others = self._bar.children
        self._bar.children = [first, self._queries, *others]
        self._presets.value = FIRST
        self.observe(self._follow, [*CHOICES, "guessing", "pinned"])
        self._queries.observe(lambda change: self._set(query=change.new), "value")
        self._targets.observe(lambda change: self._set(target=change.new), "value")
        self._settling = False
        self._adapt("example")
        self._set(example=example)
        self._set(query=query, step=step, **traits)
        self._show()

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

    def reset(self):
        """Begin again with the first step of this example."""
        self._set(guessing=False, pinned=False, query=0, step=self.steps[0], guess=0.5)

    def shows(self, step):
        """Say whether the learner has reached a step."""
        return self._computation.reached(self.step, step)

    def _choose_preset(self, name):
        self._set(example=name)

    @traitlets.validate(*CHOICES)
    def _checked(self, proposal):
        read = computation.READ[proposal.trait.name]
        return self._usable(proposal, lambda value: read(self._computation, value))

    def _follow(self, change):
        if not self._settling:
            self._adapt(change.name)
            self._show()

    def _adapt(self, changed):
        """Bring the other choices in line with the one that changed."""
        self._settling = True
        if changed == "example":
            self._computation = computation.load(self.example)
            self._followed, self.pinned, self.query = set(), False, 0
            self.step = self.step if self.step in self.steps else self.steps[0]
        if changed in ("example", "query"):
            others = self.result.scores[self.query].copy()
            others[self.query] = -np.inf
            self.target = int(others.argmax())
        if self.guessing and changed not in ("step", "guess", "pinned") and self.shows("weights"):
            self.step = self.steps[self.steps.index("weights") - 1]
        if changed in ("pinned", "example"):
            weights = self.result.weights[self.query]
            self._pinned = (self.tokens[self.query], weights) if self.pinned else None
        if self.step == "context":
            self._followed.add(self.query)
        self._settling = False

    def _on_step(self, report):
        self._set(step=self.steps[report["index"]])

    def _on_slider(self, report):
        self._set(guess=report["value"])

    def _on_table(self, report):
        """Take a name or a vector as the query, any later cell as the token to speak of."""
        row, column = report["row"], report["column"]
        if row >= len(self.tokens):
            return
        titles = [block.title for block in self._blocks() for _ in block.columns]
        if column < 0 or titles[column] in flow_table.ASKING:
            self._set(query=row)
        else:
            self._set(target=row)

    def _blocks(self):
        return blocks(self._computation, self.query, self.step, self._pinned)

    def _spoken(self):
        """Return the (title, row, column) that the sentence speaks of."""
        made = self._blocks()
        if self.step == "context":
            return (made[-1].title, len(self.tokens), 0)
        row = self.query if self.step == "projections" else self.target
        block = next((block for block in made if block.title == self.step), made[-1])
        return (block.title, row, int(np.abs(block.numbers[row]).argmax()))

    def _draw(self):
        """Draw the steps, the choices and the table as far as it is reached."""
        here = self.steps.index(self.step)
        self._steps.draw(names=list(self.steps), at=here)
        self._presets.value = self.example
        for dropdown, place in ((self._queries, self.query), (self._targets, self.target)):
            dropdown.options = [(token, i) for i, token in enumerate(self.tokens)]
            dropdown.value = place
        asked = self.guessing and not self.shows("weights")
        self._guesses.layout.display = None if asked else "none"
        text = wording.number(self.guess)
        self._slider.draw(value=self.guess, low=0, high=1, step=0.01, text=text, play=None)
        scene = flow_table.scene(self._blocks(), self.tokens, self.query, self._spoken())
        self._table.draw(stretch=None, **scene)
        self._written.value = flow_words.listed(
            self._computation, self.query, self.target, self.step
        )

    def _words(self):
        said = flow_words.sentence(self._computation, self.query, self.target, self.step)
        if self.step == "weights" and self.guessing:
            truth = self.result.weights[self.query, self.target]
            said = flow_words.judged(self.guess, truth) + " " + said
        elif self.guessing and not self.shows("weights"):
            said += " Guess the weight, then go on to see it."
        return said

    def _code(self):
        return computation.code(self._computation, self.query)

    def _picture(self):
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
