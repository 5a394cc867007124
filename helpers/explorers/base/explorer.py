"""What every explorer shares: a state that changes whole or not at all, a toolbar, text, goals."""

import contextlib
import dataclasses
import textwrap
from operator import attrgetter
from typing import ClassVar

import traitlets

from helpers.explorers.base.guess import Guessing
from helpers.explorers.base.part import Part, alike
from helpers.explorers.base.spoken import Spoken, sheet
from helpers.explorers.base.toolbar import Toolbar
from helpers.explorers.base.words import Text, pin_gone
from helpers.learner.calls import FailedError
from helpers.views.parts import Note, VBox
from helpers.views.stage import Stage

STILL = "A still picture: run the cell to interact with it."  # seen where no kernel runs
LETTERS = 13  # of a note, to an inch of a still picture
FRESH = {"pinned": False, "guessing": False, "guess": None, "start": None, "older": False}


class Explorer(Guessing, Stage):
    """A computation to change with the pointer, usable from code through its traits as well.

    message   : one sentence when something was not usable, else ""
    pinned    : whether the state of that moment is kept, to compare with
    projector : large numbers and few controls, for a presentation
    state     : the present state, one object that never changes
    pin       : an earlier state; None while nothing is pinned

    Changes make another state, or are refused with a sentence that becomes the message, and all
    stays as it is. The traits that are a `Part` follow the state. Any other trait is an option of
    the view: to set it draws the state again.

    A subclass says in `_next` which state follows from changes, draws it in `_draw(resting)`, has
    `numbers()`, what its code computes, by its names, and `picture()`, a `Picture` for where no
    kernel runs. Its `words` have `text(state)`, `since_pin(state, pin)`, `code(state)` and goals,
    where there is something to guess `asked(state)` and `guessed(state, guess)`, and `to_do(state)`
    where a line above the picture names something to try. It hands over its views, its own
    buttons, and its examples: a title to the changes that the example begins with, or to a
    function that returns them.

    An example that is chosen begins with nothing pinned and nothing guessed; so does `reset`,
    which returns to what the cell opened with. Text follows every frame of a drag, and is read
    out when the pointer rests; a goal has to be rested in, to pass it is not to reach it.
    """

    message = traitlets.Unicode()
    pinned, projector = traitlets.Bool(), traitlets.Bool()

    switches: ClassVar = {}  # buttons of its own: a Bool trait to its (text, tooltip)
    rare: ClassVar = ("editing", "typing", "pin", "code")  # what of the toolbar is behind "more"
    also: ClassVar = ()  # names of changes of the state that are no traits
    resets: ClassVar = ()  # names of what is neither state nor trait, and is reset all the same
    questions: ClassVar = ()  # parts that ask something else of the same example
    parts: ClassVar = {}  # every `Part` by its name
    words = None  # the module, or a class with static methods, that says the state
    folder = "base"  # of `helpers.explorers`, where its CSS lies

    state = pin = start = None  # start: the state that the present example began with
    result = property(attrgetter("state.result"))  # what it computes, such as an `Attention`
    unmet = frozenset()  # texts of goals that were not reached at some time since; then a set
    quiet = True  # whether traits are set as they come: while it is made, and while it draws
    older = False  # whether the picture is from before the message
    restores = False  # whether also a field that is being typed in shows the state

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        home = cls.__module__.split(".")
        if home[:2] == ["helpers", "explorers"]:  # a learner's own subclass looks as its base does
            cls.folder = home[2]
        own = {name: part for name, part in vars(cls).items() if isinstance(part, Part)}
        cls.parts = cls.parts | own
        cls.follows = tuple(name for name in cls.parts if name != "guess")  # is of no state
        cls.guesses = hasattr(cls.words, "guessed")

    def __init__(self, views, examples, drawer=(), buttons=(), **traits):
        self.examples, self.example_title = examples, next(iter(examples))
        self.spoken, bar = Spoken(), Toolbar(self, buttons, self._begin_example)
        self.buttons, self.presets, self.reset_button = bar.buttons, bar.presets, bar.reset
        self.toolbar = bar
        own = set(self.class_trait_names()) - set(Stage.class_trait_names())
        first = {name: traits.pop(name) for name in list(traits) if name in own}
        look = "abh-explorer", f"abh-{self.folder.replace('_', '-')}"
        self.to_try = Note()
        self.to_try.hidden = not hasattr(self.words, "to_do")
        self.root = VBox([self.to_try, *views, bar, *drawer, self.spoken], *look)
        if self.state is not None:
            self._follow_state()
        self._begin(first)
        options = own - self.parts.keys()
        self.observe(self._on_option, [*options])
        self._is_reset = {"state", "example_title", *self.resets, *options}
        self._opening = self.snapshot()
        super().__init__(self.root, sheet(self.folder), **traits)

    def _begin(self, first):
        """Make the first changes one by one, so that one that cannot be used costs no other.

        They come on top of the first example, unless a subclass has begun with something else.
        """
        refused = []
        if self.start is None:
            self._set(self._read(self._example(self.example_title)))
        for name, value in first.items():
            try:
                self._set(self._read({name: value}))
            except ValueError as error:
                refused.append(str(error))
        self.message = " ".join(refused) or self.message
        self.start = self.state
        self._show()
        self.quiet = False

    def _begin_example(self, title):
        """Begin an example; return whether it could be begun."""
        message = pin_gone("it belonged to a different example") if self.pinned else ""
        return self.change(message=message, example_title=title, **self._example(title), **FRESH)

    def _example(self, title):
        """Return the changes that an example begins with."""
        return changes() if callable(changes := self.examples[title]) else changes

    def reset(self):
        """Return to what the cell opened with; goals that were reached stay reached."""
        gone = pin_gone("reset removes it") if self.pinned else ""
        message = f"{self._opening['message']} {gone}".strip()
        self.restore({**self._opening, "projector": self.projector, "message": message})

    def snapshot(self):
        """Return all that makes up the present state and its view, for `restore`: a dict."""
        return {name: getattr(self, name) for name in self._is_reset}

    def restore(self, snapshot, draws=True):
        """Return to a snapshot, with nothing pinned and nothing guessed."""
        with self._quietly():
            self._set({**snapshot, **FRESH})
            if draws:
                self._show()

    def change(self, resting=True, **changes):
        """Make all changes or none, draw once, read it out at rest; return whether they were made.

        An interrupt is one more reason to keep all as it is: a pointer has no cell to end.
        """
        try:
            return self.apply(changes, resting)
        except KeyboardInterrupt:
            return self.refuse("Interrupted.", older=True)

    def apply(self, changes, resting=True):
        """Do what `change` does for a line of code, which an interrupt has to end."""
        if self.quiet:
            return False
        with self._quietly():
            try:
                read = self._read(changes)
            except ValueError as error:
                return self.refuse(str(error), resting, isinstance(error, FailedError))
            self._set(read)
            self._show(resting)
        return True

    def _read(self, changes):
        """Return what is to be set, by name: options, the state that follows, and its message.

        Nothing is set yet: a ValueError leaves everything as it is, and becomes the message.
        """
        as_they_are, of_state = {}, {}
        for name, value in changes.items():
            of = of_state if name in (*self.follows, *self.also) else as_they_are
            of[name] = self.parts[name].read(value) if name in self.parts else value
        if not of_state:
            return as_they_are
        state, message = self._next(of_state, as_they_are.get("message", ""))
        return {**as_they_are, "state": state, "message": message, "older": False}

    def _next(self, changes, message):
        """Return the state that follows from changes, each one read, and what is said of it.

        message : what is said of the changes already

        Raises ValueError, in one sentence, where there is no such state.
        """
        return dataclasses.replace(self.state, **changes), message

    def _set(self, read):
        """Set what was read, and let the traits follow the state."""
        before = {name: getattr(self, name) for name in (*self.follows, *read)}
        try:
            for name, value in read.items():
                setattr(self, name, value)
            self._follow_state()
        except BaseException:  # an option that refuses its value, or an interrupt
            for name, value in before.items():
                setattr(self, name, value)
            raise
        self._settle({name for name, old in before.items() if not alike(old, getattr(self, name))})

    def _follow_state(self):
        """Let the traits follow the state."""
        for name in self.follows:
            setattr(self, name, getattr(self.state, name))

    def _settle(self, changed):
        """Let everything follow what has changed; end a guess and a pin of another state."""
        self._settle_guess(changed)
        self._after_change(changed)
        if self.pinned and self.pin is not None and (reason := self._why_pin_ends()):
            self.pinned = False
            self.message = f"{self.message} {pin_gone(reason)}".strip()
        if not self.pinned:
            self.pin = None
        elif "pinned" in changed:
            self.pin = self.state
        if self.start is None:  # what the state is from here on was given, and not reached
            self.start, self.unmet = self.state, set()

    def _after_change(self, changed):
        """Bring the rest in line with what has another value now, given by its names."""

    def _why_pin_ends(self):
        """Return why the pin cannot be compared with the state, "" where it can."""
        return ""

    def _show(self, resting=True):
        """Draw the state and say it; at rest it is read out, and goals are ticked off."""
        self._draw(resting)
        self.root.mark("abh-older", self.older)
        self.root.mark("abh-projector", self.projector)
        self._name_a_try()
        self.toolbar.show()
        self.spoken.say(self, resting)

    def _name_a_try(self):
        """Name something to try; during a guess its line stays empty, and a wall has no room."""
        if hasattr(self.words, "to_do"):
            to_do = "" if self.guessing else self.words.to_do(self.state)
            self.to_try.html = f"<p class='abh-prompt'>{to_do}</p>"
            self.to_try.hidden = self.projector

    def text(self):
        """Return what is said now: of the guess, the state and the pin, or what to guess."""
        now, words = self.state, self.words
        if self.guessing and self.guesses:
            return words.asked(now)
        judged = "" if self.guess is None else words.guessed(now, self.guess)
        since = "" if self.pin is None else words.since_pin(now, self.pin)
        headline, more, details = self._said()
        return Text.of(judged, headline, more, since, details=details)

    def _said(self):
        """Return what is said of the state alone."""
        return self.words.text(self.state)

    def code(self):
        """Return the lines of Python that compute the state now."""
        return self.words.code(self.state)

    @property
    def goals(self):
        """What to reach, a tuple of `Goal`."""
        return self.words.goals(self.state)

    def refuse(self, message, resting=True, older=False):
        """Keep all as it is and say why; what was typed is drawn anew from the state.

        older : whether a function was asked in vain, so that the picture is older than its message
        """
        with self._quietly():
            self.message = f"{message} The last good picture stays." if older else message
            self.older = older
            self._show(resting)
        return False

    def slides(self, name, read=float):
        """Return what a slider calls: it sets a part of the state to what its number is read as."""
        return lambda report: self.change(report.resting, **{name: read(report.value)})

    def change_typed(self, **changes):
        """Make changes that were typed; every field then shows the state."""
        self.restores = True
        try:
            self.change(**changes)
        finally:
            self.restores = False

    def _on_option(self, change):
        """Show the same state in another way."""
        if not self.quiet:
            with self._quietly():
                self._settle({change.name})
                self._show()

    def still(self):
        """Return a picture of the state and its numbers in words.

        Below it's said what is wrong, such as a function that isn't written yet.
        """
        picture = self.picture()
        told = textwrap.wrap(self.message, int(LETTERS * picture.get_size_inches()[0]))
        picture.note = "\n".join([*told, STILL])
        picture.alt = "\n".join(filter(None, [picture.alt, self.message, STILL]))
        return picture._repr_mimebundle_()

    @contextlib.contextmanager
    def _quietly(self):
        """Set traits as they come, and hear no change that they bring about."""
        before, self.quiet = self.quiet, True
        with self.telling():
            try:
                yield
            finally:
                self.quiet = before
