"""What every explorer shares: its frame of presets, buttons, views, words and goals."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import ipywidgets
import traitlets

from helpers.explorers.base.held_state import HeldState, gone
from helpers.explorers.base.readers import is_place
from helpers.views.words import Words

STILL = "A still picture: run the cell to touch it."  # seen where no kernel runs
BUTTONS = {
    "pin": "keep this state as a ghost, to compare",
    "guess": "hide the result until you have guessed it",
    "code": "show the lines of Python that compute this state",
}


@dataclass(frozen=True)
class Goal:
    """Something to reach by hand; a text of its own tells it from the others.

    reached : takes the explorer, returns whether it is reached now
    reason  : why it cannot be reached, or "" where it can
    outcome : takes the explorer, returns what to add to the text once it is reached
    """

    text: str
    reached: Callable
    reason: str = ""
    outcome: Callable = lambda _explorer: ""


class Explorer(HeldState, ipywidgets.VBox):
    """A computation to hold in the hand, usable from code through its traits as well.

    guessing  : whether the result is hidden until the hand has guessed it
    projector : large numbers and few controls, for a wall

    A subclass declares its state as `Held` traits, draws it in `_draw`, and gives `_words`,
    `_code`, `_picture`, `_begun` and its `goals`.

    An example that is chosen begins with nothing pinned and nothing guessed; so does `reset`,
    which returns to what the cell opened with. Words follow every frame of a drag, and are read
    out when the hand rests; a goal has to be rested in, to pass it is not to reach it.
    """

    guessing = traitlets.Bool()
    projector = traitlets.Bool()

    goals: tuple[Goal, ...] = ()
    unguessed: ClassVar = {}  # what holds while nothing is guessed, by name
    guesses = True  # whether there is a number to guess
    switches: ClassVar = {}  # buttons of its own: a Bool trait to its (text, tooltip)

    def __init__(self, views, presets, **traits):
        self._said = Words(self._answer_words)
        self._unmet, self._reached, self._opened, self._ticked = set(), {}, set(), []
        self._buttons = {name: _toggle(name, does) for name, does in BUTTONS.items()}
        self._switches = {name: _toggle(*said) for name, said in self.switches.items()}
        self._reset = ipywidgets.Button(
            description="reset",
            tooltip="return to what this cell opened with",
            layout={"width": "auto"},
        )
        self._presets = ipywidgets.Dropdown(options=presets, description="example")
        controls = [self._presets, self._reset, self._buttons["pin"]]
        controls += [self._buttons["guess"]] if self.guesses else []
        controls += [self._buttons["code"], *self._switches.values()]
        self._bar = ipywidgets.HBox(controls, layout={"flex_flow": "row wrap"})
        self._bar.add_class("abh-controls")
        own = set(self.trait_names()) - set(ipywidgets.VBox.class_trait_names())
        first = {name: traits.pop(name) for name in list(traits) if name in own}
        super().__init__([self._bar, *views, self._said], **traits)
        self.add_class("abh-explorer")
        self._listen()
        self._begin(first)
        self._opening = self._remembered(own - {"pinned", "guessing", "projector"})
        self.observe(self._look, [*own - {"message"}])

    def _listen(self):
        """Tie buttons to traits, both ways."""
        traitlets.link((self, "pinned"), (self._buttons["pin"], "value"))
        traitlets.link((self, "guessing"), (self._buttons["guess"], "value"))
        for name, button in self._switches.items():
            traitlets.link((self, name), (button, "value"))
        self._buttons["code"].observe(lambda _: self._say(), "value")
        self._reset.on_click(lambda _: self.reset())
        self._presets.observe(self._on_preset, "value")
        self.observe(lambda change: self._project(change.new), "projector")
        self.observe(lambda _: self.settling or self._say(), "message")
        self._project(self.projector)

    def _begin(self, first):
        """Take the first values one by one, so that one that cannot be used costs no other."""
        refused = []
        for name, value in first.items():
            try:
                self._take(self._read({name: value}) if self.holds(name) else {name: value})
            except ValueError as error:
                refused.append(str(error))
        self.message = " ".join(refused) or self.message
        self.settling = False
        self._show()

    def _remembered(self, own):
        """Return what `reset` brings back: the own traits, what goes along, and the example."""
        kept = {name: getattr(self, name) for name in [*own, *self.goes_along]}
        return kept, self._presets.value

    def _on_preset(self, chosen):
        if not self.settling:
            self._choose_preset(chosen.new)

    def _choose_preset(self, title):
        """Take an example; return whether it was taken."""
        message = gone("it was of another example") if self.pinned else ""
        return self.change(message=message, **self._begun(title), **self._afresh())

    def _begun(self, title):
        """Return the wishes that an example begins with, by name."""
        raise NotImplementedError(f"{type(self).__name__} has no examples")

    def _afresh(self):
        """Return the wishes of a beginning: nothing pinned, nothing guessed."""
        return {"pinned": False, "guessing": False, **self.unguessed}

    def reset(self):
        """Return to what the cell opened with; goals that were reached stay reached."""
        opening, example = self._opening
        message = gone("reset lets go of it") if self.pinned else ""
        message = " ".join(filter(None, [opening["message"], message]))
        with self._settle():
            self._take({**opening, **self._afresh(), "message": message})
            self._presets.value = example
        self._show()

    def _project(self, on):
        """Turn the projector's large numbers on or off."""
        (self.add_class if on else self.remove_class)("abh-projector")
        hidden = (self._buttons["pin"], self._buttons["code"], self._reset)
        for control in (*hidden, *self._switches.values()):
            control.layout.display = "none" if on else None

    def _say(self, resting=True):
        """Say result, message and code as they are now; at rest read them out, and tick goals."""
        aloud = resting or bool(self.message) != bool(self._last_message)
        self._last_message = self.message if aloud else self._last_message
        if resting:
            self._ticked = self._tick()
        code = self._code() if self._buttons["code"].value else ""
        shown = {"words": self._words(), "message": self.message, "code": code}
        self._said.draw(**shown, goals=self._ticked, aloud=aloud)

    def _tick(self):
        """Tick off the goals reached now; one that holds at the start has to be lost first."""
        for goal in self.goals:
            if not goal.reached(self):
                self._unmet.add(goal.text)
            elif goal.text in self._unmet and goal.text not in self._reached:
                self._reached[goal.text] = goal.outcome(self)
        return [
            {
                "text": goal.text + self._reached.get(goal.text, ""),
                "done": goal.text in self._reached,
                "reason": goal.reason,
                "open": goal.text in self._opened,
            }
            for goal in self.goals
        ]

    def _answer_words(self, report):
        """Show why a goal cannot be reached, once the learner gives up."""
        place = report.get("goal")
        if report.get("kind") == "give up" and is_place(place, len(self.goals)):
            self._opened.add(self.goals[place].text)
            self._say()

    def _repr_mimebundle_(self, **kwargs):
        """Return the live widget, a picture of its state and its numbers in words."""
        bundle = super()._repr_mimebundle_(**kwargs)
        picture = self._picture()
        picture.note = STILL
        picture.alt = f"{picture.alt}\n{STILL}"
        still, metadata = picture._repr_mimebundle_()
        return {**bundle, **still}, metadata


def _toggle(text, tooltip):
    return ipywidgets.ToggleButton(description=text, tooltip=tooltip, layout={"width": "auto"})
