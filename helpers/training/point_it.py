"""A task that takes two layers: point at what "it" means, from what is said of it."""

from collections.abc import Iterable, Sequence

import torch
from torch import nn
from torch.nn import functional

from helpers import expect
from helpers.layers import SelfAttention
from helpers.training.numbered import numbered

OUTSIDE = "<outside>"  # stands for what is in no word: the weather, the hour
ANIMALS = ("cat", "dog", "fox", "goat", "hen", "mouse")
THINGS = ("mat", "bed", "box", "chair", "rug", "sofa")
SAID = {
    "animal": ("hungry", "tired", "sleepy"),
    "thing": ("warm", "soft", "clean"),
    "outside": ("raining", "snowing", "late"),
}
KINDS = tuple(SAID)
ALL_SAID = tuple(word for said in SAID.values() for word in said)
WORDS = (OUTSIDE, "the", "sat", "on", "because", "it", "was", *ANIMALS, *THINGS, *ALL_SAID)
IT = WORDS.index("it")
LENGTH = 11  # words of every sentence, <outside> among them
# Size of the vectors before training: from larger ones, "it" prefers some word too soon.
START = 0.3


def sentence(animal: str, thing: str, said: str, *, because_first: bool = False) -> list[str]:
    """Return the words of "<outside> the cat sat on the mat because it was warm".

    animal, thing, said : one of ANIMALS, of THINGS, and of the words in SAID
    because_first       : put "because it was warm" before "the cat sat on the mat"

    Raises ValueError for any other word.
    """
    for name, word, known in (
        ("animal", animal, ANIMALS),
        ("thing", thing, THINGS),
        ("said", said, ALL_SAID),
    ):
        if word not in known:
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {word!r}")
    event, reason = f"the {animal} sat on the {thing}", f"because it was {said}"
    clauses = (reason, event) if because_first else (event, reason)
    return [OUTSIDE, *" ".join(clauses).split()]


def numbers(sentences: Iterable[Sequence[str]]) -> torch.Tensor:
    """Return each word's place in WORDS: (b, n), long.

    Raises ValueError for a word that is not in WORDS, sentences of several lengths, or none.
    """
    return numbered(sentences, WORDS)


def split() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the pairs (animal, thing) to train on, 24, and those held out, 12.

    Every word is in four pairs of the first and in two of the others; no number is drawn.
    """
    pairs = [(i, j) for i in range(len(ANIMALS)) for j in range(len(THINGS))]
    held_out = [(ANIMALS[i], THINGS[j]) for i, j in pairs if (i + j) % 3 == 0]
    trained_on = [(ANIMALS[i], THINGS[j]) for i, j in pairs if (i + j) % 3]
    return trained_on, held_out


def sentences(pairs: Iterable[tuple[str, str]]) -> tuple[list[list[str]], torch.Tensor]:
    """Return every sentence about these pairs, and the place of the word that "it" stands for.

    sentences : 18 for each pair, b in all: the 9 words that can be said, in both orders of the
                clauses; each of the three kinds equally often
    answers   : (b,), long: the animal's place, the thing's, or that of <outside>, which is 0

    Raises ValueError as `sentence` does.
    """
    made, answers = [], []
    for animal, thing in pairs:
        for because_first in (False, True):
            for kind, all_said in SAID.items():
                for said in all_said:
                    words = sentence(animal, thing, said, because_first=because_first)
                    meant = {"animal": animal, "thing": thing, "outside": OUTSIDE}[kind]
                    made.append(words)
                    answers.append(words.index(meant))
    return made, torch.tensor(answers)


def kinds(sentences: Iterable[Sequence[str]]) -> torch.Tensor:
    """Return what "it" stands for in each sentence: 0 an animal, 1 a thing, 2 outside: (b,), long.

    Raises ValueError for a sentence without a word of SAID, or with several.
    """
    kind_of = {word: number for number, kind in enumerate(KINDS) for word in SAID[kind]}
    found = []
    for words in sentences:
        said = [kind_of[word] for word in words if word in kind_of]
        if len(said) != 1:
            raise ValueError(f"expected one word of SAID in a sentence, got {' '.join(words)!r}")
        found += said
    return torch.tensor(found)


class Pointer(nn.Module):
    """Layers of attention, and nothing else: what the last gives to each word is the answer.

    layers : how many, at least 1; each adds what it brings to "it" alone, as a training in which
             all words collect may find another way: "cat" can learn what was said
    width  : of a word, of queries, keys and values

    A word's row begins as its own vector plus that of its place, both learned.

    Raises ValueError for a number of layers below 1, or a width that is not whole and at least 1.
    """

    def __init__(self, layers: int, width: int = 32) -> None:
        super().__init__()
        layers, width = expect.count("layers", layers), expect.count("width", width)
        self.layers = nn.ModuleList(SelfAttention(width, width) for _ in range(layers))
        self.words, self.places = _vectors(len(WORDS), width), _vectors(LENGTH, width)

    def weights(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return every layer's weights: (layers, b, n, n).

        inputs : (b, n), numbers of words as `numbers` gives them, n at most 11

        Raises ValueError for a sentence without "it", or with several.
        """
        rows, found = _placed(self, inputs), []
        for layer in self.layers:
            found.append(layer(rows, return_weights=True)[1])
            rows = self._collected(layer, rows, inputs)
        return torch.stack(found)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the logarithms of the weights that "it" gives in the last layer: (b, n).

        Raises ValueError for a sentence without "it", or with several.
        """
        *below, last = self.layers
        rows = _placed(self, inputs)
        for layer in below:
            rows = self._collected(layer, rows, inputs)
        queries, keys = last.q_proj(_row_of_it(rows, inputs)), last.k_proj(rows)
        scaled = (keys @ queries[..., None])[..., 0] / queries.shape[-1] ** 0.5
        return scaled.log_softmax(dim=-1)  # a weight may round to 0: its logarithm must not be −∞

    def _collected(self, layer, rows, inputs):
        """Return the rows, to which the layer has added what it brings to "it"."""
        context = layer(_row_of_it(rows, inputs)[:, None], rows)  # (b, 1, width)
        return rows + context * (inputs == IT)[..., None]


class Namer(nn.Module):
    """One layer of attention and an MLP, which names the kind of word that "it" stands for.

    width : of a word, of queries, keys and values; the MLP is four times as wide inside

    Raises ValueError for a width that is not whole and at least 1.
    """

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        width = expect.count("width", width)
        self.layer = SelfAttention(width, width)
        self.words, self.places = _vectors(len(WORDS), width), _vectors(LENGTH, width)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.ReLU(), nn.Linear(4 * width, len(KINDS))
        )

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return a score for each kind, in the order animal, thing, outside: (b, 3).

        inputs : (b, n), numbers of words as `numbers` gives them, n at most 11

        Raises ValueError for a sentence without "it", or with several.
        """
        rows = _placed(self, inputs)
        return self.mlp(_row_of_it(rows + self.layer(rows), inputs))


def loss_of(outputs: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
    """Return the mean of −log of the weight on the word that "it" stands for, a single number.

    outputs : (b, n), what a Pointer gives    answers : (b,), places

    For a Namer's scores and kinds it is `functional.cross_entropy`.
    """
    return functional.nll_loss(outputs, answers)


def share_right(model: nn.Module, inputs: torch.Tensor, answers: torch.Tensor) -> float:
    """Return the share of the sentences in which the model's largest output is at the answer.

    model   : a Pointer or a Namer
    answers : (b,), places for a Pointer, kinds for a Namer

    Raises ValueError for answers of another shape.
    """
    if answers.shape != inputs.shape[:1]:
        raise ValueError(
            f"expected an answer for each of {len(inputs)} sentences, got answers of shape "
            f"{tuple(answers.shape)}"
        )
    with torch.no_grad():
        return (model(inputs).argmax(dim=-1) == answers).float().mean().item()


def _vectors(count, width):
    """Return a table of vectors to learn, drawn from N(0, START²)."""
    table = nn.Embedding(count, width)
    nn.init.normal_(table.weight, std=START)
    return table


def _placed(model, inputs):
    """Return the vectors of the words, to each its place's vector added: (b, n, width)."""
    return model.words(inputs) + model.places(torch.arange(inputs.shape[-1]))


def _row_of_it(rows, inputs):
    """Return the row of "it" in each sentence: (b, width)."""
    is_it = inputs == IT
    if not (is_it.sum(dim=-1) == 1).all():
        raise ValueError('expected one "it" in every sentence')
    return rows[is_it]
