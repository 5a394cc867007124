"""A stored notebook as the rules see it: numbered cells, the parts under its headings."""

import ast
import functools
import math
import os
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import nbformat
import pytest

from helpers.real_model import model

ROOT = Path(__file__).resolve().parents[2]
# The main line, 00_… and so on, then the side trips, A1_… and so on.
FILES = "[0-9A][0-9]_*.ipynb"
NOTEBOOKS = sorted((ROOT / "notebooks").glob(FILES))
MAIN = [path for path in NOTEBOOKS if path.name[0] != "A"]
# It takes hours, from blank cells on, so it may hold more than others of the main line; and its
# training takes a minute, so `make prove` alone runs it, by Run All.
CAPSTONE = "18_build_it_yourself"
# As long as the capstone. It runs a real model, which only `make real` brings, for a minute.
REAL = "19_open_a_real_model"


def marks(path):
    """Return the marks of what runs a notebook: 19 is slow, and skipped where its model isn't."""
    if path.stem != REAL:
        return []
    file = Path(os.environ.get("REAL_MODEL") or model.FILE)
    return [pytest.mark.slow, pytest.mark.skipif(not file.is_file(), reason=model.MISSING)]


@functools.cache
def _parsed(source):
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])


@dataclass(frozen=True)
class Cell:
    """One cell; `number` counts all cells of the notebook from 1."""

    file: str
    number: int
    node: nbformat.NotebookNode

    def says(self, complaint):
        """Return the complaint as one line that says where."""
        return f"{self.file} cell {self.number}: {complaint}"

    @property
    def source(self):
        return self.node.source

    @property
    def is_code(self):
        return self.node.cell_type == "code"

    @property
    def is_markdown(self):
        return self.node.cell_type == "markdown"

    @property
    def tags(self):
        return set(self.node.metadata.get("tags", ()))

    @property
    def lines(self):
        """Return the lines that are not blank."""
        return [line for line in self.source.splitlines() if line.strip()]

    @property
    def tree(self):
        """Return the parsed code, empty where it is not Python (a magic, which a rule forbids)."""
        return _parsed(self.source)

    @property
    def outputs(self):
        return self.node.outputs if self.is_code else []

    @property
    def bundles(self):
        """Return what was shown, by media type, one dict per output."""
        return [output.data for output in self.outputs if "data" in output]

    @property
    def plain_texts(self):
        """Return the texts of the streams, then the plain texts that were shown."""
        streams = [output.text for output in self.outputs if output.output_type == "stream"]
        return streams + [bundle["text/plain"] for bundle in self.bundles if "text/plain" in bundle]

    @property
    def texts(self):
        """Return every text the cell put out: plain texts, and HTML without its tags."""
        html = [bundle["text/html"] for bundle in self.bundles if "text/html" in bundle]
        return self.plain_texts + [unescape(re.sub(r"<[^>]*>", " ", text)) for text in html]


@dataclass(frozen=True)
class Part:
    """What stands under one `##` heading; the heading of the opening part is empty."""

    heading: str
    cells: list[Cell]

    @property
    def first(self):
        return self.cells[0]

    @property
    def code(self):
        return [cell for cell in self.cells if cell.is_code]

    @property
    def prose(self):
        return "\n\n".join(cell.source for cell in self.cells if cell.is_markdown)


@dataclass(frozen=True)
class Notebook:
    """A notebook, and the names of all notebooks in its folder, itself included."""

    path: Path
    node: nbformat.NotebookNode
    folder: tuple[str, ...]

    @classmethod
    def read(cls, path):
        """Read a notebook whose file name begins with its two characters, such as 04 or A2."""
        folder = tuple(sorted(file.name for file in path.parent.glob(FILES)))
        return cls(path, nbformat.read(path, as_version=4), folder)

    @property
    def file(self):
        return self.path.name

    @property
    def is_side_trip(self):
        return self.file.startswith("A")

    @property
    def is_capstone(self):
        return self.path.stem == CAPSTONE

    @property
    def is_long(self):
        return self.path.stem in (CAPSTONE, REAL)

    @property
    def label(self):
        """Return what its headings begin with: 4 in 04_…, A2 in A2_…."""
        return self.file[:2] if self.is_side_trip else str(int(self.file[:2]))

    @property
    def number(self):
        """Return its place in the main line; a side trip comes after all of it."""
        return math.inf if self.is_side_trip else int(self.file[:2])

    def says(self, complaint):
        """Return the complaint as one line that names the notebook."""
        return f"{self.file}: {complaint}"

    @functools.cached_property
    def cells(self):
        return [Cell(self.file, i, node) for i, node in enumerate(self.node.cells, start=1)]

    @property
    def code(self):
        return [cell for cell in self.cells if cell.is_code]

    @property
    def markdown(self):
        return [cell for cell in self.cells if cell.is_markdown]

    @functools.cached_property
    def parts(self):
        """Return the opening and then each part that a cell beginning with `## ` opens."""
        parts = [Part("", [])]
        for cell in self.cells:
            if cell.is_markdown and (heading := re.match(r"## +(.+)", cell.source)):
                parts.append(Part(heading[1].strip(), []))
            parts[-1].cells.append(cell)
        return parts

    @property
    def sections(self):
        """Return the numbered parts, such as `4.1 Mix by hand`."""
        return [part for part in self.parts if re.match(r"A?\d+\.\d+ ", part.heading)]

    def part(self, heading):
        """Return the part with this heading, None if there is none."""
        return next((part for part in self.parts if part.heading == heading), None)
