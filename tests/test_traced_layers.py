"""Layers and model inside torch.compile, torch.export and vmap, and on the meta device."""

import pytest
import torch

from helpers.language_model import LanguageModel
from helpers.layers import MultiHeadAttention, is_seen

b, n = 2, 5


lengths = torch.tensor([[[2]], [[5]]])
MASKS = {"free": None, "padding": torch.arange(n) < lengths}  # (b, 1, n)


@pytest.fixture
def x():
    torch.manual_seed(0)
    return torch.randn(b, n, 6)


def compiled(layer, x, given):
    torch.compiler.reset()
    return torch.compile(layer, fullgraph=True, backend="eager")(x, **given)


def exported(layer, x, given):
    """Export the layer with two sentences, for any count of them, and let it compute three."""
    sentences = {0: torch.export.Dim("sentences", min=2, max=9)}
    allowed = given["allowed"]
    sizes = {"tokens": sentences, "allowed": None if allowed is None else sentences}
    sizes["return_weights"] = None
    program = torch.export.export(layer, (x,), given, dynamic_shapes=sizes).module()
    more = [part if part is None else torch.cat([part, part[:1]]) for part in (x, allowed)]
    return program(more[0], allowed=more[1], return_weights=False)[:b]


def mapped(layer, x, given):
    """Compute sentence by sentence, as a layer sees it, all at once."""
    allowed, return_weights = given.values()

    def one(x, allowed):
        return layer(x, allowed=allowed, return_weights=return_weights)

    return torch.func.vmap(one, in_dims=(0, None if allowed is None else 0))(x, allowed)


@pytest.mark.parametrize("allowed", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("run", [compiled, exported, mapped])
def test_a_language_model_traced_computes_what_it_computes(run, allowed):
    torch.manual_seed(0)
    model, tokens = LanguageModel(7, 8, 2, 1, longest=n), torch.arange(b * n).view(b, n) % 7
    given = {"allowed": allowed, "return_weights": False}
    torch.testing.assert_close(run(model, tokens, given), model(tokens, **given))


@pytest.mark.parametrize("error", [torch.OutOfMemoryError, RuntimeError("cannot allocate memory")])
def test_an_error_that_hides_a_value_which_is_there_is_not_swallowed(error):
    class Exhausted(torch.Tensor):
        def __bool__(self):
            raise error

    with pytest.raises(RuntimeError) as raised:
        is_seen(torch.tensor(True).as_subclass(Exhausted))
    assert raised.type is (error if isinstance(error, type) else type(error))


@pytest.mark.parametrize("return_weights", [False, True])
def test_a_query_that_may_look_nowhere_is_named_only_where_values_can_be_seen(return_weights, x):
    layer, blind = MultiHeadAttention(6, 4, 2, bias=True), torch.ones(b, n, n).bool()
    blind[1, 3] = False
    given = {"allowed": blind, "return_weights": return_weights}
    with pytest.raises(ValueError, match="query 3 may look nowhere"):
        layer(x, **given)
    for run in (compiled, mapped):
        output = run(layer, x, given)
        output = output[0] if return_weights else output
        seen = layer(x[:1], allowed=blind[:1])
        torch.testing.assert_close(output[:1], seen)  # the other sentence is as it was


def test_a_model_on_the_meta_device_gives_its_shapes():
    model = LanguageModel(7, 8, 2, 1, longest=n).to("meta")
    tokens = torch.zeros(b, n, dtype=torch.long, device="meta")
    assert model(tokens, allowed=MASKS["padding"].to("meta")).shape == (b, n, 7)
