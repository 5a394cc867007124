"""What holds over all notebooks together."""

import itertools
import json

from rules.pictures import outputs_with_pictures


def has_unique_ids(notebooks):
    """Complain about a cell's id that another cell of the series has, too.

    The files are read as they stand: nbformat gives the second of two equal ids another one.
    """
    cells = {}
    for notebook in notebooks:
        stored = json.loads(notebook.path.read_text(encoding="utf-8"))["cells"]
        for cell, node in zip(notebook.cells, stored, strict=True):
            cells.setdefault(node["id"], []).append(cell)
    return [
        second.says(f"has the id {name!r}, like {first.file} cell {first.number}")
        for name, same in cells.items()
        for first, second in itertools.pairwise(same)
    ]


def tells_its_pictures_apart(notebooks):
    """Complain about two different pictures with the same words: nothing says which is which."""
    pictures = {}
    for notebook in notebooks:
        for cell in notebook.code:
            for output in outputs_with_pictures(cell):
                words = output.data.get("text/plain", "")
                pictures.setdefault(words, []).append((cell, output.data["image/png"].strip()))
    return [
        second.says(f"draws another picture than {first.file} cell {first.number}, in its words")
        for same in pictures.values()
        for (first, its), (second, other) in itertools.pairwise(same)
        if its != other
    ]


RULES = [has_unique_ids, tells_its_pictures_apart]
