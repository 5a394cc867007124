"""The prose of this course as a text to learn from, and the model that is stored for it.

`python -m helpers.training.course_prose` makes data/models/course_prose.safetensors from
data/corpora/course_prose.txt, in about four minutes. With the word `snapshot` behind it, it first
takes the prose anew from the notebooks of today.
"""

import json
import re
import sys
from pathlib import Path

import numpy as np
import torch

from helpers import expect
from helpers.language_model import LanguageModel
from helpers.learner import atomic
from helpers.readers import files, stored_models
from helpers.training import loop, own_text

CORPUS = files.DATA / "corpora" / "course_prose.txt"
NOTEBOOKS = files.DATA.parent / "notebooks"
# The letters of formulas keep their names; signs that a keyboard has stand for those it has not.
PLAIN = str.maketrans(
    {"−": "-", "–": "-", "…": "...", "·": "-", "×": "x", "½": "1/2", "±": "+-", "°": " degrees"}
    | {"é": "e", "ω": "omega", "α": "alpha", "λ": "lambda", "∞": "infinity"}
)
LEFT_OUT = (
    r"(?ms)^```.*?^```",  # code
    r"(?s)\$\$.*?\$\$",
    r"(?m)^\|.*$",  # tables
    r"(?m)^\*\d+ minutes?, .*$",
    r"</?(?:details|summary|i|code)>",
    r"(?m)^(?:#+|[-*>]|\d+\.) ",  # the marks of headings, lists and quotations
    r"\\(?:text|mathrm|left|right|lVert|rVert|Big|qquad|quad|top|[,!])|[$`*{}]",
)
SIZES = {"d_model": 128, "num_heads": 4, "blocks": 3, "longest": own_text.LENGTH}
STEPS, EVERY, SEED = 1500, 100, 0


def plain(markdown: str) -> str:
    """Return the prose of a Markdown text: a paragraph a line, an empty line between two.

    Code, tables and formulas in lines of their own are left out; of links, emphasis and short
    formulas the words and letters stay.
    """
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    text = re.sub(r"\\frac\{(\w+)\}\{(\w+)\}", r"\1/\2", text)
    for pattern in LEFT_OUT:
        text = re.sub(pattern, "", text)
    text = text.replace("\\", "").translate(PLAIN).encode("ascii", "ignore").decode()
    paragraphs = (" ".join(line.split()) for line in text.splitlines())
    return "\n\n".join(filter(None, paragraphs))


def snapshot(notebooks: Path = NOTEBOOKS) -> str:
    """Return the prose of all notebooks in a folder, in the order of their names.

    Solutions are left out: the corpus lies in the students' zip, too.
    """
    cells = []
    for path in sorted(notebooks.glob("*.ipynb")):
        cells += json.loads(path.read_text(encoding="utf-8"))["cells"]
    prose = [one for one in cells if one["cell_type"] == "markdown"]
    told = [one for one in prose if "solution" not in one["metadata"].get("tags", ())]
    return "\n\n".join(plain("".join(one["source"])) for one in told)


def untrained(text: own_text.Text, seed: int = SEED, **sizes: int) -> LanguageModel:
    """Return a model for the characters of a text as it begins its training.

    sizes : d_model, num_heads, blocks and longest, each as in SIZES unless it is given
    """
    torch.manual_seed(expect.seed(seed))
    return LanguageModel(len(text.characters), **(SIZES | sizes))


def stored(text: own_text.Text, **sizes: int) -> LanguageModel:
    """Return the stored model; ValueError for other sizes, or a text of other characters, than its.

    Raises FileNotFoundError or ValueError where its file is not there or damaged.
    """
    model, record = stored_models.load("course_prose")
    if SIZES | sizes != SIZES:
        raise ValueError(
            f"the stored model has {SIZES}, and other sizes are asked for: train a model of these, "
            "with steps above 0"
        )
    if text.characters != record.words:
        raise ValueError(
            "the stored model knows the characters of this course's prose, and the text has "
            "others: train a model on it, with steps above 0"
        )
    return model


def trained(text: own_text.Text, seed: int = SEED, *, steps: int = STEPS):
    """Train a model on a text and return it with the record of its training.

    The record's `seen` holds per character "loss", the mean of the last 100 steps or of those there
    were, and "apart", the loss in the part kept apart.
    """
    model = untrained(text, seed)
    record = loop.Record(lambda model: own_text.loss(model, text.apart), every=EVERY)
    own_text.learn(model, text, seed, steps=steps, watch=[record])
    seen, at = {"loss": record.recent, "apart": np.array(record.looks)}, np.array(record.steps)
    return model, stored_models.TrainingRecord(text.characters, seed, at, seen)


def main() -> None:
    """Train the model and store it; store nothing when the training is stopped by hand."""
    torch.set_num_threads(1)
    if "snapshot" in sys.argv[1:]:
        atomic.write(CORPUS, snapshot() + "\n")
    model, record = trained(own_text.read(CORPUS))
    if record.steps[-1] < STEPS:
        raise SystemExit("The training was stopped: the stored model stays as it was.")
    stored_models.save("course_prose", model, record)
    print(f"the loss per character in the part kept apart is {record.seen['apart'][-1]:.3f}")


if __name__ == "__main__":
    main()
