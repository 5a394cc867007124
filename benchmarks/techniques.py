"""What is dragged: explorers, an inline figure with `interact`, and JavaScript alone."""

from dataclasses import dataclass

SENTENCE = """
import numpy as np
from helpers import worked_examples
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

# The others as their notebooks open them: 02, 01, 05 and 07.
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
from helpers import worked_examples
from helpers.explorers import HeadsExplorer
slide = worked_examples.load("i_love_apple_phones")
asks = np.array([[0, 3], [0, 0], [5, 0], [0, 0]])
answers = np.array([[0, 0], [0, 1], [0, 0], [1, 0]])
brings = np.array([[0, 0], [0, 0], [1, 0], [0, 1]])
heads = [(slide.W_Q, slide.W_K, slide.W_V), (asks, answers, brings)]
HeadsExplorer(slide.tokens, slide.embeddings, heads, query=slide.tokens.index("apple"))
"""
WAY_TO_Z = "how far: λ"  # the label of MeaningExplorer's slider
SHARPER = "sharper: head 1"  # the label of the slider of HeadsExplorer


def point(place):
    """Return the selector of a point of a plane."""
    return f".abh-dot[data-index='{place}']"


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


READ_IMAGE = """() => [...document.querySelectorAll(".jp-OutputArea-output img")].findLast(
    image => image.complete && image.naturalWidth)"""


@dataclass(frozen=True)
class Technique:
    """One way to show a computation, and how the hand and the eye get at it.

    source    : what the only cell of its notebook runs
    handle    : the selector of what the hand drags
    read      : JavaScript that tells one shown value from another
    is_slider : whether the hand goes to and fro, not round
    """

    name: str
    source: str
    handle: str = point(5)
    read: str = words_of(point(5))
    is_slider: bool = False

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
    Technique("meaning", MEANING, slider(WAY_TO_Z), number_of(WAY_TO_Z), is_slider=True),
    Technique("projection", PROJECTION, point(1), words_of(point(1))),
    Technique("heads", HEADS, slider(SHARPER), number_of(SHARPER), is_slider=True),
)
