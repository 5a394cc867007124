"""How the explorer of the computation is tried, and the numbers that it must then show."""

from helpers.attention import attention
from helpers.explorers.base.trial import *
from helpers.readers import worked_examples

FLOW_STEPS = ("embeddings", "scores", "scaled", "weights", "weighted rows", "context")


def numbers(state):
    """Return the numbers of the steps that are reached; before that their columns are empty."""
    if state["guessing"]:
        return {}
    embeddings, query = worked_examples.load("smart_robots").embeddings, state["query"]
    result = attention(embeddings, embeddings, embeddings)
    at = FLOW_STEPS.index(state["step"])
    numbers = {name: getattr(result, name)[query] for name in ("scores", "scaled", "weights")}
    numbers["context"] = result.context[query]
    return {name: n if at >= FLOW_STEPS.index(name) else [] for name, n in numbers.items()}


def step(place):
    """Return a click on the name of a step."""
    name = f".abh-step-names button:nth-child({place + 1})"
    return Click(name, "step", chosen(FLOW_STEPS[place]))


def asks(row):
    """Return a click on the name of a token."""
    return Click(row_name(row), "query", chosen(row))


def gap(row, column):
    """Return a click on an empty cell of a step that is still to come."""
    step = {3: "scaled", 6: "weighted rows", 7: "context"}[column]
    return Click(cell(row, column), "step", chosen(step))


def column(place):
    """Return the selector of a column of the flow's table, without the sums."""
    return f"tbody tr:not(:last-child) td:nth-child({place})"


CASE = Case(
    "from helpers.explorers import FlowExplorer\n"
    'explorer = FlowExplorer("smart_robots", query=3, step="context")',
    ("query", "step", "guessing"),
    numbers,
    {
        "scores": (column(4), None),
        "scaled": (column(5), None),
        "weights": (column(7), None),
        "context": ("td.abh-context", None),
    },
    (
        *map(step, (4, 1, 4)),
        *map(asks, (1, 0, 1, 3)),
        *(step(0), gap(1, 3), gap(4, 6), gap(5, 7)),
        *("guess", Drag("input[type=range]", (60, 0), "guessing"), step(1)),
        *("guess", Drag("input[type=range]", (-30, 0), "guessing", also=("step",)), step(5)),
    ),
    (),
    (
        Key(".abh-now", "ArrowLeft", "step", lambda _before, _first: "weighted rows"),
        Key(".abh-now", "ArrowRight", "step", back),
    ),
    all_shown=("6 context",),
)

# As its notebook opens it.
OPENED = """
from helpers.explorers import FlowExplorer
FlowExplorer("smart_robots", query=1, step="context")
"""
BENCH = Technique(OPENED, f"{row_name(1)}, {row_name(3)}", texts_of("td.abh-context"), "press")
