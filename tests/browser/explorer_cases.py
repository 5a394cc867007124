"""What the browser tests do with each explorer, and the numbers that must then stand there."""

import numpy as np
import pytest

from browser.case import (
    Case,
    Click,
    Drag,
    Key,
    Typing,
    back,
    changed,
    chosen,
    dragged,
    pulled,
    typed,
)
from browser.cost_case import COST
from browser.heads_case import HEADS
from browser.language_model_case import LANGUAGE_MODEL
from browser.mask_case import MASK
from browser.order_case import ORDER
from browser.projection_case import PROJECTION
from browser.scaling_case import SCALING
from browser.training_case import TRAINING
from helpers.attention import attention, simplified_attention, softmax
from helpers.readers import vocabularies, worked_examples


def attention_numbers(state):
    embeddings = np.array(state["embeddings"])
    result = simplified_attention(embeddings)
    return {
        "points": embeddings[:, :2],
        "hidden": embeddings[:, 2],
        "weights": result.weights.ravel(),
        "z": result.context[state["query"], :2],
    }


def dot(place):
    """Return the selector of a point of a plane."""
    return f".abh-dot[data-index='{place}']"


def bar(place):
    """Return the selector of what the hand takes of a bar."""
    return f".abh-pull[data-index='{place}'] .abh-touch"


def cell(row, column, table=".abh-heatmap"):
    """Return the selector of a cell of a heatmap, from 0."""
    return f"{table} tbody tr:nth-child({row + 1}) td:nth-child({column + 2})"


def field(row, column):
    """Return the selector of a field of the sentence's table, from 0."""
    return f".abh-grid tbody tr:nth-child({row + 1}) td:nth-child({column + 2}) input"


def query(place, element=None):
    """Return a click that makes a token the query."""
    return Click(element or dot(place), "query", chosen(place))


def word(place, by):
    """Return a drag of a token in the plane."""
    return Drag(dot(place), by, "embeddings", dragged(place, slice(2)))


ATTENTION = Case(
    "attention",
    "from helpers.readers import worked_examples\n"
    "from helpers.explorers import AttentionExplorer\n"
    'example = worked_examples.load("your_journey")\n'
    "explorer = AttentionExplorer(example.tokens, example.embeddings)",
    {"embeddings": "explorer.embeddings", "query": "explorer.query"},
    attention_numbers,
    {
        "points": (".abh-dot.abh-movable", "aria-label"),
        "hidden": (".abh-bars .abh-pull", "aria-valuetext"),
        "weights": ("[role=gridcell]", None),
        "z": (".abh-dot.abh-context", "aria-label"),
    },
    (
        *(word(2, (90, 60)), word(1, (-60, 80)), word(2, (-30, -40))),
        *(query(place) for place in (3, 0, 3)),
        *(word(1, (-25, 30)), query(5), word(5, (30, 20))),
        *(
            Drag(bar(place), (3, by), "embeddings", pulled(place, 2))
            for place, by in ((1, -12), (3, 10), (1, 5))
        ),
        *(query(row, cell(row, column)) for row, column in ((2, 3), (4, 0), (2, 1))),
        query(3, ".abh-heatmap tbody tr:nth-child(4) th"),
    ),
    tuple(
        Typing(field(*place), text, "embeddings", typed(*place, number=number))
        for place, text, number in (
            ((2, 1), "−1,25", -1.25),
            ((0, 0), "0.5", 0.5),
            ((2, 1), "1", 1.0),
            ((5, 2), "-.75", -0.75),
        )
    ),
    (
        Key(".abh-dot[data-index='1']", "ArrowRight", "embeddings", changed(1, 0, by=0.1)),
        Key(".abh-dot[data-index='1']", "Shift+ArrowUp", "embeddings", changed(1, 1, by=0.01)),
        Key(".abh-dot[data-index='1']", "Escape", "embeddings", back),
        Key(".abh-dot[data-index='3']", "Enter", "query", lambda _before, _first: 3),
    ),
    edit=("edit",),
)


def softmax_numbers(state):
    scores = np.array(state["scores"])
    weights = softmax(scores + state["added"], temperature=state["temperature"])
    sliders = [state["temperature"], *([state["added"]] if state["naive"] else [])]
    return {"scores": scores, "weights": weights, "sliders": sliders}


def weight(place):
    """Return a click that has a weight told as a fraction, or no more."""
    chosen = lambda before: -1 if before == place else place  # noqa: E731
    return Click(f".abh-press[data-index='{place}']", "chosen", chosen)


def slider(label):
    """Return the selector of a slider."""
    return f".abh-slider:has(label:text-is('{label}')) input"


BREAK = Click("button:text-is('break it')", "naive", lambda before: not before)


SOFTMAX = Case(
    "softmax",
    "from helpers.explorers import SoftmaxExplorer\nexplorer = SoftmaxExplorer()",
    {
        "scores": "explorer.scores",
        "added": "explorer.added",
        "temperature": "explorer.temperature",
        "chosen": "explorer.chosen",
        "naive": "explorer.naive",
    },
    softmax_numbers,
    {
        "scores": (".abh-pull", "aria-valuetext"),
        "weights": (".abh-press", "aria-label"),
        "sliders": (".abh-slider output", None),
    },
    (
        *(
            Drag(bar(place), (2, by), "scores", pulled(place))
            for place, by in ((1, -30), (3, 25), (1, 20))
        ),
        *map(weight, (1, 3, 1, 1)),
        Drag(slider("temperature"), (40, 0), "temperature"),
        BREAK,
        Drag(slider("add c to all"), (30, 0), "added"),
        Drag(slider("temperature"), (-20, 0), "temperature"),
        Drag(slider("add c to all"), (-15, 0), "added"),
        BREAK,
        Drag(bar(1), (-3, 18), "scores", pulled(1)),
    ),
    tuple(
        Typing(f"[aria-label='{name}, typed']", text, state, lambda _before, wanted=wanted: wanted)
        for name, text, state, wanted in (
            ("temperature", "0.5", "temperature", 0.5),
            ("c", "−2", "added", -2.0),
            ("temperature", "2,5", "temperature", 2.5),
        )
    ),
    (
        Key(".abh-pull[data-index='1']", "ArrowUp", "scores", changed(1, by=0.1)),
        Key(".abh-pull[data-index='1']", "Shift+ArrowDown", "scores", changed(1, by=-0.01)),
        Key(".abh-pull[data-index='1']", "Escape", "scores", back),
    ),
    edit=("edit",),
)


def dot_product_numbers(state):
    a, b = np.array(state["a"]), np.array(state["b"])
    score = attention([a], [b], [b]).scores[0, 0]
    lengths = np.hypot(*a), np.hypot(*b)
    cosine = score / np.prod(lengths)
    facts = [*lengths, np.degrees(np.arccos(cosine)), cosine, score / lengths[0], score]
    return {"facts": facts, "points": [*a, *b]}


DOT_PRODUCT = Case(
    "dot_product",
    "from helpers.explorers import DotProductExplorer\nexplorer = DotProductExplorer()",
    {"a": "explorer.a", "b": "explorer.b"},
    dot_product_numbers,
    {"facts": (".abh-facts td", None), "points": (".abh-dot.abh-movable", "aria-label")},
    tuple(
        Drag(dot(place), by, "ab"[place], dragged(slice(2)))
        for place, by in ((0, (40, 30)), (1, (60, 10)), (0, (-20, -35)))
    ),
    tuple(
        Typing(f"[aria-label='{name}, {'xy'[i]}']", text, name, typed(i, number=number))
        for name, i, text, number in (
            ("b", 0, "-1.5", -1.5),
            ("a", 1, "0,75", 0.75),
            ("b", 0, "1", 1.0),
            ("a", 0, "−2", -2.0),
        )
    ),
    (
        Key(".abh-dot[data-index='1']", "ArrowRight", "b", changed(0, by=0.1)),
        Key(".abh-dot[data-index='1']", "Shift+ArrowUp", "b", changed(1, by=0.01)),
        Key(".abh-dot[data-index='1']", "Escape", "b", back),
    ),
)


FLOW_STEPS = ("embeddings", "scores", "scaled", "weights", "weighted rows", "context")


def flow_numbers(state):
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
    return query(row, f".abh-heatmap tbody tr:nth-child({row + 1}) th")


def gap(row, column):
    """Return a click on an empty cell of a step that is still to come."""
    step = {3: "scaled", 6: "weighted rows", 7: "context"}[column]
    return Click(cell(row, column), "step", chosen(step))


def column(place):
    """Return the selector of a column of the flow's table, without the sums."""
    return f"tbody tr:not(:last-child) td:nth-child({place})"


FLOW = Case(
    "flow",
    "from helpers.explorers import FlowExplorer\n"
    'explorer = FlowExplorer("smart_robots", query=3, step="context")',
    {"query": "explorer.query", "step": "explorer.step", "guessing": "explorer.guessing"},
    flow_numbers,
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


def meaning_numbers(state):
    places = [vocabularies.load("bank").texts.index(word) for word in ("bank", *state["on"])]
    vectors = np.array(state["vectors"])
    x, z = vectors[0], simplified_attention(vectors[places]).context[0]
    return {"moved": x + state["lam"] * (z - x), "words": vectors}


def switch(place):
    """Return a click that switches a word on or off."""
    return Click(dot(place), "on", lambda before: _switched(before, place))


def _switched(on, place):
    """Return the words that are on once one of them has been switched."""
    return sorted(set(on) ^ {vocabularies.load("bank").texts[place]})


def meant(place):
    """Return a click on a meaning in the plane, which switches all its words."""
    return Click(dot(place), "on", lambda before: _meant(before, place))


def _meant(on, place):
    """Return the words that are on once those of a meaning have been switched."""
    bank = vocabularies.load("bank")
    pairs = zip(bank.texts, bank.clusters, strict=True)
    its = {text for text, cluster in pairs if cluster == bank.axes[place - len(bank.texts)]}
    return sorted(set(on) - its if its <= set(on) else set(on) | its)


MEANING = Case(
    "meaning",
    'from helpers.explorers import MeaningExplorer\nexplorer = MeaningExplorer("bank")',
    {
        "on": "explorer.on",
        "lam": "explorer.lam",
        "vectors": "explorer.vectors",
    },
    meaning_numbers,
    {
        "moved": (".abh-dot.abh-context", "aria-label"),
        "words": (".abh-dot.abh-movable", "aria-label"),
    },
    (
        *map(switch, (2, 4, 2)),
        Drag("input[type=range]", (-40, 0), "lam"),
        switch(4),
        Drag("input[type=range]", (-20, 0), "lam"),
        *map(meant, (13, 14, 13)),
        *(
            Drag(dot(place), by, "vectors", dragged(place))
            for place, by in ((1, (20, -15)), (0, (-12, 10)), (1, (-10, 25)))
        ),
        switch(4),
    ),
    (),
    (
        Key("input[type=range]", "ArrowLeft", "lam", changed(by=-0.01)),
        Key("input[type=range]", "Escape", "lam", back),
        Key(".abh-dot[data-index='2']", "Enter", "on", lambda on, _: _switched(on, 2)),
        Key(".abh-dot[data-index='3']", "ArrowUp", "vectors", changed(3, 1, by=0.1)),
        Key(".abh-dot[data-index='3']", "Escape", "vectors", back),
    ),
)


CASES = (
    *(ATTENTION, SOFTMAX, DOT_PRODUCT, FLOW, MEANING, PROJECTION, SCALING, HEADS, MASK, ORDER),
    *(TRAINING, COST, LANGUAGE_MODEL),
)


def quickly(*few, among=CASES):
    """Return the mark of a test that the long proof alone does with most explorers."""
    cases = [one if one in few else pytest.param(one, marks=pytest.mark.slow) for one in among]
    return pytest.mark.parametrize("shown", cases, indirect=True, ids=lambda case: case.name)
