"""A state in the hand: a change is tried first, and taken whole or refused with a sentence."""

import contextlib
from typing import ClassVar

import traitlets


class Held(traitlets.TraitType):
    """A trait that is part of a state, set by code as by hand through `change`.

    read : takes any value and returns it as it is held, or raises ValueError in one sentence
    """

    def __init__(self, default, read=lambda value: value):
        super().__init__(default)
        self.read = read

    def set(self, holder, value):
        """Set the trait while its holder is quiet; else request it."""
        if holder.quiet:
            super().set(holder, value)
        else:
            holder.request({self.name: value})


class HeldState(traitlets.HasTraits):
    """Traits that are drawn when they change, and keep their last good values.

    message : one sentence when something was not usable, else ""
    pinned  : whether the state of that moment is kept, to compare with
    pin     : that earlier state, as `state` was; None while nothing is pinned

    A `Held` trait is part of the state: what it cannot take becomes the message. Any other trait
    is a way to look at the state: setting it draws again. A subclass gives its `state`, one object
    that never changes, draws it in `_draw(resting)`, says it in `_speak(resting)`, and may extend
    `_read`, `_after_change` and `_why_pin_ends`. A pin that ends by itself says so.
    """

    message = traitlets.Unicode()
    pinned = traitlets.Bool()

    goes_along: ClassVar = ()  # names of what is no trait, and part of the state all the same
    pin = None
    quiet = True  # whether traits are set as they come: while it is made, and while it draws
    _last_message = ""  # the message that was read out last

    @property
    def state(self):
        """All that is held now, as one object that never changes."""
        raise NotImplementedError(f"{type(self).__name__} has no state")

    def change(self, resting=True, **wishes):
        """Take all wishes or none; draw once, and say it at rest. Return whether it was taken.

        An interrupt is one more reason to keep all as it is: a hand has no cell that it could end.
        """
        try:
            return self.request(wishes, resting)
        except KeyboardInterrupt:
            return self.refuse("Interrupted; the last good picture stays.")

    def request(self, wishes, resting=True):
        """Do what `change` does for a line of code, which an interrupt has to end."""
        if self.quiet:
            return False
        try:
            with self._quietly():
                read = self._read(wishes)
        except ValueError as error:
            return self.refuse(str(error), resting)
        with self._quietly():
            self._commit(read)
        self._redraw(resting)
        return True

    def is_held(self, name):
        """Return whether a name is that of a part of the state."""
        return isinstance(getattr(type(self), name, None), Held)

    def snapshot(self):
        """Return every part of the state by its name, as `_commit` takes it back."""
        held = [name for name in self.trait_names() if self.is_held(name)]
        return {name: getattr(self, name) for name in [*held, *self.goes_along]}

    def _read(self, wishes):
        """Return what is to be held: the wishes as read, and what goes with them, by name.

        Nothing is held yet: a ValueError leaves everything as it is, and becomes the message.
        """
        return {
            name: getattr(type(self), name).read(value) if self.is_held(name) else value
            for name, value in wishes.items()
        }

    def _after_change(self, changed):
        """Bring the rest in line with what has another value now, given by its names."""

    def _why_pin_ends(self):
        """Return why the pin cannot be compared with what is held now, "" where it can."""
        return ""

    def refuse(self, message, resting=True):
        """Keep all as it is and say why; what was typed is drawn anew as it is held."""
        with self._quietly():
            self.message = message
        (self._redraw if resting else self._speak)(resting)
        return False

    def _commit(self, read):
        """Hold what was read; a new state has no message but its own."""
        if any(map(self.is_held, read)):
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
        self._update(changed)

    def _update(self, changed):
        """Let everything follow what has changed, and keep or end the pin."""
        self._after_change(changed)
        if self.pinned and self.pin is not None and (reason := self._why_pin_ends()):
            self.pinned = False
            self.message = f"{self.message} {pin_gone(reason)}".strip()
        if not self.pinned:
            self.pin = None
        elif "pinned" in changed:
            self.pin = self.state

    def _look(self, change):
        """Look at the same state in another way; a held trait has been drawn already."""
        if not self.quiet:
            with self._quietly():
                self._update({change.name})
            self._redraw()

    def _redraw(self, resting=True):
        """Draw what is held and say it; it is read out when the hand rests."""
        with self._quietly():
            self._draw(resting)
        self._speak(resting)

    @contextlib.contextmanager
    def _quietly(self):
        """Set traits as they come, and hear no wishes."""
        before, self.quiet = self.quiet, True
        try:
            yield
        finally:
            self.quiet = before


def pin_gone(reason):
    """Return the sentence that says of a pin that it went, and why."""
    return f"The pin is gone: {reason}."


def _alike(held, value):
    """Return whether two values are the same; arrays never are."""
    try:
        return held is value or bool(held == value)
    except Exception:  # an array has no truth, and a stranger's == may raise anything
        return False
