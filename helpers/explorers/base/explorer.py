"""What every explorer shares: its frame of pictures, one toolbar, words and goals."""

from typing import ClassVar

import ipywidgets
import traitlets

from helpers.explorers.base.held_state import HeldState, pin_gone
from helpers.views.words import Words

STILL = "A still picture: run the cell to touch it."  # seen where no kernel runs
BUTTONS = {
    "pin": ("pin", "keep this state as a ghost, to compare"),
    "guess": ("guess", "hide the result until you have guessed it"),
    "code": ("code", "show the lines of Python that compute this state"),
}
FRESH = {"pinned": False, "guessing": False, "guess": None, "start": None}  # as all begins
NARROW = {"width": "auto"}  # as wide as what stands on it


class Explorer(HeldState, ipywidgets.VBox):
    """A computation to hold in the hand, usable from code through its traits as well.

    guessing  : whether the result is hidden until the hand has guessed it
    projector : large numbers and few controls, for a wall

    A subclass declares its state as `Held` traits and gives `state`, `_draw`, `told`, `code`,
    `numbers`, `picture` and its `goals`. It hands over its views, and its examples: a title to the
    wishes that the example begins with, or to a function that returns them.

    An example that is chosen begins with nothing pinned and nothing guessed; so does `reset`,
    which returns to what the cell opened with. Words follow every frame of a drag, and are read
    out when the hand rests; a goal has to be rested in, to pass it is not to reach it.

    A guess lasts from the moment the hand makes it until the state changes: `guess` is None
    before, and the result is hidden while `guessing`. What was never guessed is not judged.
    """

    guessing = traitlets.Bool()
    projector = traitlets.Bool()

    goals: tuple = ()
    guesses = True  # whether there is a number to guess
    switches: ClassVar = {}  # buttons of its own: a Bool trait to its (text, tooltip)
    guess = None
    ends_guess: ClassVar = ()  # parts of the state: another value ends a guess in the making too
    keeps_guess: ClassVar = ()  # parts whose other value ends no guess
    start = None  # the state that the present example began with
    restores = False  # whether also a field that is being typed in shows what holds

    def __init__(self, views, examples, drawer=(), **traits):
        self.examples, self.example_title = examples, next(iter(examples))
        self.spoken = Words()
        self._unmet, self._reached = set(), {}
        self._make_toolbar()
        own = set(self.trait_names()) - set(ipywidgets.VBox.class_trait_names())
        first = {name: traits.pop(name) for name in list(traits) if name in own}
        super().__init__([*views, self.toolbar, *drawer, self.spoken], **traits)
        self.add_class("abh-explorer")
        modules = (kind.__module__.split(".") for kind in type(self).__mro__)
        folder = next(parts[2] for parts in modules if parts[:2] == ["helpers", "explorers"])
        self.add_class(f"abh-{folder.replace('_', '-')}")  # also of a learner's own subclass
        self._listen()
        self._begin(first)
        looks = {name: getattr(self, name) for name in own if not self.is_held(name)}
        self._opening = {**self.snapshot(), **looks, "example_title": self.example_title}
        self.observe(self._look, [*own - {"message"}])

    @property
    def first_guess(self):
        """What the hand begins a guess from: a number, a place (2,) or a row of numbers."""
        return 0.0

    @property
    def guess_so_far(self):
        """The guess, or what the hand begins one from."""
        return self.first_guess if self.guess is None else self.guess

    def told(self):
        """Return what is said of the state now: a `Told`."""
        raise NotImplementedError(f"{type(self).__name__} says nothing")

    def code(self):
        """Return the lines of Python that compute the state now."""
        raise NotImplementedError(f"{type(self).__name__} has no code")

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        raise NotImplementedError(f"{type(self).__name__} has no numbers")

    def picture(self):
        """Return the state now as a `Picture`, for where no kernel runs."""
        raise NotImplementedError(f"{type(self).__name__} has no picture")

    def _make_toolbar(self):
        """Make the one row of buttons, quiet below the picture."""
        self.buttons = {
            name: ipywidgets.ToggleButton(description=text, tooltip=tooltip, layout=NARROW)
            for name, (text, tooltip) in {**self.switches, **BUTTONS}.items()
            if self.guesses or name != "guess"
        }
        self.presets = ipywidgets.Dropdown(options=list(self.examples), description="example")
        self.reset_button = ipywidgets.Button(
            description="reset", tooltip="return to what this cell opened with", layout=NARROW
        )
        self.toolbar = ipywidgets.HBox([self.presets, *self.buttons.values(), self.reset_button])
        self.toolbar.add_class("abh-toolbar")

    def _listen(self):
        """Tie buttons to traits, both ways."""
        traits = {"pin": "pinned", "guess": "guessing"}
        for name, button in self.buttons.items():
            if name != "code":
                traitlets.link((self, traits.get(name, name)), (button, "value"))
        self.buttons["code"].observe(lambda _: self._speak(), "value")
        self.reset_button.on_click(lambda _: self.reset())
        self.presets.observe(lambda change: self.quiet or self._begin_example(change.new), "value")
        self.observe(lambda change: self._project(change.new), "projector")
        self.observe(lambda _: self.quiet or self._speak(), "message")
        self._project(self.projector)

    def _begin(self, first):
        """Take the first values one by one, so that one that cannot be used costs no other.

        They come on top of the first example, unless a subclass has begun with something else.
        """
        refused = []
        if self.start is None:
            self._commit(self._read(self._wishes(self.example_title)))
        for name, value in first.items():
            try:
                self._commit(self._read({name: value}) if self.is_held(name) else {name: value})
            except ValueError as error:
                refused.append(str(error))
        self.message = " ".join(refused) or self.message
        self.start = self.state
        self.quiet = False
        self._redraw()

    def _begin_example(self, title):
        """Begin an example; return whether it was taken."""
        message = pin_gone("it was of another example") if self.pinned else ""
        return self.change(message=message, example_title=title, **self._wishes(title), **FRESH)

    def _wishes(self, title):
        """Return what an example begins with."""
        wishes = self.examples[title]
        return wishes() if callable(wishes) else wishes

    def reset(self):
        """Return to what the cell opened with; goals that were reached stay reached."""
        gone = pin_gone("reset lets go of it") if self.pinned else ""
        message = f"{self._opening['message']} {gone}".strip()
        kept = {"projector": self.projector, "message": message}
        with self._quietly():
            self._commit({**self._opening, **FRESH, **kept})
        self._redraw()

    def _update(self, changed):
        """Let a guess end with the state that it was of, and an example begin."""
        other = set(filter(self.is_held, changed)) - set(self.keeps_guess)
        if changed & {"guessing", *self.ends_guess} if self.guessing else other:
            self.guess = None
        super()._update(changed)
        if self.start is None:  # what holds from here on was given, and not reached
            self.start, self._unmet = self.state, set()

    def place_guess(self, guess, resting=True):
        """Take a guess; at rest the result is revealed, and the guess stays beside it."""
        if not self.guessing:
            return
        with self._quietly():
            self.guess = guess
        if resting:
            self.guessing = False
        else:
            self._redraw(resting=False)

    def take_guess(self, report, guess):
        """Take a guess along with the pointer; letting go reveals, as does Enter after keys."""
        if report.kind != "choose":
            self.place_guess(guess, report.resting and report.by != "keys")
        elif self.guess is not None:
            self.place_guess(self.guess)

    def slides(self, name, read=float):
        """Return what a slider calls: it sets a part of the state to what its number is read as."""
        return lambda report: self.change(report.resting, **{name: read(report.value)})

    def take_typed(self, **wishes):
        """Take what was typed; every field then shows what holds."""
        self.restores = True
        self.change(**wishes)
        self.restores = False

    def _project(self, on):
        """Turn the projector's large numbers on or off; of the buttons a wall keeps the guess."""
        (self.add_class if on else self.remove_class)("abh-projector")
        for name, control in {**self.buttons, "reset": self.reset_button}.items():
            control.layout.display = "none" if on and name != "guess" else None

    def _speak(self, resting=True):
        """Say the result, message and code as they are now; at rest read them out, tick goals."""
        with self._quietly():
            self.presets.value = self.example_title
            if "guess" in self.buttons:
                self.buttons["guess"].description = "reveal" if self.guessing else "guess"
        aloud = resting or bool(self.message) != bool(self._last_message)
        self._last_message = self.message if aloud else self._last_message
        if resting and not self.guessing:
            self._tick_goals()
        headline, more, details = self.told()
        self.spoken.draw(
            headline=headline,
            more=more,
            details=[list(fact) for fact in details],
            message=self.message,
            code=self.code() if self.buttons["code"].value else "",
            goals=[self._shown_goal(goal) for goal in self.goals],
            aloud=aloud,
            wall=self.projector,
        )

    def _tick_goals(self):
        """Tick off the goals reached now; one that holds at the start has to be lost first."""
        before = self.start if self.pin is None else self.pin
        for goal in self.goals:
            if not goal.reached(self.state, before):
                self._unmet.add(goal.text)
            elif goal.text in self._unmet and goal.text not in self._reached:
                self._reached[goal.text] = goal.outcome(self.state)

    def _shown_goal(self, goal):
        text = goal.text + self._reached.get(goal.text, "")
        return {"text": text, "done": goal.text in self._reached, "hint": goal.hint}

    def _repr_mimebundle_(self, **kwargs):
        """Return the live widget, a picture of its state and its numbers in words.

        What is wrong stands among the words, such as a function that is not written yet.
        """
        bundle = super()._repr_mimebundle_(**kwargs)
        picture = self.picture()
        picture.note = STILL
        picture.alt = "\n".join(filter(None, [picture.alt, self.message, STILL]))
        still, metadata = picture._repr_mimebundle_()
        return {**bundle, **still}, metadata
