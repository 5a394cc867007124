"""The stage: one widget of the page that shows a tree of parts, through one channel."""

import contextlib
import logging

import anywidget
import traitlets
from IPython import get_ipython
from IPython.display import display

from helpers import palette
from helpers.views.script import HERE, script
from helpers.views.view import View

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
COLOURS = palette.variables(".abh-stage")
_log = logging.getLogger(__name__)


class Stage(anywidget.AnyWidget):
    """A tree of parts on the page, as one widget.

    root : the part that holds all others; the page has it as an element of the stage's classes

    What changes while a report is answered, or in `telling`, goes to the page as one message, of
    that alone which is another than before. What is hidden waits until it is seen.
    """

    _esm, _css = (traitlets.Unicode().tag(sync=True) for _ in range(2))
    _scenes = traitlets.Dict().tag(sync=True)  # what the page shows of each part, by its number

    def __init__(self, root, css="", **traits):
        root.mark("abh-stage")
        self.root, self._numbered, self._failures = root, {}, set()
        parts = list(root.every())
        kinds = sorted({part.kind for part in parts if isinstance(part, View)})
        sheets = [COLOURS, (HERE / "view.css").read_text(encoding="utf-8"), css]
        sheets += dict.fromkeys(part.css for part in parts)
        look = {"_esm": script(*kinds), "_css": "\n".join(sheets), "_scenes": self.page()}
        super().__init__(**look, **traits)
        self.on_msg(self._receive)

    _answering = None  # the report that is being answered, as the page knows it
    _telling = 0  # how many ask for one message

    @contextlib.contextmanager
    def telling(self):
        """Tell the page at the end of what has changed meanwhile, in one message."""
        self._telling += 1
        try:
            yield
        finally:
            self._telling -= 1
            if not self._telling and self.comm is not None:
                self._tell()

    def _tell(self):
        """Send what is another than the page has it, and which report that answers."""
        page, changed = self.page(), {}
        for number, now in page.items():
            if more := _difference(self._scenes.get(number, {}), now):
                changed[number] = more
        self._scenes.update(page)
        if changed or self._answering:
            paths, buffers = [], []
            plain = _without_buffers(changed, [], paths, buffers)
            self.send({"parts": plain, "paths": paths, "answer": self._answering}, buffers)

    def page(self):
        """Return what the page holds of each part that it needs, by the part's number.

        Of what is hidden it keeps what was seen last.
        """
        parts = [self.root, *(child for part in self.root.seen() for child in part.children)]
        for part in parts:
            if part.number is None:
                part.number = str(len(self._numbered))
                self._numbered[part.number] = part
        return {part.number: part.shown(self._scenes.get(part.number, {})) for part in parts}

    def still(self):
        """Return what stands for the stage where no kernel runs: by types, and their metadata."""
        raise NotImplementedError

    def _ipython_display_(self):
        """Show the live widget at once in JupyterLab, and its still as a second output.

        Drawing the still takes longer than everything else. JupyterLab hides an output whose widget
        has no model, and a saved notebook keeps its still. Other pages get one output with both:
        there this raises NotImplementedError, as IPython expects.
        """
        if "deletedCells" not in _asked().get("metadata", {}):  # what JupyterLab tells its kernel
            raise NotImplementedError
        view = super()._repr_mimebundle_()[0][WIDGET_VIEW]
        display({WIDGET_VIEW: view}, raw=True)
        still, metadata = self.still()
        hidden = {WIDGET_VIEW: {**view, "model_id": ""}}
        display({**hidden, **still}, metadata=metadata, raw=True)

    def _repr_mimebundle_(self, **kwargs):
        """Return the live widget and its still; the still alone where nobody is there.

        A page made of a notebook shows an empty place wherever a live widget is stored, whatever
        else is stored beside it. Nobody is where a program runs the notebook (nbconvert,
        papermill): it tells the kernel that nobody can be asked for input.
        """
        is_there = _asked().get("content", {}).get("allow_stdin", True)
        live = super()._repr_mimebundle_(**kwargs)[0] if is_there else {}
        still, metadata = self.still()
        return {**live, **still}, metadata

    def _receive(self, _widget, message, _buffers):
        """Hand a report to its part, and answer it whatever became of it."""
        if not isinstance(message, dict) or not isinstance(message.get("report"), dict):
            return  # from no page, so nobody waits
        part = self._numbered.get(message.get("part"), self.root)
        try:
            with self.telling():
                self._answering = {name: message.get(name) for name in ("sender", "seq", "part")}
                part.receive(message["report"])
        except Exception as error:
            self._tell_developer(error, part, message["report"])
        finally:
            self._answering = None

    def _tell_developer(self, error, part, report):
        """Log a failure of the explorer once, not in every frame; a learner cannot mend it."""
        failed = error.__traceback__
        while failed.tb_next is not None:
            failed = failed.tb_next
        place = (type(error), failed.tb_frame.f_code, failed.tb_lineno)
        if place not in self._failures:
            self._failures.add(place)
            _log.error("“%s” could not use %s", part.label, report, exc_info=error)


def _asked():
    """Return the request that runs the cell, as the page has sent it; none without a kernel."""
    kernel = getattr(get_ipython(), "kernel", None)
    return kernel.get_parent() if hasattr(kernel, "get_parent") else {}


def _difference(before, now):
    """Return what of a part is another now; of its scene, too, and None for what it has lost."""
    more = _others(before, now)
    if "scene" in more and "scene" in before:
        gone = dict.fromkeys(before["scene"].keys() - now["scene"].keys())
        more["scene"] = {**_others(before["scene"], now["scene"]), **gone}
    return more


def _others(before, now):
    return {name: one for name, one in now.items() if name not in before or before[name] != one}


def _without_buffers(part, path, paths, buffers):
    """Return a part with None for every buffer, which goes to `buffers` and its path to `paths`."""
    if isinstance(part, memoryview):
        paths.append(path)
        buffers.append(part)
        return None
    if isinstance(part, dict):
        inner = part.items()
        return {name: _without_buffers(one, [*path, name], paths, buffers) for name, one in inner}
    if isinstance(part, list) and part and isinstance(part[0], dict | memoryview):
        return [_without_buffers(one, [*path, i], paths, buffers) for i, one in enumerate(part)]
    return part
