"""Exercise 13.3: have a model write, one word after the other."""

from functools import partial

import torch

from helpers.checks.kinds.function import Function, Mistake
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError
from helpers.learner.compared import same
from helpers.readers import stored_models
from helpers.training import stories


def _generator(seed):
    """Return a generator that begins with this seed, None for None."""
    return None if seed is None else torch.Generator().manual_seed(seed)


def _likeliest(logits):
    return logits.argmax(-1, keepdim=True)


def _by_shares(logits, generator):
    return torch.multinomial(logits.softmax(-1), 1, generator=generator)


@torch.no_grad()
def _written(
    model,
    tokens,
    count,
    seed,
    *,
    ask=lambda model, tokens: model(tokens)[-1],
    likeliest=_likeliest,
    draw=_by_shares,
    join=lambda tokens, new: torch.cat([tokens, new]),
    renew=lambda generator, seed: generator,
):
    """Return the tokens with `count` more, right by default.

    ask       : takes model and tokens, and returns the logits (words,) of the next
    likeliest : takes logits and returns a token (1,); `draw` takes the generator as well
    join      : takes the tokens so far and the new one, and returns those to go on with
    renew     : takes generator and seed before each draw, and returns the generator to draw with
    """
    generator = _generator(seed)
    for _ in range(count):
        logits = ask(model, tokens)
        if generator is None:
            new = likeliest(logits)
        else:
            generator = renew(generator, seed)
            new = draw(logits, generator)
        tokens = join(tokens, new)
    return tokens


def _with(**ways):
    """Return the mistake of somebody who goes these ways instead."""
    return partial(_written, **ways)


def _again_and_again(model, tokens, count, seed):
    """Return what comes of asking each time what follows the beginning."""
    generator, new = _generator(seed), []
    for _ in range(count):
        logits = model(tokens)[-1].detach()
        new.append(_likeliest(logits) if seed is None else _by_shares(logits, generator))
    return torch.cat([tokens, *new])


def _run(given, model, tokens, count, seed):
    """Return what a learner's function writes, or say that it draws by other random numbers."""
    result, again = (given(model, tokens, count, _generator(seed)) for _ in range(2))
    if isinstance(result, torch.Tensor) and not same(result, again):
        raise TroubleError(
            "Without a generator it draws. Take the likeliest."
            if seed is None
            else "With the same generator it writes another text the second time. Does your draw "
            "use the one that it is given?"
        )
    return result


MISTAKES = (
    Mistake(
        "You return the new tokens alone. The text is asked for, with its beginning.",
        lambda model, tokens, *others: _written(model, tokens, *others)[len(tokens) :],
    ),
    Mistake("The text comes back as it was: no token is appended.", lambda m, tokens, *_: tokens),
    Mistake(
        "Each new token is that which follows the beginning: the model never reads what it has "
        "written. What has to grow from step to step?",
        _again_and_again,
    ),
    Mistake(
        "The model reads the last token alone. It has to read the whole text again.",
        _with(ask=lambda model, tokens: model(tokens[-1:])[-1]),
    ),
    Mistake(
        "You take the logits of the first token. Which row says what follows the text?",
        _with(ask=lambda model, tokens: model(tokens)[0]),
    ),
    Mistake(
        "You take the last row but one: it guesses the last token of the text, which is there.",
        _with(ask=lambda model, tokens: model(tokens)[-2]),
    ),
    Mistake(
        "The new token stands before the text. It belongs after it.",
        _with(join=lambda tokens, new: torch.cat([new, tokens])),
    ),
    Mistake(
        "One token too few. `count` are to be written.",
        lambda model, tokens, count, seed: _written(model, tokens, count - 1, seed),
    ),
    Mistake(
        "One token too many. `count` are to be written.",
        lambda model, tokens, count, seed: _written(model, tokens, count + 1, seed),
    ),
    Mistake(
        "Without a generator it takes the least likely token.",
        _with(likeliest=lambda logits: logits.argmin(-1, keepdim=True)),
    ),
    Mistake(
        "It takes the likeliest token although there is a generator. With one, draw by shares.",
        _with(draw=lambda logits, _: _likeliest(logits)),
    ),
    Mistake(
        "Your draw gives every word nearly the same share. The shares are softmax of the logits, "
        "taken once.",
        _with(draw=lambda logits, g: torch.multinomial(torch.ones_like(logits), 1, generator=g)),
        _with(draw=lambda logits, g: _by_shares(logits.softmax(-1), g)),
    ),
    Mistake(
        "Softmax goes down your columns. Each row is one guess, so its shares lie along the last "
        "axis.",
        _with(
            ask=lambda model, tokens: model(tokens),
            likeliest=lambda logits: _likeliest(logits[-1]),
            draw=lambda logits, g: torch.multinomial(logits.softmax(0)[-1], 1, generator=g),
        ),
    ),
    Mistake(
        "You draw by the logits as they are, or by their size. They can be below 0; softmax makes "
        "shares of them.",
        _with(draw=lambda logits, g: torch.multinomial(logits.abs(), 1, generator=g)),
        _with(draw=lambda logits, g: torch.multinomial(logits.clamp(min=0), 1, generator=g)),
    ),
    Mistake(
        "You begin the generator anew before each draw, so each takes the same random number.",
        _with(renew=lambda _, seed: _generator(seed)),
    ),
)


@torch.no_grad()
def _drawn(rng):
    """Return a small model with drawn numbers, a beginning, a count, and a seed."""
    model = LanguageModel(words=12, d_model=8, num_heads=2, blocks=1, longest=16)
    for numbers in model.parameters():
        numbers.copy_(torch.from_numpy(rng.normal(size=tuple(numbers.shape)) * 0.8))
    tokens = torch.from_numpy(rng.integers(0, 12, size=int(rng.integers(3, 6))))
    return model, tokens, int(rng.integers(6, 9)), int(rng.integers(100))


_READER = stored_models.load("stories")[0]
_BEGINNING = stories.numbers(["<story>", "the", "keys", "in", "the", "tower"])

write = Function(
    name="write",
    expected=_written,
    shown=(_READER, _BEGINNING, 8, None),
    draw=_drawn,
    mistakes=MISTAKES,
    run=_run,
    also={"a generator": (_READER, _BEGINNING, 12, 0)},
    done="Read all, choose one word, append it, read all again: every chat program writes like "
    "this.",
    library="torch",
)
