"""What is dragged: explorers, an inline figure with `interact`, and JavaScript alone."""

from dataclasses import replace

from helpers.explorers.attention.trial import MADE, SENTENCE
from helpers.explorers.base.trial import of_every

OTHERS = of_every("BENCH")
ATTENTION = OTHERS.pop("attention")
TWICE = """
tokens = [*tokens, *(token.upper() for token in tokens)]
embeddings = np.vstack([embeddings, -embeddings])
"""
LIMIT = f"{MADE}from benchmarks.limit import Limit\nLimit(explorer)"
ECHO = LIMIT.replace("(explorer)", "(explorer, echoes=True)")
INTERACT = """
%matplotlib inline
from benchmarks import inline
inline.show(tokens, embeddings)"""
READ_IMAGE = """() => [...document.querySelectorAll(".jp-OutputArea-output img")].findLast(
    image => image.complete && image.naturalWidth)"""

ALL = (
    ATTENTION,
    replace(ATTENTION, name="limit_6", source=SENTENCE + LIMIT),
    replace(ATTENTION, name="echo_6", source=SENTENCE + ECHO),
    replace(
        ATTENTION,
        name="interact",
        source=SENTENCE + INTERACT,
        handle=".noUi-handle",
        read=READ_IMAGE,
    ),
    replace(ATTENTION, name="attention_12", source=f"{SENTENCE}{TWICE}{MADE}explorer"),
    replace(ATTENTION, name="limit_12", source=SENTENCE + TWICE + LIMIT),
    *OTHERS.values(),
)
TECHNIQUES = {one.name: one for one in ALL}
