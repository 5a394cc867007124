"""Language models that are stored with their training's record, in data/models."""

import hashlib
import json
from dataclasses import dataclass

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as packed

from helpers.language_model import LanguageModel
from helpers.learner import atomic
from helpers.readers import files

FOLDER = "models"
# Each model, and what makes it anew.
MADE_BY = {"stories": "`python -m helpers.training.read_stories`, about a minute"}
CLOSE = 1e-4  # between the answers of two processors
# What a file that is not as it was saved makes of those who read it.
DAMAGED = (
    SafetensorError,
    OSError,
    RuntimeError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
)


@dataclass(frozen=True, eq=False)
class TrainingRecord:
    """What was seen of a model while it was trained.

    words : the word of each token
    seed  : what the training drew its random numbers with
    steps : (k,), the steps at which it was looked at; the last is the number of all steps
    seen  : under each name k numbers, one for each of `steps`
    """

    words: tuple[str, ...]
    seed: int
    steps: np.ndarray
    seen: dict[str, np.ndarray]


def load(name: str) -> tuple[LanguageModel, TrainingRecord]:
    """Return a stored model, in evaluation mode, and the record of its training.

    Raises ValueError for a name that no model has or a file that is damaged, FileNotFoundError if
    there is no file; the sentence says what to run.
    """
    if name not in MADE_BY:
        raise ValueError(f"there is no stored model {name!r}; there is {', '.join(MADE_BY)}")
    place, path = f"data/{FOLDER}/{name}.safetensors", files.DATA / FOLDER / f"{name}.safetensors"
    if not path.is_file():
        raise FileNotFoundError(f"{place} is not there: run {MADE_BY[name]}")
    try:
        with safe_open(path, framework="pt") as file:
            header = {key: json.loads(text) for key, text in (file.metadata() or {}).items()}
            tensors = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
        model, record = _model(header["sizes"], tensors), _record(header)
        _compare(model, tensors, header)
        return model, record
    except DAMAGED as error:
        raise ValueError(
            f"{place} is damaged ({_reason(error)}): run {MADE_BY[name]}, to make it anew"
        ) from None


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
    header = {
        "sizes": sizes,
        "words": record.words,
        "seed": record.seed,
        "steps": np.asarray(record.steps).tolist(),
        "seen": {key: np.asarray(numbers).tolist() for key, numbers in record.seen.items()},
        "checksum": _checksum(model.state_dict()),
        "answer": _answer(model).tolist(),
    }
    metadata = {key: json.dumps(value) for key, value in header.items()}
    path = files.DATA / FOLDER / f"{name}.safetensors"
    path.parent.mkdir(exist_ok=True)
    atomic.write(path, packed(model.state_dict(), metadata))


def _model(sizes, tensors):
    """Return the model of these sizes with these numbers in it."""
    with torch.device("meta"):  # the numbers are given: none is drawn
        model = LanguageModel(**sizes)
    model.load_state_dict(tensors, assign=True)
    broken = [key for key, tensor in tensors.items() if not torch.isfinite(tensor).all()]
    if broken:
        raise ValueError(f"{broken[0]} holds a number that is nan or infinite")
    return model.eval()


def _compare(model, tensors, header):
    """Refuse numbers that are not those that were saved, or that make another model of them."""
    if header["checksum"] != _checksum(tensors):
        raise ValueError("its numbers are not those that were saved")
    if not torch.allclose(_answer(model), torch.tensor(header["answer"]), rtol=0, atol=CLOSE):
        raise ValueError("it answers otherwise than it did when it was saved")


def _checksum(tensors):
    """Return the SHA-256 of all numbers, with their names and shapes."""
    seen = hashlib.sha256()
    for key, tensor in sorted(tensors.items()):
        seen.update(f"{key} {tensor.dtype} {tuple(tensor.shape)}".encode())
        seen.update(tensor.numpy().tobytes())
    return seen.hexdigest()


def _answer(model):
    """Return the logits of the last of the first tokens, said in order: (words,)."""
    few = min(model.embed.num_embeddings, model.places.num_embeddings)
    with torch.no_grad():
        return model(torch.arange(few))[-1]


def _record(header):
    """Return the record that the file holds."""
    steps = np.array(header["steps"], dtype=int)
    seen = {key: np.array(numbers, dtype=float) for key, numbers in header["seen"].items()}
    for key, numbers in seen.items():
        if numbers.shape != steps.shape:
            raise ValueError(f"{key} has {len(numbers)} numbers for {len(steps)} steps")
    return TrainingRecord(tuple(header["words"]), int(header["seed"]), steps, seen)


def _reason(error):
    """Return one line on what is wrong with a file."""
    text = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
    return " ".join(text.split())
