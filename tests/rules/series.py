"""What holds over all notebooks together."""

import itertools

from rules.pictures import outputs_with_pictures


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


RULES = [tells_its_pictures_apart]
