"""Whether what a trained cell shows agrees with what is stored: another processor adds otherwise.

Such a cell names in its metadata a `tolerance`: how far each number may be from the stored one.
"""

import base64
import io
import re
from decimal import Decimal

import numpy as np
from PIL import Image, ImageChops, ImageFilter

# Not inside a name or a version such as 1.2.3; in a range such as 0.5-0.9 there is no minus.
NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?(?:e[+-]?\d+)?")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
PICTURE = "image/png"
# A picture is looked at with 2 × 2 shown pixels in one, and a line may lie so many of these aside.
FIELD, ASIDE = 4, 2
SHADES = 60  # of 255, by which the colour of a field may differ


def agree(stored: list, drawn: list, tolerance: float) -> bool:
    """Return whether two lists of a cell's outputs say and show the same, up to a tolerance.

    stored, drawn : outputs as nbformat has them
    tolerance     : how far a number of the texts may be from the stored one
    """
    return words_agree(stored, drawn, tolerance) and pictures_agree(stored, drawn)


def words_agree(stored: list, drawn: list, tolerance: float) -> bool:
    """Return whether two lists of a cell's outputs say the same, up to a tolerance.

    What's around the numbers must be equal, blanks aside, and so must their decimal places, but for
    the words of pictures, which round to significant digits.
    """
    before, now = _texts(stored), _texts(drawn)
    return (
        before.keys() == now.keys()
        and all(len(before[kind]) == len(now[kind]) for kind in before)
        and all(
            texts_agree(*pair, tolerance, same_places=kind != PICTURE)
            for kind in before
            for pair in zip(before[kind], now[kind], strict=True)
        )
    )


def texts_agree(stored: str, drawn: str, tolerance: float, *, same_places: bool = True) -> bool:
    """Return whether two texts are equal, except that numbers may differ by the tolerance.

    same_places : numbers must have equally many decimal places, too
    """
    limit, around = Decimal(str(tolerance)), _around_numbers(stored)
    if around != _around_numbers(drawn):
        return False
    return all(
        abs(before - now) <= limit and (not same_places or _places(before) == _places(now))
        for before, now in zip(numbers_in(stored), numbers_in(drawn), strict=True)
    )


def numbers_in(text: str) -> list[Decimal]:
    """Return the numbers that a text shows, from its first to its last."""
    found = NUMBER.findall(text)
    return [Decimal(digits.replace(",", "").replace("−", "-")) for digits in found]


def pictures_agree(stored: list, drawn: list) -> bool:
    """Return whether two lists of outputs hold as many pictures, which look alike by and large."""
    before, now = pictures_in(stored), pictures_in(drawn)
    return len(before) == len(now) and all(map(_look_alike, before, now))


def pictures_in(outputs: list) -> list[str]:
    """Return the PNGs of a list of outputs, as they are stored."""
    return [output["data"][PICTURE] for output in outputs if PICTURE in output.get("data", ())]


def _texts(outputs):
    """Return what outputs say, by kind: each stream in one piece, however it was cut."""
    streams, texts = {}, {}
    for output in outputs:
        if output["output_type"] == "stream":
            streams[output["name"]] = streams.get(output["name"], "") + output["text"]
        data = output.get("data", {})
        for kind in data.keys() - {PICTURE, WIDGET_VIEW}:
            texts.setdefault(PICTURE if PICTURE in data else kind, []).append(data[kind])
    return texts | {name: [text] for name, text in streams.items()}


def _around_numbers(text):
    """Return what stands between the numbers, without the blanks that fill a column."""
    pieces = NUMBER.split(text)
    return [[" ".join(line.split()) for line in piece.split("\n")] for piece in pieces]


def _places(number):
    return number.as_tuple().exponent


def _look_alike(stored, drawn):
    """Return whether everything in one picture is in the other, in its place or close beside it."""
    if stored == drawn:
        return True
    before, now = (Image.open(io.BytesIO(base64.b64decode(png))) for png in (stored, drawn))
    if before.size != now.size:
        return False
    before, now = (picture.convert("RGB").reduce(FIELD) for picture in (before, now))
    return _stands_in(before, now) and _stands_in(now, before)


def _stands_in(one, other):
    """Return whether each field of a picture has a colour that the other has around that place."""
    around = 2 * ASIDE + 1
    darkest, lightest = (
        other.filter(choose(around)) for choose in (ImageFilter.MinFilter, ImageFilter.MaxFilter)
    )
    beyond = ImageChops.lighter(
        ImageChops.subtract(one, lightest), ImageChops.subtract(darkest, one)
    )
    return int(np.asarray(beyond).max()) <= SHADES
