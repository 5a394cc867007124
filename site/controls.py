"""What a hand can do to an explorer as it is drawn, and what a page calls that."""

import itertools
from collections.abc import Callable
from typing import NamedTuple

import ipywidgets
import numpy as np

from helpers.views.heatmap import Cells
from helpers.views.reports import Number, Place, Plain, read
from helpers.views.view import View

FAR = 99  # more places than any list of a scene has
MOST = 201  # places on a line
NEVER = {"pin", "guess", "code", "editing"}  # buttons that ask for a kernel


class Press(NamedTuple):
    """Something to press: its name, its key on the page, what it does, and its button, if any."""

    name: str
    key: str
    do: Callable
    button: ipywidgets.Widget | None = None

    def shown(self):
        """Return what its button shows, None where it has none."""
        return getattr(self.button, _part(self.button), None)

    def show(self, value):
        """Let its button show this."""
        if hasattr(self.button, _part(self.button)):
            setattr(self.button, _part(self.button), value)


class Drag(NamedTuple):
    """Something to drag: its key, the names of its numbers, its places (n, k), and what it does."""

    key: str
    names: list
    at: list
    do: Callable


def shown(widget):
    """Return a widget and all within it that is not hidden."""
    if widget.layout.display == "none":
        return []
    return [widget, *(one for child in getattr(widget, "children", ()) for one in shown(child))]


def presses(explorer, widgets):
    """Yield all that can be pressed in an explorer as it is drawn."""
    buttons = explorer.buttons
    never = {explorer.presets, explorer.reset_button, *(buttons[n] for n in NEVER & {*buttons})}
    for widget in shown(explorer):
        k = widgets.index(widget)
        if isinstance(widget, View):
            yield from _of_view(widget, k)
        elif widget not in never and not getattr(widget, "disabled", True):
            yield from _of_button(widget, k)


def drags(explorer, widgets, across):
    """Yield all that can be dragged; a plane has as many places as `across`, each way."""
    for view in (one for one in shown(explorer) if isinstance(one, View)):
        for shape, names in _shapes(view):
            for parts in _choices(shape, view.scene) if names else ():
                at = places(view.scene, names, parts.get("index", 0), across)
                yield Drag(key(widgets.index(view), parts), names, at, _reporter(view, parts))


def key(k, parts):
    """Return what the page calls a report of widget k: all but its numbers, a release as a move."""
    named = {**parts, "kind": parts["kind"].replace("release", "move")}
    return " ".join([str(k), *(f"{name}={_written(named[name])}" for name in sorted(named))])


def places(scene, names, index, across):
    """Return where to put a thing: where it is, then the places of an even grid."""
    low, high = scene.get("low"), scene.get("high")
    if names == ["x", "y"]:
        now = np.frombuffer(scene["dots"]["at"])[2 * index : 2 * index + 2]
        reach = scene.get("reach") or 2.5
        lines = [np.linspace(m - reach, m + reach, across) for m in scene.get("middle") or (0, 0)]
    else:
        now = [scene["value"] if names == ["value"] else np.frombuffer(scene["heights"])[index]]
        lines = [np.linspace(low, high, min(MOST, 1 + round((high - low) / scene["step"])))]
    grid = [[round(float(n), 4) for n in at] for at in itertools.product(*lines)]
    now = [float(number) for number in now]
    return [now, *(at for at in grid if at != [round(number, 4) for number in now])]


def _part(button):
    return "index" if isinstance(button, ipywidgets.Dropdown) else "value"


def _of_button(widget, k):
    name = f"{type(widget).__name__} {widget.description}"
    if isinstance(widget, ipywidgets.ToggleButton | ipywidgets.Checkbox):
        on = not widget.value
        yield Press(name, f"{k} {_written(on)}", lambda: widget.set_state({"value": on}), widget)
    elif isinstance(widget, ipywidgets.Dropdown):
        for i in range(len(widget.options)):
            yield Press(name, f"{k} {i}", lambda i=i: widget.set_state({"index": i}), widget)
    elif isinstance(widget, ipywidgets.Button):
        yield Press(name, f"{k} click", widget.click, widget)


def _of_view(view, k):
    for shape, names in _shapes(view):
        for parts in () if names else _choices(shape, view.scene):
            name = f"{type(view).__name__} {key(k, parts).partition(' ')[2]}"
            yield Press(name, key(k, parts), _reporter(view, parts))


def _shapes(view):
    """Yield each shape of what a view may report now, but typed words, and its numbers' names."""
    for shape in view.reports if view._handler else ():
        if shape.when(view.scene) and Plain(str) not in shape.parts.values():
            yield shape, [n for n, part in shape.parts.items() if isinstance(part, Number)]


def _choices(shape, scene):
    """Yield the reports of a shape, each without its numbers and what moved it."""
    kinds = shape.parts["kind"].texts
    options = {"kind": ["release"] if "release" in kinds else kinds}
    for name, part in shape.parts.items():
        if isinstance(part, Place):
            options[name] = [place for place in range(-1, FAR) if part.allows(place, scene)]
        elif isinstance(part, Plain):
            options[name] = [True, False]
        elif isinstance(part, Cells):
            spots = [
                (i, j) for i, row in enumerate(scene.get("paints", ())) for j in range(len(row))
            ]
            options[name] = [[[*spot, on]] for spot in spots for on in (True, False)]
    for chosen in itertools.product(*options.values()):
        parts = dict(zip(options, chosen, strict=True))
        if "cells" not in parts or parts["cells"][0][0] == parts["row"]:
            yield parts


def _reporter(view, parts):
    """Return what reports this, with more parts, as a page does; a mistake is no secret here."""
    return lambda **more: view._handler(read({**parts, **more}, view.reports, view.scene))


def _written(value):
    """Return a part of a report as the page writes it."""
    if isinstance(value, list):
        return ",".join(map(_written, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
