"""Exercise 14.3: what the story model says when one row may not attend to one column."""

import torch

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function, explaining
from helpers.language_model import LanguageModel
from helpers.readers import stored_models
from helpers.training import stories

NOWHERE = (
    "Your mask leaves a row with nothing to attend to. True means that a row *may* attend: how "
    "many cells of the table should be False?"
)
BOOLEAN = "`allowed` should contain True and False, not scores: the model puts −∞ where it's False."

RIGHT, MISTAKES = edits.read(__file__)

# The story of section 14.5 up to its question: "key" (16) was won by "hugo" (13).
STORY = (
    "<story> clara took the lamp herself . ben took the coin himself . hugo won the key himself ."
    " the keys behind the tower are dusty . who has the key ?"
)


@torch.no_grad()
def _drawn(rng):
    """Return a small random model, 7 to 9 tokens, and an edge among the first of them."""
    model = LanguageModel(words=11, d_model=8, num_heads=2, blocks=2, longest=10)
    for numbers in model.parameters():
        numbers.copy_(torch.from_numpy(rng.normal(size=tuple(numbers.shape)) * 0.6))
    n, row = int(rng.integers(7, 10)), int(rng.integers(4, 6))
    tokens = torch.from_numpy(rng.integers(0, 11, size=n))
    return model, tokens, row, int(rng.integers(1, row - 1))


def _run(given, model, tokens, row, column):
    """Call the learner's function, and explain an empty row or a mask of numbers."""
    with (
        explaining(ValueError, "nowhere", NOWHERE),
        explaining(ValueError, "must be boolean", BOOLEAN),
    ):
        return given(model, tokens, row, column)


chances_without_edge = Function(
    name="chances_without_edge",
    expected=RIGHT[0],
    shown=(stored_models.load("stories")[0], stories.numbers(STORY.split()), 16, 13),
    draw=_drawn,
    mistakes=MISTAKES,
    run=_run,
    library="torch",
    done="That's how you test a claim about an edge: run the model without it. Then hide another "
    "edge as a baseline, so you know how much harm hiding an unrelated edge does.",
)
