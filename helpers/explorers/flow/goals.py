"""What to reach by hand in the computation of one query."""

import numpy as np

from helpers.explorers.base.explorer import Goal

NEVER_0 = (
    "It cannot be done. A weight is e^score over a sum of such powers, and e^score is above 0 for"
    " every score: e^0 is 1, and e^(−5) is still 0.0067. Score 0 is not weight 0."
)


def _most_at_itself(explorer):
    """Say whether no token gives itself more than the query does, its weights being shown."""
    own = explorer.result.weights.diagonal()
    return explorer.shows("weights") and np.isclose(own[explorer.query], own.max())


GOALS = (
    Goal("choose the query that looks most at itself, and go on to its weights", _most_at_itself),
    Goal(
        "follow every token of this example to its context vector",
        lambda explorer: len(explorer._followed) == len(explorer.tokens),
    ),
    Goal(
        "find a weight of exactly 0, in any example",
        lambda explorer: explorer.shows("weights") and (explorer.result.weights == 0).any(),
        NEVER_0,
    ),
)
