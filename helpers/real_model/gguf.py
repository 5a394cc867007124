"""Reads a file in the GGUF format: what it says about itself, and its tensors as float32.

Every length in the file is compared with what is left of it before anything is read or allocated.
Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, and ggml-quants.c beside it.
"""

import math
import os

import numpy as np

# The numbers that metadata may hold, by their code in the file; 8 is a text and 9 an array.
NUMBERS = {0: "u1", 1: "i1", 2: "<u2", 3: "<i2", 4: "<u4", 5: "<i4", 6: "<f4", 7: "?"}
NUMBERS |= {10: "<u8", 11: "<i8", 12: "<f8"}
# How tensors are stored: code, name, and how many numbers a block holds in how many bytes.
F32, Q4_1, Q8_0 = 0, 3, 8
BLOCKS = {F32: ("F32", 1, 4), Q4_1: ("Q4_1", 32, 20), Q8_0: ("Q8_0", 32, 34)}


def read(path):
    """Return a file's metadata and its tensors, two dicts by name; the tensors are float32.

    Raises ValueError for a file that is truncated, or is not GGUF with tensors in F32, Q4_1 or
    Q8_0; OSError if it can't be read.
    """
    with open(path, "rb") as file:
        cursor = _Cursor(file)
        if cursor.take(4) != b"GGUF":
            raise ValueError("it doesn't begin with GGUF")
        if (version := cursor.count(4)) not in (2, 3):
            raise ValueError(f"it has version {version} of the format, not 2 or 3")
        tensors, entries = cursor.count(), cursor.count()
        metadata = {cursor.text(): cursor.value() for _ in range(entries)}
        infos = [_info(cursor) for _ in range(tensors)]
        alignment = metadata.get("general.alignment", 32)
        if not (isinstance(alignment, int) and alignment > 0):
            raise ValueError(f"its tensors are aligned to {alignment!r} bytes")
        start = -(-cursor.place // alignment) * alignment
        if sum(info[-1] for info in infos) > cursor.size - start:
            raise ValueError("its tensors are larger than the file")
        return metadata, {name: _tensor(cursor, start, *info) for name, *info in infos}


class _Cursor:
    """A place in a file that moves forward, and never past the end."""

    def __init__(self, file):
        self.file, self.place, self.size = file, 0, os.fstat(file.fileno()).st_size

    def take(self, count):
        """Return the next bytes."""
        if count > self.size - self.place:
            raise ValueError(f"it ends at byte {self.size:,}, in the middle of something")
        self.place += count
        return self.file.read(count)

    def go_to(self, place):
        self.place = min(place, self.size)
        self.file.seek(self.place)

    def count(self, width=8):
        return int.from_bytes(self.take(width), "little")

    def text(self):
        return self.take(self.count()).decode()

    def value(self):
        """Return a value of the metadata: a number, a text, or an array of one of both."""
        kind = self.count(4)
        if kind != 9:
            return self._values(kind, 1)[0]
        kind, count = self.count(4), self.count()
        return self._values(kind, count)

    def _values(self, kind, count):
        if kind == 8:
            return [self.text() for _ in range(count)]
        if kind not in NUMBERS:
            raise ValueError(f"its metadata has a value of the unknown kind {kind}")
        dtype = np.dtype(NUMBERS[kind])
        return np.frombuffer(self.take(count * dtype.itemsize), dtype).tolist()


def _info(cursor):
    """Return a tensor's name, shape, kind, offset and size in bytes."""
    name, axes = cursor.text(), cursor.count(4)
    shape = tuple(cursor.count() for _ in range(axes))[::-1]  # the file has the last axis first
    kind, offset = cursor.count(4), cursor.count()
    if kind not in BLOCKS:
        known = ", ".join(known for known, *_ in BLOCKS.values())
        raise ValueError(f"{name} is stored as kind {kind}, which is none of {known}")
    _, numbers, size = BLOCKS[kind]
    if not shape or 0 in shape or shape[-1] % numbers:
        raise ValueError(f"{name} has the shape {shape}, which doesn't divide into blocks")
    return name, shape, kind, offset, math.prod(shape) // numbers * size


def _tensor(cursor, start, shape, kind, offset, size):
    """Return a tensor as a new float32 array."""
    cursor.go_to(start + offset)
    raw = np.frombuffer(cursor.take(size), np.uint8)
    blocks = raw.reshape(-1, BLOCKS[kind][2])
    if kind == F32:
        return _finite(raw.view("<f4").astype(np.float32)).reshape(shape)
    scale = _halves(blocks, 0)
    if kind == Q8_0:
        return np.multiply(blocks[:, 2:].view(np.int8), scale, dtype=np.float32).reshape(shape)
    packed, numbers = blocks[:, 4:], np.empty((len(blocks), 32), np.float32)
    numbers[:, :16], numbers[:, 16:] = packed & 15, packed >> 4  # two to a byte
    numbers *= scale
    numbers += _halves(blocks, 2)
    return numbers.reshape(shape)


def _halves(blocks, place):
    """Return the float16 at a place of each block, as a column."""
    return _finite(blocks[:, place : place + 2].copy().view("<f2").astype(np.float32))


def _finite(array):
    if not np.isfinite(array).all():
        raise ValueError("a tensor holds a number that is nan or infinite")
    return array
