"""Whether a stored picture is its own cell's, and still what the cell draws."""

import base64
import functools
import io
import re
from importlib import metadata

import numpy as np
from PIL import Image

from helpers.jupyterlab.agreement import pictures_agree, pictures_in
from rules.notebook import ROOT

BOX = Image.Resampling.BOX  # the mean colour
SHARP = 2  # stored pixels per shown pixel
# How many fields a picture is compared in, across and down, and by how much, out of 255, the mean
# colour of a field may differ. With the pinned versions a letter is seen. Other versions of
# matplotlib set the letters otherwise and make some pictures a little wider: coarser fields then
# differ by up to 13, and by 25 and more where an arrow is missing or a bar is a tenth longer.
FINE, COARSE = (64, 12), (16, 24)
DRAW = ("matplotlib", "pillow")


def outputs_with_pictures(cell):
    """Return the outputs of a cell that hold a PNG."""
    return [output for output in cell.outputs if "image/png" in output.get("data", ())]


def ties_each_picture_to_its_words(notebook):
    """Demand that a PNG, its `alt` and the words beside it say the same, in the size it is shown.

    The PNG has its words from the moment it was drawn, so one in the wrong cell, or
    that is older than the words beside it, is found without running anything. nbval compares the
    words with what the cell says when it runs.
    """
    return [
        cell.says(f"{complaint} - run `make refresh NB={notebook.number:02d}`")
        for cell in notebook.code
        for output in outputs_with_pictures(cell)
        for complaint in _is_not_its_own(output)
    ]


def _is_not_its_own(output):
    """Return what is wrong with one stored picture."""
    words = output.data.get("text/plain", "")
    shown = output.metadata.get("image/png", {})
    try:
        picture = _opened(output.data["image/png"])
    except (OSError, SyntaxError, ValueError):  # Pillow raises all three
        return ["the stored PNG cannot be read as one"]
    complaints = []
    if (own := picture.info.get("Description")) != words:
        complaints.append(f"the stored PNG says {_first(own)}, the output {_first(words)}")
    if (alt := shown.get("alt")) != words:
        complaints.append(f"the picture's alt is {_first(alt)}, the output says {_first(words)}")
    size = tuple(SHARP * shown.get(side, 0) for side in ("width", "height"))
    if picture.size != size:
        complaints.append(f"the stored PNG has {picture.size} pixels, not {size}")
    return complaints


def _opened(encoded):
    """Return a stored PNG, read to its end; OSError, SyntaxError, ValueError: it is none."""
    picture = Image.open(io.BytesIO(base64.b64decode(encoded)), formats=["PNG"])
    picture.load()
    return picture


def _first(words):
    return "nothing" if not words else repr(words.split("\n")[0])


def draws_otherwise(stored, drawn, fields_and_tolerance=None):
    """Complain about each picture of a cell that now looks otherwise than the stored one.

    stored, drawn : the outputs of a cell as nbformat has them
    """
    fields, tolerance = fields_and_tolerance or (FINE if _draws_as_pinned() else COARSE)
    stored, drawn = pictures_in(stored), pictures_in(drawn)
    if len(stored) != len(drawn):
        return [f"stored pictures: {len(stored)}, the cell draws {len(drawn)}"]
    differences = [difference(*pair, fields) for pair in zip(stored, drawn, strict=True)]
    return [
        f"stored picture {place} is not what the cell draws: {most:.0f} of 255 in one field"
        for place, most in enumerate(differences, start=1)
        if most > tolerance
    ]


def draws_otherwise_by_and_large(stored, drawn):
    """Complain where a trained cell's picture differs by more than another processor explains.

    Where other versions draw, letters move too, and the coarse fields have to do.
    """
    if not _draws_as_pinned():
        return draws_otherwise(stored, drawn)
    agree = pictures_agree(stored, drawn)
    return [] if agree else ["a stored picture is not what the cell draws, by and large"]


def difference(stored, drawn, fields):
    """Return how much two PNGs differ, out of 255, in the field where they differ most."""
    if base64.b64decode(stored) == base64.b64decode(drawn):
        return 0.0
    means = [
        np.asarray(_opened(encoded).convert("RGB").resize((fields, fields), BOX), dtype=float)
        for encoded in (stored, drawn)
    ]
    return float(np.abs(means[0] - means[1]).max())


@functools.cache
def _draws_as_pinned():
    """Say whether the libraries that draw have the versions that `make` installs."""
    pinned = dict(re.findall(r"(?m)^([\w-]+)==(\S+)", (ROOT / "constraints.txt").read_text()))
    return all(metadata.version(name) == pinned[name] for name in DRAW)


RULES = [ties_each_picture_to_its_words]
