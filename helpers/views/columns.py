"""Thin columns over an axis of numbers: a histogram, or the parts of a whole."""

from helpers.views.view import View


class Columns(View):
    """Columns that cannot be pulled, with marked places, widths and heights.

    A scene holds columns and may hold ghosts, each {ends: (k, 2) left and right, heights: (k,)},
    the columns also roles, one per column; low, high and ticks of the axis below; and top, the
    height that fills the picture. It may hold caption, text (what a screen reader hears after the
    label), marks {at, text, role, lane}: upright lines, spans {left, right, text, role, lane}:
    brackets, beyond: two texts for what lies outside, tall: the picture's height, and glides:
    whether all is seen to move to its new place, where the explorer's CSS says how.
    lane : how high a text or a bracket stands, from 0 (below) to 1 (above)
    """
