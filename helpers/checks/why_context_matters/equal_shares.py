"""Exercise 1.2: weights and context vectors when every word has an equal share."""

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function
from helpers.readers import vocabularies

COMPANY = vocabularies.load("apple").rows(["today", "my", "apple", "phone", "the", "orchard"])

RIGHT, MISTAKES = edits.read(__file__)

equal_shares = Function(
    name="equal_shares",
    expected=RIGHT[0],
    shown=(COMPANY,),
    draw=lambda rng: (rng.normal(size=(int(rng.integers(3, 6)), 7)),),
    mistakes=MISTAKES,
    done="All the rows are alike: with equal weights it makes no difference which word asks.",
)
