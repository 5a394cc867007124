"""Projections in the hand: turn queries and keys apart, and watch scores lose their symmetry."""

import ipywidgets
import numpy as np
import traitlets

from helpers.explorers.base.guess import GuessedNumber
from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.base.toggle_row import Choice
from helpers.explorers.projection import goals, scenes, words, words_in_plane
from helpers.explorers.projection import picture as still
from helpers.explorers.projection.maps import MATRICES, OWN, name_of
from helpers.explorers.projection.matrix_field import MatrixField
from helpers.explorers.projection.score_table import TABLES, ScoreTable
from helpers.explorers.projection.state import HeldProjections
from helpers.explorers.projection.words_in_plane import PLAIN
from helpers.figures import wording
from helpers.views.plane import Plane

GUESSES = (5, 10, 25, 50, 100, 500, 5000)  # ends of the slider
GIVEN = "as given"  # the example that code began with


class ProjectionExplorer(GuessedNumber, HeldProjections):
    """Words in the plane and three maps that make queries, keys and values of them.

    tokens  : 3 to 6 names          embeddings : (n, 2), from -5 to 5
    W_Q, W_K, W_V : (2, 2), from -5 to 5, as they act; a map can be set by its name
    tied    : whether W_K follows W_Q
    dropped : names of matrices taken out, which act as the identity
    query   : the place of the word that asks       result : the `Attention`, scaled by 1/sqrt(2)
    shown   : in the plane, "queries and keys" or "values and shift"
    table   : "scores" or "weights"

    What cannot be used later leaves everything as it is and says why in `message`. Raises
    ValueError for first tokens and embeddings that cannot be used.
    """

    goes_along = ("_own", "_own_maps")
    shown = traitlets.Enum(scenes.SHOWN, default_value=scenes.LOOKS)
    table = traitlets.Enum(TABLES, default_value="scores")

    def __init__(self, tokens=None, embeddings=None, **traits):
        self._states, self._own, self._own_maps = words_in_plane.presets(), {**PLAIN}, {}
        self._edge = scenes.EDGES[0]
        self._make_views()
        start = next(iter(self._states.values()))
        if tokens is not None or embeddings is not None:
            read = self._read({"tokens": tokens, "embeddings": embeddings})
            start = {**PLAIN, "tokens": read["tokens"], "embeddings": read["embeddings"]}
            self._states = {GIVEN: start, **self._states}
        elif set(traits) & set(MATRICES):
            self._states = {GIVEN: start, **self._states}
        self._commit(self._read(start))
        super().__init__([self._laid_out()], list(self._states), **traits)
        if GIVEN in self._states:
            self._states[GIVEN] = {**start, **self._own}

    def _make_views(self):
        self._plane = Plane(self._on_plane, label="words and their projections in the plane")
        self._choice = Choice(scenes.SHOWN, scenes.LOOKS)
        self._table = ScoreTable(lambda row: self.change(query=row))
        self._fields = {
            name: MatrixField(name, self._on_map, self._on_number, self._on_drop)
            for name in MATRICES
        }
        self._tie = self._fields["W_K"].add_button("tie", "let W_K follow W_Q", self._on_tie)

    def _laid_out(self):
        """Put the plane to the left; the table, the guess and the three matrices beside it."""
        left = ipywidgets.VBox([self._choice, self._plane])
        side = [self._table, self._guess_row("your guess"), *self._fields.values()]
        pictures = ipywidgets.HBox([left, ipywidgets.VBox(side)])
        pictures.add_class("abh-pictures")
        pictures.add_class("abh-projected")
        return pictures

    def _listen(self):
        super()._listen()
        traitlets.link((self, "shown"), (self._choice, "chosen"))
        traitlets.link((self, "table"), (self._table, "shown"))

    @property
    def goals(self):
        """What to reach, by the names of the first three words."""
        return goals.goals(self.tokens)

    def _example(self, title):
        """Return words and matrices, with nothing tied and nothing dropped."""
        plain = {"tied": False, "dropped": (), "query": 0, "_own_maps": {}}
        return {**self._states[title], **plain}

    def _after_change(self, changed):
        """Keep own matrices to come back to."""
        super()._after_change(changed)
        acting = {name: getattr(self, name) for name in changed & set(MATRICES)}
        own = {name: matrix for name, matrix in acting.items() if name_of(matrix) == OWN}
        self._own_maps = self._own_maps | own

    def _on_plane(self, report):
        place, kind, point = report.get("index"), report.get("kind"), [*map(report.get, "xy")]
        if not is_place(place, len(self.tokens)):  # it may be gone since
            return
        if kind == "choose":
            self.change(query=place)
        elif kind in ("move", "release") and None not in map(finite, point):
            embeddings = self.embeddings.copy()
            ends = words_in_plane.LIMIT
            embeddings[place] = np.clip(point, -ends, ends)
            self.change(kind == "release", embeddings=embeddings)

    def _on_map(self, name, title):
        """Take a map by its name; "own" is the last one that had none."""
        if title != OWN:
            self.change(**{name: title})
        elif name in self._own_maps:
            self.change(**{name: self._own_maps[name]})
        elif not self.quiet:
            self._refuse(f"Type numbers into {name}, and it is your own.")

    def _on_number(self, name, report):
        row, column, text = report.get("row"), report.get("column"), report.get("text")
        if is_place(row, 2) and is_place(column, 2) and isinstance(text, str):
            rows = getattr(self, name).tolist()
            rows[row][column] = text
            self.change(**{name: rows})

    def _on_drop(self, name, on):
        rest = {other for other in self.dropped if other != name}
        self.change(dropped=rest | {name} if on else rest)

    def _on_tie(self, on):
        self.change(tied=on)

    def _draw(self, resting):
        if resting:
            self._edge = scenes.reach(self)
        self._plane.draw(**scenes.scene(self, self._edge))
        self._table.draw(self.result, self.tokens, self.query, self.guessing, resting)
        end = next(end for end in GUESSES if end >= np.abs(self.result.scores).max())
        text = wording.drawn(self._guess or 0.0, 1)
        self._draw_guess(low=-end, high=end, step=end / 50, text=text)
        if resting:
            self._tie.value = self.tied
            for name, field in self._fields.items():
                tied = self.tied and name == "W_K"
                field.draw(getattr(self, name), name in self.dropped, tied, self.projector)

    def _words(self):
        if self.guessing:
            return words.question(self)
        told = [] if self._guess is None else [words.off_by(self, self._guess)]
        return "\n".join([*told, words.words(self)])

    def code(self):
        return words.code(self)

    def picture(self):
        return still.picture(self)
