"""The page of a flow: where each stage stands and how its numbers are drawn."""

from typing import NamedTuple

import numpy as np
from matplotlib.patches import FancyArrowPatch, Rectangle

from helpers import palette
from helpers.figures import colour_maps
from helpers.figures.picture import TITLE, Picture, text_size, widest
from helpers.numerals import wording

ROW, BOX, EDGE = 0.42, 0.29, 0.14  # inches
NARROWEST, WIDE = 0.19, 0.34  # inches between two stages
WIDEST = 7.9  # inches: this one page may be a little wider than other pictures


class Stage(NamedTuple):
    """One column of the page: its name, how it is made, and one number or vector per token."""

    name: str
    how: str
    numbers: np.ndarray
    kind: str  # "vector", "score" or "weight"


class Page:
    """The places of all stages, in inches from the upper left corner."""

    def __init__(self, tokens, stages, query, *, title, decimals, entries=4):
        self.tokens, self.stages, self.query = tokens, stages, query
        self.title, self.decimals, self.entries = title, decimals, entries
        words = widest(tokens, weight="bold") + 0.1
        self.first_row = (0.45 if title else 0.16) + 0.92
        widths = [EDGE + words, *(self._width(stage) for stage in stages)]
        spare = (WIDEST - EDGE - sum(widths)) / len(stages)
        self.gap = min(max(spare, NARROWEST), WIDE)
        self.lefts = [sum(widths[:i]) + i * self.gap for i in range(1, len(widths))]
        end = self.lefts[-1] + widths[-1] + EDGE
        self.width = max(end, text_size(title, TITLE, "bold")[0] + 0.3)
        self.bottom = self.first_row + ROW * len(tokens)
        self.height = self.bottom + 0.95

    def _number(self, stage):
        """Return the width of one number's box."""
        return widest(wording.drawn(x, self.decimals) for x in np.ravel(stage.numbers)) + 0.14

    def _width(self, stage):
        """Return the width of a stage, its heading included."""
        inside = self._number(stage)
        if stage.kind == "weight":
            inside = 0.95
        if stage.kind == "vector":
            inside *= min(stage.numbers.shape[1], self.entries)
        return max(inside, widest([stage.name], weight="bold") + 0.04, widest([stage.how]) + 0.04)

    def draw(self, query, context):
        """Draw everything and return the picture."""
        picture = Picture(self.width, self.height, title=self.title)
        self.axes = picture.panel(0, 0, self.width, self.height)
        self.axes.set(xlim=(0, self.width), ylim=(self.height, 0))
        self.axes.axis("off")
        self._words()
        self._query(query)
        for i, stage in enumerate(self.stages):
            self._stage(i, stage)
        self._context(context)
        return picture

    def _middle(self, row):
        """Return the height at which a token's row runs."""
        return self.first_row + ROW * (row + 0.5)

    def _text(self, x, y, text, **style):
        """Write text, centred unless `style` says otherwise."""
        self.axes.text(x, y, text, **({"ha": "center", "va": "center"} | style))

    def _arrow(self, start, end, colour=palette.MUTED, bend="arc3", width=1.1):
        """Draw an arrow between two places of the page."""
        self.axes.add_patch(
            FancyArrowPatch(
                start,
                end,
                arrowstyle="-|>,head_length=4,head_width=2.2",
                connectionstyle=bend,
                color=colour,
                linewidth=width,
                shrinkA=0,
                shrinkB=0,
            )
        )

    def _box(self, x, y, width, text, face, edge=palette.FAINT, ink=None):
        """Draw one number in its box, x at the left and y in the middle."""
        style = {"facecolor": face, "edgecolor": edge, "linewidth": 0.9}
        self.axes.add_patch(Rectangle((x, y - BOX / 2), width, BOX, **style))
        self._text(x + width / 2, y, text, color=ink or palette.text_on(face))

    def _vector(self, x, y, vector, width, **look):
        """Draw a vector as boxes side by side; a long one loses its middle."""
        texts = [wording.drawn(entry, self.decimals) for entry in vector]
        if len(texts) > self.entries:
            texts = [*texts[: self.entries - 2], "…", texts[-1]]
        for k, text in enumerate(texts):
            self._box(x + k * width, y, width, text, **look)

    def _words(self):
        """Write the words at the left, the query's row tinted."""
        y = self._middle(self.query)
        band = Rectangle((EDGE / 2, y - ROW / 2), self.width - EDGE, ROW)
        band.set(facecolor=palette.QUERY_TINT, edgecolor="none", zorder=0)
        self.axes.add_patch(band)
        self._heading(EDGE, "word", "left")
        end = self.lefts[0] - self.gap
        for row, token in enumerate(self.tokens):
            strong = {"weight": "bold", "color": palette.QUERY_TEXT} if row == self.query else {}
            self._text(EDGE, self._middle(row), token, ha="left", **strong)
            self._arrow((end + 0.06, self._middle(row)), (end + self.gap - 0.05, self._middle(row)))

    def _heading(self, x, name, side="center", how="", ink=palette.INK):
        """Write a stage's name and how it is made above its numbers."""
        self._text(x, self.first_row - 0.33, name, weight="bold", ha=side, color=ink)
        if how:
            self._text(x, self.first_row - 0.12, how, ha=side, color=palette.MUTED, fontsize=9)

    def _query(self, query):
        """Draw the query's vector above, and its arrow to the scores."""
        y = self.first_row - 0.7
        width = max(self._number(self.stages[0]), self._number(Stage("", "", query, "score")))
        count = min(len(query), self.entries)
        x = self.lefts[0]
        look = {"face": palette.QUERY_TINT, "edge": palette.QUERY, "ink": palette.INK}
        self._vector(x, y, query, width, **look)
        style = {"ha": "right", "weight": "bold", "color": palette.QUERY_TEXT}
        self._text(x - 0.1, y, "query", **style)
        to = self.lefts[1] + self._width(self.stages[1]) / 2
        bend = "angle,angleA=0,angleB=90,rad=6"
        self._arrow(
            (x + count * width + 0.04, y), (to, self.first_row - 0.45), palette.QUERY, bend, 1.4
        )

    def _stage(self, i, stage):
        """Draw one stage: its heading, its numbers, and the arrows that lead to it."""
        left, width = self.lefts[i], self._width(stage)
        role = palette.VALUE if "value" in stage.name else palette.KEY_TEXT
        ink = role if stage.kind == "vector" else palette.INK
        self._heading(left + width / 2, stage.name, how=stage.how, ink=ink)
        for row, numbers in enumerate(stage.numbers):
            y = self._middle(row)
            if stage.kind == "vector":
                inner = self._number(stage)
                indent = (width - inner * min(len(numbers), self.entries)) / 2
                self._vector(left + indent, y, numbers, inner, face="white")
            elif stage.kind == "score":
                inner = self._number(stage)
                text = wording.drawn(numbers, self.decimals)
                self._box(left + (width - inner) / 2, y, inner, text, self._shade(stage, numbers))
            else:
                self._weight(left, width, y, numbers)
            if i and stage.name != "value":
                self._arrow((left - self.gap + 0.05, y), (left - 0.04, y))
            elif i:
                self._text(left - self.gap / 2, y, "×", color=palette.MUTED)

    def _shade(self, stage, score):
        """Return the colour of a score, in one map for scores and scaled alike."""
        scores = self.stages[1].numbers
        reach = np.abs(scores[np.isfinite(scores)]).max(initial=1e-9)
        place = 0.5 + 0.5 * score / reach if np.isfinite(score) else 0.5
        return colour_maps.SCORES_MAP(float(place))[:3]

    def _weight(self, left, width, y, weight):
        """Draw a weight as a number and a bar on a track from 0 to 1."""
        text = wording.drawn(weight, self.decimals)
        start = left + text_size(text)[0] + 0.08
        self._text(left, y, text, ha="left")
        track = left + width - start
        for share, colour in ((1, palette.FAINT), (float(np.nan_to_num(weight)), palette.KEY)):
            bar = Rectangle((start, y - 0.06), share * track, 0.12, facecolor=colour, lw=0)
            self.axes.add_patch(bar)

    def _context(self, context):
        """Draw the sum under the last stage: the query's context."""
        stage = self.stages[-1]
        left, width, inner = self.lefts[-1], self._width(stage), self._number(stage)
        inner = max(inner, self._number(Stage("", "", context, "score")))
        count = min(len(context), self.entries)
        x = left + (width - inner * count) / 2
        self.axes.plot(
            [left, left + width], [self.bottom + 0.06] * 2, color=palette.CONTEXT, linewidth=1.4
        )
        how = "sum" if stage.name == "weight × value" else "sum of weight × value"
        self._arrow(
            (left + width / 2, self.bottom + 0.1),
            (left + width / 2, self.bottom + 0.4),
            palette.CONTEXT,
            width=1.6,
        )
        beside = {"ha": "left", "color": palette.CONTEXT_TEXT}
        if stage.name == "weight × value":
            self._text(left + width / 2 + 0.1, self.bottom + 0.24, how, **beside)
        else:
            beside["ha"] = "right"
            self._text(left + width / 2 - 0.1, self.bottom + 0.24, how, **beside)
        y = self.bottom + 0.4 + BOX / 2 + 0.04
        look = {"face": palette.CONTEXT_TINT, "edge": palette.CONTEXT, "ink": palette.INK}
        self._vector(x, y, context, inner, **look)
        style = {"ha": "right", "weight": "bold", "color": palette.CONTEXT_TEXT}
        self._text(x - 0.1, y, f"context of {self.tokens[self.query]}", **style)
