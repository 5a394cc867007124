"""Exercise 14.3: what the story model says when one row may not look at one column."""

import torch

from helpers.checks.kinds.function import Function, Mistake, explaining
from helpers.language_model import LanguageModel
from helpers.readers import stored_models
from helpers.training import stories

NOWHERE = (
    "Your mask leaves a row nothing to look at. True means that a row *may* look: how many cells "
    "of the table must be False?"
)
BOOLEAN = "`allowed` holds True and False, not scores: the model puts −∞ where it says False."


# The story of section 14.5 up to its question: "key" (16) was won by "hugo" (13).
STORY = (
    "<story> clara took the lamp herself . ben took the coin himself . hugo won the key himself ."
    " the keys behind the tower are dusty . who has the key ?"
)


@torch.no_grad()
def _drawn(rng):
    """Return a small model, all its numbers drawn, 7 to 9 tokens, and an edge among the first."""
    model = LanguageModel(words=11, d_model=8, num_heads=2, blocks=2, longest=10)
    for numbers in model.parameters():
        numbers.copy_(torch.from_numpy(rng.normal(size=tuple(numbers.shape)) * 0.6))
    n, row = int(rng.integers(7, 10)), int(rng.integers(4, 6))
    tokens = torch.from_numpy(rng.integers(0, 11, size=n))
    return model, tokens, row, int(rng.integers(1, row - 1))


def _run(given, model, tokens, row, column):
    """Call the learner's function; a row with nothing to see and numbers have likely causes."""
    with (
        explaining(ValueError, "nowhere", NOWHERE),
        explaining(ValueError, "must be boolean", BOOLEAN),
    ):
        return given(model, tokens, row, column)


@torch.no_grad()
def _logits(model, tokens, *hidden):
    """Return all logits, (n, words), when these cells (row, column) are hidden."""
    allowed = torch.ones(len(tokens), len(tokens), dtype=torch.bool)
    for cell in hidden:
        allowed[cell] = False
    return model(tokens, allowed=allowed)


def _right(model, tokens, row, column):
    return _logits(model, tokens, (row, column))[-1].softmax(-1)


def _of(compute):
    """Return the mistake of computing this from the right logits and the row, (n, words)."""
    return lambda model, tokens, row, column: compute(_logits(model, tokens, (row, column)), row)


def _hiding(cells):
    """Return the mistake of hiding other cells: cells(row, column)."""
    return lambda model, tokens, row, column: _logits(model, tokens, *cells(row, column))[
        -1
    ].softmax(-1)


def _deleted(model, tokens, row, column):
    return model(torch.cat([tokens[:column], tokens[column + 1 :]]))[-1].softmax(-1)


def _row_alone(model, tokens, row, column):
    """Return what comes when the row may look at the column alone."""
    others = [place for place in range(len(tokens)) if place != column]
    return _logits(model, tokens, (row, others))[-1].softmax(-1)


MISTAKES = (
    Mistake(
        "This is what the model says with nothing hidden. Is the table handed over? Is its cell "
        "named by places, not by tokens? And is the row that asks its first index? The other way "
        "round, the causal mask hides that cell already.",
        _hiding(lambda row, column: ()),
    ),
    Mistake(
        "You ask at the row in which you hide the edge. Return what comes after the *last* token, "
        "which may hear of it in the second block.",
        _of(lambda logits, row: logits[row].softmax(-1)),
    ),
    Mistake(
        "These are logits, or logarithms of shares. What turns logits into shares?",
        _of(lambda logits, row: logits[-1]),
        _of(lambda logits, row: logits[-1].log_softmax(-1)),
    ),
    Mistake(
        "You hide the column from every row after it. One edge is one row and one column.",
        _hiding(lambda row, column: [(slice(column + 1, None), column)]),
        _hiding(lambda row, column: [(slice(None), column)]),
    ),
    Mistake(
        "You hide the column from the last row. The row that may not look at it is given.",
        _hiding(lambda row, column: [(-1, column)]),
    ),
    Mistake(
        "You hide all earlier places from the row, too, or all later ones. One edge is one cell.",
        _hiding(lambda row, column: [(row, slice(0, column + 1))]),
        _hiding(lambda row, column: [(row, slice(0, column))]),
        _hiding(lambda row, column: [(row, slice(column, row))]),
    ),
    Mistake(
        "The row may look at this column alone: that is the opposite. Which cells may stay True?",
        _row_alone,
    ),
    Mistake(
        "You take the token out of the text. Then every row misses it, and all later ones move one "
        "place: hide it from one row alone.",
        _deleted,
    ),
    Mistake(
        "You hide a cell beside the edge. Row and column count from 0, as the tokens do.",
        _hiding(lambda row, column: [(row, column - 1)]),
        _hiding(lambda row, column: [(row, column + 1)]),
        _hiding(lambda row, column: [(row - 1, column)]),
        _hiding(lambda row, column: [(row - 1, column - 1)]),
    ),
    Mistake(
        "These are the shares after every token. Which row speaks of the next word?",
        _of(lambda logits, row: logits.softmax(-1)),
    ),
    Mistake(
        "You share out along the places. The words share: which axis holds them?",
        _of(lambda logits, row: logits.softmax(0)[-1]),
        _of(lambda logits, row: logits.softmax(0)),
    ),
    Mistake(
        "This is one number, of the likeliest word or its share. Return the shares of all words.",
        _of(lambda logits, row: logits[-1].argmax()),
        _of(lambda logits, row: logits[-1].softmax(-1).max()),
    ),
    Mistake(
        "You take the shares after the first token. It has nothing before it.",
        _of(lambda logits, row: logits[0].softmax(-1)),
    ),
    Mistake(
        "You mix the rows of all tokens. The last alone speaks of the next word.",
        _of(lambda logits, row: logits.mean(0).softmax(-1)),
        _of(lambda logits, row: logits.softmax(-1).mean(0)),
    ),
    Mistake(
        "You compare with the whole model. The shares themselves are asked for.",
        lambda *given: _right(*given) - _hiding(lambda row, column: ())(*given),
        lambda *given: _hiding(lambda row, column: ())(*given) - _right(*given),
    ),
)

chances_without_edge = Function(
    name="chances_without_edge",
    expected=_right,
    shown=(stored_models.load("stories")[0], stories.numbers(STORY.split()), 16, 13),
    draw=_drawn,
    mistakes=MISTAKES,
    run=_run,
    library="torch",
    done="This is what settles a claim about an arc: the model itself, asked without it. Compare "
    "with another edge, so that you know what any hidden edge does.",
)
