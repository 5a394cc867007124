"""Some words' vectors from GloVe 6B, read from data/word_vectors: real ones, of 50 dimensions."""

from helpers.readers import files
from helpers.readers.fields import Fields


def load():
    """Return a dict from each word to its vector (50,).

    Raises ValueError, naming the file and the key, for a missing or malformed file.
    """
    fields = Fields(files.read("word_vectors", "glove"), "data/word_vectors/glove.toml: ")
    return {word: fields.numbers(word) for word in tuple(fields.table)}
