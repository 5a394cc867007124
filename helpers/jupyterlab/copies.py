"""The learner's copies of the notebooks: made for them once, and never overwritten.

Without JupyterLab, for another editor or a hub, in the folder that is named, else in `work`:
`python -m helpers.jupyterlab.copies FOLDER`.
"""

import hashlib
import json
import os
import sys
from itertools import count
from pathlib import Path
from typing import NamedTuple

from helpers.jupyterlab import imports
from helpers.learner import atomic

ROOT = imports.ROOT
RECORD = ".copies.json"
NEWER = "there is a newer version. You have edited your copy"
BESIDE = "and the newest version is beside it"
UNREADABLE = "your copy cannot be read as a notebook"
# Jupyter keeps the version before a save under this name, until the save is done.
SAVED = ".~{}"


class _Copy(NamedTuple):
    """An original and the place in `work` where its newest version belongs.

    `made_from` holds the digests of the versions that the copy there may be made from: one, or,
    if a run was ended while it wrote, one more for each such run (None for no copy).
    """

    original: Path
    path: Path
    notebook: dict
    newest: str
    made_from: list

    @property
    def is_first(self):
        return self.path.name == self.original.name

    @property
    def is_done(self):
        """Whether this version was put there; a deleted NAME.ipynb is wanted back, no other."""
        is_lost = self.is_first and not os.path.lexists(self.path)
        return self.made_from == [self.newest] and not is_lost

    @property
    def is_due(self):
        return not self.is_done and _digest_if_readable(self.path) != self.newest

    @property
    def is_news(self):
        """Whether there is a newer version that no finished run has yet told the learner of."""
        return not self.is_first and (self.is_due or len(self.made_from) > 1)


def main(arguments=(), originals=ROOT / "notebooks"):
    """Make the copies, tell the learner what is new, and return the exit code.

    arguments : the folder for the copies, `work` in the project if there is none
    What `bring_up_to_date` raises is one line on stderr, and so is a second argument.
    """
    try:
        if len(arguments) > 1:
            raise ValueError(f"expected one folder for the copies, got {' '.join(arguments)}")
        work = Path(*arguments or [ROOT / "work"]).absolute()
        lines = [*imports.hidden_from(work), *bring_up_to_date(originals, work), are_in(work)]
    except (OSError, ValueError) as error:
        print(f"copies: {error}", file=sys.stderr)
        return 1
    print(*lines, sep="\n")
    return 0


def are_in(work):
    """Return the line that says where the copies are."""
    return f"Your own copies of the notebooks are in {work}"


def bring_up_to_date(originals, work):
    """Put the newest version of every notebook of the folder `originals` into the folder `work`.

    A copy the learner has not edited is replaced by a newer original; beside an edited one the
    newer original is put as NAME.new.ipynb, NAME.new2.ipynb, ... So is it beside one that cannot
    be read, which is said each time, with the last good save. Copies have no outputs and no counts.
    The record of what each copy was made from lies among them, in `.copies.json`. It may be ended
    at any moment, and run twice at once; where nothing is new it writes nothing.

    Returns the lines to tell the learner. ValueError: an original is not a notebook, or there is
    none at all, or `work` is a file. OSError: `work` cannot be written.
    """
    originals, work = Path(originals), Path(work)
    paths = sorted(originals.glob("*.ipynb"))
    if not paths:
        raise ValueError(
            f"expected the notebooks in {originals}, found none: the series runs from its own "
            "folder, installed with `pip install -e .`"
        )
    if os.path.lexists(work) and not work.is_dir():
        raise ValueError(f"expected a folder for your copies at {work}, found a file: rename it")
    found, lines = _read_record(work / RECORD)
    placed = [_place(path, work, found.get(path.stem, {})) for path in paths]
    due = [copy for copy in placed if copy.is_due]
    newest = {copy.original.stem: copy.path.name for copy in placed}
    broken = [path for path in sorted(work.glob("*.ipynb")) if _digest_if_readable(path) is None]
    lines += [_rescue(path, newest.get(_stem(path))) for path in broken]
    said = {_stem(path) for path in broken}
    lines += [_news(copy) for copy in placed if copy.is_news and copy.original.stem not in said]
    work.mkdir(parents=True, exist_ok=True)
    if due:
        # Ended half-way, either version may stand there: until all do, the record names both.
        either = [(copy, [*(copy.made_from or [None]), copy.newest]) for copy in due]
        _write_record(work / RECORD, _with(found, either))
        for copy in due:
            atomic.write(copy.path, _unrun(copy.notebook))
    record = _with(found, [(copy, [copy.newest]) for copy in placed])
    if due or record != found:
        _write_record(work / RECORD, record)
    return lines


def _news(copy):
    """Return the line that says why the newest version is beside the learner's copy."""
    return f"{copy.original.name}: {NEWER}, so it stays as it is, {BESIDE}: {copy.path.name}"


def _rescue(path, newest):
    """Return the line on a notebook that can't be read, as after a crash while it was saved.

    newest : the name of the newest version of this notebook, None where the learner made it
    """
    saved = SAVED.format(path.name)
    is_saved = _digest_if_readable(path.with_name(saved))
    hidden = f" (your last good save is the hidden file {saved}: rename it)" if is_saved else ""
    beside = f", {BESIDE}: {newest}" if newest else ""
    return f"{path.name}: {UNREADABLE}{hidden}, so it stays as it is{beside}"


def _stem(path):
    """Return 01_name for each of 01_name.ipynb, 01_name.new.ipynb, ..."""
    return path.name.partition(".")[0]


def digest(path):
    """Return the SHA-256 of the types and sources of a notebook's cells.

    Outputs, counts and metadata do not take part, because JupyterLab changes them in a file that
    nobody has edited. ValueError: the file is not a notebook.
    """
    return _digest(_read(path))


def _place(original, work, made):
    """Return the copy of an original at its first place where nothing has to be kept."""
    notebook = _read(original)
    newest = _digest(notebook)
    places = ((work / name, made.get(name, [])) for name in _names(original.stem))
    path, made_from = next(place for place in places if not _is_kept(*place, newest))
    return _Copy(original, path, notebook, newest, made_from)


def _is_kept(path, made_from, newest):
    """Return whether an older version that the learner has edited, or what is no copy, is there."""
    if not os.path.lexists(path):
        return False
    found = _digest_if_readable(path)
    return found is None or (made_from != [newest] and found not in [*made_from, newest])


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
    except (ValueError, LookupError, TypeError, RecursionError) as error:
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
        stored = json.loads(path.read_text(encoding="utf-8"))
        record = {
            stem: {name: _digests(entry) for name, entry in dict(made).items()}
            for stem, made in stored.items()
        }
    except FileNotFoundError:
        return {}, []
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}, [f"{path} cannot be read: every copy that differs from its original is kept."]
    return record, []


def _digests(entry):
    """Return a record's entry as a list: it is a digest, or digests of which one is true."""
    digests = [entry] if isinstance(entry, str) else list(entry)
    if not all(isinstance(found, str | None) for found in digests):
        raise TypeError(f"expected digests, got {entry!r}")
    return digests


def _with(record, changes):
    """Return a record with the digests of these copies changed."""
    changed = {stem: dict(made) for stem, made in record.items()}
    for copy, digests in changes:
        changed.setdefault(copy.original.stem, {})[copy.path.name] = digests
    return changed


def _write_record(path, record):
    entries = {
        stem: {name: found[0] if len(found) == 1 else found for name, found in made.items()}
        for stem, made in record.items()
    }
    atomic.write(path, json.dumps(entries, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
