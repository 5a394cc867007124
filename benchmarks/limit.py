"""The picture of `AttentionExplorer` with its mathematics in JavaScript: nothing can be faster."""

from pathlib import Path

import anywidget
import traitlets

from helpers.views.script import script


class Limit(anywidget.AnyWidget):
    """The plane and the heatmap of an explorer, computed in the browser from then on.

    scenes : the first scene of the plane and of the heatmap, as the explorer drew them
    source : the module of a stage with both views
    echoes : whether each report goes to the kernel and back first
    """

    _esm = Path(__file__).with_name("limit.js")
    _css = traitlets.Unicode().tag(sync=True)
    scenes = traitlets.List().tag(sync=True)
    source = traitlets.Unicode(script("plane", "heatmap")).tag(sync=True)

    echoes = traitlets.Bool().tag(sync=True)

    def __init__(self, explorer, **traits):
        views = (explorer.plane, explorer.tables.heatmap)
        scenes = [dict(view.scene) for view in views]
        super().__init__(scenes=scenes, _css=explorer._css, **traits)
        self.on_msg(lambda _widget, message, _buffers: self.send(message))
