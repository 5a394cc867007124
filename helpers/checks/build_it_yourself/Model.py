"""Exercise 18.5: the whole model, into which the stored numbers go."""

import numpy as np
import torch

from helpers.checks.build_it_yourself.gradients import with_gradients
from helpers.checks.build_it_yourself.made import made, with_drawn
from helpers.checks.build_it_yourself.parts import Part, ways_of
from helpers.checks.kinds.function import Mistake, explaining
from helpers.language_model import LanguageModel
from helpers.learner.calls import TroubleError

OTHER_COUNT = "Asked for one block, it has {}. What is `blocks` for?"
CALLS = "It has {count} blocks, and calls {called}. Does your loop go through all?"
OTHER_PLACES = (
    "There are not as many rows of places as of tokens. Each text needs as many places as it has "
    "tokens: what does `tokens.shape` say, and in which order?"
)


def _stages(
    model,
    tokens,
    *,
    embed=lambda model, tokens: model.embed(tokens) + model.places.weight[: tokens.shape[1]],
    blocks=lambda model: model.blocks,
    carry=lambda model, rows, given: given,
    say=lambda model, rows: model.unembed(model.norm(rows)),
):
    """Return the rows at the start and behind each block, then the logits, right by default.

    carry : takes what a block got and what it gives, and returns what the next one gets
    """
    rows = embed(model, tokens)
    stages = [rows]
    for block in blocks(model):
        stages.append(block(rows))
        rows = carry(model, rows, stages[-1])
    return *(one.detach() for one in stages), say(model, rows).detach()


def _placed(words, *places):
    """Return the mistake of adding these rows of places, each by place(model, tokens)."""
    ways = (lambda m, tokens, one=one: m.embed(tokens) + one(m, tokens) for one in places)
    return _with(words, *({"embed": way} for way in ways))


_with = ways_of(_stages)
MISTAKES = (
    _placed(
        "The places are forgotten: your model cannot tell which token came first.",
        lambda m, tokens: 0,
    ),
    _placed(
        "Your places are counted from 1. The first token stands in place 0.",
        lambda m, tokens: m.places.weight[1 : tokens.shape[1] + 1],
    ),
    _placed(
        "You look the places up by the tokens. A place depends on where a token stands.",
        lambda m, tokens: m.places(tokens),
    ),
    _placed(
        "The places are in there twice before the first block. Once is enough, for all blocks.",
        lambda m, tokens: 2 * m.places.weight[: tokens.shape[1]],
    ),
    _with(
        "You multiply the embedding by the root of d_model, as the transformer of 2017 did. This "
        "model adds its rows as they are.",
        {
            "embed": lambda m, tokens: (
                m.embed(tokens) * m.embed.embedding_dim**0.5 + m.places.weight[: tokens.shape[1]]
            )
        },
    ),
    _placed(
        "Every token gets the same place. Each should get its own.",
        lambda m, tokens: m.places.weight[0],
        lambda m, tokens: m.places.weight[tokens.shape[1] - 1],
    ),
    _placed(
        "Your places run backwards. The first token stands in place 0.",
        lambda m, tokens: m.places.weight[: tokens.shape[1]].flip(0),
    ),
    _with(
        "You multiply embedding and place. They are added.",
        {"embed": lambda m, tokens: m.embed(tokens) * m.places.weight[: tokens.shape[1]]},
    ),
    _placed(
        "Your places count the texts of the batch. They should count the tokens of each text.",
        lambda m, tokens: m.places.weight[: len(tokens), None],
    ),
    _with(
        "The rows of the places stand alone: the embedding is not added.",
        {"embed": lambda m, tokens: m.places.weight[: tokens.shape[1]].expand(len(tokens), -1, -1)},
    ),
    _with(
        "Each of your blocks is the first one. Every block has learned numbers of its own.",
        {"blocks": lambda model: len(model.blocks) * [model.blocks[0]]},
    ),
    _with(
        "You take the blocks in reverse.",
        {"blocks": lambda model: list(model.blocks)[::-1]},
    ),
    _with(
        "The last norm is forgotten. It stands between the last block and the unembedding.",
        {"say": lambda model, rows: model.unembed(rows)},
    ),
    _with(
        "Your last result is shares. Logits are asked for: softmax comes with the loss.",
        {"say": lambda model, rows: model.unembed(model.norm(rows)).softmax(-1)},
    ),
    _with(
        "Your last result is the logarithms of shares. Logits are asked for: all that comes with "
        "the loss.",
        {"say": lambda model, rows: model.unembed(model.norm(rows)).log_softmax(-1)},
    ),
    _with(
        "A ReLU comes after the unembedding. Logits may be below 0.",
        {"say": lambda model, rows: model.unembed(model.norm(rows)).relu()},
    ),
    _with(
        "You return the likeliest tokens. The logits of all are asked for.",
        {"say": lambda model, rows: model.unembed(model.norm(rows)).argmax(-1)},
    ),
    _with(
        "You unembed with the table of the embedding. This model has a matrix of its own for it.",
        {"say": lambda model, rows: model.norm(rows) @ model.embed.weight.T},
    ),
    _with(
        "You return the logits of the last token alone. Those of every token are asked for.",
        {"say": lambda model, rows: model.unembed(model.norm(rows))[:, -1]},
    ),
    Mistake(
        "The norm stands before the blocks. It belongs after the last one.",
        lambda m, tokens: _stages(
            m,
            tokens,
            embed=lambda m, tokens: m.norm(m.embed(tokens) + m.places.weight[: tokens.shape[1]]),
            say=lambda m, rows: m.unembed(rows),
        ),
    ),
    _with(
        "Every block gets the rows of the start. Each should get what the one below gives.",
        {"carry": lambda model, rows, given: rows},
    ),
    _with(
        "Between two blocks you add, or norm, once more. What a block gives goes on as it is.",
        {"carry": lambda model, rows, given: rows + given},
        {"carry": lambda model, rows, given: model.norm(given)},
    ),
    Mistake(
        "Your logits are those of the rows before the first block.",
        lambda m, tokens: (*(s := _stages(m, tokens))[:-1], m.unembed(m.norm(s[0])).detach()),
    ),
)


def _sizes(reference):
    """Return what a model like the reference is made with."""
    return {
        "words": reference.embed.num_embeddings,
        "d_model": reference.embed.embedding_dim,
        "num_heads": reference.blocks[0].attention.num_heads,
        "blocks": len(reference.blocks),
        "longest": reference.places.num_embeddings,
    }


def _run(given, reference, tokens):
    """Return the rows at the start and behind each block, then the logits, of a learner's model."""
    model = made(given, _sizes(reference), reference, (tokens,))
    if model is ...:
        return ...
    sizes = _sizes(reference) | {"blocks": 1}
    with torch.random.fork_rng(devices=[]):
        if (count := len(given(*sizes.values()).blocks)) != 1:
            raise TroubleError(OTHER_COUNT.format(count))
    passed = []
    for block in model.blocks:
        block.register_forward_hook(lambda _, given, rows: passed.append((given[0], rows)))
    numbers = (dict(one.named_parameters()) for one in (model, reference))
    with explaining(RuntimeError, "The size of tensor a", OTHER_PLACES):
        logits = model(tokens)
    if len(passed) != len(model.blocks):
        called = {0: "none", 1: "only one"}.get(len(passed), len(passed))
        raise TroubleError(CALLS.format(count=len(model.blocks), called=called))
    stages = passed[0][0], *(rows for _, rows in passed)
    with_gradients(model, reference, {"tokens": tokens}, *numbers)
    return *stages, logits


def _name(k, n):
    """Return what result k of n is called."""
    if k in (1, n):
        return "the rows before the first block" if k == 1 else "the logits"
    return f"the rows after block {k - 1}"


def _inputs(rng, b, n):
    """Return a model with drawn numbers, and tokens (b, n)."""
    model = with_drawn(LanguageModel(9, d_model=8, num_heads=2, blocks=2, longest=11), rng)
    return model, torch.from_numpy(rng.integers(0, 9, size=(b, n)))


Model = Part(
    name="Model",
    expected=_stages,
    shown=_inputs(np.random.default_rng(0), 3, 5),
    draw=lambda rng: _inputs(rng, *map(int, rng.permutation([2, 3, 4])[:2])),
    mistakes=MISTAKES,
    done="Its parts have the names, the shapes and the results of the stored model’s.",
    run=_run,
    library="torch",
    part=_name,
)
