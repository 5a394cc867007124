"""An ambiguous word whose context words go on and off, while its vector follows."""

from typing import NamedTuple

import ipywidgets
import numpy as np

from helpers import figures, vocabularies
from helpers.explorers.base import scenes
from helpers.explorers.base.explorer import Explorer, Goal
from helpers.explorers.base.held_state import Held
from helpers.explorers.base.readers import finite, is_place
from helpers.explorers.meaning import scenes as meaning_plane
from helpers.explorers.meaning import words as meaning_words
from helpers.explorers.meaning.neighbours import Company
from helpers.explorers.meaning.state import Meaning, code, companies, read_lam, read_name, read_on
from helpers.figures import wording
from helpers.views.plane import Plane
from helpers.views.slider import Slider

FIRST = "apple"
NARROW = {"width": "auto", "align_self": "flex-start"}
WIDE = {"width": "400px", "max_width": "100%"}
BY_HAND = "These vectors were placed by hand, to make a point. Nothing here was learned from text."
INSIDE = (
    "It cannot be done. z is a weighted mean of the word and of those that are on. No weight is"
    " below 0 and they sum to 1, so z stays inside the area that they span."
)


class Pin(NamedTuple):
    """A z that is kept to compare with, and the vocabulary that it is of."""

    name: str
    z: np.ndarray


class MeaningExplorer(Explorer):
    """An ambiguous word, moved by simplified attention over the context words that are on.

    name   : of a vocabulary: "apple", "bank" or "bat"
    on     : the context words that are on, a tuple of texts
    lam    : how far the word is shown along the way from x to z, 0 to 1
    result : the `Attention` over the word (first) and those that are on
    """

    goes_along = ("_meaning",)
    name, on, lam = Held(""), Held(()), Held(1.0, read_lam)

    def __init__(self, name=FIRST, on=None, **traits):
        self._meaning, self._guess, self._revealed = None, None, False
        self._plane = Plane(self._on_plane, label="words in the plane of their two meanings")
        self._slider = Slider(self._on_slider, label="λ, from x to z", layout=WIDE)
        self._company = Company(lambda texts: self.change(on=texts))
        self._reveal = ipywidgets.Button(description="show z", layout=NARROW)
        self._note = ipywidgets.HTML(f"<p class=abh-note>{BY_HAND}</p>")
        beside = [self._company, self._slider, self._reveal, self._note]
        side = ipywidgets.VBox(beside, layout={"flex": "1 1 260px"})
        page = ipywidgets.HBox([self._plane, side], layout={"flex_flow": "row wrap"})
        self._reveal.on_click(lambda _: self._end_guess())
        first = {"name": name, **({} if on is None else {"on": on}), **traits}
        self._commit(self._read({"name": FIRST}))
        super().__init__([page], list(vocabularies.names()), **first)

    @property
    def result(self):
        """Return the `Attention` over the word and those that are on."""
        return self._meaning.result

    @property
    def tokens(self):
        """Return the word and those that are on."""
        return self._meaning.tokens

    @property
    def z(self):
        """Return the context vector of the word."""
        return self._meaning.z

    @property
    def goals(self):
        """Return the goals, which name the word and its meanings."""
        word, near = self._meaning.word, self._meaning.near
        first, second = self._meaning.meanings
        return (
            Goal(
                f"move “{word}” to within {near} of the mean of {first}",
                lambda e: not e._hides and e._meaning.distances(e._meaning.moved)[0] < near,
            ),
            Goal(
                f"bring “{word}” back to the middle with words of both {first} and {second} on, "
                "at λ = 1",
                lambda e: not e._hides and e._meaning.in_the_middle,
            ),
            Goal(
                f"bring z outside the area that “{word}” and the words that are on span",
                lambda e: e._meaning.is_outside,
                INSIDE,
            ),
        )

    @property
    def _hides(self):
        """Say whether z is still to be guessed."""
        return self.guessing and not self._revealed

    def _project(self, on):
        """Leave the check boxes out on a wall: the points do the same."""
        super()._project(on)
        self._company.rows.layout.display = "none" if on else None

    def _example(self, name):
        return {"name": name}

    def _read(self, wishes):
        """Read choices against their vocabulary; another one begins with a word of each meaning."""
        read, here = super()._read(wishes), self._meaning
        name = read_name(read.get("name", self.name))
        if name != self.name:
            here = Meaning(vocabularies.load(name), ())
            read = {"lam": 1.0, "on": companies(here)["one each"], **read}
        on = read_on(here, read.get("on", self.on))
        meaning = Meaning(here.vocabulary, on, read.get("lam", self.lam))
        return {**read, "on": on, "_meaning": meaning}

    def _after_change(self, changed):
        """Seat another company, and ask for another guess where z is another."""
        if "name" in changed:
            self._company.seat(self._meaning)
        if changed & {"name", "on", "guessing"}:
            self._guess, self._revealed = None, False

    def snapshot(self):
        return Pin(self.name, self._meaning.z)

    def _why_pin_ends(self):
        return "it was of another word" if self.pin.name != self.name else ""

    def _on_slider(self, report):
        kind, lam = report.get("kind"), finite(report.get("value"), 0, 1)
        if kind in ("move", "release") and lam is not None:
            self.change(kind == "release", lam=lam)

    def _on_plane(self, report):
        """Switch the chosen word on or off, or take the place of the guessed z."""
        index, kind, words = report.get("index"), report.get("kind"), self._meaning.vocabulary.texts
        movable = self._plane.scene["dots"]["movable"]
        if not is_place(index, len(movable)):  # it may be gone since
            return
        if kind in ("move", "release"):
            place = scenes.point(report, self._plane.scene)
            if self._hides and movable[index] and place is not None:
                self._guess = place
                self._redraw(resting=False)
                if kind == "release" and report.get("by") != "keys":
                    self._end_guess()
        elif kind == "choose" and 0 < index < len(words):
            self.change(on=set(self.on) ^ {words[index]})
        elif kind == "choose" and index >= len(words):
            self._end_guess()

    def _end_guess(self):
        """Show the z that was guessed."""
        if self._hides:
            self._revealed = True
            self._redraw()

    def _draw(self, _resting):
        """Draw the plane and set the controls to the state."""
        guess = self._meaning.x if self._guess is None and self._hides else self._guess
        pinned = self.pin and self.pin.z
        scene = meaning_plane.scene(self._meaning, hidden=self._hides, guess=guess, pinned=pinned)
        prompt = f"Where will “{self._meaning.word}” go? Put “your z” there." if self._hides else ""
        self._plane.draw(**scene, prompt=prompt)
        text = wording.number(self.lam)
        self._slider.draw(value=self.lam, low=0, high=1, step=0.01, text=text, play=3)
        self._slider.layout.display = "none" if self._hides else None
        self._reveal.layout.display = None if self._hides else "none"
        self.presets.value = self.name
        self._company.show(self._meaning)

    def _words(self):
        if self._hides:
            return f"z is hidden. Move “your z” to where “{self._meaning.word}” will go."
        said = [meaning_words.result(self._meaning)]
        if self._guess is not None:
            said.insert(0, meaning_words.judged(self._meaning, self._guess))
        if self.pin is not None:
            said.append(meaning_words.since(self._meaning, self.pin.z))
        return "\n".join(said)

    def code(self):
        return code(self._meaning)

    def picture(self):
        """Draw the pulls on the word, or its company alone while z is to be guessed."""
        here = self._meaning
        title = f"“{here.word}” with {len(here.on)} words on, λ = {wording.number(self.lam)}"
        if self._hides:
            axes = here.vocabulary.axes
            return figures.plane(here.embeddings, here.tokens, title=title, arrows=False, axes=axes)
        picture = figures.shift(
            here.embeddings, here.tokens, 0, here.result.weights[0], title=title
        )
        words = [meaning_words.nearer(here)]
        words += [f"shown at {wording.point(here.moved)}"] if self.lam < 1 else []
        picture.alt = wording.alt(*picture.alt.splitlines(), *words)
        return picture
