"""An ambiguous word whose context words go on and off, while its vector follows."""

import ipywidgets
import traitlets

from helpers import figures, vocabularies
from helpers.explorers import meaning_plane, meaning_words
from helpers.explorers.company import Company
from helpers.explorers.explorer import Explorer, Goal
from helpers.explorers.meaning import Meaning, code, companies, read_lam, read_name, read_on
from helpers.explorers.refusing import Refusing
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


class MeaningExplorer(Refusing, Explorer):
    """An ambiguous word, moved by simplified attention over the context words that are on.

    name   : of a vocabulary: "apple", "bank" or "bat"
    on     : the context words that are on, a tuple of texts
    lam    : how far the word is shown along the way from x to z, 0 to 1
    result : the `Attention` over the word (first) and those that are on
    """

    name = traitlets.TraitType(FIRST)
    on = traitlets.TraitType(())
    lam = traitlets.TraitType(1.0)

    def __init__(self, name=FIRST, on=None, **traits):
        self._settling, self._meaning = True, Meaning(vocabularies.load(FIRST), ())
        self._guess = self._pinned = None
        self._revealed = False
        self._plane = Plane(self._on_plane, label="words in the plane of their two meanings")
        self._slider = Slider(self._on_slider, label="λ, from x to z", layout=WIDE)
        self._company = Company(lambda texts: self._set(on=texts))
        self._reveal = ipywidgets.Button(description="show z", layout=NARROW)
        self._note = ipywidgets.HTML(f"<p class=abh-note>{BY_HAND}</p>")
        beside = [self._company, self._slider, self._reveal, self._note]
        side = ipywidgets.VBox(beside, layout={"flex": "1 1 260px"})
        page = ipywidgets.HBox([self._plane, side], layout={"flex_flow": "row wrap"})
        super().__init__([page], list(vocabularies.names()))
        self.observe(self._follow, ["name", "on", "lam", "guessing", "pinned"])
        self._reveal.on_click(lambda _: self._end_guess())
        self._enter(FIRST)
        self._settling = False
        self._set(name=name, **({} if on is None else {"on": on}), **traits)
        self._show()

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

    def reset(self):
        """Begin again with one word of each meaning."""
        self._set(guessing=False, pinned=False, lam=1.0)
        self._set(on=companies(self._meaning)["one each"])

    def _project(self, on):
        """Leave the check boxes out on a wall: the points do the same."""
        super()._project(on)
        self._company.rows.layout.display = "none" if on else None

    def _choose_preset(self, name):
        self._set(name=name)

    @traitlets.validate("name", "on", "lam")
    def _checked(self, proposal):
        reads = {"name": read_name, "lam": read_lam, "on": lambda v: read_on(self._meaning, v)}
        return self._usable(proposal, reads[proposal.trait.name])

    def _follow(self, change):
        if self._settling:
            return
        self._settling = True
        if change.name == "name":
            self._enter(change.new)
        else:
            self._meaning = Meaning(self._meaning.vocabulary, self.on, self.lam)
        if change.name == "pinned":
            self._pinned = self._meaning.z if self.pinned else None
        elif change.name != "lam":
            self._guess, self._revealed = (self._meaning.x if self.guessing else None), False
        self._show(resting=change.name != "lam")

    def _enter(self, name):
        """Take up another vocabulary, with one word of each meaning on."""
        self._meaning = Meaning(vocabularies.load(name), ())
        self.on, self.lam, self.pinned = companies(self._meaning)["one each"], 1.0, False
        self._meaning = Meaning(self._meaning.vocabulary, self.on)
        self._pinned = None
        self._company.seat(self._meaning)

    def _on_slider(self, report):
        self._set(lam=report["value"])
        if report["kind"] == "release":
            self._say()

    def _on_plane(self, report):
        """Switch the chosen word on or off, or take the place of the guessed z."""
        index, words = report["index"], self._meaning.vocabulary.texts
        if report["kind"] != "choose":
            if self._hides:
                self._guess = (report["x"], report["y"])
                self._show(resting=False)
                if report["kind"] == "release" and report.get("by") != "keys":
                    self._end_guess()
        elif 0 < index < len(words):
            self._set(on=set(self.on) ^ {words[index]})
        elif index >= len(words):
            self._end_guess()

    def _end_guess(self):
        """Show the z that was guessed."""
        if self._hides:
            self._revealed = True
            self._show()

    def _draw(self):
        """Draw the plane and set the controls to the state."""
        guess = self._guess if self.guessing else None
        scene = meaning_plane.scene(
            self._meaning, hidden=self._hides, guess=guess, pinned=self._pinned
        )
        prompt = f"Where will “{self._meaning.word}” go? Put “your z” there." if self._hides else ""
        self._plane.draw(**scene, prompt=prompt)
        text = wording.number(self.lam)
        self._slider.draw(value=self.lam, low=0, high=1, step=0.01, text=text, play=3)
        self._slider.layout.display = "none" if self._hides else None
        self._reveal.layout.display = None if self._hides else "none"
        self._presets.value = self.name
        self._company.show(self._meaning)

    def _words(self):
        if self._hides:
            return f"z is hidden. Move “your z” to where “{self._meaning.word}” will go."
        said = [meaning_words.result(self._meaning)]
        if self.guessing:
            said.insert(0, meaning_words.judged(self._meaning, self._guess))
        if self._pinned is not None:
            said.append(meaning_words.since(self._meaning, self._pinned))
        return "\n".join(said)

    def _code(self):
        return code(self._meaning)

    def _picture(self):
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
