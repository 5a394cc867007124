"""A matrix as coloured cells with its numbers: rows are queries, columns keys."""

from helpers.figures.cells import NOTE, Cells
from helpers.figures.colour_bars import GAP, THICK
from helpers.figures.picture import WIDEST, Picture, styled
from helpers.numerals import wording


@styled
def heatmap(
    matrix,
    rows,
    columns=None,
    *,
    kind="weights",
    title="",
    decimals=2,
    highlight=None,
):
    """Draw a matrix as cells with their numbers (colours only, past 12 rows or columns).

    matrix    : (n, m)
    rows      : n labels
    columns   : m labels; None repeats the rows, and counts from 0 where kind is "numbers"
    kind      : "weights" (colours from 0 to 1), "scores" (centred at 0), "numbers" (no colour);
                weights of exactly 0 and scores of −inf are hatched
    highlight : a row, a (row, column) or None

    Raises ValueError for labels that do not fit, weights outside 0 to 1, or an unknown kind.
    """
    options = {"decimals": decimals, "highlight": highlight}
    cells = Cells(matrix, rows, columns, kind, room=WIDEST, **options)
    width = cells.left + cells.width + max(cells.bar.across if cells.bar else 0, cells.overhang)
    heading = 0.3 if title else 0.0
    below = cells.bar.below(cells.height) if cells.bar else 0.0
    low = 0.15 + below
    picture = Picture(
        width + 0.15, heading + max(cells.top, below + 0.05) + cells.height + low, title=title
    )
    image = cells.draw(picture.panel(cells.left, low, cells.width, cells.height))
    if cells.bar:
        place = cells.left + cells.width + GAP, low, THICK, cells.height
        cells.bar.draw(picture, image, picture.panel(*place))
    picture.note = NOTE if cells.hidden.any() else ""
    picture.alt = wording.alt(*cells.words(title))
    return picture
