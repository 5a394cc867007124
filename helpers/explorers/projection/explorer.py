"""Projections: rotate queries and keys apart, and see who attends to whom."""

from functools import partial
from typing import ClassVar

import numpy as np
import traitlets

from helpers.attention import attention, project
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.guess import GuessSlider
from helpers.explorers.base.part import Part
from helpers.explorers.projection import scenes, state, words
from helpers.explorers.projection.controls import NONE, TABLES, MapField, ScoreTable
from helpers.learner import parse
from helpers.numerals import wording
from helpers.views.parts import Choice, HBox, VBox
from helpers.views.plane import Plane
from helpers.views.ring import Ring

GUESSES = (5, 10, 25, 50, 100, 500, 5000)  # ends of the slider
ROOM = 3  # tokens that ring and table have room for side by side in a presentation


def _follows(_value):
    raise ValueError("result is what the matrices make of the embeddings: set those.")


class ProjectionExplorer(Explorer):
    """Tokens in the plane and three maps that make queries, keys and values of them.

    tokens  : 3 to 6 names          embeddings : (n, 2), from -5 to 5
    W_Q, W_K, W_V : (2, 2), from -5 to 5, as they act; a map can be set by its name
    tied    : whether W_K follows W_Q
    dropped : names of matrices taken out, which act as the identity
    query   : the place of the token that asks      result : the `Attention`
    shown   : in the plane, "queries and keys" or "values and shift"
    table   : "scores" or "weights"                 editing : whether the numbers can be typed

    What cannot be used later leaves everything as it is and says why in `message`. Raises
    ValueError for first tokens and embeddings that cannot be used.
    """

    _edge, _of = 0.0, None  # how far the plane reaches, and for which tokens
    resets = ("_edge",)
    words, questions, also = words, ("query", "result"), ("own_maps", "traced")
    switches: ClassVar = {"editing": ("edit numbers", "type the numbers of the three maps")}
    tokens = Part(lambda value: parse.names(value, "A token", state.FEWEST, state.MOST))
    embeddings = Part(state.embeddings)
    W_Q = Part(lambda value: state.matrix(value, "W_Q"))
    W_K = Part(lambda value: state.matrix(value, "W_K"))
    W_V = Part(lambda value: state.matrix(value, "W_V"))
    tied = Part(lambda value: parse.switch(value, "tied"))
    dropped = Part(lambda value: parse.choices(value, "dropped", state.MATRICES))
    query, result = Part(), Part(_follows)
    shown = traitlets.Enum(scenes.SHOWN, default_value=scenes.LOOKS)
    table = traitlets.Enum(TABLES, default_value="scores")
    editing = traitlets.Bool()

    def __init__(self, tokens=None, embeddings=None, **traits):
        self._make_views()
        found = state.examples()
        first = start = next(iter(found.values()))
        if tokens is not None or embeddings is not None:
            given = {**state.PLAIN, "tokens": tokens, "embeddings": embeddings}
            given = self._read(given)["state"]
            start = state.example(given.tokens, given.embeddings)
        elif any(state.is_matrix(traits[name], name) for name in set(traits) & set(state.MATRICES)):
            start = {**start, **state.PLAIN}
        found = {**({} if start is first else {state.GIVEN: start}), **found}
        super().__init__([self._page], found, [self._drawer], **traits)
        if state.GIVEN in found:
            found[state.GIVEN] = {**start, **self.state.own}

    def _make_views(self):
        """Make the plane, and beside it the maps, the ring, the table and the guess."""
        self.plane = Plane(self._on_plane, label="tokens and their projections in the plane")
        self.ring = Ring(
            lambda report: self._choose(report.index), label="who attends most to whom"
        )
        turn = partial(setattr, self)
        self.choice = Choice(scenes.SHOWN, scenes.LOOKS, partial(turn, "shown"))
        self.score_table = ScoreTable(partial(turn, "table"), lambda cell: self._choose(cell.row))
        self.slider = GuessSlider(self)
        handlers = (self._on_map, self._on_number, self._on_tie)
        self.fields = {name: MapField(name, *handlers) for name in state.MATRICES}
        table = VBox([self.score_table, self.slider], "abh-looked")
        self._looks = HBox([self.ring, table], "abh-row")
        side = VBox([VBox(self.fields.values()), self._looks], "abh-side")
        self._page = HBox([VBox([self.choice, self.plane]), side], "abh-pictures")
        self._drawer = HBox([field.numbers for field in self.fields.values()], "abh-row")

    def _next(self, changes, message):
        """Read all together: the matrices that act, and the attention, follow from the rest."""
        before = state.BEFORE if self.state is None else vars(self.state)
        now = {**before, **changes}
        if now["tied"] and "W_K" in now["dropped"]:
            if "tied" not in changes:
                raise ValueError("W_K follows W_Q while they're tied. Drop W_Q, or untie them.")
            now["dropped"] = tuple(name for name in now["dropped"] if name != "W_K")
        for name in set(changes) & set(state.MATRICES):
            state.check_settable(name, now["tied"], now["dropped"])
        n, x = len(now["tokens"]), now["embeddings"]
        if len(x) != n:
            raise ValueError(f"{n} tokens need {n} rows of numbers; there are {len(x)}.")
        if "query" in changes or now["query"] >= n:
            now["query"] = parse.place(changes.get("query", 0), "The query", n)
        own = {name: changes.get(name, before["own"][name]) for name in state.MATRICES}
        act = state.acting(own, now["tied"], now["dropped"])
        others = {name: one for name, one in act.items() if one is not before[name]}
        own_maps = {name: one for name, one in others.items() if state.name_of(one) == state.OWN}
        own_maps = now["own_maps"] | own_maps
        result = attention(*project(x, **act))
        now |= {**act, "own": own, "own_maps": own_maps, "result": result}
        return state.Projections(**now), message

    def _why_pin_ends(self):
        return "it had different tokens" if self.pin.tokens != self.tokens else ""

    def _choose(self, place):
        if place < len(self.tokens):  # what follows only shows a place
            self.change(query=place)

    def _on_plane(self, report):
        if report.kind == "choose":
            self._choose(report.index)
            return
        at, arrow = (report.x, report.y), report.index - len(self.tokens)
        if arrow >= 0:  # the tip of the query, or of a key
            name, word = ("W_K", arrow - 1) if arrow else ("W_Q", self.query)
            turned = self.state.turned(name, self.embeddings[word], at)
            self.change(report.resting, **{name: turned}, traced=name)
            return
        embeddings = self.embeddings.copy()
        embeddings[report.index] = np.clip(at, -state.LIMIT, state.LIMIT)
        self.change(report.resting, embeddings=embeddings)

    def _trace(self, name, **changes):
        """Change a map as the user did, and show where it takes the words."""
        shown = scenes.MOVES if name == "W_V" else scenes.LOOKS
        self.change(**changes, traced=name, shown=shown)

    def _on_map(self, name, title):
        """Take a map by its name, or none; "own" is the last one that had no name."""
        rest = {other for other in self.dropped if other != name}
        if title == NONE:
            self._trace(name, dropped=rest | {name})
        elif title != state.OWN:
            self._trace(name, dropped=rest, **{name: title})
        elif name in self.state.own_maps:
            self._trace(name, dropped=rest, **{name: self.state.own_maps[name]})
        else:
            self.refuse(f"Type numbers into {name} to make it your own.")

    def _on_number(self, name, report):
        rows = getattr(self, name).tolist()
        rows[report.row][report.column] = report.text
        self._trace(name, **{name: rows})

    def _on_tie(self, name, on):
        self._trace(name, tied=on)

    def _draw(self, resting):
        now, hidden = self.state, self.guessing
        if resting:  # it grows where it must, and shrinks for other tokens alone
            least = self._edge if now.tokens == self._of else 0.0
            self._edge, self._of = max(least, scenes.reach(now)), now.tokens
        self.choice.chosen, self.score_table.tabs.chosen = self.shown, self.table
        self.plane.draw(**scenes.plane(now, self.shown, self._edge, self.pin), glides=resting)
        self.ring.draw(**scenes.ring(now, hidden))
        self.score_table.draw(now, hidden, resting)
        end = next(end for end in GUESSES if end >= np.abs(self.result.scores).max())
        self.slider.show(lambda number: wording.drawn(number, 1), low=-end, high=end, step=end / 50)
        if resting:
            self._looks.mark("abh-many", len(now.tokens) > ROOM)
            self._drawer.hidden = self.projector or not self.editing
            for field in self.fields.values():
                field.draw(now, self.projector)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {name: getattr(self.result, name) for name in ("scores", "weights", "context")}

    def picture(self):
        """Return scores and weights, or the shift; the words alone while one guesses."""
        return scenes.picture(self.state, self.shown, self.guessing)
