"""`MultiHeadAttention` against torch's own layer and against its fused function used bare."""

import torch
from torch import nn
from torch.nn import functional

from benchmarks.comparison import Comparison, until_kept
from helpers.layers import MultiHeadAttention
from helpers.measure import median_times

# (sentences, tokens, width, heads): the timed rounds, and whether a limit is held there
SIZES = {(8, 128, 256, 8): (31, True), (2, 1024, 512, 8): (9, True), (1, 6, 4, 2): (301, False)}


def torchs_own(ours):
    """Return `nn.MultiheadAttention` with our weights, in training mode."""
    projections = [ours.q_proj, ours.k_proj, ours.v_proj]
    theirs = nn.MultiheadAttention(ours.q_proj.in_features, ours.num_heads, batch_first=True)
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([layer.weight for layer in projections]))
        theirs.in_proj_bias.copy_(torch.cat([layer.bias for layer in projections]))
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
    return theirs


def bare(ours, x):
    """Write the layer with nothing checked: four linear layers around the fused function."""
    heads = [
        layer(x).unflatten(-1, (ours.num_heads, -1)).transpose(1, 2)
        for layer in (ours.q_proj, ours.k_proj, ours.v_proj)
    ]
    context = functional.scaled_dot_product_attention(*heads)
    return ours.out_proj(context.transpose(1, 2).flatten(-2))


def same_layer(size):
    """Return three functions that compute one layer, and check that they agree."""
    b, n, d, heads = size
    torch.manual_seed(7)
    x = torch.randn(b, n, d)
    ours = MultiHeadAttention(d, d, heads, bias=True)
    theirs = torchs_own(ours)
    functions = {
        "ours": lambda: ours(x),
        "nn.MultiheadAttention": lambda: theirs(x, x, x, need_weights=False)[0],
        "SDPA with its linears": lambda: bare(ours, x),
    }
    for function in functions.values():
        torch.testing.assert_close(function(), ours(x), atol=1e-4, rtol=1e-4)
    return functions


def compared(size, threads, backward, quick=False):
    """Yield our median time against each of the two, in training mode, in one run."""
    runs, held = SIZES[size]
    functions = same_layer(size)
    if backward:
        functions = {
            name: lambda forward=forward: forward().sum().backward()
            for name, forward in functions.items()
        }
    torch.set_num_threads(threads)
    seconds = median_times(functions, 1 if quick else runs)
    what = "forward + backward" if backward else "forward"
    limits = {"nn.MultiheadAttention": 1.0, "SDPA with its linears": 1.1}
    for name, limit in limits.items():
        yield Comparison(
            f"MultiHeadAttention {size}, {what}, threads: {threads}, against {name}",
            1e3 * seconds["ours"],
            1e3 * seconds[name],
            "ms",
            most_ratio=limit if held else None,
            decimals=2 if held else 3,
        )


def comparisons(quick=False):
    """Yield each comparison of this file as soon as it is measured."""
    before = torch.get_num_threads()
    sizes = [min(SIZES)] if quick else SIZES
    for threads in (1, 2):
        for size in sizes:
            for backward in (False, True):
                yield from until_kept(compared, size, threads, backward, quick)
    torch.set_num_threads(before)
