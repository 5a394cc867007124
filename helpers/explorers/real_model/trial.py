"""How the explorer of the real model is tried: on a tiny one, as large in layers and heads."""

import functools

import numpy as np

from helpers.attention import softmax
from helpers.explorers.base.trial import *
from helpers.real_model import RealModel
from helpers.real_model.byte_pairs import from_merges, merges_of_smollm2

SIZES = {
    "block_count": 30,
    "context_length": 100,
    "embedding_length": 32,
    "feed_forward_length": 64,
    "attention.head_count": 9,
    "attention.head_count_kv": 3,
    "rope.dimension_count": 4,
}
MERGES = 1500


@functools.cache
def tiny():
    """Return a model of random numbers, which cuts common words as SmolLM2 does."""
    return RealModel(*parts())


def parts():
    """Return its metadata and its tensors, by the names that a file has for them."""
    pairs = from_merges(merges_of_smollm2()[:MERGES])
    metadata = {f"llama.{name}": size for name, size in SIZES.items()} | {
        "general.architecture": "llama",
        "llama.rope.freq_base": 1e3,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": pairs.tokens,
        "tokenizer.ggml.merges": pairs.merges,
    }
    layers, _, d, wide, heads, shared, d_k = SIZES.values()
    layer = {"attn_norm": (d,), "attn_q": (heads * d_k, d), "attn_k": (shared * d_k, d)}
    layer |= {"attn_v": (shared * d_k, d), "attn_output": (d, heads * d_k), "ffn_norm": (d,)}
    layer |= {"ffn_gate": (wide, d), "ffn_up": (wide, d), "ffn_down": (d, wide)}
    shapes = {"token_embd": (len(pairs.tokens), d), "output_norm": (d,)}
    shapes |= {f"blk.{k}.{name}": one for k in range(layers) for name, one in layer.items()}
    rng = np.random.default_rng(5)
    drawn = {name: rng.normal(0, 0.6, shape) for name, shape in shapes.items()}
    return metadata, {f"{name}.weight": one.astype(np.float32) for name, one in drawn.items()}


def numbers(state):
    """Return what is shown in a state, from the model's own call."""
    model, off = tiny(), list(map(tuple, state["off"]))
    ids = model.encode(state["prompt"])
    whole, now = (softmax(model(ids, off=heads)[-1].astype(float)) for heads in ((), off))
    shown = np.argsort(-np.maximum(whole, now), kind="stable")[:8]
    shown = shown[np.argsort(-whole[shown], kind="stable")]
    _, maps = model(ids, off=off, maps=True)
    layer, head = state["large"]
    row = maps[layer, head, -1]
    is_off = (layer, head) in off
    return {
        "chances": list(map(as_shown, 100 * now[shown])),
        "weights": [] if is_off else np.round(100 * row),
        "shares": list(map(as_shown, 100 * maps[:, :, -1, state["word"]].T.ravel())),
    }


def looks(layer, head):
    """Return a click on a head's square."""
    square = f".abh-lattice [aria-label^='head {layer}.{head}:']"
    return Click(square, "large", chosen([layer, head]))


def turn(*heads):
    """Return a function that switches heads, all of them off or all on."""

    def switched(before, _first=None):
        off, asked = {*map(tuple, before)}, {*heads}
        return sorted(map(list, off - asked if asked <= off else off | asked))

    return switched


def act(place, *heads):
    """Return a click on a button below the squares."""
    return Click(f".abh-acts > :nth-child({place})", "off", turn(*heads))


LAYER = [(26, head) for head in range(9)]
AT = ".abh-lattice [tabindex='0']"
SOURCE = (
    "from helpers.explorers import RealModelExplorer\n"
    "from helpers.explorers.real_model.trial import tiny\n{}RealModelExplorer(model=tiny())"
)
CASE = Case(
    SOURCE.format("explorer = "),
    ("prompt", "off", "large", "word"),
    numbers,
    {
        "chances": (".abh-bars .abh-number", None),
        "weights": (".abh-token", "aria-label"),
        "shares": (".abh-lattice [role=row] > [tabindex]", "aria-label"),
    },
    (
        *(looks(3, 4), looks(26, 0), act(1, (26, 0)), looks(3, 4), act(1, (3, 4))),
        *(looks(26, 0), act(1, (26, 0)), act(2, *LAYER), act(2, *LAYER)),
        *(Click(f".abh-token:nth-child({i + 1})", "word", chosen(i)) for i in (4, 0, 4)),
        *(looks(5, 8), act(1, (5, 8)), Click(".abh-acts > :nth-child(3)", "off", chosen([]))),
    ),
    (),
    (
        Key(AT, "ArrowRight", "large", lambda *_: [27, 0]),
        Key(AT, "ArrowDown", "large", lambda *_: [27, 1]),
        Key(AT, "ArrowUp", "large", lambda *_: [27, 0]),
        Key(AT, "ArrowUp", "large", lambda *_: [27, 0]),
        Key(AT, "ArrowLeft", "large", lambda *_: [26, 0]),
        Key(AT, "Space", "off", turn((26, 0))),
        Key(AT, "Enter", "off", turn((26, 0))),
        Key(".abh-token[tabindex='0']", "Home", "word", lambda *_: 0),
        Key(".abh-token[tabindex='0']", "ArrowRight", "word", lambda *_: 1),
    ),
)
BENCH = Technique(SOURCE.format(""), ".abh-acts > :first-child", texts_of(".abh-headline"), "press")
