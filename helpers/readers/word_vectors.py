"""Some words' vectors from GloVe 6B, read from data/word_vectors: real ones, of 50 dimensions."""

import numpy as np

from helpers.readers import files
from helpers.readers.fields import Fields


def load():
    """Return a dict from each word to its vector (50,).

    Raises ValueError, naming the file and the key, for a missing or malformed file.
    """
    fields = Fields(files.read("word_vectors", "glove"), "data/word_vectors/glove.toml: ")
    vectors = {word: fields.numbers(word) for word in tuple(fields.table)}
    for word, vector in vectors.items():
        if vector.shape != (50,):
            raise ValueError(f"{fields.place}{word}: expected 50 numbers, got {np.shape(vector)}")
    return vectors
