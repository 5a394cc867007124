"""The language model that reads small stories: its training, and what it has understood.

`python -m helpers.training.read_stories` makes data/corpora/stories.txt and
data/models/stories.safetensors, in about five minutes: a minute for each seed.
"""

import random
from collections.abc import Callable
from itertools import product
from math import exp, factorial, log, perm, prod
from typing import NamedTuple

import numpy as np
import torch

from helpers import expect
from helpers.language_model import LanguageModel
from helpers.learner import atomic
from helpers.readers import stored_models
from helpers.training import loop, stories

STEPS, EVERY = 2000, 50
OPTIONS = {"learning_rate": 3e-3, "optimizer": torch.optim.AdamW, "warm_up": 100, "clip": 1.0}
VERBS, PRONOUNS = ("is", "are"), ("himself", "herself")
LOOKS = ("answered", "never asked", "agreement", "pronouns")
SHOWN = 1000  # stories in the corpus that is stored: the first that the stored model has read
SEED, NEW_SEED = 0, 1_000_000


class Answer(NamedTuple):
    """A question of a story, who has the thing, and who the model says has it."""

    story: int
    thing: str
    owner: str
    said: str


def drawn(seed: int, *, count: int = 32) -> Callable[[], tuple[torch.Tensor, torch.Tensor]]:
    """Return a function that draws the next batch of stories to train on, for `loop.train`."""
    rng, count = random.Random(expect.seed(seed)), expect.count("count", count)
    return lambda: stories.batch([stories.story(rng) for _ in range(count)])


def new_stories(count: int, seed: int = NEW_SEED, *, all_asked: bool = False) -> list[list[str]]:
    """Return stories as words, by default with a seed that is no training's.

    all_asked : with the questions, too, that no training asks; see `stories.story`
    """
    rng, count = random.Random(expect.seed(seed)), expect.count("count", count)
    return [stories.story(rng, all_asked=all_asked) for _ in range(count)]


def untrained(seed: int = SEED) -> LanguageModel:
    """Return a model for the stories as it begins its training.

    Position embeddings begin as sinusoids, a tenth of their size, so that "three back" means the
    same in the whole story from the start. Queries and keys begin twice as large as torch has
    them, so that a head doesn't attend everywhere alike. Both were chosen by trial, as OPTIONS.
    """
    torch.manual_seed(expect.seed(seed))
    model = LanguageModel(len(stories.WORDS), longest=stories.LONGEST)
    longest, width = model.places.weight.shape
    frequencies = 10_000.0 ** (-torch.arange(0, width, 2) / width)
    angles = torch.arange(longest)[:, None] * frequencies
    waves = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)  # (longest, width)
    with torch.no_grad():
        model.places.weight.copy_(waves / 10)
        for block in model.blocks:
            for projection in (block.attention.q_proj, block.attention.k_proj):
                projection.weight.mul_(2)
    return model


loss_of = loop.next_token_loss


@torch.no_grad()
def answers(model: torch.nn.Module, texts: list[list[str]]) -> list[Answer]:
    """Return what the model says behind each question of some stories, its likeliest word."""
    guesses = model(stories.batch(texts)[0]).argmax(dim=-1)
    return [
        Answer(i, words[at - 1], words[at + 1], stories.WORDS[guesses[i, at]])
        for i, words in enumerate(texts)
        for at, word in enumerate(words)
        if word == "?"
    ]


def answered(given: list[Answer], pairs=None) -> float:
    """Return the share of right answers, of all or of those to some pairs (owner, thing) alone.

    Raises ValueError where no question is left.
    """
    right = [one.said == one.owner for one in given if pairs is None or one[2:0:-1] in pairs]
    if not right:
        raise ValueError("there is no question among these answers to take a share of")
    return sum(right) / len(right)


@torch.no_grad()
def continued(model: torch.nn.Module, text: str, count: int, seed: int | None = None) -> str:
    """Return the words that a model adds to a text, `count` of them, a word at a time.

    seed : None takes the likeliest word each time; with a number words are drawn by their shares

    Raises ValueError for a word that is not in stories.WORDS, or a text that grows too long.
    """
    tokens = stories.numbers(text.split())
    generator = None if seed is None else torch.Generator().manual_seed(expect.seed(seed))
    for _ in range(expect.count("count", count, least=0)):
        logits = model(tokens)[-1]
        if generator is None:
            new = logits.argmax(dim=-1, keepdim=True)
        else:
            new = torch.multinomial(logits.softmax(dim=-1), 1, generator=generator)
        tokens = torch.cat([tokens, new])
    return " ".join(stories.words_of(tokens[-count:] if count else tokens[:0]))


@torch.no_grad()
def agreement(
    model: torch.nn.Module, texts: list[list[str]], either: tuple[str, str] = VERBS
) -> float:
    """Return how often, of two words, the one that stands there is given the larger score.

    either : "is" and "are", or another two words of which a place takes one
    """
    inputs, targets = stories.batch(texts)
    one, other = (stories.TOKENS[word] for word in either)
    at = (targets == one) | (targets == other)
    logits = model(inputs)[at]
    right = (logits[:, other] > logits[:, one]) == (targets[at] == other)
    return right.float().mean().item()


@torch.no_grad()
def perplexity(model: Callable[[torch.Tensor], torch.Tensor], texts: list[list[str]]) -> float:
    """Return among how many words, as it were, the model still has to choose: e^loss."""
    inputs, targets = stories.batch(texts)
    return loss_of(model(inputs), targets).exp().item()


def surprise(words: list[str]) -> float:
    """Return -log of the share of all stories that the grammar makes this one: what none can guess.

    words : a story without the questions of NEVER_ASKED, as `stories.story` makes it by default

    Three names and three things in order, a verb for each, a description and its place among the
    takings are drawn evenly; then the order of the questions there are.
    """
    sizes = map(len, (stories.THINGS, stories.PLACES, stories.BETWEEN, stories.LOOKS))
    described = 4 * prod(sizes) * 2 * 2  # where it stands; one or several, of things and places
    told = perm(len(stories.NAMES), 3) * perm(len(stories.THINGS), 3) * len(stories.VERBS) ** 3
    return log(told * described * factorial(words.count("?")))


def floor(texts: list[list[str]]) -> float:
    """Return the lowest possible perplexity on some stories: that of their grammar.

    The mark after a story's end is counted as a word, as in `perplexity`, and can be foreseen.
    """
    return exp(sum(map(surprise, texts)) / sum(map(len, texts)))


def pair_counts(texts: list[list[str]]) -> torch.Tensor:
    """Return how often each word (row) was followed by each (column), and one: (words, words).

    The one that is added keeps what was never seen from being impossible. As a model:
    `lambda tokens: counts.log()[tokens]`, whose softmax is each count's share of its row.
    """
    inputs, targets = stories.batch(texts)
    counts = torch.ones(len(stories.WORDS), len(stories.WORDS))
    at = targets != stories.NO_TARGET
    return counts.index_put_((inputs[at], targets[at]), torch.tensor(1.0), accumulate=True)


def read(seed: int = SEED, *, steps: int = STEPS):
    """Train a model on stories of the grammar and return it with the record of its training.

    The record's `seen` holds "loss", the mean of the last 50 steps or of those there were, and
    shares of what is right in the same new stories: in 200 of them "answered" and "never asked"
    (the questions for NEVER_ASKED, and those alone), in the first 50 "agreement" of "is" and "are"
    and "pronouns", that of PRONOUNS.
    """
    model, texts = untrained(seed), new_stories(200, all_asked=True)
    asked = set(product(stories.NAMES, stories.THINGS)) - set(stories.NEVER_ASKED)

    def look(model):
        given = answers(model, texts)
        shares = answered(given, asked), answered(given, stories.NEVER_ASKED)
        return *shares, *(agreement(model, texts[:50], either) for either in (VERBS, PRONOUNS))

    record = loop.Record(look, every=EVERY)
    loop.train(model, drawn(seed), loss_of, steps=steps, watch=[record], **OPTIONS)
    looks = dict(zip(LOOKS, np.transpose(record.looks), strict=True))
    seen, at = {"loss": record.recent, **looks}, np.array(record.steps)
    return model, stored_models.TrainingRecord(stories.WORDS, seed, at, seen)


def gap(model: torch.nn.Module) -> dict[str, float]:
    """Return the accuracy for each pair of NEVER_ASKED, in stories that ask for it, too."""
    given = answers(model, new_stories(1200, seed=2, all_asked=True))
    return {", ".join(pair): answered(given, [pair]) for pair in stories.NEVER_ASKED}


def main() -> None:
    """Write the corpus, train with five seeds and store SEED's model, unless stopped by hand."""
    torch.set_num_threads(1)  # so small a model is not faster with more
    rng = random.Random(SEED)
    lines = [" ".join(stories.story(rng)[1:]) for _ in range(SHOWN)]
    stories.CORPUS.parent.mkdir(exist_ok=True)
    atomic.write(stories.CORPUS, "\n".join(lines) + "\n")
    runs = []
    for seed in range(5):
        runs.append(read(seed))
        if runs[-1][1].steps[-1] < STEPS:
            raise SystemExit("The training was stopped: the stored model stays as it was.")
    gaps, (model, record) = [gap(model) for model, _ in runs], runs[SEED]
    record.by_seed.update({pair: [one[pair] for one in gaps] for pair in gaps[SEED]})
    stored_models.save("stories", model, record)
    print(f"{record.seen['answered'][-1]:.3f} of the questions in new stories are answered")


if __name__ == "__main__":
    main()
