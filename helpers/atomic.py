"""Writing a file whole or not at all."""

import os


def write(path, text):
    """Replace the file at `path` (a `pathlib.Path`) by `text`, as UTF-8 with Unix line ends.

    Whoever reads meanwhile, or after a crash half-way, finds the old file or the new one. Two
    processes may write at once: the later one stays. OSError: the folder cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
