"""Stored models as NumPy arrays, which need no torch; `stored_models` makes a module of them."""

import hashlib
from dataclasses import dataclass

import numpy as np

from helpers.forward_pass import forward_pass
from helpers.readers import arrays

FOLDER = "models"
# Each model, and what makes it anew.
MADE_BY = {
    "stories": "`python -m helpers.training.read_stories`, about five minutes",
    "course_prose": "`python -m helpers.training.course_prose`, about four minutes",
}
CLOSE = 1e-4  # between the answers of two processors


@dataclass(frozen=True, eq=False)
class StoredArrays:
    """A language model as it is stored: its words, its sizes and its numbers.

    words   : the word of each token
    sizes   : words, d_model, num_heads, blocks and longest, as `LanguageModel` takes them
    tensors : each parameter under its name in `LanguageModel`, float32
    seed    : what the training drew its random numbers with
    """

    words: tuple[str, ...]
    sizes: dict[str, int]
    tensors: dict[str, np.ndarray]
    seed: int

    def tokens(self, words):
        """Return the token of each word: (n,). Raises ValueError for a word that it has not."""
        for word in words:
            if word not in self.words:
                raise ValueError(
                    f"{word!r} is no word of the model; it knows {', '.join(self.words)}"
                )
        return np.array([self.words.index(word) for word in words], dtype=int)


def load(name):
    """Return a stored model as `StoredArrays`.

    Raises ValueError for a name that no model has or a file that is damaged, FileNotFoundError if
    there is no file; the sentence says what to run.
    """
    return opened(name, _arrays)


def opened(name, made):
    """Return what `made(header, tensors)` makes of the file of a stored model.

    Raises what `arrays.opened` raises, and ValueError for a name that no model has.
    """
    if name not in MADE_BY:
        raise ValueError(f"there is no stored model {name!r}; there is {', '.join(MADE_BY)}")
    return arrays.opened(f"{FOLDER}/{name}.safetensors", MADE_BY[name], made)


def expect_saved(header, tensors):
    """Raise ValueError, saying why, unless these arrays are finite and those that were saved."""
    broken = [key for key, tensor in tensors.items() if not np.isfinite(tensor).all()]
    if broken:
        raise ValueError(f"{broken[0]} holds a number that is nan or infinite")
    if header["checksum"] != checksum(tensors):
        raise ValueError("its numbers are not those that were saved")


def expect_answer(header, answer):
    """Raise ValueError unless a model answers (words,) as it did when it was saved."""
    if not np.allclose(answer, np.array(header["answer"]), rtol=0, atol=CLOSE):
        raise ValueError("it answers otherwise than it did when it was saved")


def checksum(tensors):
    """Return the SHA-256 of all numbers, with their names and shapes."""
    seen = hashlib.sha256()
    for key, tensor in sorted(tensors.items()):
        seen.update(f"{key} torch.{tensor.dtype} {tensor.shape}".encode())
        seen.update(tensor.tobytes())
    return seen.hexdigest()


def _arrays(header, tensors):
    """Return the model that a file holds, once it has answered as it did."""
    sizes = {key: int(size) for key, size in header["sizes"].items()}
    expect_saved(header, tensors)
    model = StoredArrays(tuple(header["words"]), sizes, tensors, int(header["seed"]))
    few = min(sizes["words"], sizes["longest"])
    expect_answer(header, forward_pass(model, range(few)).logits[-1])
    return model
