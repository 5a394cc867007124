"""What is dragged: explorers, an inline figure with `interact`, and JavaScript alone."""

from dataclasses import dataclass

SENTENCE = """
import numpy as np
from helpers.readers import worked_examples
example = worked_examples.load("your_journey")
tokens, embeddings = list(example.tokens), 2 * example.embeddings[:, :2] - 0.9
"""
TWICE = """
tokens = [*tokens, *(token.upper() for token in tokens)]
embeddings = np.vstack([embeddings, -embeddings])
"""
ATTENTION = """
from helpers.explorers import AttentionExplorer
explorer = AttentionExplorer(tokens, embeddings)
"""
LIMIT = f"{ATTENTION}from benchmarks.limit import Limit\nLimit(explorer)"
INTERACT = """
%matplotlib inline
from benchmarks import inline
inline.show(tokens, embeddings)"""

# The others as their notebooks open them: 02, 01, 05, 08, 00, 03, 07, 10, 11 and 12.
DOT_PRODUCT = "from helpers.explorers import DotProductExplorer\nDotProductExplorer()"
MEANING = 'from helpers.explorers import MeaningExplorer\nMeaningExplorer("apple")'
PROJECTION = """
import numpy as np
from helpers.explorers import ProjectionExplorer
turns = 2 * np.pi / 3 * np.arange(3)
words = 2 * np.column_stack([np.cos(turns), np.sin(turns)])
ProjectionExplorer(list("ABC"), words, W_K="swap")
"""
HEADS = """
import numpy as np
from helpers.readers import worked_examples
from helpers.explorers import HeadsExplorer
slide = worked_examples.load("i_love_apple_phones")
asks = np.array([[0, 3], [0, 0], [5, 0], [0, 0]])
answers = np.array([[0, 0], [0, 1], [0, 0], [1, 0]])
brings = np.array([[0, 0], [0, 0], [1, 0], [0, 1]])
heads = [(slide.W_Q, slide.W_K, slide.W_V), (asks, answers, brings)]
HeadsExplorer(slide.tokens, slide.embeddings, heads, query=slide.tokens.index("apple"))
"""
FLOW = """
from helpers.explorers import FlowExplorer
FlowExplorer("smart_robots", query=1, step="context")
"""
SOFTMAX = "from helpers.explorers import SoftmaxExplorer\nSoftmaxExplorer()"
SCALING = "from helpers.explorers import ScalingExplorer\nScalingExplorer(d_k=1024, draw=1)"
MASK = """
from helpers.readers import vocabularies
from helpers.explorers import MaskExplorer
tokens = "the pitcher saw a bat".split()
MaskExplorer(tokens, vocabularies.load("bat").rows(tokens), query=2)
"""
ORDER = """
import numpy as np
from helpers.explorers import OrderExplorer
words = np.array([[1.6, 0.2], [1.0, 0.6], [0.4, 1.4]])
OrderExplorer(["dog", "bites", "man"], words, positions="rotation", query=1)
"""
# A training that nobody waits for, of two layers and the sentence of notebook 12. It has two
# records where that has one: each frame of a drag finds another.
TRAINING = """
import numpy as np
from helpers.explorers import TrainingExplorer
tokens = "<outside> the cat sat on the mat because it was warm".split()
record, layer, i, j = np.indices((101, 2, 11, 11))
scores = np.cos(i + 2 * j + 3 * layer) + record / 15 * ((i == 8) & (j == 6) & (layer == 1))
powers = np.exp(scores)
weights = powers / powers.sum(axis=-1, keepdims=True)
losses = 2.4 * np.exp(-np.arange(101) / 30)
TrainingExplorer(losses, weights, range(101), tokens, query=8, answer=6, step=50)
"""
COST = "from helpers.explorers import CostExplorer\nCostExplorer()"
WAY_TO_Z = "how far: λ"  # the label of MeaningExplorer's slider
SHARPER = "sharper: head 1"  # the label of the slider of HeadsExplorer
WIDTH = "width d_k"  # the label of ScalingExplorer's slider, which has a stop for each power of two
LANGUAGE_MODEL = "from helpers.explorers import LanguageModelExplorer\nLanguageModelExplorer()"
TURN = ".abh-tile:nth-child(4) .abh-turn"  # of 1d
LENGTH = "tokens n"  # the label of CostExplorer's slider: ten stops for a factor of ten
SCORE = ".abh-pull[data-index='1'] .abh-touch"  # a bar of SoftmaxExplorer
CELL = ".abh-heatmap tbody tr:nth-child(3) td:nth-child(6)"  # of MaskExplorer: saw looks at bat
WORD = ".abh-carried:nth-child(1) .abh-lineup-name"  # of OrderExplorer
CURVE = ".abh-losses .abh-cursor > .abh-touch:first-child"  # the paper under the losses


def point(place):
    """Return the selector of a point of a plane."""
    return f".abh-dot[data-index='{place}']"


def row_name(row):
    """Return the selector of the name of a row of a table, from 0."""
    return f".abh-heatmap tbody tr:nth-child({row + 1}) th"


def words_of(selector):
    """Return JavaScript that reads what Python says of a point: the dot itself follows at once."""
    return f"""() => document.querySelector("{selector}")?.getAttribute("aria-label")"""


def slider(label):
    """Return the selector of a slider with this label."""
    return f'.abh-slider:has(label:text-is("{label}")) input'


def number_of(label):
    """Return JavaScript that reads the number that Python writes beside a slider."""
    return f"""() => [...document.querySelectorAll(".abh-slider")].find(
        one => one.querySelector("label").textContent === "{label}"
    )?.querySelector("output").textContent"""


def texts_of(selector):
    """Return JavaScript that reads all texts with this selector together."""
    return f"""() => [...document.querySelectorAll("{selector}")]
        .map(one => one.textContent).join()"""


# How high a weight of SoftmaxExplorer stands: its two decimals outlast several frames of a drag.
READ_WEIGHT = """() => document.querySelector(".abh-press[data-index='1'] .abh-number")
    ?.getAttribute("y")"""
READ_IMAGE = """() => [...document.querySelectorAll(".jp-OutputArea-output img")].findLast(
    image => image.complete && image.naturalWidth)"""


@dataclass(frozen=True)
class Technique:
    """One way to show a computation, and how the pointer moves it and what is read.

    source : what the only cell of its notebook runs
    handle : the selector of what the pointer drags, or of what it presses in turn
    read   : JavaScript that tells one shown value from another
    way    : "circle", "to and fro" or "up and down"; "jump" there and back, by `by` pixels; "press"
    """

    name: str
    source: str
    handle: str = point(5)
    read: str = words_of(point(5))
    way: str = "circle"
    by: tuple[int, int] = (0, 0)

    @property
    def is_stepwise(self):
        """Say whether few states lie within the pointer's reach, so that no drag shows a rate."""
        return self.way in ("jump", "press")

    @property
    def notebook(self):
        """Return the name of its notebook."""
        return f"80_{self.name}.ipynb"


TECHNIQUES = (
    Technique("attention_6", SENTENCE + ATTENTION + "explorer"),
    Technique("limit_6", SENTENCE + LIMIT),
    Technique("interact", SENTENCE + INTERACT, ".noUi-handle", READ_IMAGE),
    Technique("attention_12", SENTENCE + TWICE + ATTENTION + "explorer"),
    Technique("limit_12", SENTENCE + TWICE + LIMIT),
    Technique("dot_product", DOT_PRODUCT, point(0), words_of(point(0))),
    Technique("meaning", MEANING, slider(WAY_TO_Z), number_of(WAY_TO_Z), "to and fro"),
    Technique("projection", PROJECTION, point(1), words_of(point(1))),
    Technique("heads", HEADS, slider(SHARPER), number_of(SHARPER), "to and fro"),
    Technique("flow", FLOW, f"{row_name(1)}, {row_name(3)}", texts_of("td.abh-context"), "press"),
    Technique("softmax", SOFTMAX, SCORE, READ_WEIGHT, "up and down"),
    Technique("scaling", SCALING, slider(WIDTH), texts_of(".abh-spread"), "jump", (-60, 0)),
    Technique("mask", MASK, CELL, words_of(".abh-dot.abh-context"), "press"),
    Technique("order", ORDER, WORD, texts_of(".abh-carried .abh-number"), "jump", (150, 0)),
    Technique("training", TRAINING, CURVE, texts_of(".abh-headline"), "to and fro"),
    Technique("cost", COST, slider(LENGTH), texts_of(".abh-headline"), "jump", (-60, 0)),
    Technique("language_model", LANGUAGE_MODEL, TURN, texts_of(".abh-headline"), "press"),
)
