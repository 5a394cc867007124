"""Writing a file whole or not at all."""

import os


def write(path, content):
    """Replace the file at `path` (a `pathlib.Path`): a text as UTF-8 with Unix line ends, or bytes.

    Whoever reads meanwhile, or after a crash half-way, finds the old file or the new one. Two
    processes may write at once: the later one stays. OSError: the folder cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
