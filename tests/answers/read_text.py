"""Right and wrong answers to the exercises of notebook 13."""

import numpy as np
import torch

from answers.case import right, wrong, wrong_each

NAME = "rows_to_guess"


@right(NAME, "a loop")
def by_loop(numbers, length):
    inputs, targets = [], []
    start = 0
    while start + length < len(numbers):
        inputs.append(numbers[start : start + length])
        targets.append(numbers[start + 1 : start + length + 1])
        start += length
    return np.array(inputs), np.array(targets)


@right(NAME, "places")
def by_a_table_of_places(numbers, length):
    places = np.arange(0, len(numbers) - length, length)[:, None] + np.arange(length)
    return numbers[places], numbers[places + 1]


@wrong(NAME, "the last target is missing", "the last token in the text has no target")
def last_target_missing(numbers, length):
    count = len(numbers) // length
    end = count * length
    return numbers[:end].reshape(count, length), numbers[1 : end + 1].reshape(count, length)


@wrong(NAME, "tables of floats", "the numbers are floats")
def tables_of_floats(numbers, length):
    inputs = np.zeros(((len(numbers) - 1) // length, length))
    targets = inputs.copy()
    for i in range(len(inputs)):
        inputs[i] = numbers[i * length : (i + 1) * length]
        targets[i] = numbers[i * length + 1 : (i + 1) * length + 1]
    return inputs, targets


@wrong(NAME, "targets of floats", "the numbers are floats")
def targets_of_floats(numbers, length):
    inputs, targets = by_a_table_of_places(numbers, length)
    return inputs, targets / 1


wrong_each(
    NAME,
    {
        "inputs alone": (
            lambda numbers, length: by_a_table_of_places(numbers, length)[0].tolist()[0],
            "should return 2 things",
        ),
        "another error": (
            lambda numbers, length: (numbers.reshape(-1, length + 1), numbers),
            "raised ValueError",
        ),
    },
)

NAME = "forward_in_stages"


@right(NAME, "a loop over the blocks")
def by_a_loop(model, tokens):
    rows = model.embed(tokens) + model.places(torch.arange(len(tokens)))
    stages = [rows]
    for block in model.blocks:
        rows = rows + block.attention(block.attention_norm(rows))
        stages.append(rows)
        rows = rows + block.mlp(block.mlp_norm(rows))
        stages.append(rows)
    return [*stages, model.unembed(model.norm(rows))]


@right(NAME, "with the matrices themselves, without gradients")
@torch.no_grad()
def by_matrices(model, tokens):
    one_hot = torch.eye(model.embed.num_embeddings)[tokens]
    stages = [one_hot @ model.embed.weight + model.places.weight[: len(tokens)]]
    for block in model.blocks:
        hidden = torch.ones(len(tokens), len(tokens), dtype=torch.bool).tril()
        heard, _ = block.attention(
            block.attention_norm(stages[-1]), allowed=hidden, return_weights=True
        )
        stages.append(stages[-1] + heard)
        wide, relu, narrow = block.mlp
        stages.append(stages[-1] + narrow(relu(wide(block.mlp_norm(stages[-1])))))
    return (*stages, model.norm(stages[-1]) @ model.unembed.weight.T)


@right(NAME, "by the model's own parts")
def by_its_own_parts(model, tokens):
    rows = model.embedded(tokens)
    stages = [rows]
    for block in model.blocks:
        stages.append(stages[-1] + block.attention(block.attention_norm(stages[-1])))
        stages.append(block(stages[-2]))
    return [*stages, model(tokens)]


def stages(
    start=lambda model, tokens: model.embed(tokens) + model.places.weight[: len(tokens)],
    attend=lambda rows, block: rows + block.attention(block.attention_norm(rows)),
    compute=lambda rows, block: rows + block.mlp(block.mlp_norm(rows)),
    end=lambda model, rows: model.unembed(model.norm(rows)),
):
    """Return the answer that goes these ways."""

    def pass_on(model, tokens):
        found = [start(model, tokens)]
        for block in model.blocks:
            found.append(attend(found[-1], block))
            found.append(compute(found[-1], block))
        return [*found, end(model, found[-1])]

    return pass_on


wrong_each(
    NAME,
    {
        "an MLP of something else": (
            stages(compute=lambda rows, block: rows + 0.5 * block.mlp(block.mlp_norm(rows))),
            "of the rows after block 1’s MLP",
        ),
        "logits of the last token alone": (
            stages(end=lambda model, rows: model.unembed(model.norm(rows))[-1]),
            "the logits should be shape",
        ),
        "the stages without the logits": (
            lambda model, tokens: by_a_loop(model, tokens)[:-1],
            "should return 6 things, but returned 5 things",
        ),
        "the logits alone": (lambda model, tokens: model(tokens), "should return 6 things"),
        "two blocks, always": (
            lambda model, tokens: [*by_a_loop(model, tokens)[:5], model(tokens)],
            "should return 8 things",
        ),
    },
)

NAME = "write"


@right(NAME, "with a list of numbers")
@torch.no_grad()
def with_a_list(model, tokens, count, generator=None):
    text = tokens.tolist()
    while len(text) < len(tokens) + count:
        shares = torch.softmax(model(torch.tensor(text))[-1], dim=0)
        drawn = generator and torch.multinomial(shares, 1, generator=generator)
        text.append(int(shares.argmax() if generator is None else drawn))
    return torch.tensor(text)


@right(NAME, "as a batch of one, with topk")
def as_a_batch(model, tokens, count, generator=None):
    batch = tokens[None]
    for _ in range(count):
        shares = model(batch)[:, -1].softmax(dim=-1)
        if generator is None:
            batch = torch.hstack([batch, shares.topk(1).indices])
        else:
            batch = torch.hstack([batch, torch.multinomial(shares, 1, generator=generator)])
    return batch[0]


def writes(choose, read=lambda model, tokens: model(tokens)[-1]):
    """Return the answer that chooses by choose(logits, generator)."""

    def written(model, tokens, count, generator=None):
        for _ in range(count):
            tokens = torch.cat([tokens, choose(read(model, tokens), generator)])
        return tokens

    return written


def chosen(logits, generator):
    if generator is None:
        return logits.argmax(keepdim=True)
    return torch.multinomial(logits.softmax(-1), 1, generator=generator)


wrong_each(
    NAME,
    {
        "without the generator": (
            writes(lambda logits, g: chosen(logits, g and torch.default_generator)),
            "gives a different text the second time",
        ),
        "the two cases exchanged": (
            writes(
                lambda logits, g: (
                    torch.multinomial(logits.softmax(-1), 1)
                    if g is None
                    else logits.argmax(keepdim=True)
                )
            ),
            "even when no generator is given",
        ),
        "words": (lambda model, tokens, *others: "the keys are old", "should return"),
    },
)
