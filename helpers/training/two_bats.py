"""A task for language models: say the next word, where "bat" may be of wood or have wings."""

from collections.abc import Iterable, Sequence
from itertools import product

import torch

from helpers import expect
from helpers.language_model import LanguageModel
from helpers.training import loop
from helpers.training.numbered import numbered

ARTICLES = ("the", "a", "one")
GAME = ("pitcher", "ball", "glove", "catcher")
CAVE = ("cave", "night", "wings", "owl")
DOES = {"game": ("swing", "hit", "miss"), "cave": ("sleep", "hang", "hide")}
AGAIN = "again"  # what follows every bat where its sense does not matter
WORDS = (*ARTICLES, "saw", "bat", *GAME, *CAVE, *DOES["game"], *DOES["cave"], AGAIN)


def numbers(sentences: Iterable[Sequence[str]]) -> torch.Tensor:
    """Return each word's place in WORDS: (b, n), long.

    Raises ValueError for a word that is not in WORDS, sentences of several lengths, or none.
    """
    return numbered(sentences, WORDS)


def draw(
    generator: torch.Generator | None = None, *, depends: bool = True, sentences: int = 64
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw sentences of six words, "the pitcher saw the bat swing", as inputs and next words.

    The second word is of the game or of the cave. The fifth is "bat" in one sentence of two, drawn,
    else a word of either group, whatever the second is: only "bat" has a reason to look back.
    The sixth word tells what the fifth does in its group; what a bat does comes from the group of
    the second word.

    generator : where the random numbers come from; None is torch's own, see `torch.manual_seed`
    depends   : whether the word after "bat" depends on its sense; otherwise it is "again"
    returns   : inputs (sentences, 5), the first five words, and targets (sentences, 5), the last

    Raises ValueError for fewer than 1 sentence.
    """
    sentences = expect.count("sentences", sentences)
    articles, nouns, does = (numbers(part) for part in ([ARTICLES], [GAME + CAVE], DOES.values()))

    def pick(count):
        return torch.randint(count, (sentences,), generator=generator)

    cue, noun, is_bat = pick(nouns.numel()), pick(nouns.numel()), pick(2) == 1
    group = (torch.where(is_bat, cue, noun) >= len(GAME)).long()  # 0 game, 1 cave
    after = does[group, pick(does.shape[1])]
    bat, saw, again = numbers([["bat", "saw", AGAIN]])[0]
    words = [
        articles[0, pick(len(ARTICLES))],
        nouns[0, cue],
        saw.expand(sentences),
        articles[0, pick(len(ARTICLES))],
        torch.where(is_bat, bat, nouns[0, noun]),
        after if depends else torch.where(is_bat, again, after),
    ]
    tokens = torch.stack(words, dim=1)
    return tokens[:, :-1], tokens[:, 1:]


loss_of = loop.next_token_loss


def distances(model: LanguageModel, beginning: Sequence[str]) -> dict[str, float]:
    """Return how far the vector of the last word, a bat, lies from those of words in its place.

    beginning : words that end in "bat", as in "the pitcher saw the bat".split()
    returns   : for each word of the game and of the cave, the distance of two contextual vectors
                after the last block: that of "bat", and that of this word where it stands instead

    Raises ValueError for a beginning that does not end in "bat", or a word that is not in WORDS.
    """
    if not beginning or beginning[-1] != "bat":
        raise ValueError(f'expected words that end in "bat", got {beginning!r}')
    tokens = numbers([[*beginning[:-1], word] for word in ("bat", *GAME, *CAVE)])
    with torch.no_grad():
        bat, *others = model.rows(tokens)[-1][:, -1]
    found = (torch.dist(bat, other).item() for other in others)
    return dict(zip(GAME + CAVE, found, strict=True))


def share_near(model: LanguageModel) -> float:
    """Return the share of bats, in all 72 beginnings, that lie nearest to a word of their sense.

    0.5 is chance. It does not say that such a vector holds nothing of the sense: what attention
    happened to bring may be there, beside what the loss asked for.
    """
    right = []
    for first, cue, second in product(ARTICLES, GAME + CAVE, ARTICLES):
        found = distances(model, [first, cue, "saw", second, "bat"])
        right.append((min(found, key=found.get) in GAME) == (cue in GAME))
    return sum(right) / len(right)
