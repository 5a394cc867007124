"""An ambiguous word whose neighbours go on and off, while its vector follows."""

from functools import partial
from typing import ClassVar

import traitlets

from helpers import figures
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.part import Part
from helpers.explorers.base.scenes import point
from helpers.explorers.meaning import scenes, words
from helpers.explorers.meaning.state import LIMIT, NEUTRAL, Meaning, examples, opening
from helpers.learner import parse
from helpers.numerals import wording
from helpers.readers import vocabularies
from helpers.views.parts import HBox, Note, Tick, Toggle, VBox
from helpers.views.plane import Plane
from helpers.views.slider import Slider

FIRST = "apple"
NOTE = (
    "The outline shows everywhere z can be while these words are on. The vectors were placed by "
    "hand to make a point; nothing here was learned from text."
)


class MeaningExplorer(Explorer):
    """An ambiguous word, moved by simplified attention over the neighbours that are on.

    name  : of a vocabulary: "apple", "bank" or "bat"
    on    : the neighbours that are on, a tuple of texts
    vectors : where all words stand, (n, 2), from -2.5 to 2.5
    lam   : how far the word is shown along the way from x to z, 0 to 1
    pulls : whether the pulls that the way is made of are drawn
    """

    words, ends_guess, questions = words, ("name",), ("on", "lam")
    name = Part(lambda value: parse.choice(value, "name", vocabularies.names()))
    on, vectors = Part(), Part()  # read in `_next`, which knows the vocabulary
    lam = Part(lambda value: parse.number(value, "λ", 0, 1))
    pulls = traitlets.Bool()
    switches: ClassVar = {"pulls": ("pulls", "each word's pull, tip to tail: their sum leads to z")}

    def __init__(self, name=FIRST, on=None, **traits):
        self.plane = Plane(self._on_plane, label="words in the plane of their two meanings")
        self.slider = Slider(self.slides("lam"), label="how far: λ")
        self.neighbours = Neighbours(lambda texts: self.change(on=texts))
        self.note = Note(f"<p class=abh-note>{NOTE}</p>")
        side = VBox([self.neighbours, self.slider, self.note], "abh-side")
        page = HBox([self.plane, side], "abh-pictures")
        first = {"name": name, **({} if on is None else {"on": on}), **traits}
        super().__init__([page], examples(), **first)

    @property
    def first_guess(self):
        """Where “your z” begins: where the word stands by itself, (2,)."""
        return self.state.x

    def _next(self, changes, message):
        """Read neighbours against their vocabulary; another one begins with its own."""
        name = changes.get("name", self.name)
        begins = opening(name) if name != self.name else {"on": self.on, "lam": self.lam}
        parts, here = {"vectors": self.vectors, **begins, **changes}, vocabularies.load(name)
        on = parse.choices(parts["on"], "on", here.texts[1:])
        shape = here.vectors.shape
        vectors = parse.matrix(parts["vectors"], "The vectors", -LIMIT, LIMIT, shape=shape)
        return Meaning(here.moved(vectors), on, parts["lam"]), message

    def _after_change(self, changed):
        """Lay out the neighbours of another word."""
        if "name" in changed:
            self.neighbours.seat(self.state)
            self.example_title = self.state.vocabulary.title

    def _why_pin_ends(self):
        return "" if self.pin.word == self.state.word else "it belonged to a different word"

    def _on_plane(self, report):
        """Switch a word on or off, or a meaning's words; move a word, or the guessed z."""
        pressed = scenes.pressed(self.state)
        if report.kind == "choose" and 0 < report.index < len(pressed):
            on, its = set(self.on), pressed[report.index]
            self.change(on=on - its if its <= on else on | its)
        elif report.index >= len(pressed):
            self.on_guess(report, point(report, self.plane.scene))
        elif report.kind != "choose":
            vectors = self.vectors.copy()
            vectors[report.index] = point(report, self.plane.scene)
            self.change(report.resting, vectors=vectors)

    def _draw(self, resting):
        """Draw the plane and set the controls to the state."""
        now, hidden = self.state, self.guessing
        guess = now.x if hidden and self.guess is None else self.guess
        options = {"pulling": self.pulls, "hidden": hidden, "projector": self.projector}
        scene = scenes.plane(now, guess=guess, pinned=self.pin, **options)
        self.plane.draw(**scene, glides=resting)
        text = wording.number(self.lam)
        self.slider.draw(value=self.lam, low=0, high=1, step=0.01, text=text, play=3)
        self.slider.hidden = hidden
        self.note.hidden = self.projector
        self.neighbours.show(now)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"z": self.state.z, "moved": self.state.moved}

    def picture(self):
        """Return the words that are on and where z is, or no z while it's to be guessed."""
        now, title = self.state, f"“{self.state.word}” with {len(self.on)} words on"
        look = {"title": title, "arrows": False, "axes": now.meanings}
        if self.guessing:
            return figures.plane(now.embeddings, now.tokens, **look)
        cluster = dict(zip(now.vocabulary.texts, now.vocabulary.clusters, strict=True))
        look["groups"] = ["query", *map(cluster.get, now.on), "context"]
        look["trails"] = [[*now.embeddings, now.x]]
        picture = figures.plane([*now.embeddings, now.z], [*now.tokens, "z"], **look)
        said = [words.nearer(now)]
        said += [f"shown at {wording.point(now.moved)}"] if self.lam < 1 else []
        picture.alt = wording.alt(*picture.alt.splitlines(), *said)
        return picture


class Neighbours(VBox):
    """The neighbours as check boxes, a row for each cluster, whose name switches the whole row.

    chosen : called with the texts that are to be on
    """

    def __init__(self, chosen):
        self._chosen, self._seats = chosen, {}
        self.boxes, self.names = {}, {}
        super().__init__((), "abh-neighbours")

    def seat(self, meaning):
        """Take up the words of a vocabulary; its boxes are made once and kept."""
        name = meaning.vocabulary.name
        if name not in self._seats:
            self._seats[name] = self._make(meaning)
        self.boxes, self.names, self.children = self._seats[name]

    def _make(self, meaning):
        """Return the boxes by their texts, the names by theirs, and the rows of both."""
        boxes, names, rows = {}, {}, []
        for cluster in (*meaning.meanings, NEUTRAL):
            texts = meaning.members(cluster)
            own = {text: Tick(text, partial(self._press, (text,))) for text in texts}
            does = f"all {cluster} words, on or off"
            names[cluster] = Toggle(cluster, partial(self._press, texts), does)
            look = f"abh-group-{scenes.group(meaning, cluster)}"
            rows.append(HBox([names[cluster], HBox(own.values())], look))
            boxes |= own
        return boxes, names, rows

    def show(self, meaning):
        """Check the boxes of the words that are on, and the names of rows that are all on."""
        for text, box in self.boxes.items():
            box.on = text in meaning.on
        for cluster, name in self.names.items():
            name.on = set(meaning.members(cluster)) <= set(meaning.on)

    def _press(self, texts, on):
        """Switch a word on or off, or the words of a whole row."""
        before = {text for text, box in self.boxes.items() if box.on}
        self._chosen(before | set(texts) if on else before - set(texts))
