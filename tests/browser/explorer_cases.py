"""What the browser tests do with each explorer, and the numbers that must then stand there."""

import numpy as np

from browser.case import Case, Drag, Key, Typing, back, changed
from browser.heads_case import HEADS
from browser.projection_case import PROJECTION
from browser.scaling_case import SCALING
from helpers import vocabularies, worked_examples
from helpers.attention import attention, simplified_attention, softmax


def attention_numbers(state):
    result = simplified_attention(np.array(state["embeddings"]))
    return {
        "points": np.ravel(state["embeddings"]),
        "weights": result.weights.ravel(),
        "z": result.context[state["query"]],
    }


ATTENTION = Case(
    "attention",
    "from helpers import worked_examples\n"
    "from helpers.explorers import AttentionExplorer\n"
    'example = worked_examples.load("your_journey")\n'
    "explorer = AttentionExplorer(example.tokens, example.embeddings[:, :2])",
    {"embeddings": "explorer.embeddings", "query": "explorer.query"},
    attention_numbers,
    {
        "points": (".abh-dot.abh-movable", "aria-label"),
        "weights": ("[role=gridcell]", None),
        "z": (".abh-dot.abh-context", "aria-label"),
    },
    Drag(".abh-dot[data-index='1']", (-120, 90), "embeddings"),
    Typing(
        ".abh-grid tbody tr:nth-child(3) td:nth-child(3) input",
        "−1,25",
        "embeddings",
        lambda state: [*state[:2], [state[2][0], -1.25], *state[3:]],
        before=("edit",),
    ),
    (
        Key(".abh-dot[data-index='1']", "ArrowRight", "embeddings", changed(1, 0, by=0.1)),
        Key(".abh-dot[data-index='1']", "Shift+ArrowUp", "embeddings", changed(1, 1, by=0.01)),
        Key(".abh-dot[data-index='1']", "Escape", "embeddings", back),
        Key(".abh-dot[data-index='3']", "Enter", "query", lambda _before, _first: 3),
    ),
)


def softmax_numbers(state):
    scores = np.array(state["scores"])
    weights = softmax(scores + state["added"], temperature=state["temperature"])
    return {"scores": scores, "weights": weights}


SOFTMAX = Case(
    "softmax",
    "from helpers.explorers import SoftmaxExplorer\nexplorer = SoftmaxExplorer()",
    {
        "scores": "explorer.scores",
        "added": "explorer.added",
        "temperature": "explorer.temperature",
    },
    softmax_numbers,
    {"scores": (".abh-pull", "aria-valuetext"), "weights": (".abh-press", "aria-label")},
    Drag(".abh-pull[data-index='1'] .abh-touch", (0, -50), "scores"),
    Typing(
        "[aria-label='temperature, typed']",
        "0.5",
        "temperature",
        lambda _before: 0.5,
    ),
    (
        Key(".abh-pull[data-index='1']", "ArrowUp", "scores", changed(1, by=0.1)),
        Key(".abh-pull[data-index='1']", "Shift+ArrowDown", "scores", changed(1, by=-0.01)),
        Key(".abh-pull[data-index='1']", "Escape", "scores", back),
    ),
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
    Drag(".abh-dot[data-index='0']", (70, 50), "a"),
    Typing("[aria-label='b, x']", "-1.5", "b", lambda before: [-1.5, before[1]]),
    (
        Key(".abh-dot[data-index='1']", "ArrowRight", "b", changed(0, by=0.1)),
        Key(".abh-dot[data-index='1']", "Shift+ArrowUp", "b", changed(1, by=0.01)),
        Key(".abh-dot[data-index='1']", "Escape", "b", back),
    ),
)


def flow_numbers(state):
    embeddings, query = worked_examples.load("smart_robots").embeddings, state["query"]
    result = attention(embeddings, embeddings, embeddings)
    return {
        "scores": result.scores[query],
        "scaled": result.scaled[query],
        "weights": result.weights[query],
        "context": result.context[query] if state["step"] == "context" else [],
    }


def column(place):
    """Return the selector of a column of the flow's table, without the sums."""
    return f"tbody tr:not(:last-child) td:nth-child({place})"


FLOW = Case(
    "flow",
    "from helpers.explorers import FlowExplorer\n"
    'explorer = FlowExplorer("smart_robots", query=3, step="context")',
    {"query": "explorer.query", "step": "explorer.step", "guess": "explorer.guess"},
    flow_numbers,
    {
        "scores": (column(4), None),
        "scaled": (column(5), None),
        "weights": (column(7), None),
        "context": ("td.abh-context", None),
    },
    Drag("input[type=range]", (60, 0), "guess", ("1 embeddings", "guess"), ("guess", "6 context")),
    None,
    (
        Key(".abh-now", "ArrowLeft", "step", lambda _before, _first: "weighted rows"),
        Key(".abh-now", "ArrowRight", "step", back),
    ),
    all_shown=("6 context",),
)


def meaning_numbers(state):
    vocabulary = vocabularies.load("bank")
    vectors = vocabulary.rows(["bank", *state["on"]])
    x, z = vectors[0], simplified_attention(vectors).context[0]
    return {"moved": x + state["lam"] * (z - x)}


MEANING = Case(
    "meaning",
    'from helpers.explorers import MeaningExplorer\nexplorer = MeaningExplorer("bank")',
    {"on": "explorer.on", "lam": "explorer.lam"},
    meaning_numbers,
    {"moved": (".abh-dot.abh-context", "aria-label")},
    Drag("input[type=range]", (-40, 0), "lam"),
    None,
    (
        Key("input[type=range]", "ArrowLeft", "lam", changed(by=-0.01)),
        Key("input[type=range]", "Escape", "lam", back),
        Key(".abh-dot[data-index='2']", "Enter", "on", lambda before, _: _switched(before)),
    ),
)


def _switched(on):
    """Return the words that are on once the second has been switched."""
    second = vocabularies.load("bank").texts[2]
    return sorted(set(on) ^ {second})


CASES = (ATTENTION, SOFTMAX, DOT_PRODUCT, FLOW, MEANING, PROJECTION, SCALING, HEADS)
