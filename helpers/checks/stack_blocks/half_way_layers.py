"""Exercise 9.1: six layers that keep half of each word, and one table for all of them."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.readers import vocabularies

WORDS = "apple", "pear", "juice", "phone", "screen", "software"

RIGHT, MISTAKES = edits.read(__file__)

half_way_layers = Function(
    name="half_way_layers",
    expected=RIGHT[0],
    shown=(vocabularies.load("apple").rows(WORDS),),
    draw=lambda rng: (rng.normal(scale=0.8, size=(int(rng.integers(3, 6)), 3)),),
    mistakes=MISTAKES,
    done="In every layer’s table, the half that a word keeps is half the identity matrix. The "
    "explorer below shows where that leads.",
)
