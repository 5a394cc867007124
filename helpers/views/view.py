"""What every view shares: one scene from Python to the page, reports from the user back."""

import numpy as np

from helpers.views.parts import Part

HOLDS = (dict, list, tuple, np.ndarray)  # what an array can be in


def packed(part):
    """Return a part of a scene with every array as one float64 buffer, which takes NaN and inf."""
    if isinstance(part, np.ndarray):
        return memoryview(np.ascontiguousarray(part, dtype=np.float64).ravel()).cast("B")
    if isinstance(part, dict):
        return {n: packed(one) if isinstance(one, HOLDS) else one for n, one in part.items()}
    if isinstance(part, list | tuple) and part and isinstance(part[0], dict | np.ndarray):
        return [packed(inner) for inner in part]
    return part


class View(Part):
    """A picture on the page: it draws its scene and reports what the user does.

    scene   : what to draw, as plain texts and float64 buffers; set by `draw`
    label   : what a screen reader calls the view
    handler : called with each report that has one of the view's shapes
    """

    scene = None

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        package, _, name = cls.__module__.rpartition(".")
        if package == __package__:  # its script has its module's name
            cls.kind = name

    def __init__(self, handler=None, label=""):
        super().__init__()
        self.handler, self.label, self.scene = handler, label, {}

    def draw(self, **parts):
        """Show these parts."""
        self.scene = packed(parts)

    def hear(self, report):
        """Hand a report over."""
        if self.handler is not None:
            self.handler(report)
