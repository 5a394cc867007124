"""Writing files whole or not at all."""

import os


def write(path, content):
    """Replace the file at `path` (a `pathlib.Path`): a text as UTF-8 with Unix line ends, or bytes.

    Anyone who reads it meanwhile, or after a crash halfway, finds the old file or the new one. Two
    processes may write at once: the later one stays. OSError: the folder cannot be written.
    """
    write_all({path: content})


def write_all(contents):
    """Replace several files, {path: content}, once all are on the disk: if it is full, none."""
    temporary = {path: path.with_name(f".{path.name}.{os.getpid()}.tmp") for path in contents}
    try:
        for path, content in contents.items():
            content = content if isinstance(content, bytes) else content.encode("utf-8")
            temporary[path].write_bytes(content)
        for path in contents:
            os.replace(temporary[path], path)
    finally:
        for path in temporary.values():
            path.unlink(missing_ok=True)
