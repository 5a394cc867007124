"""A stored picture has its words where readers' tools look, and looks as its cell draws it."""

import base64
import functools
import html
import io
import re

import numpy as np
import pytest
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor
from nbformat import v4
from PIL import Image
from rules.notebook import NOTEBOOKS, Notebook
from rules.pictures import COARSE, FINE, draws_otherwise, outputs_with_pictures

from helpers import explorers, figures
from helpers.attention import softmax
from helpers.explorers.base.explorer import STILL

WORDS = ["Smart", "robots", "perform"]
VECTORS = np.array([[1, 0], [0, 1], [1, 1]])
WEIGHTS = np.array([0.2, 0.5, 0.3])


def shown(*values):
    """Return the outputs that a notebook stores of these pictures and explorers."""
    bundles = [value._repr_mimebundle_() for value in values]
    return [v4.new_output("display_data", data, metadata=sizes) for data, sizes in bundles]


def alts(notebook):
    """Return the alt of every picture of the page that nbconvert makes of a notebook.

    Its template `classic` reads the words of an output; `lab` does not, up to nbconvert 7.17.
    """
    page, _ = HTMLExporter(template_name="classic").from_notebook_node(notebook)
    pictures = re.findall(r"<img[^>]*src=.data:image/png[^>]*>", page)
    found = [re.search(r'\balt="([^"]*)"', picture) for picture in pictures]
    return [alt and html.unescape(alt[1]) for alt in found]


def test_a_page_made_by_nbconvert_has_the_words_of_each_picture():
    figure, explorer = figures.plane(VECTORS, WORDS), explorers.SoftmaxExplorer([1.0, 2.0])
    cell = v4.new_code_cell("figure", outputs=shown(figure, explorer))
    assert alts(v4.new_notebook(cells=[cell])) == [figure.alt, f"{explorer.picture().alt}\n{STILL}"]
    for output in cell.outputs:
        del output.metadata["image/png"]["alt"]
    assert (
        alts(v4.new_notebook(cells=[cell]))
        == ["No description has been provided for this image"] * 2
    )


LIVE = """from IPython.display import display
from helpers import checks, explorers, views
display(explorers.SoftmaxExplorer([1.0, 2.0]), views.Progress(3), checks.unreachable_point())"""


def test_what_nbconvert_runs_has_pictures_and_words_in_the_place_of_live_views():
    """Every template of it leaves an empty place wherever a live view is stored."""
    notebook = v4.new_notebook(cells=[v4.new_code_cell(LIVE)])
    ExecutePreprocessor(timeout=60).preprocess(notebook)
    page, _ = HTMLExporter().from_notebook_node(notebook)
    assert len(re.findall(r"<img[^>]*src=.data:image/png", page)) == 1
    assert "run the cell to watch it" in page
    assert "Run the cell to answer." in page


@pytest.mark.parametrize(
    "explorer",
    [explorers.AttentionExplorer(WORDS, VECTORS), explorers.FlowExplorer()],
    ids=["attention", "flow"],
)
def test_the_picture_of_an_explorer_says_how_to_wake_it(explorer):
    data, sizes = explorer._repr_mimebundle_()
    assert data["text/plain"].splitlines()[-1] == STILL
    picture = explorer.picture()
    noted = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    bare = Image.open(io.BytesIO(picture.png()))
    assert noted.width == bare.width
    assert noted.height == 2 * sizes["image/png"]["height"] > bare.height
    strip = np.asarray(noted.convert("L"))[bare.height :]
    assert strip.min() < 128 < strip[0].min()  # a line of text, clear of the picture above


def test_a_page_of_the_series_has_the_words_of_each_picture():
    notebook = Notebook.read(NOTEBOOKS[0])
    stored = [output for cell in notebook.code for output in outputs_with_pictures(cell)]
    assert alts(notebook.node) == [output.data["text/plain"] for output in stored]


DRAWN = {
    "a row framed": lambda: figures.heatmap(np.tile(WEIGHTS, (3, 1)), WORDS, highlight=1),
    "no row framed": lambda: figures.heatmap(np.tile(WEIGHTS, (3, 1)), WORDS),
    "a bar longer": lambda: figures.bars([0.2, 0.55, 0.3], WORDS),
    "bars": lambda: figures.bars(WEIGHTS, WORDS),
    "arrows": lambda: figures.plane(VECTORS, WORDS, title="Three words", mark=2),
    "points": lambda: figures.plane(VECTORS, WORDS, title="Three words", mark=2, arrows=False),
    "a letter": lambda: figures.plane(VECTORS, WORDS, title="Three wolds", mark=2),
}


@functools.cache
def stored_as(name):
    """Return the outputs that a notebook stores of one of these."""
    return shown(DRAWN[name]())


@pytest.mark.parametrize(
    ("stored", "drawn", "measure", "seen"),
    [
        ("a row framed", "no row framed", COARSE, True),
        ("bars", "a bar longer", COARSE, True),
        ("arrows", "points", COARSE, True),
        ("arrows", "a letter", COARSE, False),
        ("arrows", "a letter", FINE, True),
        ("arrows", "arrows", FINE, False),
    ],
)
def test_a_picture_that_looks_otherwise_is_seen(stored, drawn, measure, seen):
    complaints = draws_otherwise(stored_as(stored), stored_as(drawn), measure)
    assert bool(complaints) == seen


def test_a_picture_too_many_or_in_another_place_is_seen():
    one, two = stored_as("arrows"), stored_as("bars")
    assert draws_otherwise(one + two, one) == ["stored pictures: 2, the cell draws 1"]
    assert draws_otherwise([], one) == ["stored pictures: 0, the cell draws 1"]
    assert len(draws_otherwise(one + two, two + one)) == 2
    assert draws_otherwise(one + two, one + two) == []


def rows_of_numbers(lines):
    """Return the decimal numbers of each line that has some."""
    found = [[float(number) for number in re.findall(r"-?\d+\.\d+", line)] for line in lines]
    return [row for row in found if row]


def scores_and_weights(words):
    """Return the scores and the weights that a picture shows side by side, one row per query."""
    ways = [line.split("→") for line in words.splitlines() if re.search(r"\d → -?\d", line)]
    if ways:
        return [rows_of_numbers(side) for side in zip(*ways, strict=True)]
    scores, *_, weights = re.split(r"(?m)^(?=scores|exponentials|weights)", words)[1:]
    return rows_of_numbers(scores.splitlines()), rows_of_numbers(weights.splitlines())


def test_weights_that_stand_beside_scores_are_their_softmax():
    """In 00 to 04; 05 explains the root that it divides by, that of 2 or 3 dimensions."""
    seen = 0
    for path in NOTEBOOKS[:6]:
        for cell in Notebook.read(path).code:
            if re.search(r"\bscores_and_weights\(|\bProjectionExplorer\(", cell.source):
                scores, weights = scores_and_weights(cell.bundles[0]["text/plain"])
                widths = (2, 3) if path.stem.startswith("05") else (1,)
                made = [softmax(np.array(scores) / np.sqrt(width)) for width in widths]
                assert any(np.allclose(weights, one, atol=0.01) for one in made), cell.says("")
                seen += 1
    assert seen >= 4
