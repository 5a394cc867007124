"""Small stories with facts that can be asked for, made by a grammar of a few lines."""

import random

import torch

from helpers.readers import files

NAMES = ("anna", "ben", "clara", "david", "emma", "felix", "grace", "hugo")
THINGS = ("key", "lamp", "book", "ring", "coin", "drum")
PLACES = ("tower", "garden", "cellar", "palace")
VERBS = ("took", "found", "bought", "won")
BETWEEN = ("in", "near", "behind")
LOOKS = ("old", "small", "dusty", "broken")
# By turns: anna herself, ben himself …
SELF = dict(zip(NAMES, 4 * ("herself", "himself"), strict=True))
SEVERAL = {one: f"{one}s" for one in (*THINGS, *PLACES)}
BEGIN = "<story>"
WORDS = (
    *(BEGIN, ".", "?", "the", "who", "has", "it", "is", "are"),
    *(NAMES + THINGS + PLACES + VERBS + BETWEEN + LOOKS),
    *("herself", "himself", *SEVERAL.values()),
)
TOKENS = {word: token for token, word in enumerate(WORDS)}
# Each name with one thing: no story asks for it when that name has it, unless all are asked for.
NEVER_ASKED = tuple(zip(NAMES, (*THINGS[2:], *THINGS[:4]), strict=True))
CORPUS = files.DATA / "corpora" / "stories.txt"
LONGEST = 54  # words of the longest story, with the mark at its beginning
NO_TARGET = -100  # what torch's cross entropy leaves out


def story(rng: random.Random, *, all_asked: bool = False) -> list[str]:
    """Return one story as words: three takings and a description in any order, then questions.

    all_asked : ask for a thing, too, when a name of NEVER_ASKED has it; no training does

    The first word is BEGIN. Three names and three things are drawn without pattern; the
    questions ask for each of the things once, in any order. The answer follows at once, and says
    how the thing was come by.
    """
    taken = list(
        zip(rng.sample(NAMES, 3), rng.choices(VERBS, k=3), rng.sample(THINGS, 3), strict=True)
    )
    sentences = [f"{name} {verb} the {thing} {SELF[name]} ." for name, verb, thing in taken]
    sentences.insert(rng.randrange(4), description(rng))
    asked = [
        f"who has the {thing} ? {name} {verb} it ."
        for name, verb, thing in rng.sample(taken, 3)
        if all_asked or (name, thing) not in NEVER_ASKED
    ]
    return " ".join([BEGIN, *sentences, *asked]).split()


def description(rng: random.Random) -> str:
    """Return a sentence whose verb must agree with its first noun, and not with the nearest."""
    thing, place = rng.choice(THINGS), rng.choice(PLACES)
    subject, verb = rng.choice([(thing, "is"), (SEVERAL[thing], "are")])
    nearest = rng.choice([place, SEVERAL[place]])
    return f"the {subject} {rng.choice(BETWEEN)} the {nearest} {verb} {rng.choice(LOOKS)} ."


def numbers(words: list[str]) -> torch.Tensor:
    """Return the token of each word: (n,). Raises ValueError for a word that is not in WORDS."""
    return torch.tensor(_tokens(words))


def words_of(tokens: torch.Tensor) -> list[str]:
    """Return the words of tokens (n,)."""
    return [WORDS[token] for token in tokens.tolist()]


def corpus() -> list[list[str]]:
    """Return the stored stories as words, from data/corpora/stories.txt, BEGIN before each.

    Raises FileNotFoundError, saying what to run, if the file is not there.
    """
    if not CORPUS.is_file():
        raise FileNotFoundError(
            "data/corpora/stories.txt is not there: run `python -m helpers.training.read_stories`"
        )
    return [[BEGIN, *line.split()] for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def batch(stories: list[list[str]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return inputs and targets: each word of a story, and the word that follows it.

    inputs  : (b, n), a story a row; behind a shorter one stand marks, BEGIN
    targets : (b, n), the same one place further on; BEGIN behind the last word of a story, and
              NO_TARGET after that
    """
    longest = max(map(len, stories))
    inputs, targets = [], []
    for words in stories:
        tokens, short = _tokens(words), longest - len(words)
        inputs.append(tokens + short * [TOKENS[BEGIN]])
        targets.append([*tokens[1:], TOKENS[BEGIN], *(short * [NO_TARGET])])
    return torch.tensor(inputs), torch.tensor(targets)


def _tokens(words):
    """Return the token of each word, or name the first that has none."""
    for word in words:
        if word not in TOKENS:
            raise ValueError(f"expected words of {', '.join(WORDS)}; got {word!r}")
    return [TOKENS[word] for word in words]
