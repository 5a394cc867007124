"""The learner's copies of the notebooks: made for them once, and never overwritten."""

import hashlib
import json
import os
from itertools import count
from pathlib import Path

from helpers import atomic

RECORD = ".copies.json"


def bring_up_to_date(originals, work):
    """Put the newest version of every notebook of the folder `originals` into the folder `work`.

    A copy the learner has not edited is replaced by a newer original; beside an edited one the
    newer original is put as NAME.new.ipynb, NAME.new2.ipynb, ... Copies have no outputs and no
    counts. The record of what each copy was made from lies among them, in `.copies.json`.

    Returns the lines to tell the learner. ValueError: an original is not a notebook, or there is
    none at all.
    """
    originals, work = Path(originals), Path(work)
    paths = sorted(originals.glob("*.ipynb"))
    if not paths:
        raise ValueError(
            f"expected the notebooks in {originals}, found none: the series runs from its own "
            "folder, installed with `pip install -e .`"
        )
    work.mkdir(parents=True, exist_ok=True)
    made, lines = _read_record(work / RECORD)
    for path in paths:
        beside = _place(path, work, made.setdefault(path.stem, {}))
        if beside:
            lines.append(
                f"{path.name}: there is a newer version. You have edited your copy, so it stays "
                f"as it is, and the newer one is beside it: {beside}"
            )
    atomic.write(work / RECORD, json.dumps(made, indent=1, sort_keys=True) + "\n")
    return lines


def digest(path):
    """Return the SHA-256 of the types and sources of a notebook's cells.

    Outputs, counts and metadata do not take part, because JupyterLab changes them in a file that
    nobody has edited. ValueError: the file is not a notebook.
    """
    return _digest(_read(path))


def _place(original, work, made):
    """Put the original at its first free or untouched place; return its name unless the first."""
    notebook = _read(original)
    newest = _digest(notebook)
    names = _names(original.stem)
    name = next(name for name in names if not _is_edited(work / name, made.get(name), newest))
    path = work / name
    # A deleted NAME.ipynb is wanted back; a deleted NAME.new.ipynb is done with.
    is_lost = name == original.name and not os.path.lexists(path)
    is_done = made.get(name) == newest and not is_lost
    made[name] = newest
    if is_done or _digest_if_readable(path) == newest:
        return None
    atomic.write(path, _unrun(notebook))
    return name if name != original.name else None


def _is_edited(path, made_from, newest):
    """Say whether a copy made from an older original, or by the learner, must be kept."""
    if made_from == newest or not os.path.lexists(path):
        return False
    found = _digest_if_readable(path)
    return found is None or found not in (made_from, newest)


def _names(stem):
    """Yield the places for copies of a notebook, the best first."""
    yield f"{stem}.ipynb"
    yield f"{stem}.new.ipynb"
    for number in count(2):
        yield f"{stem}.new{number}.ipynb"


def _read(path):
    """Return the notebook as a dict whose cells have a type and a source."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        _digest(notebook)
    except OSError as error:
        raise ValueError(f"expected a notebook at {path}, but {error.strerror}") from None
    except (ValueError, LookupError, TypeError) as error:
        raise ValueError(
            f"expected a notebook at {path}, got {type(error).__name__}: {error}"
        ) from None
    return notebook


def _digest(notebook):
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()


def _digest_if_readable(path):
    try:
        return digest(path)
    except ValueError:
        return None


def _unrun(notebook):
    """Return the notebook's text as it is before anybody has run it."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    notebook.get("metadata", {}).pop("widgets", None)
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _read_record(path):
    """Return what each copy was made from, by notebook and file name, and lines on a bad record."""
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
        return {stem: dict(copies) for stem, copies in made.items()}, []
    except FileNotFoundError:
        return {}, []
    except (OSError, ValueError, TypeError, AttributeError):
        return {}, [f"{path} cannot be read: every copy that differs from its original is kept."]
