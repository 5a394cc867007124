"""The picture of `AttentionExplorer` with its mathematics in JavaScript: nothing can be faster."""

from pathlib import Path

import anywidget
import traitlets

from helpers.views.heatmap import Heatmap
from helpers.views.plane import Plane


class Limit(anywidget.AnyWidget):
    """The plane and the heatmap of an explorer, computed in the browser from then on.

    scenes  : the first scene of the plane and of the heatmap, as the explorer drew them
    sources : the modules of both views
    """

    _esm = Path(__file__).with_name("limit.js")
    _css = Plane._css
    scenes = traitlets.List().tag(sync=True)
    sources = traitlets.List([str(Plane._esm), str(Heatmap._esm)]).tag(sync=True)

    def __init__(self, explorer):
        views = (explorer.plane, explorer.tables.heatmap)
        super().__init__(scenes=[dict(view.scene) for view in views])
