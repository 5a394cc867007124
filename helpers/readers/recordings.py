"""What SmolLM2 did with some sentences, recorded, so that nobody needs the model to see it."""

from dataclasses import dataclass

import numpy as np

from helpers.readers import arrays

PLACE = "models/smollm2_recorded.safetensors"
MADE_BY = "`make real`, and then `python -m helpers.real_model.record`"
RUNS = ("whole", "without", "swapped")


@dataclass(frozen=True, eq=False)
class Recording:
    """One sentence in SmolLM2, which hasn't read on: what it expects next, and how it attends.

    text, words     : the sentence, and the text of each of its n tokens
    noun, other     : the subject's position, and the sentence whose noun has the other number
    next_words      : k texts, the 40 likeliest next tokens of each run, and "are" and "is"
    logits          : (k,) for each of RUNS: the whole model; `without` head 26.0; and `swapped`,
                      where its value at the noun is the one in the other sentence; and for the
                      `control`, without head 27.8
    totals          : for each of these the log-sum-exp of all 49,152 logits
    rows            : (30, 9, n), the last token's attention weights in every head
    queries, keys, values : (n, 64), those of head 26.0, rotated
    maps            : {"26.0": (n, n), "27.8": …, "28.7": …}
    lens            : (31,), the logit of "are" minus that of "is", read off before the first layer
                      and after each (the logit lens)
    readout         : (64,), what head 26.0's output is multiplied with to give "are" minus "is",
                      up to the last norm; the same for all sentences
    """

    text: str
    words: tuple[str, ...]
    noun: int
    other: str
    next_words: tuple[str, ...]
    logits: dict[str, np.ndarray]
    totals: dict[str, float]
    rows: np.ndarray
    queries: np.ndarray
    keys: np.ndarray
    values: np.ndarray
    maps: dict[str, np.ndarray]
    lens: np.ndarray
    readout: np.ndarray

    def probabilities(self, run="whole"):
        """Return the probability (k,) of each of `next_words`; run is one of RUNS."""
        return np.exp(self.logits[run] - self.totals[run])


def load():
    """Return a dict from each recorded sentence to its `Recording`.

    Raises ValueError if the file is damaged, FileNotFoundError if there is none; the sentence says
    what to run.
    """
    return arrays.opened(PLACE, MADE_BY, _recordings)


def _recordings(told, found):
    heads, sentences = told["heads"], told["sentences"]
    return {one["text"]: _recording(one, found, heads, i) for i, one in enumerate(sentences)}


def _recording(told, found, heads, number):
    """Return the recording whose arrays have this number in their names."""
    runs = (*RUNS, "control")
    part = {name: found[f"{number}.{name}"] for name in ("logits", "totals", "maps")}
    names = ("rows", "queries", "keys", "values", "lens")
    return Recording(
        text=told["text"],
        words=tuple(told["words"]),
        noun=told["noun"],
        other=told["other"],
        next_words=tuple(told["next_words"]),
        logits=dict(zip(runs, part["logits"], strict=True)),
        totals=dict(zip(runs, part["totals"].tolist(), strict=True)),
        maps=dict(zip(heads, part["maps"], strict=True)),
        readout=found["readout"],
        **{name: found[f"{number}.{name}"] for name in names},
    )
