"""Language models that are stored with their training's record, in data/models."""

import json
from dataclasses import dataclass, field

import numpy as np
import torch
from safetensors.torch import save as packed

from helpers.language_model import LanguageModel
from helpers.learner import atomic
from helpers.readers import files, stored_arrays


@dataclass(frozen=True, eq=False)
class TrainingRecord:
    """What was seen of a model while it was trained.

    words   : the word of each token
    seed    : what the training drew its random numbers with
    steps   : (k,), the steps at which it was looked at; the last is the number of all steps
    seen    : under each name k numbers, one for each of `steps`
    by_seed : under each name one number for each seed from 0 on, where others were tried, too
    """

    words: tuple[str, ...]
    seed: int
    steps: np.ndarray
    seen: dict[str, np.ndarray]
    by_seed: dict[str, np.ndarray] = field(default_factory=dict)


def load(name: str) -> tuple[LanguageModel, TrainingRecord]:
    """Return a stored model, in evaluation mode, and the record of its training.

    Raises ValueError for a name that no model has or a file that is damaged, FileNotFoundError if
    there is no file; the sentence says what to run.
    """
    with torch.device("cpu"):  # whatever default device the reader has set
        return stored_arrays.opened(name, _loaded)


def save(name: str, model: LanguageModel, record: TrainingRecord) -> None:
    """Store a model and the record of its training, whole or not at all.

    Beside them stand a checksum of the model's numbers and what it answers to a few tokens, which
    `load` compares.

    Raises OSError if the folder cannot be written.
    """
    sizes = {
        "words": model.embed.num_embeddings,
        "d_model": model.embed.embedding_dim,
        "num_heads": model.blocks[0].attention.num_heads,
        "blocks": len(model.blocks),
        "longest": model.places.num_embeddings,
    }
    arrays = {key: tensor.numpy() for key, tensor in model.state_dict().items()}
    header = {
        "sizes": sizes,
        "words": record.words,
        "seed": record.seed,
        "steps": np.asarray(record.steps).tolist(),
        "seen": {key: np.asarray(numbers).tolist() for key, numbers in record.seen.items()},
        "by_seed": {key: np.asarray(numbers).tolist() for key, numbers in record.by_seed.items()},
        "checksum": stored_arrays.checksum(arrays),
        "answer": _answer(model).tolist(),
    }
    metadata = {key: json.dumps(value) for key, value in header.items()}
    path = files.DATA / stored_arrays.FOLDER / f"{name}.safetensors"
    path.parent.mkdir(exist_ok=True)
    atomic.write(path, packed(model.state_dict(), metadata))


def _loaded(header, arrays):
    """Return the model that a file holds, and the record of its training."""
    model, record = _model(header["sizes"], arrays), _record(header)
    stored_arrays.expect_saved(header, arrays)
    stored_arrays.expect_answer(header, _answer(model).numpy())
    return model, record


def _model(sizes, arrays):
    """Return the model of these sizes with these numbers in it."""
    with torch.device("meta"):  # the numbers are given: none is drawn
        model = LanguageModel(**sizes)
    tensors = {key: torch.from_numpy(array.copy()) for key, array in arrays.items()}
    model.load_state_dict(tensors, assign=True)
    return model.eval()


def _answer(model):
    """Return the logits of the last of the first tokens, said in order: (words,)."""
    few = min(model.embed.num_embeddings, model.places.num_embeddings)
    with torch.no_grad():
        return model(torch.arange(few))[-1]


def _record(header):
    """Return the record that the file holds."""
    steps = np.array(header["steps"], dtype=int)
    seen = {key: np.array(numbers, dtype=float) for key, numbers in header["seen"].items()}
    by_seed = {key: np.array(n, dtype=float) for key, n in header.get("by_seed", {}).items()}
    for key, numbers in seen.items():
        if numbers.shape != steps.shape:
            raise ValueError(f"{key} has {len(numbers)} numbers for {len(steps)} steps")
    return TrainingRecord(tuple(header["words"]), int(header["seed"]), steps, seen, by_seed)
