"""What every view shares: one scene from Python to the browser, reports from the user back."""

import logging
import re
from pathlib import Path
from typing import ClassVar

import anywidget
import numpy as np
import traitlets
from IPython import get_ipython

from helpers import palette
from helpers.views import frame
from helpers.views.reports import read

_HERE = Path(__file__).parent
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.]+)";\n', flags=re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", flags=re.MULTILINE)
# What may hold a colour: an explorer, and the parts of views, of which each can stand alone.
_COLOURED = ".abh-explorer, .abh-plane, .abh-bars, .abh-heatmap, .abh-grid, .abh-slider, .abh-facts"
_COLOURED += ", .abh-steps, .abh-words, .abh-arcs, .abh-choices, .abh-progress, .abh-lineup"
_COLOURED += ", .abh-story, .abh-tiles"
_log = logging.getLogger(__name__)
ENVELOPE = ("sender", "seq")  # who on the page reports, and how many reports it has sent


def source(*names):
    """Return the text of files of this folder as one, which is what a page loads.

    A module of JavaScript brings what it imports, each once and before what needs it.
    """
    found = {}
    for name in names:
        _collect(name, found)
    return "\n".join(found.values())


def _collect(name, found):
    """Add the text of a file to those that are found, after the texts of what it imports."""
    text = (_HERE / name).read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        if imported not in found:
            _collect(imported, found)
    found[name] = _EXPORT.sub("", _IMPORT.sub("", text))


def packed(part):
    """Return a part of a scene with every array as one float64 buffer, which takes NaN and inf."""
    if isinstance(part, np.ndarray):
        return memoryview(np.ascontiguousarray(part, dtype=np.float64).ravel()).cast("B")
    if isinstance(part, dict):
        return {name: packed(inner) for name, inner in part.items()}
    if isinstance(part, list | tuple):
        texts = bool(part) and isinstance(part[0], str)  # a list of texts holds no array
        return list(part) if texts else [packed(inner) for inner in part]
    return part


def bundle(live, still):
    """Return what a notebook shows of a widget: its live view and its still, by their types.

    Whatever runs a notebook without anybody there (nbconvert, papermill) says with each cell that
    nobody can be asked for input. It gets the still alone: a page made of a notebook shows an empty
    place wherever a live view is stored, whatever else is stored beside it.
    """
    kernel = getattr(get_ipython(), "kernel", None)
    asked = kernel.get_parent().get("content", {}) if hasattr(kernel, "get_parent") else {}
    return {**live, **still} if asked.get("allow_stdin", True) else still


class View(anywidget.AnyWidget):
    """A picture in the browser: it draws its scene and reports what the user does.

    scene   : what to draw, as plain texts and float64 buffers; set by `draw`
    label   : what a screen reader calls the view
    reports : the shapes of what it may report
    handler : called with each report that has one of these shapes
    """

    _css = f"{palette.variables(f':is({_COLOURED})')}\n{source('view.css')}"
    reports: ClassVar[tuple] = ()

    scene = traitlets.Dict().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)

    def __init_subclass__(cls, **options):
        package, _, name = cls.__module__.rpartition(".")
        if package == __package__ and "_esm" not in vars(cls):  # its script has its module's name
            cls._esm = source(f"{name}.js")
        super().__init_subclass__(**options)

    def __init__(self, handler=None, **traits):
        super().__init__(**traits)
        self._handler, self._answering, self._failures = handler, None, set()
        self.on_msg(self._receive)

    def draw(self, **parts):
        """Show these parts; that also answers the report that asked for them."""
        self.scene = {**packed(parts), "answer": self._answering}

    def send_state(self, key=None):
        """Send what is held; while a report is answered, together with all other views."""
        collected = frame.current()
        if collected is None:
            super().send_state(key)
        else:
            collected.add(self, key)

    def _receive(self, _view, report, _buffers):
        """Pass a report on that can be read, and answer it whatever became of it."""
        if not isinstance(report, dict):
            return  # from no page, so nobody waits
        self._answering = {name: report.get(name) for name in ENVELOPE}
        parts = {name: part for name, part in report.items() if name not in ENVELOPE}
        with frame.sent_by(self):
            try:
                reported = read(parts, self.reports, self.scene)
                if self._handler is not None and reported is not None:
                    self._handler(reported)
            except Exception as error:
                self._tell_developer(error, report)
            finally:
                if self.scene.get("answer") != self._answering:
                    self.scene = {**self.scene, "answer": self._answering}

    def _tell_developer(self, error, report):
        """Log a failure of the explorer once, not in every frame; a learner cannot mend it."""
        failed = error.__traceback__
        while failed.tb_next is not None:
            failed = failed.tb_next
        place = (type(error), failed.tb_frame.f_code, failed.tb_lineno)
        if place not in self._failures:
            self._failures.add(place)
            _log.error("the view “%s” could not use %s", self.label, report, exc_info=error)
