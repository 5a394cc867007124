"""The table of one query's computation: blocks of columns, each with what feeds its cells."""

from collections.abc import Callable
from itertools import chain
from typing import NamedTuple

import numpy as np

from helpers.explorers.base import cells as coloured
from helpers.explorers.flow.words import MATRICES, equations
from helpers.numerals import wording
from helpers.numerals.arithmetic import decimals_of, numbered

ASKING = ("embeddings", "queries")  # a press on one of these lets its row ask
PROJECTED = 12  # columns that a presentation has room for
POINT = "Press a word to let it ask. Point at a number to see its parts."
NOT_YET = {"later": "Not computed yet: press it to go there.", "hidden": "Guess it first."}
HEADINGS = {"weights": "attention"}  # over the column "weight"
BLANK = {"hidden": "?", "folded": "…"}
GUESSED = ("weights", "weighted rows")  # steps of what a guess is of, and of what comes of it
BEGIN = "Press next. The pale columns fill from the left, step by step."


class Block(NamedTuple):
    """A group of columns: numbers (n, k), of which a step fills all rows at once.

    kind  : "numbers", "scores" or "weights", for the colours
    foot  : (k,), the sums of the columns, or None    foot_step : the step that adds them
    feeds : takes (row, column), returns the cells (title, row, column) it is computed from
    folded : whether one narrow column stands for all, where there is no room
    """

    title: str
    step: str
    columns: list[str]
    numbers: np.ndarray
    kind: str = "numbers"
    foot: np.ndarray | None = None
    foot_step: str = ""
    feeds: Callable = lambda _row, _column: []
    folded: bool = False

    def step_of(self, row, n):
        """Return the step that fills a row of the n, or the sums below them."""
        return self.foot_step if row == n and self.foot is not None else self.step


def blocks(now, pinned=None, projector=False):
    """Return all blocks of a state's computation, also those of steps that are still to come.

    pinned : the earlier state whose weights stand beside the present ones, or None
    projector : whether what the present step does not need is folded where there is little room
    """
    made = [*_given(now.computation), *_compared(now), *_shared(now)]
    if pinned is not None:
        name, weights = now.tokens[pinned.query], pinned.result.weights[pinned.query]
        made.insert(-1, Block("pinned", "weights", [name], weights[:, None], "weights"))
    return _folded(now, made) if projector else made


def _given(here):
    """Return the block of the embeddings and, where they are others, queries, keys and values."""
    x, result = here.example.embeddings, here.result
    made = [Block("embeddings", "embeddings", numbered("x", x.shape[1]), x)]
    for title in MATRICES if here.projects else ():
        part = getattr(result, title)
        names = numbered(title[0], part.shape[1])
        made.append(Block(title, "projections", names, part, feeds=_row_of("embeddings", x)))
    return made


def _compared(now):
    """Return the blocks of the scores, as they are and scaled."""
    here, result, query = now.computation, now.result, now.query
    asks, answers = ("queries", "keys") if here.projects else ("embeddings",) * 2
    asked = _row_of(asks, result.queries)(query, 0)
    answer = _row_of(answers, result.keys)
    column = result.scores[query][:, None]
    yield Block(
        "scores", "scores", ["score"], column, "scores", feeds=lambda i, k: asked + answer(i, k)
    )
    if here.example.scale:
        column, name = result.scaled[query][:, None], [f"÷ √{result.keys.shape[1]}"]
        yield Block(
            "scaled", "scaled", name, column, "scores", feeds=lambda i, _: [("scores", i, 0)]
        )


def _shared(now):
    """Return the blocks of the powers of e, of the weights, and of the rows they multiply."""
    here, result, n = now.computation, now.result, len(now.tokens)
    before = "scaled" if here.example.scale else "scores"
    source, letter = ("values", "v") if here.projects else ("embeddings", "x")
    weights, powers = (m[now.query][:, None] for m in (result.weights, np.exp(result.scaled)))
    raised = _summed("powers", n, lambda i, _: [(before, i, 0)])
    share = _summed("weights", n, lambda i, _: [("powers", i, 0), ("powers", n, 0)])
    mixed = _summed("weighted rows", n, lambda i, k: [("weights", i, 0), (source, i, k)])
    step, foot = "weights", result.context[now.query]
    yield Block("powers", step, ["e^score"], powers, "numbers", powers.sum(0), step, raised)
    yield Block("weights", step, ["weight"], weights, "weights", weights.sum(0), step, share)
    step, names = "weighted rows", numbered(letter, len(foot))
    yield Block(step, step, names, weights * result.values, "numbers", foot, "context", mixed)


def _row_of(title, matrix):
    """Return what feeds a number that is made of a whole row."""
    return lambda i, _: [(title, i, m) for m in range(matrix.shape[1])]


def _summed(title, n, parts):
    """Return what feeds the numbers of a block with sums: in the last row, those above it."""
    return lambda i, k: [(title, row, k) for row in range(n)] if i == n else parts(i, k)


def _folded(now, made):
    """Return the blocks with those folded that are wide and that the present step does not need."""
    if sum(len(block.columns) for block in made) <= PROJECTED:
        return made
    new = [block for block in made if _stage(now, block) == "newest"]
    rows = (now.query, len(now.tokens))
    fed = [cell for block in new for row in rows for cell in block.feeds(row, 0)]
    needed = {block.title for block in new} | {title for title, _, _ in fed}
    return [
        block._replace(columns=[block.columns[0][:-1]], folded=True)
        if block.title not in needed and len(block.columns) > 1
        else block
        for block in made
    ]


def scene(now, pinned=None, hidden=False, projector=False, guess=None):
    """Return the table of a state as a scene.

    hidden : whether the weights, and all that comes of them, are still to be guessed
    guess  : what is guessed so far of the weight on the target, or None
    """
    made = blocks(now, pinned, projector)
    ends = np.cumsum([len(block.columns) for block in made]).tolist()
    starts = dict(zip([block.title for block in made], [0, *ends], strict=False))
    wide = {block.title: len(block.columns) - 1 for block in made}

    def place(cell):
        title, row, column = cell
        return [row, starts[title] + min(column, wide[title])]

    speaks = spoken(now, made, hidden)
    cells = [_cells(now, block, hidden, place) for block in made]
    if hidden:
        asked = cells[list(starts).index("weights")]
        asked["texts"][now.target] = ["?" if guess is None else wording.drawn(guess)]
        asked["marks"][now.target] = ["asked"]
    beside = {name: zip(*(part[name] for part in cells), strict=True) for name in cells[0]}
    return {
        **{name: [list(chain(*row)) for row in rows] for name, rows in beside.items()},
        "groups": [[_heading(now, block, projector), len(block.columns)] for block in made],
        "stages": [_stage(now, block) for block in made],
        "rows": [*now.tokens, "sum"],
        "columns": [column for block in made for column in block.columns],
        "row": now.query,
        "spoken": place(speaks) if speaks else None,
        "rest": "" if projector else BEGIN if now.step == "embeddings" else POINT,
    }


def spoken(now, made, hidden=False):
    """Return the (title, row, column) of which the words speak, or None."""
    if now.step == "embeddings" or (hidden and now.shows("weights")):
        return None
    if now.step == "context":
        return ("weighted rows", len(now.tokens), 0)
    projected = now.step == "projections"
    title, row = ("queries", now.query) if projected else (now.step, now.target)
    (block,) = (block for block in made if block.title == title)
    return (title, row, int(np.abs(block.numbers[row]).argmax()))


def _heading(now, block, projector):
    """Return a block's heading; a presentation has none above what is folded or to come."""
    named = not projector or not (block.folded or _stage(now, block) == "later")
    return HEADINGS.get(block.title, block.title) if named else ""


def _stage(now, block):
    """Return how the present step sees a block: "newest", "later", or "" for one before."""
    if now.step in (block.step, block.foot_step):
        return "newest"
    return "" if now.shows(block.step) else "later"


def _look(now, block, row, hidden):
    """Return how a row of a block is shown: "later", "hidden", "folded", "empty", "" for whole."""
    if row == len(now.tokens) and block.foot is None:
        return "empty"
    if not now.shows(block.step_of(row, len(now.tokens))):
        return "later"
    if hidden and block.step in GUESSED:
        return "hidden"
    return "folded" if block.folded else ""


def seen(now, pinned=None, hidden=False):
    """Return the blocks of which a state shows the numbers."""
    made = [block for block in blocks(now, pinned) if now.shows(block.step)]
    return [block for block in made if not (hidden and block.step in GUESSED)]


def _cells(now, block, hidden, place):
    """Return the texts, fills, inks, marks, details and feeds of a block, its sums last.

    place : returns where in the table a cell stands that feeds another
    """
    n, k = len(now.tokens), len(block.columns)
    foot = np.zeros((1, block.numbers.shape[1])) if block.foot is None else block.foot
    whole = np.vstack([block.numbers, foot])
    kind = "weights" if block.kind == "weights" else "scores"
    cells = coloured.cells(whole, kind, decimals=decimals_of(whole.ravel()))
    cells |= {"marks": [], "details": [], "feeds": []}
    projected = now.computation.projects and now.shows("projections")
    asking = "queries" if projected else "embeddings"
    marks = {(asking, now.query): "query", ("weighted rows", n): "context"}
    made = equations(now.computation, now.query).get(block.title)
    for row, name in enumerate([*now.tokens, "sum"]):
        look = _look(now, block, row, hidden)
        cells["marks"].append([look or marks.get((block.title, row), "")] * k)
        if look or row == n or block.kind == "numbers":
            cells["fills"][row] = cells["inks"][row] = [""] * k
        if look:
            cells["texts"][row] = [BLANK.get(look, "")] * k
            cells["details"].append([NOT_YET.get(look, "")] * k)
            cells["feeds"].append([[]] * k)
            continue
        said = [f": {text}" for text in made[row]] if made else [""] * k
        pairs = zip(block.columns, said, strict=True)
        cells["details"].append([f"{name}, {column}{text}" for column, text in pairs])
        cells["feeds"].append([[place(cell) for cell in block.feeds(row, m)] for m in range(k)])
    return cells
