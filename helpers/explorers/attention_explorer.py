"""Attention over a sentence in the hand: drag an embedding, and all that follows follows."""

import ipywidgets
import numpy as np
import traitlets

from helpers import worked_examples
from helpers.attention import simplified_attention
from helpers.explorers import attend as asking
from helpers.explorers import colours, scenes
from helpers.explorers.explorer import Explorer, Goal
from helpers.explorers.sentence import Sentence, number
from helpers.views.grid import Grid
from helpers.views.heatmap import Heatmap
from helpers.views.plane import Plane

TABLES = ("scores", "scaled", "weights")


class AttentionExplorer(Explorer):
    """A sentence whose embeddings you move while scores, weights and context follow.

    tokens     : 2 to 12 names, which may repeat    embeddings : (n, d), d at least 2
    attend     : a function of (n, d) that returns an `Attention` or (weights, context)
    query      : the place of the token that asks   result     : the last usable `Attention`
    """

    query = traitlets.Int(0)
    table = traitlets.Enum(TABLES, default_value="weights")
    stretch = traitlets.Bool()

    def __init__(self, tokens, embeddings, attend=simplified_attention, **traits):
        self._plane = Plane(self._on_plane, label="embeddings in the plane")
        self._heatmap = Heatmap(self._on_heatmap, label="queries are rows, keys are columns")
        self._grid = Grid(self._on_grid, label="embeddings as numbers")
        self._tabs = {
            name: ipywidgets.ToggleButton(description=name, layout={"width": "auto"})
            for name in TABLES
        }
        self.attend, self._axes = attend, (0, 1)
        self._start = self._sentence = Sentence(tuple(tokens), embeddings)
        tables = ipywidgets.VBox([ipywidgets.HBox(list(self._tabs.values())), self._heatmap])
        views = ipywidgets.HBox([self._plane, tables], layout={"flex_flow": "row wrap"})
        self._settle(asking.first_answer(attend, self._sentence.embeddings))
        super().__init__([views, self._grid], ["Your own"], **traits)
        self._draw()
        self._say()

    def _settle(self, answer):
        self.result, self._slow = answer.result, answer.seconds > asking.SLOW
        self.message = answer.message

    @property
    def tokens(self):
        return self._sentence.tokens

    @property
    def embeddings(self):
        return self._sentence.embeddings.copy()

    def _change(self, change, resting):
        """Try another sentence; what cannot be used becomes the message and nothing is lost."""
        try:
            sentence = change(self._sentence)
        except ValueError as error:
            self.message = str(error)
            self._draw(restore=True)
            self._say()
            return
        answer = asking.ask(self.attend, sentence.embeddings)
        self._sentence = sentence
        if answer.result is None:
            self.message = answer.message
        else:
            self._settle(answer)
        self._draw()
        if resting:
            self._say()

    def _on_plane(self, report):
        if report["kind"] == "choose":
            self.query = report["index"]
            self._draw()
            self._say()
        else:
            place = [report["x"], report["y"]]
            self._change(
                lambda s: s.moved(report["index"], list(self._axes), place),
                resting=report["kind"] == "release",
            )

    def _on_heatmap(self, report):
        if report["kind"] == "stretch":
            self.stretch = report["on"]
        else:
            self.query = report["row"]
        self._draw()
        self._say()

    def _on_grid(self, report):
        if report["kind"] == "type":
            self._change(
                lambda s: s.moved(report["row"], report["column"], number(report["text"])), True
            )
        elif report["kind"] == "rename":
            self._change(lambda s: s.renamed(report["row"], report["text"]), True)
        else:
            self._change(lambda s: s.without(report["row"]), True)

    def _draw(self, restore=False):
        points = self._sentence.embeddings[:, list(self._axes)]
        weights = self.result.weights[self.query]
        x, z = points[self.query], self.result.context[self.query][list(self._axes)]
        dots = scenes.with_dot(scenes.plane(points, self.tokens, self.query), z, "z", "context")
        way = {"ends": scenes.pulls(x, points, weights), "roles": ["pull"] * len(points)}
        self._plane.draw(
            dots=dots,
            segments=scenes.together(scenes.arrows(x, z, "shift"), way),
            areas=[scenes.shaded(points)],
            settle=self._slow,
        )
        self._heatmap.draw(
            **colours.cells(self.result.weights, "weights", self.stretch),
            rows=list(self.tokens),
            columns=list(self.tokens),
            row=self.query,
            column=-1,
            details=[],
            stretch=self.stretch,
        )
        self._grid.draw(
            texts=[[f"{entry:g}" for entry in row] for row in self._sentence.embeddings.round(3)],
            rows=list(self.tokens),
            columns=["x", "y"],
            names=list(self.tokens),
            renames=True,
            removes=True,
            restore=restore,
        )

    def _words(self):
        weights = self.result.weights[self.query]
        top = int(weights.argmax())
        return f"{self.tokens[self.query]} looks most at {self.tokens[top]}: {weights[top]:.2f}."

    def _code(self):
        return ""
