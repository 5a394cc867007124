"""Choices of an explorer that keep their last value when a new one cannot be used."""


class Refusing:
    """For explorers whose traits can be set to anything: the message says what was wrong.

    While `_settling` is true the explorer sets its own traits and follows none of them.
    """

    _settling = False

    def _usable(self, proposal, read):
        """Return what `read` makes of a proposed value, or the last value with a message."""
        try:
            value = read(proposal.value)
        except ValueError as error:
            self.message = str(error)
            self._say()
            return getattr(self, proposal.trait.name)
        self.message = ""
        return value

    def _set(self, **choices):
        """Set traits as the hand asks, unless the explorer itself is at it."""
        if not self._settling:
            for name, value in choices.items():
                setattr(self, name, value)

    def _show(self, resting=True):
        """Draw, without following what drawing sets; say the result when the hand rests."""
        self._settling = True
        self._draw()
        self._settling = False
        if resting:
            self._say()


def said(value):
    """Return a value as a message shows it: on one line, not endless."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # whatever a stranger's repr may raise
        text = type(value).__name__
    return text if len(text) <= 40 else text[:39] + "…"
