"""The tiny model of the explorer's trial in a file, and witnesses for what's read of any such file.

The file is written and read by the `gguf` package, text is cut by the library `tokenizers`, and the
forward pass is torch's, with pairs rotated as complex numbers.
"""

import gguf
import numpy as np
import torch
from gguf.quants import dequantize, quantize
from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence
from torch.nn import functional

from helpers.explorers.real_model.trial import parts

F32, Q4_1, Q8_0 = (gguf.GGMLQuantizationType[kind] for kind in ("F32", "Q4_1", "Q8_0"))
PROSE = "the keys that the old man lost are on the hill where the keys are lost again, he's told. "
# Texts that cut badly: blanks, digits of all kinds, marks, signs, bytes without a token.
BLANKS = [" ", "  ", "\n", "\t", "\r\n", "\x85", "\xa0", "\u2003", "\x1c", " _-"]
WORDS = (
    "0 1234 ½ ² ٣ Ⅷ ① 's 'll ' ’s _ __x - ... é e\u0301 ß A Ω #! <|im_start|> 漢字 一 क्षि 🙂 👩‍🔬"
)
SCRAPS = [*BLANKS, *f"{PROSE} {WORDS} \x04 \U00040000".split(" ")]


def texts(count, seed=5):
    """Return random texts, scraps put together."""
    rng = np.random.default_rng(seed)
    return ["", *("".join(rng.choice(SCRAPS, rng.integers(1, 12))) for _ in range(count))]


def tokenizer(tokens, merges):
    """Return the `tokenizers` library's byte pairs as SmolLM2 uses them."""
    pairs = [tuple(merge.split(" ")) for merge in merges]
    made = Tokenizer(BPE({token: i for i, token in enumerate(tokens)}, pairs))
    made.pre_tokenizer = Sequence([Digits(individual_digits=True), ByteLevel(False)])
    return made


def write(path):
    """Write the tiny model, blocks of numbers in few bits wherever they fit, and return `path`."""
    metadata, tensors = parts()
    writer = gguf.GGUFWriter(path, metadata.pop("general.architecture"))
    writer.add_custom_alignment(32)
    for name, value in metadata.items():
        writer.add_key_value(name, value, gguf.GGUFValueType.get_type(value))
    for name, array in tensors.items():
        kind = Q8_0 if name.startswith("token") else Q4_1
        kind = kind if array.ndim == 2 and array.shape[1] % 32 == 0 else F32
        writer.add_tensor(name, array if kind == F32 else quantize(array, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


class Witness:
    """The model in torch; `tensors` are those that the `gguf` package reads, in float32."""

    def __init__(self, path):
        reader = gguf.GGUFReader(path)
        self.tensors = {
            one.name: torch.tensor(dequantize(one.data, one.tensor_type).reshape(one.shape[::-1]))
            for one in reader.tensors
        }
        names = ["attention.head_count", "attention.head_count_kv", "block_count", "rope.freq_base"]
        found = [reader.get_field(f"llama.{name}").contents() for name in names]
        self.heads, self.kv_heads, self.blocks, self.base = found

    @torch.inference_mode()
    def __call__(self, ids, off=()):
        """Return the logits of (b, n) tokens as an array."""
        x = self.weight("token_embd")[torch.tensor(ids)]
        for k in range(self.blocks):
            h = self.normed(x, f"blk.{k}.attn_norm")
            q = turned(self.split(h, f"blk.{k}.attn_q", self.heads), self.base)
            key = turned(self.split(h, f"blk.{k}.attn_k", self.kv_heads), self.base)
            v = self.split(h, f"blk.{k}.attn_v", self.kv_heads)
            z = functional.scaled_dot_product_attention(q, key, v, is_causal=True, enable_gqa=True)
            for layer, head in off:
                z[:, head] *= layer != k
            x = x + z.transpose(1, 2).flatten(2) @ self.weight(f"blk.{k}.attn_output").T
            h = self.normed(x, f"blk.{k}.ffn_norm")
            gate = functional.silu(h @ self.weight(f"blk.{k}.ffn_gate").T)
            inside = gate * (h @ self.weight(f"blk.{k}.ffn_up").T)
            x = x + inside @ self.weight(f"blk.{k}.ffn_down").T
        return (self.normed(x, "output_norm") @ self.weight("token_embd").T).numpy()

    def weight(self, name):
        return self.tensors[f"{name}.weight"]

    def normed(self, x, name):
        return functional.rms_norm(x, x.shape[-1:], self.weight(name), 1e-5)

    def split(self, h, name, heads):
        return (h @ self.weight(name).T).unflatten(-1, (heads, -1)).transpose(1, 2)


def turned(x, base):
    """Return the rows of (b, heads, n, d_k), their pairs multiplied as complex numbers."""
    n, d_k = x.shape[-2:]
    angles = torch.outer(torch.arange(n), base ** (-torch.arange(0, d_k, 2) / d_k)).double()
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    turns = torch.polar(torch.ones_like(angles), angles).to(pairs.dtype)
    return torch.view_as_real(pairs * turns).flatten(-2)
