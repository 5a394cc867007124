"""Exercise 18.9: have the model write, greedily or with a temperature."""

import numpy as np
import torch

from helpers.checks.build_it_yourself.made import with_drawn
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.kinds.function import Mistake, explaining
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError
from helpers.learner.compared import same

OTHER_NUMBERS = (
    "With the same generator it writes another text the second time. Does your draw use the one "
    "that it is given?"
)

NO_BATCH = "The model takes a batch. `tokens[None]` is a batch of one text."
DIVIDES_BY_0 = (
    "At temperature 0 you divide by 0. The temperature alone decides: 0 takes the likeliest token, "
    "whatever generator is given."
)
NO_SHARES = "Your draw is given numbers below 0. It takes shares: what makes them of logits?"
NO_WORD = (
    "A token that you append is no word of the model. Do you choose among all logits? Those of the "
    "last row say what follows."
)


@torch.no_grad()
def _written(
    model,
    tokens,
    count,
    temperature,
    seed,
    *,
    read=lambda model, tokens: model(tokens)[-1],
    shares=lambda logits, temperature: (logits / temperature).softmax(-1),
    greedy=lambda logits: logits.argmax(-1),
    join=lambda tokens, new: torch.cat([tokens, new]),
):
    """Return the tokens with `count` more, right by default.

    read   : takes model and tokens, and returns the logits of the next    greedy : takes the logits
    shares : takes logits and the temperature                              join   : the new token
    """
    generator = torch.Generator().manual_seed(seed)
    for _ in range(count):
        logits = read(model, tokens)
        if temperature == 0:
            new = greedy(logits).reshape(1)
        else:
            new = torch.multinomial(shares(logits, temperature), 1, generator=generator)
        tokens = join(tokens, new)
    return tokens


def _run(given, model, tokens, count, temperature, seed):
    """Return what a learner's function writes, or say that it draws by other random numbers."""

    def expect_batch(_, given):
        if given[0].ndim != 2:
            raise TroubleError(NO_BATCH)

    model.register_forward_pre_hook(expect_batch)
    with (
        explaining(ValueError, "tokens must be from", NO_WORD),
        explaining(RuntimeError, "probability", NO_SHARES if temperature else DIVIDES_BY_0),
    ):
        first, again = (
            given(model, tokens, count, temperature, torch.Generator().manual_seed(seed))
            for _ in range(2)
        )
    if isinstance(first, torch.Tensor) and not same(first, again):
        raise TroubleError(OTHER_NUMBERS)
    return first


def _again_and_again(model, tokens, count, *how):
    """Return what comes of asking each time what follows the beginning."""
    beginning = tokens
    return _written(model, tokens, count, *how, read=lambda model, _: model(beginning)[-1])


WHOLE = {
    "read": lambda model, tokens: model(tokens),
    "shares": lambda logits, temperature: (logits[-1] / temperature).softmax(-1),
}
OTHER_AXES = (
    lambda logits: logits.argmax(0)[-1],
    lambda logits: logits[-1:].argmax(0)[0],
    lambda logits: logits.argmax() % logits.shape[-1],
)
_with = ways_of(_written)
MISTAKES = (
    _with(
        "Your draw is the same, whatever the temperature. Divide the logits by it, before softmax: "
        "shares that are divided all become smaller alike.",
        {"shares": lambda logits, temperature: logits.softmax(-1) / temperature},
    ),
    _with(
        "You multiply by the temperature: what should make the draw wilder makes it tamer.",
        {"shares": lambda logits, temperature: (logits * temperature).softmax(-1)},
    ),
    _with(
        "You divide by the root of the temperature. Divide by the temperature itself.",
        {"shares": lambda logits, temperature: (logits / temperature**0.5).softmax(-1)},
    ),
    _with(
        "Your softmax runs twice.",
        {"shares": lambda logits, temperature: (logits.softmax(-1) / temperature).softmax(-1)},
    ),
    _with(
        "Your draw gives every token the same share.",
        {"shares": lambda logits, temperature: torch.ones_like(logits)},
    ),
    _with(
        "It takes the likeliest token whatever the temperature. Above 0, draw by shares.",
        {
            "shares": lambda logits, t: torch.nn.functional.one_hot(
                logits.argmax(), len(logits)
            ).float()
        },
    ),
    _with(
        "At temperature 0 it takes the least likely token.",
        {"greedy": lambda logits: logits.argmin(-1)},
    ),
    _with(
        "The model reads the last token alone, as if it stood in place 0. It has to read the whole "
        "text.",
        {"read": lambda model, tokens: model(tokens[-1:])[-1]},
    ),
    _with(
        "You take the logits of the first token. Which row says what follows the text?",
        {"read": lambda model, tokens: model(tokens)[0]},
    ),
    _with(
        "You take the last row but one: it guesses the last token, which is there.",
        {"read": lambda model, tokens: model(tokens)[-2]},
    ),
    _with(
        "Your argmax runs along another axis than that of the words. Which word has the largest "
        "logit in the last row?",
        *({**WHOLE, "greedy": greedy} for greedy in OTHER_AXES),
    ),
    Mistake(
        "Only one token is appended. Does a `return` stand inside of your loop?",
        lambda model, tokens, count, *how: _written(model, tokens, 1, *how),
    ),
    Mistake(
        "Between 0 and 1 you take the likeliest token, too. At 0 alone nothing is drawn.",
        lambda *given: _written(*given[:3], given[3] * (given[3] > 1), given[4]),
    ),
    Mistake(
        "Each new token is that which follows the beginning: the model never reads what it has "
        "written.",
        _again_and_again,
    ),
    _with(
        "The new token stands before the text. It belongs after it.",
        {"join": lambda tokens, new: torch.cat([new, tokens])},
    ),
    Mistake(
        "You return the new tokens alone. The text is asked for, with its beginning.",
        lambda model, tokens, *how: _written(model, tokens, *how)[len(tokens) :],
    ),
    Mistake(
        "The text becomes `count` long. `count` says how many are appended.",
        lambda model, tokens, count, *how: _written(model, tokens, count - len(tokens), *how),
    ),
    Mistake("The text comes back as it was: no token is appended.", lambda m, tokens, *_: tokens),
    Mistake(
        "One token too few. `count` are to be written.",
        lambda model, tokens, count, *how: _written(model, tokens, count - 1, *how),
    ),
    Mistake(
        "One token too many. `count` are to be written.",
        lambda model, tokens, count, *how: _written(model, tokens, count + 1, *how),
    ),
)


def _inputs(rng, temperature):
    """Return a model with drawn numbers, a beginning, a count, the temperature and a seed."""
    model = LanguageModel(words=12, d_model=8, num_heads=2, blocks=1, longest=20)
    tokens = torch.from_numpy(rng.integers(0, 12, size=int(rng.integers(3, 6))))
    return with_drawn(model, rng), tokens, int(rng.integers(8, 12)), temperature, 3


_rng = np.random.default_rng(0)
continue_text = Part(
    name="continue_text",
    expected=_written,
    shown=_inputs(_rng, 0),
    draw=lambda rng: _inputs(rng, float(rng.choice([0.3, 2.5]))),
    mistakes=MISTAKES,
    also={"temperature 2": _inputs(_rng, 2.0), "temperature 0.4": _inputs(_rng, 0.4)},
    done="It reads all, chooses one, appends it, and reads all again.",
    run=_run,
    library="torch",
)
