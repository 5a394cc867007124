"""What every explorer shares: its frame of presets, buttons, views, words and goals."""

import base64
from collections.abc import Callable
from dataclasses import dataclass

import ipywidgets
import traitlets

from helpers.views.words import Words

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


class Explorer(ipywidgets.VBox):
    """A computation to hold in the hand, usable from code through its traits as well.

    message   : one sentence when something was not usable, else ""
    pinned    : whether the state of that moment is kept as a ghost
    guessing  : whether the result is hidden until the hand has guessed it
    projector : large numbers and few controls, for a wall

    A subclass says what it computes in `_compute`, draws it in `_draw`, and gives `_words`,
    `_code`, `_picture` and its `goals`.
    """

    message = traitlets.Unicode()
    pinned = traitlets.Bool()
    guessing = traitlets.Bool()
    projector = traitlets.Bool()

    goals: tuple[Goal, ...] = ()
    guesses = True  # whether there is a number to guess

    def __init__(self, views, presets, **traits):
        self._said = Words(self._answer_words)
        self._unmet, self._reached, self._opened = set(), {}, set()
        self._buttons = {
            name: ipywidgets.ToggleButton(description=name, tooltip=does, layout={"width": "auto"})
            for name, does in BUTTONS.items()
        }
        self._reset = ipywidgets.Button(
            description="reset", tooltip="begin again", layout={"width": "auto"}
        )
        self._presets = ipywidgets.Dropdown(options=presets, description="example")
        controls = [self._presets, self._reset, self._buttons["pin"]]
        controls += [self._buttons["guess"]] if self.guesses else []
        controls += [self._buttons["code"]]
        self._bar = ipywidgets.HBox(controls, layout={"flex_flow": "row wrap"})
        self._bar.add_class("abh-controls")
        super().__init__([self._bar, *views, self._said], **traits)
        self.add_class("abh-explorer")
        self._listen()

    def _listen(self):
        """Tie buttons to traits, both ways."""
        traitlets.link((self, "pinned"), (self._buttons["pin"], "value"))
        traitlets.link((self, "guessing"), (self._buttons["guess"], "value"))
        self._buttons["code"].observe(lambda _: self._say(), "value")
        self._reset.on_click(lambda _: self.reset())
        self._presets.observe(lambda change: self._choose_preset(change.new), "value")
        self.observe(lambda change: self._project(change.new), "projector")
        self._project(self.projector)

    def _project(self, on):
        """Turn the projector's large numbers on or off."""
        (self.add_class if on else self.remove_class)("abh-projector")
        hidden = (self._buttons["pin"], self._buttons["code"], self._reset)
        for control in hidden:
            control.layout.display = "none" if on else None

    def _say(self):
        """Say the result, the message and the goals; called when the hand rests."""
        code = self._code() if self._buttons["code"].value else ""
        goals = self._tick()
        self._said.draw(words=self._words(), message=self.message, goals=goals, code=code)

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
        if report.get("kind") == "give up" and place in range(len(self.goals)):
            self._opened.add(self.goals[place].text)
            self._say()

    def _repr_mimebundle_(self, **kwargs):
        """Return the live widget, a picture of its state and its numbers in words."""
        bundle = super()._repr_mimebundle_(**kwargs)
        picture = self._picture()
        shown, metadata = picture._repr_mimebundle_()
        png = shown["image/png"]
        png = base64.b64encode(png).decode() if isinstance(png, bytes) else png
        return {**bundle, "image/png": png, "text/plain": picture.alt}, metadata
