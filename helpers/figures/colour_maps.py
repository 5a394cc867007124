"""The maps from numbers to colours: of weights, of scores, and of numbers that mean neither."""

from matplotlib.colors import LinearSegmentedColormap

from helpers import palette
from helpers.palette import SHADES

WEIGHTS_MAP = LinearSegmentedColormap.from_list(
    "weights",
    [palette.WHITE, "#D3E5F3", "#8FBFE0", "#3B8BC4", "#08519C", "#08306B"],
    N=SHADES,
).with_extremes(bad=palette.MISSING)
_NEGATIVE = ["#3A3800", "#5E5B0C", "#86822A", "#B3AF5E", "#DEDCAE"]
_POSITIVE = ["#D8DAEB", "#B2ABD2", "#8073AC", "#542788", "#2D004B"]
SCORES_MAP = LinearSegmentedColormap.from_list(
    "scores", [*_NEGATIVE, "#F7F7F7", *_POSITIVE], N=SHADES
).with_extremes(bad=palette.MISSING)
# For the pages that are dark; figures stay light.
DARK_WEIGHTS_MAP = LinearSegmentedColormap.from_list(
    "dark weights",
    ["#1A222C", "#173F5F", "#1B669A", "#3F93CF", "#8CC6EE", "#E4F2FC"],
    N=SHADES,
).with_extremes(bad=palette.DARK_MISSING)
DARK_SCORES_MAP = LinearSegmentedColormap.from_list(
    "dark scores",
    ["#EDE98A", "#9C9830", "#4A4715", "#1F2328", "#453B78", palette.SCORE, "#CFC4F2"],
    N=SHADES,
).with_extremes(bad=palette.DARK_MISSING)
NUMBERS_MAP = LinearSegmentedColormap.from_list("numbers", [palette.TINT, palette.TINT])
