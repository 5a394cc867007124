"""A state in the hand: a change is tried first, and taken whole or refused with a sentence."""

import contextlib
from typing import ClassVar

import traitlets


class Held(traitlets.TraitType):
    """A trait of a `HeldState`, set by code as by hand through `change`.

    read : takes any value and returns it as it is held, or raises ValueError in one sentence
    """

    def __init__(self, default, read=lambda value: value):
        super().__init__(default)
        self.read = read

    def set(self, state, value):
        """Set the trait where the state itself is at it; else wish for it."""
        if state.settling:
            super().set(state, value)
        else:
            state.wish({self.name: value})


class HeldState(traitlets.HasTraits):
    """Traits that are drawn when they change, and keep their last good values.

    message : one sentence when something was not usable, else ""
    pinned  : whether the state of that moment is kept as a ghost

    A `Held` trait is part of the state: what it cannot take becomes the message. Any other trait
    is a way to look at the state: setting it draws again. A subclass draws in `_draw(resting)`,
    says the result in `_say(resting)`, and may extend `_read`, `_follow`, `_kept` and `_outgrown`.
    A pin that goes without being let go of says so.
    """

    message = traitlets.Unicode()
    pinned = traitlets.Bool()

    goes_along: ClassVar = ()  # names of what is no trait, and part of the state all the same
    pin = None  # what `_kept` returned when it was pinned
    settling = True  # whether traits are set as they come: in the making, and while it draws
    _last_message = ""  # the message that was read out last

    def change(self, resting=True, **wishes):
        """Take all wishes or none; draw once, and say it at rest. Return whether it was taken.

        An interrupt is one more reason to keep all as it is: a hand has no cell that it could end.
        """
        try:
            return self.wish(wishes, resting)
        except KeyboardInterrupt:
            return self._refuse("Interrupted; the last good picture stays.")

    def wish(self, wishes, resting=True):
        """Do what `change` does for a line of code, which an interrupt has to end."""
        if self.settling:
            return False
        try:
            with self._settle():
                read = self._read(wishes)
        except ValueError as error:
            return self._refuse(str(error), resting)
        with self._settle():
            self._take(read)
        self._show(resting)
        return True

    def holds(self, name):
        """Return whether a name is that of a part of the state."""
        return isinstance(getattr(type(self), name, None), Held)

    def _read(self, wishes):
        """Return what is to be held: the wishes as read, and what goes with them, by name.

        Nothing is held yet: a ValueError leaves everything as it is, and becomes the message.
        """
        return {
            name: getattr(type(self), name).read(value) if self.holds(name) else value
            for name, value in wishes.items()
        }

    def _follow(self, changed):
        """Bring the rest in line with what has another value now, given by its names."""

    def _kept(self):
        """Return what a pin keeps."""

    def _outgrown(self):
        """Return why the pin cannot be compared with what is held now, "" where it can."""
        return ""

    def _refuse(self, message, resting=True):
        """Keep all as it is and say why; what was typed is drawn anew as it is held."""
        with self._settle():
            self.message = message
        self._show(resting, drawing=resting)
        return False

    def _take(self, read):
        """Hold what was read; a new state has no message but its own."""
        if any(map(self.holds, read)):
            read = {"message": "", **read}
        changed = {name for name, value in read.items() if not _alike(getattr(self, name), value)}
        before = {name: getattr(self, name) for name in read}
        try:
            for name, value in read.items():
                setattr(self, name, value)
        except BaseException:  # a plain trait that refuses its value, or an interrupt
            for name, value in before.items():
                setattr(self, name, value)
            raise
        self._agree(changed)

    def _agree(self, changed):
        """Let everything follow what has changed, and keep or let go of the pin."""
        self._follow(changed)
        if self.pinned and self.pin is not None and (reason := self._outgrown()):
            self.pinned = False
            self.message = " ".join(filter(None, [self.message, gone(reason)]))
        if not self.pinned:
            self.pin = None
        elif "pinned" in changed:
            self.pin = self._kept()

    def _look(self, change):
        """Look at the same state in another way; a held trait has been drawn already."""
        if not self.settling:
            with self._settle():
                self._agree({change.name})
            self._show()

    def _show(self, resting=True, drawing=True):
        """Draw what is held and say it; it is read out when the hand rests."""
        if drawing:
            with self._settle():
                self._draw(resting)
        self._say(resting)

    @contextlib.contextmanager
    def _settle(self):
        """Set traits as they come, and hear no wishes."""
        before, self.settling = self.settling, True
        try:
            yield
        finally:
            self.settling = before


def gone(reason):
    """Return the sentence that says of a pin that it went, and why."""
    return f"The pin is gone: {reason}."


def _alike(held, value):
    """Return whether two values are the same; arrays never are."""
    try:
        return held is value or bool(held == value)
    except Exception:  # an array has no truth, and a stranger's == may raise anything
        return False
