"""Exercise 15.3: the ticks that attention and an RNN take for many texts at once."""

import numpy as np

from helpers.checks.kinds import edits
from helpers.checks.kinds.function import Function

RIGHT, MISTAKES = edits.read(__file__, lambda given, *inputs: np.array(given(*inputs)))


def _drawn(rng):
    n, d, batch = (int(rng.integers(*span)) for span in ((20, 60), (3, 9), (2, 7)))
    return n, d, batch, int(rng.integers(23, 90))


ticks_of_batch = Function(
    name="ticks_of_batch",
    expected=RIGHT[0],
    shown=(1024, 64, 1, 1_000_000),
    draw=_drawn,
    also={"a batch of 122": (1024, 64, 122, 1_000_000), "one unit": (5, 3, 2, 1)},
    mistakes=MISTAKES,
    done="A batch gives idle units something to do, and the RNN gains most from it. A single text "
    "doesn't do that, and neither does one that's still being written.",
)
