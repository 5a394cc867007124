"""What a page shows of an explorer, as plain values, of which each is kept once."""

import base64
import gzip
import json
from math import isfinite

import numpy as np

from helpers.views.view import View

DIGITS = 4  # of a place in a picture: less than a hundredth of a pixel
LAYOUT = ("display", "width", "flex_flow")
STOCK = ("description", "tooltip", "value", "disabled", "index", "_options_labels")
LIST, DICT, FLOATS, BYTES = range(4)  # what an entry of the table that is a list begins with


def every(widget):
    """Return a widget and all within it, in order."""
    return [widget, *(one for child in getattr(widget, "children", ()) for one in every(child))]


def drawn(widget):
    """Return what a page shows of one widget now."""
    style = {name: one for name in LAYOUT if (one := getattr(widget.layout, name)) is not None}
    shown = {"style": style, "classes": widget._dom_classes}
    if isinstance(widget, View):
        scene = {name: part for name, part in widget.scene.items() if name != "answer"}
        return {**shown, "scene": scene, "label": widget.label}
    return shown | {name: getattr(widget, name) for name in STOCK if widget.has_trait(name)}


class Table:
    """Texts and numbers as they are, lists and dictionaries by the places of their parts."""

    def __init__(self):
        self.entries, self._places = [], {}

    def place(self, value):
        """Return the place of a value in `entries`, where it is added unless it is there."""
        if isinstance(value, list | tuple):
            return self._put((LIST, *map(self.place, value)))
        if isinstance(value, dict):
            return self._put((DICT, self.place([*value]), *map(self.place, value.values())))
        if isinstance(value, memoryview):
            numbers = np.frombuffer(value, dtype=float).round(DIGITS) + 0.0  # no -0.0
            return self._put((FLOATS, *(n if isfinite(n) else str(n) for n in numbers.tolist())))
        if isinstance(value, bytes):
            return self._put((BYTES, base64.b64encode(value).decode()))
        return self._put(value)

    def _put(self, entry):
        key = entry if type(entry) in (tuple, str) else (type(entry), entry)  # 1 is not True
        if key not in self._places:
            self._places[key] = len(self.entries)
            self.entries.append(entry)
        return self._places[key]


def packed(recording):
    """Return a recording as text: compressed, in letters that a script can hold."""
    plain = json.dumps(recording, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(plain.encode(), 9, mtime=0)).decode()
