"""Letters of every script: the fonts that have them, and the direction in which they run."""

import functools
import re
import unicodedata

from matplotlib import ft2font
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.font_manager import FontProperties, findfont, fontManager
from matplotlib.textpath import TextToPath

from helpers.numerals import wording

FAMILY = "DejaVu Sans"  # comes with matplotlib
USELESS = re.compile("Last ?Resort|Emoji")  # fonts of boxes, and of pictures that are no outlines
MOST = 2  # numbers that stand for a word
TURNS = hasattr(ft2font, "__libraqm_version__")  # matplotlib 3.11 lays out from right to left
SERVED = {FAMILY: FAMILY}  # families that had a letter, the first to be asked for another


class Canvas(FigureCanvasAgg):
    """A canvas whose texts are first made drawable."""

    def get_renderer(self):
        """Return the renderer, which also measures."""
        renderer = super().get_renderer()
        renderer.__class__, renderer._text2path = Renderer, _Outlines()
        return renderer


class Renderer(RendererAgg):
    """What draws and measures texts, in whatever script."""

    def draw_text(self, gc, x, y, s, prop, *others, **more):
        """Draw a text."""
        super().draw_text(gc, x, y, *_drawable(s, prop), *others, **more)

    def get_text_width_height_descent(self, s, prop, ismath):
        """Measure a text."""
        return super().get_text_width_height_descent(*_drawable(s, prop), ismath)


class _Outlines(TextToPath):
    """The outlines of a text that has a border."""

    def get_text_path(self, prop, s, *others, **more):
        text, font = _drawable(s, prop)
        return super().get_text_path(font, text, *others, **more)


def _drawable(text, font):
    """Return a text as our fonts can draw it, and the font with others behind it for its letters.

    A letter that no installed font has is named by its number in Unicode, as U+4E2D.
    """
    if text.isascii():
        return text, font
    drawn = {letter for letter in text if unicodedata.category(letter) not in ("Cc", "Cf")}
    if font.get_style() != "normal" and not all(_has(findfont(font), letter) for letter in drawn):
        font = font.copy()
        font.set_style("normal")  # slanted faces have fewer scripts
    homes = {letter: _home(letter, font.get_weight()) for letter in drawn}
    missing = "".join(re.escape(letter) for letter, home in homes.items() if home is None)
    text = re.sub(f"[{missing}]+", _numbered, text) if missing else text
    families = sorted(set(filter(None, homes.values())) - {FAMILY})
    if families:
        font = font.copy()
        font.set_family([FAMILY, *families])
    return _in_its_direction(text), font


def _in_its_direction(text):
    if TURNS:
        return wording.isolated(text)
    turned = wording.RIGHT_TO_LEFT.sub(lambda run: run[0][::-1], text)
    return "".join(letter for letter in turned if unicodedata.category(letter) != "Cf")


def _numbered(run):
    """Return the first letters of a run by their numbers."""
    numbers = [f"U+{ord(letter):04X}" for letter in run[0][:MOST]]
    return " ".join(numbers) + ("…" if len(run[0]) > MOST else "")


@functools.cache
def _home(letter, weight):
    """Return the family of an installed font that has a letter, ours before others, or None."""
    holders = (known for known in _fonts() if _has(known.fname, letter))
    for known in holders:
        face = FontProperties(family=known.name, weight=weight)
        if _has(findfont(face, fallback_to_default=False), letter):
            return SERVED.setdefault(known.name, known.name)
    return None


def _fonts():
    """Return all fonts that can be drawn, ours first, then those that have served already."""
    ranks = {name: rank for rank, name in enumerate(SERVED)}
    useful = [known for known in fontManager.ttflist if not USELESS.search(known.name)]
    return sorted(useful, key=lambda known: ranks.get(known.name, len(ranks)))


@functools.cache
def _has(path, letter):
    """Return whether a font has a letter and can be drawn in any size."""
    try:
        font = ft2font.FT2Font(path)
        return font.scalable and bool(font.get_char_index(ord(letter)))
    except (OSError, RuntimeError):  # a font that is gone, or broken
        return False
