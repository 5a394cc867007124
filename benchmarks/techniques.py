"""What is compared: the explorer, an inline figure with `interact`, and JavaScript alone."""

from dataclasses import dataclass

POINT = ".abh-dot[data-index='5']"
# The words of the dragged point, which Python writes: the dot itself follows the hand at once.
READ_POINT = f"""() => document.querySelector("{POINT}")?.getAttribute("aria-label")"""
READ_IMAGE = """() => [...document.querySelectorAll(".jp-OutputArea-output img")].findLast(
    image => image.complete && image.naturalWidth)"""
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
EXPLORER = """
from helpers.explorers import AttentionExplorer
explorer = AttentionExplorer(tokens, embeddings)
"""
SOURCES = {
    "explorer": EXPLORER + "explorer",
    "limit": EXPLORER + "from benchmarks.limit import Limit\nLimit(explorer)",
    "interact": """
%matplotlib inline
from benchmarks import inline
inline.show(tokens, embeddings)""",
}


@dataclass(frozen=True)
class Technique:
    """One way to show attention over n tokens, and how the hand and the eye get at it."""

    name: str
    n: int = 6  # or 12

    @property
    def notebook(self):
        """Return the name of its notebook."""
        return f"80_{self.name}_{self.n}.ipynb"

    @property
    def source(self):
        """Return what its only cell runs."""
        return SENTENCE + (TWICE if self.n == 12 else "") + SOURCES[self.name]

    @property
    def handle(self):
        """Return the selector of what the hand drags."""
        return ".noUi-handle" if self.name == "interact" else POINT

    @property
    def read(self):
        """Return the JavaScript that tells one shown value from another."""
        return READ_IMAGE if self.name == "interact" else READ_POINT


TECHNIQUES = (
    Technique("explorer"),
    Technique("limit"),
    Technique("interact"),
    Technique("explorer", 12),
    Technique("limit", 12),
)
