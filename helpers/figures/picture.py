"""A matplotlib figure that also says in words what it shows."""

import base64
import functools
import hashlib
import io
import math

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from helpers import palette
from helpers.figures.glyphs import FAMILY, Canvas, Renderer
from helpers.numerals import wording

SHOWN_DPI = 96  # one CSS pixel: a picture 7.5 inches wide is shown 720 pixels wide
SHARP = 2  # stored pixels per shown pixel
WIDEST = 7.5  # inches, what a notebook shows without shrinking
FOOT = 0.25  # inches, the strip for a note below a picture
TEXT, NOTE, TITLE = 9.5, 10, 11  # points
AREA = 16  # stored pixels in a row: as many of one colour are no letter's edge
FEWEST_BLENDS = 24  # colours that the edges need to look smooth
BLENDS = 64  # colours for the edges, at most
MOST_PACKED = 200  # pictures of some 30 kB
PACKED = {}  # PNGs by what they show: packing takes as long as drawing

STYLE = {
    "font.family": FAMILY,
    "font.size": TEXT,
    "text.color": palette.INK,
    "text.parse_math": False,  # a token may hold a dollar sign
    "axes.edgecolor": palette.MUTED,
    "axes.labelcolor": palette.INK,
    "axes.labelsize": TEXT,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "xtick.color": palette.MUTED,
    "ytick.color": palette.MUTED,
    "xtick.labelsize": TEXT,
    "ytick.labelsize": TEXT,
    "legend.fontsize": TEXT,
    "legend.frameon": False,
}


class Picture(Figure):
    """A figure of `width` by `height` inches whose `.alt` says what it shows, numbers rounded.

    A `title` stands at the top left; a picture too narrow for it is as wide as it takes.
    A notebook stores its PNG, drawn at double density for sharp text, and `.alt` as plain text. The
    PNG holds `.alt` too: one that stands beside another picture's words betrays itself. The same
    picture always gives the same bytes. The lines of a `note` are on a strip of their own below.
    """

    note = ""

    def __init__(self, width, height, alt="", *, title=""):
        width = max(width, text_size(title, TITLE, "bold")[0] + 0.3) if title else width
        whole = [math.ceil(side * SHOWN_DPI) / SHOWN_DPI for side in (width, height)]
        super().__init__(figsize=whole, dpi=SHOWN_DPI, facecolor="white")
        Canvas(self)
        self.alt = alt
        if title:
            place = (0.1 / self.get_figwidth(), 1 - 0.09 / self.get_figheight())
            self.text(*place, title, size=TITLE, weight="bold", ha="left", va="top")

    def panel(self, left, bottom, width, height):
        """Return new axes at this place, in inches from the lower left corner."""
        across, up = self.get_size_inches()
        return self.add_axes((left / across, bottom / up, width / across, height / up))

    def png(self):
        """Return the picture as PNG bytes, without date or version.

        Every area of one colour keeps it exactly, so equal numbers are equal pixels; the blends at
        the edges of letters and lines share what is left of 256 colours, which halves the size.
        Its text chunk `Description` holds `.alt`.
        """
        image = _drawn(self)
        if self.note:
            image = _above(image, _drawn(_strip(self.note, self.get_size_inches()[0])))
        return _packed(image, wording.isolated(self.alt))

    def _repr_mimebundle_(self, include=None, exclude=None):
        """Give a notebook the PNG, its shown size, and the words; nbconvert reads them as `alt`."""
        across, up = self.get_size_inches()
        up += FOOT * len(self.note.splitlines())
        width, height = round(across * SHOWN_DPI), round(up * SHOWN_DPI)
        alt = wording.isolated(self.alt)
        data = {"image/png": base64.b64encode(self.png()).decode(), "text/plain": alt}
        return data, {"image/png": {"width": width, "height": height, "alt": alt}}


def styled(draw):
    """Run a drawing function in the style of the series, whatever the reader's settings are."""

    @functools.wraps(draw)
    def with_style(*args, **options):
        with matplotlib.rc_context():
            dict.update(matplotlib.rcParams, _ours())  # each has been checked: that takes longer
            return draw(*args, **options)

    return with_style


@functools.cache
def _ours():
    """Return matplotlib's defaults with the style of the series; the backend stays the reader's."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        names = set(matplotlib.rcParams) - {"backend"}  # to ask for it would import pyplot
        return {name: matplotlib.rcParams[name] for name in names}


@styled
def _strip(note, width):
    """Return a strip with lines, to go below a picture of this width."""
    lines = note.splitlines()
    strip = Picture(width, FOOT * len(lines))
    for i, line in enumerate(lines):
        up = 1 - (i + 0.4) / len(lines)
        strip.text(0.1 / width, up, line, size=NOTE, color=palette.MUTED, ha="left", va="center")
    return strip


@styled
def _drawn(figure):
    """Return a figure as an image."""
    drawn, dpi = io.BytesIO(), SHOWN_DPI * SHARP
    figure.savefig(drawn, format="rgba", dpi=dpi)
    figure.canvas.renderer.__init__(1, 1, dpi)  # its texts keep it, and it some 4 MB of pixels
    Canvas(figure)
    size = [int(side * dpi) for side in figure.get_size_inches()]  # as matplotlib rounds it
    return Image.frombytes("RGBA", size, drawn.getvalue()).convert("RGB")


def _packed(image, alt):
    """Return an image and its words as PNG bytes; packed once where a cell draws the same again."""
    told = repr((image.size, alt)).encode()
    key = hashlib.blake2b(image.tobytes() + told, digest_size=32).digest()
    if (known := PACKED.pop(key, None)) is None:
        words, packed = PngInfo(), io.BytesIO()
        words.add_itxt("Description", alt)
        _in_palette(image).save(packed, format="png", optimize=True, pnginfo=words)
        known = packed.getvalue()
    PACKED[key] = known  # the latest last
    if len(PACKED) > MOST_PACKED:
        del PACKED[next(iter(PACKED))]
    return known


def _in_palette(image):
    """Return an image in 256 colours, those of its areas exact; as it is where these are more."""
    codes = np.asarray(image.convert("RGBA")).view(">u4")[..., 0].astype(np.uint32) >> 8
    areas = np.union1d(_in_runs(codes), _in_runs(codes.T))
    left = 256 - len(areas)
    if left < FEWEST_BLENDS:
        return image
    places = np.zeros(1 << 24, np.uint8)  # of each colour in the palette
    places[areas] = np.arange(left, 256)
    blends = image.quantize(min(left, BLENDS), Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    exact = places[codes]
    packed = Image.fromarray(np.where(exact, exact, blends).astype(np.uint8))
    colours = [*blends.getpalette("RGB")[: 3 * left], *[0] * (3 * left)][: 3 * left]
    exact = np.stack([areas >> 16, areas >> 8 & 255, areas & 255], axis=-1)
    packed.putpalette([*colours, *exact.ravel().tolist()])
    return packed


def _in_runs(codes):
    """Return the colours that hold for AREA pixels of a row, each at least once.

    Links between two equal neighbours are looked for 1, 2, 4, 8 … in a row. Of a longer run the
    first place alone is looked up: a picture has few runs, but a million pixels.
    """
    starts, links = codes[:, :-1] == codes[:, 1:], 1
    while links < AREA - 1:
        step = min(links, AREA - 1 - links)
        starts, links = starts[:, :-step] & starts[:, step:], links + step
    starts[:, 1:] &= ~starts[:, :-1]
    return codes[:, : starts.shape[1]][starts]


def _above(image, strip):
    """Return one image above another of the same width."""
    both = Image.new("RGB", (image.width, image.height + strip.height))
    both.paste(image, (0, 0))
    both.paste(strip, (0, image.height))
    return both


# Most texts of a picture are measured several times, and the next picture has many of them again.
@functools.lru_cache(maxsize=10_000)
@styled
def text_size(text, size=TEXT, weight="normal"):
    """Return the width and height in inches that a text takes."""
    font = FontProperties(size=size, weight=weight)
    measure = _ruler().get_text_width_height_descent
    width, _, _ = measure(text or " ", font, False)
    _, height, _ = measure("lp", font, False)  # matplotlib gives every line this height at least
    return width / 192, height / 192


def widest(texts, size=TEXT, weight="normal"):
    """Return the width in inches of the widest text, 0 for none."""
    return max((text_size(text, size, weight)[0] for text in texts), default=0.0)


@functools.cache
def _ruler():
    """Return a renderer that only measures."""
    return Renderer(1, 1, 192)
