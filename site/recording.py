"""An explorer without a kernel: all that one hand makes of it, from the state that it opens in.

What is pressed leads from frame to frame, as far as it goes; what is dragged is put on each place
of a grid, from the opening frame alone. A frame is all that a page shows.
"""

import itertools
from fnmatch import fnmatchcase

from controls import drags, presses
from frames import Table, drawn, every

from helpers.views.view import View

# What is pressed by one hand, by the names of `controls`: of explorers that are not named, all.
HANDS = {
    "language_model": [["Story index=* kind=choose"], ["Button write on"]],
    "mask": [  # each row, and the cells next to the diagonal
        *(["Plane *", "* column=-1 *", f"* kind=move row={row}"] for row in range(8)),
        ["Plane *", "* column=-1 *", *(f"* cells={row},{row + 1},*" for row in range(7))],
    ],
    "meaning": [  # the words of both meanings, and the neutral ones
        ["Plane index=[1-8] *", "Checkbox [bpojls]*", "ToggleButton [ft]*"],
        ["Plane index=9 *", "Plane index=1? *", "Checkbox [tam]*", "ToggleButton [np]*"],
    ],
    "projection": [
        ["Plane *", "Ring *", "* column=-1 *", "ToggleButton [qvsw]*", f"Dropdown {made}*"]
        for made in ("queries", "keys", "values")
    ]
    + [["ToggleButton no *", "ToggleButton tie"]],
}
PLACES = {"dot_product": 31, "meaning": 13}  # of a thing in a plane, each way, where not `USUAL`
USUAL = 21
LIMIT = 2000  # frames of one hand
UNTOLD = {"state", "message", "result", "attend"}  # what need not tell a state from another


def record(explorer):
    """Return the frames of an explorer, and what leads to them, as plain values."""
    return Recorder(explorer).run(HANDS.get(explorer.folder, [["*"]]))


class Recorder:
    """An explorer that is moved as a page would move it, and what it showed."""

    def __init__(self, explorer):
        self.explorer, self.table, self.widgets = explorer, Table(), every(explorer)
        self.frames, self.next, self.numbers = [], {}, {}
        self.last, self.places = [None] * len(self.widgets), [0] * len(self.widgets)
        explorer.reset()
        self._shows, self.start = explorer._show, explorer.start
        self.opening, self.unmet = explorer.snapshot(), set(explorer.unmet)
        for widget in self.widgets:
            widget.comm = None  # nobody listens

    def run(self, hands):
        """Record what each hand presses, and from the opening frame all that is dragged."""
        for hand in hands:
            self._press_all(hand)
        self._restore(self.opening)
        found = list(drags(self.explorer, self.widgets, PLACES.get(self.explorer.folder, USUAL)))
        reset = self.widgets.index(self.explorer.reset_button)
        self.next.setdefault(0, {})[f"{reset} click"] = 0
        return {
            "widgets": [self._described(widget) for widget in self.widgets],
            "drags": [self._drag(drag) for drag in found],
            "next": self.next,
            "frames": [[*column] for column in zip(*self.frames, strict=True)],
            "table": self.table.entries,
        }

    def _described(self, widget):
        """Return what never changes of a widget: its view's module, or its kind and children."""
        if isinstance(widget, View):
            return {"kind": "View", "module": module(widget), "acts": bool(widget._handler)}
        kinds = (kind for kind in type(widget).__mro__ if kind.__module__.startswith("ipywidgets"))
        children = [self.widgets.index(one) for one in getattr(widget, "children", ())]
        return {"kind": next(kinds).__name__, "children": children}

    def _restore(self, kept, draws=True):
        """Bring back a whole state that was made from the opening one, its goals yet to reach."""
        explorer = self.explorer
        explorer.restore(kept, draws=False)
        explorer.start, explorer.unmet = self.start, set(self.unmet)
        explorer.spoken._reached.clear()
        if draws:
            self._shows()

    def _take(self):
        """Add what is drawn now, and return its number."""
        for k, widget in enumerate(self.widgets):
            if (now := drawn(widget)) != self.last[k]:
                self.last[k], self.places[k] = now, self.table.place(now)
        self.frames.append([*self.places])
        return len(self.frames) - 1

    def _state(self):
        """Return what tells this state from others."""
        told = self.explorer.snapshot()
        of_state = (*self.explorer.follows, *self.explorer.also)
        told |= {name: getattr(self.explorer.state, name) for name in of_state}
        return repr([one for name, one in told.items() if name not in UNTOLD])

    def _press_all(self, hand):
        """Press all that a hand may press, in each state that this leads to."""
        self._restore(self.opening)
        kept = {self._state(): self.explorer.snapshot()}
        for state in (states := [*kept]):  # which grow
            self._restore(kept[state])
            if (number := self._number(state)) == len(self.frames):
                self._take()
            leads = self.next.setdefault(number, {})
            for press in self._pressed_by(hand):
                before = press.shown()
                self.explorer._show = _unseen
                press.do()
                if (to := self._state()) not in kept:
                    kept[to] = self.explorer.snapshot()
                    states.append(to)
                leads[press.key] = self._number(to)
                self._undo(press, before, kept[state])
            if len(kept) > LIMIT:
                raise RuntimeError(f"{self.explorer.folder}: more than {LIMIT} frames by {hand}")

    def _number(self, state):
        """Return the number of a state's frame, which is that of its finding."""
        return self.numbers.setdefault(state, len(self.numbers))

    def _undo(self, press, before, kept):
        """Bring back a state and, where its button does not follow, all that shows it."""
        self._restore(kept, draws=False)
        with self.explorer._quietly():
            press.show(before)
        if press.shown() != before:
            self._restore(kept)

    def _pressed_by(self, hand):
        """Return what a hand may press now."""
        found = presses(self.explorer, self.widgets)
        return [one for one in found if any(fnmatchcase(one.name, name) for name in hand)]

    def _drag(self, drag):
        """Record all places in a drag, then all at rest; return where the first one stands."""
        first = len(self.frames)
        self.explorer._show = self._shows
        self._restore(self.opening)
        for kind, at in itertools.product(("move", "release"), drag.at):
            if kind == "release":
                self._restore(self.opening, draws=False)
            drag.do(kind=kind, **dict(zip(drag.names, at, strict=True)))
            self._take()
        return {"key": drag.key, "names": drag.names, "at": drag.at, "first": first}


def module(view):
    """Return the name of the module of `helpers.views` that draws a view."""
    found = (kind.__module__ for kind in type(view).__mro__)
    return next(name for name in found if name.startswith("helpers.views.")).rpartition(".")[2]


def _unseen(resting=True):
    """Draw nothing."""
