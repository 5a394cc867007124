"""What SmolLM2 did with some sentences, recorded, so that nobody needs the model to see it."""

from types import SimpleNamespace

import numpy as np

from helpers.readers import arrays

PLACE = "models/smollm2_recorded.safetensors"
MADE_BY = "`make real`, and then `python -m helpers.real_model.record`"
RUNS = ("whole", "without", "swapped")
WAYS = (*RUNS, "control")
ARRAYS = ("logits", "totals", "rows", "queries", "keys", "values", "maps", "lens")


class Recording(SimpleNamespace):
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
    part = {name: found[f"{number}.{name}"] for name in ARRAYS}
    part["totals"] = part["totals"].tolist()
    for name, keys in (("logits", WAYS), ("totals", WAYS), ("maps", heads)):
        part[name] = dict(zip(keys, part[name], strict=True))
    return Recording(**told, **part, readout=found["readout"])
