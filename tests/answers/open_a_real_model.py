"""Right and wrong answers to the exercises of notebook 19."""

import numpy as np

from answers.case import right, wrong

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


@right(NAME, "row by row")
def row_by_row(rows, gain, epsilon=1e-5):
    flat = [
        [
            x * g / (sum(y * y for y in row) / len(row) + epsilon) ** 0.5
            for x, g in zip(row, gain, strict=True)
        ]
        for row in rows.reshape(-1, rows.shape[-1])
    ]
    return np.array(flat).reshape(rows.shape)


@wrong(NAME, "in place", "changes the array that it's given")
def normalized_in_place(rows, gain, epsilon=1e-5):
    rows /= np.sqrt((rows**2).mean(axis=-1, keepdims=True) + epsilon)
    return rows * gain


@wrong(NAME, "a single row's mean", "one mean for the whole array")
def one_size_for_all(rows, gain, epsilon=1e-5):
    return rows / (np.mean(rows**2) + epsilon) ** 0.5 * gain


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


@right(NAME, "the other entry with its sign")
def by_the_other_entry(rows, frequencies):
    angles = np.repeat(np.arange(rows.shape[-2])[:, None] * frequencies, 2, axis=-1)
    pairs = rows.reshape(*rows.shape[:-1], -1, 2)
    other = np.stack([-pairs[..., 1], pairs[..., 0]], axis=-1).reshape(rows.shape)
    return rows * np.cos(angles) + other * np.sin(angles)


@wrong(NAME, "in place", "changes the array that it's given")
def turned_in_place(rows, frequencies):
    rows[...] = by_complex_numbers(rows, frequencies)
    return rows


@wrong(NAME, "frequencies beside all entries", "All first entries of the pairs have come out")
def halves_come_out(rows, frequencies):
    angles = np.arange(rows.shape[-2])[:, None] * frequencies
    a, b = rows[..., ::2], rows[..., 1::2]
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


NAME = "shared_keys"


@right(NAME, "by places")
def by_places(keys, num_heads):
    return keys[..., np.arange(num_heads) * keys.shape[-3] // num_heads, :, :]


@right(NAME, "stacked in a loop")
def in_a_loop(keys, num_heads):
    each = num_heads // keys.shape[-3]
    return np.stack([keys[..., head // each, :, :] for head in range(num_heads)], axis=-3)


@right(NAME, "an axis that is joined again")
def by_an_axis(keys, num_heads):
    *front, groups, n, d = keys.shape
    wide = np.broadcast_to(keys[..., None, :, :], (*front, groups, num_heads // groups, n, d))
    return wide.reshape(*front, num_heads, n, d)


@wrong(NAME, "heads modulo sets", "The sets take turns")
def in_turns(keys, num_heads):
    return keys[..., np.arange(num_heads) % keys.shape[-3], :, :]


@wrong(NAME, "for a single text", "The first axis is that of the sets")
def for_a_single_text(keys, num_heads):
    each = num_heads // len(keys)
    return np.stack([keys[head // each] for head in range(num_heads)])


NAME = "readout"


@right(NAME, "one vector for all values")
def by_one_vector(values, W_O, gain, embed, token, other):
    return values @ (W_O @ (gain * (embed[token] - embed[other])))


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


@wrong(NAME, "the other way round, by logits", "You subtract the wrong way round")
def the_other_way(values, W_O, gain, embed, token, other):
    logits = (values @ W_O * gain) @ embed.T
    return logits[:, other] - logits[:, token]


@wrong(NAME, "no gain", "The gain is missing")
def no_gain(values, W_O, gain, embed, token, other):
    return values @ W_O @ (embed[token] - embed[other])
