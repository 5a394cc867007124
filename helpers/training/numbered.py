"""Sentences as numbers: each word is its place among all words of a task."""

from collections.abc import Iterable, Sequence

import torch


def numbered(sentences: Iterable[Sequence[str]], words: Sequence[str]) -> torch.Tensor:
    """Return the place of each word among `words`, a task's WORDS: (b, n), long.

    Raises ValueError for a word that is not among them, sentences of several lengths, or none.
    """
    sentences = list(sentences)
    lengths = {len(sentence) for sentence in sentences}
    if len(lengths) != 1:
        raise ValueError(f"expected sentences of one length, got lengths {sorted(lengths)}")
    numbers = {word: number for number, word in enumerate(words)}
    for i, sentence in enumerate(sentences):
        for word in sentence:
            if word not in numbers:
                raise ValueError(f"sentence {i} has a word that is not in WORDS: {word!r}")
    return torch.tensor([[numbers[word] for word in sentence] for sentence in sentences])
