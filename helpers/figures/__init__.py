"""The pictures of the series: each function draws arrays and returns a `Picture`.

Nothing heavy is imported until the first picture is asked for.
"""

from importlib import import_module

_HOMES = {
    "Picture": "picture",
    "angle": "angles",
    "bars": "bar_charts",
    "block": "blocks",
    "flow": "flows",
    "heatmap": "heatmaps",
    "histogram": "histograms",
    "lines": "line_charts",
    "maps": "small_maps",
    "masks": "mask_grids",
    "plane": "planes",
    "product": "products",
    "road": "roads",
    "scores_and_weights": "side_by_side",
    "shift": "shifts",
    "succession": "successions",
}
__all__ = list(_HOMES)


def __getattr__(name):
    """Import the module that holds `name` when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"helpers.figures has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__():
    return __all__
