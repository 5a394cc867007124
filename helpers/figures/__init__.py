"""The pictures of the series: each function draws arrays and returns a `Picture`.

Nothing heavy is imported until the first picture is asked for.
"""

from helpers import lazy

__getattr__, __dir__, __all__ = lazy.names(
    __name__,
    {
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
    },
)
