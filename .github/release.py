"""Prints what has changed in a version, for its release: `python .github/release.py v1.0.0`."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def notes(tag, root=ROOT):
    """Return what CHANGELOG.md says of the version that a tag names.

    ValueError: the tag is not `v` and the version of pyproject.toml, or nothing is said of it.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if tag != f"v{project['version']}":
        raise ValueError(f"expected the tag v{project['version']}, got {tag}")
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.escape(f"## {project['version']}")
    said = re.search(rf"(?ms)^{heading}\n+(.+?)\s*(?=^## |\Z)", changes)
    if not said:
        raise ValueError(f"CHANGELOG.md: expected a part ## {project['version']}, found none")
    return said[1]


if __name__ == "__main__":
    try:
        print(notes(sys.argv[1]))
    except ValueError as error:
        sys.exit(f"release: {error}")
