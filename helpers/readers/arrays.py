"""Reads files in the safetensors format with NumPy alone, which a browser has, too."""

import json

import numpy as np

from helpers.readers import files

# What a file that is not as it was saved makes of those who read it.
DAMAGED = (OSError, RuntimeError, LookupError, TypeError, ValueError, AttributeError)
DTYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}


def read(path):
    """Return what a file says about itself and its arrays, two dicts by name; texts are JSON.

    Raises ValueError, TypeError or LookupError for a file that is truncated or isn't safetensors,
    OSError if it can't be read.
    Source: https://github.com/huggingface/safetensors, "Format".
    """
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    header, numbers = json.loads(raw[8:start]), raw[start:]
    metadata = header.pop("__metadata__", {})
    arrays = {}
    for name, told in header.items():
        first, last = told["data_offsets"]
        flat = np.frombuffer(numbers[first:last], DTYPES[told["dtype"]])
        arrays[name] = flat.reshape(told["shape"]).copy()
    return {name: json.loads(text) for name, text in metadata.items()}, arrays


def opened(place, made_by, made):
    """Return what `made(header, tensors)` makes of a file in `data`.

    header  : what is told beside the numbers, by name
    tensors : each array by its name
    made_by : what makes the file anew

    Raises ValueError where `made` finds the file damaged, FileNotFoundError if there is no file;
    the sentence says what to run.
    """
    path = files.DATA / place
    if not path.is_file():
        raise FileNotFoundError(f"data/{place} is not there: run {made_by}")
    try:
        return made(*read(path))
    except DAMAGED as error:
        reason = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
        said = f"data/{place} is damaged ({' '.join(reason.split())}): run {made_by}"
        raise ValueError(f"{said}, to make it anew") from None
