"""A token written beside a cache of keys and values, against the whole text computed anew."""

import torch

from benchmarks.comparison import Comparison
from helpers.generation import step
from helpers.language_model import LanguageModel
from helpers.measure import exponent, median_times

SIZES = (256, 512, 1_024, 2_048, 4_096)
MOST_ANEW = 1_024  # tokens: beyond it the text computed anew takes long


def seconds_of_a_token(sizes, most_anew, runs):
    """Return the seconds of the token behind n others, with the cache and anew, two lists."""
    torch.manual_seed(7)
    model = LanguageModel(500, 256, num_heads=4, blocks=4, longest=max(sizes) + 1).eval()
    cached, anew = [], []
    for n in sizes:
        text = torch.randint(500, (n + 1,))
        _, cache = step(model, text[:-1])
        functions = {"cached": lambda text=text, cache=cache: step(model, text[-1:], cache)[0][-1]}
        if n <= most_anew:
            functions["anew"] = lambda text=text: model(text)[-1]
            torch.testing.assert_close(
                functions["cached"](), functions["anew"](), rtol=0, atol=1e-5
            )
        taken = median_times(functions, runs)
        cached.append(taken["cached"])
        anew += [taken["anew"]] if n <= most_anew else []
    return cached, anew


def comparisons(quick=False):
    """Yield each comparison of this file, once all is measured."""
    sizes, most_anew, runs = ((16, 32), 32, 1) if quick else (SIZES, MOST_ANEW, 15)
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    with torch.no_grad():
        cached, anew = seconds_of_a_token(sizes, most_anew, runs)
    torch.set_num_threads(before)
    place = sizes.index(most_anew)
    what = "a token of a model with 4 blocks of width 256, one thread"
    yield Comparison(
        f"{what}, behind {most_anew:,} others, with the cache, against anew",
        1e3 * cached[place],
        1e3 * anew[place],
        "ms",
    )
    grows = exponent(sizes, cached)
    yield Comparison(
        f"{what}, exponent of its seconds to n = {sizes[-1]:,} "
        f"({grows.low:.2f} to {grows.high:.2f}), against anew",
        grows.value,
        exponent(sizes[: place + 1], anew).value,
        "",
        most=1.1,
        decimals=2,
    )
