"""Writing a file whole or not at all."""

import os


def write(path, text):
    """Replace the file at `path` (a `pathlib.Path`) by `text`, as UTF-8 with Unix line ends.

    Whoever reads meanwhile, or after a crash half-way, finds the old file or the new one.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    os.replace(temporary, path)
