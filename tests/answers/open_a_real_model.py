"""Right answers to the exercises of notebook 19; the wrong ones stand beside its checks."""

import numpy as np

from answers.case import right

NAME = "rms_norm"


@right(NAME, "a length over the root of the width")
def by_the_length(rows, gain, epsilon=1e-5):
    width = rows.shape[-1]
    size = np.sqrt(np.linalg.norm(rows, axis=-1, keepdims=True) ** 2 / width + epsilon)
    return gain * rows / size


@right(NAME, "einsum, and the axis put back")
def by_einsum(rows, gain, epsilon=1e-5):
    mean = np.einsum("...i,...i->...", rows, rows) / len(gain)
    return rows * (mean + epsilon)[..., None] ** -0.5 * gain


NAME = "rotated"


@right(NAME, "complex numbers")
def by_complex_numbers(rows, frequencies):
    turns = np.exp(1j * np.outer(np.arange(rows.shape[-2]), frequencies))
    pairs = (rows[..., ::2] + 1j * rows[..., 1::2]) * turns
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(rows.shape)


@right(NAME, "a matrix for each position")
def by_matrices(rows, frequencies):
    turned = np.zeros(rows.shape)
    for p in range(rows.shape[-2]):
        for i, frequency in enumerate(frequencies):
            c, s = np.cos(p * frequency), np.sin(p * frequency)
            pair = rows[..., p, 2 * i : 2 * i + 2]
            turned[..., p, 2 * i : 2 * i + 2] = pair @ np.array([[c, s], [-s, c]])
    return turned


NAME = "shared_keys"


@right(NAME, "by places")
def by_places(keys, num_heads):
    return keys[..., np.arange(num_heads) * keys.shape[-3] // num_heads, :, :]


@right(NAME, "stacked in a loop")
def in_a_loop(keys, num_heads):
    each = num_heads // keys.shape[-3]
    return np.stack([keys[..., head // each, :, :] for head in range(num_heads)], axis=-3)


NAME = "readout"


@right(NAME, "all logits, then two of them")
def by_all_logits(values, W_O, gain, embed, token, other):
    logits = (values @ W_O * gain) @ embed.T
    return logits[:, token] - logits[:, other]


@right(NAME, "value by value, as a list")
def value_by_value(values, W_O, gain, embed, token, other):
    pushes = []
    for value in values:
        written = gain * sum(x * row for x, row in zip(value, W_O, strict=True))
        pushes.append(np.dot(written, embed[token]) - np.dot(written, embed[other]))
    return pushes
