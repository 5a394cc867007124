"""The picture of `AttentionExplorer` with its mathematics in JavaScript: nothing can be faster."""

from pathlib import Path

import anywidget
import traitlets

from helpers.views.script import script


class Limit(anywidget.AnyWidget):
    """The plane and the heatmap of an explorer, computed in the browser from then on.

    scenes : the first scene of the plane and of the heatmap, as the explorer drew them
    source : the module of a stage with both views
    """

    _esm = Path(__file__).with_name("limit.js")
    _css = traitlets.Unicode().tag(sync=True)
    scenes = traitlets.List().tag(sync=True)
    source = traitlets.Unicode(script("plane", "heatmap")).tag(sync=True)

    def __init__(self, explorer):
        views = (explorer.plane, explorer.tables.heatmap)
        super().__init__(scenes=[dict(view.scene) for view in views], _css=explorer._css)
