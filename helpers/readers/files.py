"""The TOML files in the folder `data`: which there are, and what one holds."""

import copy
import functools
import tomllib
from pathlib import Path

_INSIDE = Path(__file__).resolve().parents[1] / "data"
# Once installed, the package holds the data itself; in the project it stands beside the helpers.
DATA = _INSIDE if _INSIDE.is_dir() else _INSIDE.parents[1] / "data"


def names(folder):
    """Return the names of all files in a folder of `data`, sorted, without `.toml`.

    Raises ValueError, saying where it was sought, if the folder is missing.
    """
    path = DATA / folder
    if not path.is_dir():
        raise ValueError(
            f"data/{folder}: expected a folder at {path}, found none: the data belongs beside "
            "the helpers or into them; install the package again with `pip install -e .`"
        )
    return sorted(file.stem for file in path.glob("*.toml"))


def read(folder, name):
    """Return the table that `data/FOLDER/NAME.toml` holds, as tomllib reads it.

    Raises ValueError, naming the file, if it is missing or not TOML.
    """
    place = f"data/{folder}/{name}.toml"
    there = names(folder)
    if name not in there:
        raise ValueError(
            f"{place}: expected a file in {DATA / folder}, found none of that name; "
            f"there is {', '.join(there) or 'nothing'}"
        )
    try:
        text = (DATA / folder / f"{name}.toml").read_text(encoding="utf-8")
        return copy.deepcopy(_parsed(text))
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"{place}: expected a file in TOML, got {reason}") from None


@functools.lru_cache(maxsize=64)
def _parsed(text):
    """Return what a file's text says; an explorer lists every example, and parsing is slow."""
    return tomllib.loads(text)
