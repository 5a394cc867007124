"""Records what SmolLM2 does with some sentences: `python -m helpers.real_model.record`.

It makes data/models/smollm2_recorded.safetensors, which `helpers.readers.recordings` reads, and
the list of its merges, which side trip A7 cuts with.
"""

import json

import numpy as np
from safetensors.numpy import save as packed

from helpers.learner import atomic
from helpers.readers import files, recordings
from helpers.real_model import byte_pairs
from helpers.real_model.model import load

PAIRS = [
    ("The keys that the old man on the hill lost", "The key that the old man on the hill lost"),
    ("The keys to the cabinet", "The key to the cabinets"),
    ("The books near the tower", "The book near the towers"),
    ("The picture of the children", "The pictures of the child"),
    ("The children with the toy", "The child with the toys"),
]
# Each sentence, and the one whose noun has the other number.
SENTENCES = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
SENTENCES["The key and the book"] = "The keys to the cabinet"
NOUN = 1  # its position in all of them
LAYER, HEAD = 26, 0
MAPS = [(26, 0), (27, 8), (28, 7)]  # the head, and two that attend to the subject as well
LIKELIEST = 40


def recorded(model):
    """Return what's told of all sentences, and the arrays, two dicts as the file holds them."""
    verbs = [model.encode(verb)[0] for verb in (" are", " is")]
    traces = {text: model.trace(model.encode(text)) for text in SENTENCES}
    difference = (model.embed[verbs[0]] - model.embed[verbs[1]]) * model.norm
    arrays, told = {"readout": model.layers[LAYER].W_O[HEAD] @ difference}, []
    for number, (text, other) in enumerate(SENTENCES.items()):
        ids, trace = model.encode(text), traces[text]

        def swap(layer, values, value=traces[other].heads[LAYER].values[HEAD, NOUN]):
            if layer == LAYER:
                values[HEAD, NOUN] = value

        ways = {"off": [(LAYER, HEAD)]}, {"change": swap}, {"off": MAPS[1:2]}  # the last: a control
        runs = [trace, *(model.trace(ids, **way) for way in ways)]
        logits = model.unembed(np.stack([run.stream[-1][-1] for run in runs]))
        chosen = _likeliest(logits[:-1], verbs)
        lens = model.unembed(np.stack([rows[-1] for rows in trace.stream]), verbs)
        head = trace.heads[LAYER]
        made = {
            "logits": logits[:, chosen],
            "totals": np.logaddexp.reduce(logits, axis=-1, dtype=np.float64),
            "rows": np.stack([one.weights[:, -1] for one in trace.heads]),
            "queries": head.queries[HEAD],
            "keys": head.keys[HEAD],
            "values": head.values[HEAD],
            "maps": np.stack([trace.heads[i].weights[j] for i, j in MAPS]),
            "lens": lens[:, 0] - lens[:, 1],
        }
        arrays |= {f"{number}.{name}": array for name, array in made.items()}
        words = {"words": model.words(ids), "next_words": model.words(chosen)}
        told.append({"text": text, "noun": NOUN, "other": other} | words)
    return {"heads": [f"{i}.{j}" for i, j in MAPS], "sentences": told}, arrays


def _likeliest(logits, verbs):
    """Return the tokens that are among the likeliest of any run, and the verbs, likeliest first."""
    best = np.argsort(-logits, axis=-1)[:, :LIKELIEST]
    return sorted({*best.ravel().tolist(), *verbs}, key=lambda token: -logits[0, token])


if __name__ == "__main__":
    told, arrays = recorded(model := load())
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    metadata = {name: json.dumps(value) for name, value in told.items()}
    atomic.write(files.DATA / recordings.PLACE, packed(arrays, metadata))
    merges = "".join(f"{merge}\n" for merge in model.pairs.merges)
    atomic.write(files.DATA / byte_pairs.PLACE, merges.encode())
