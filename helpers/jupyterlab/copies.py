"""The learner's copies of the notebooks: made for them once, and never overwritten.

Without JupyterLab, for another editor or a hub, in the folder that is named, else in `work`:
`python -m helpers.jupyterlab.copies FOLDER`.
"""

import copy
import hashlib
import json
import os
import sys
from itertools import count, pairwise
from pathlib import Path

from helpers.jupyterlab import exercises, imports
from helpers.learner import atomic

ROOT = imports.ROOT
RECORD = ".copies.json"
NEWER = "there is a newer version. You have edited your copy"
BESIDE = "and the newest version is beside it"
NEWS = "CHANGELOG.md says what is new in each notebook."
UNREADABLE = "your copy cannot be read as a notebook"
# Jupyter keeps the version before a save under this name, until the save is done.
SAVED = ".~{}"


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
    newer original is put as NAME.new.ipynb, NAME.new2.ipynb, ... with its answers in the exercises
    of the same names. So is it beside one that cannot be read, which is said each time, with the
    last good save. Copies have no outputs and no counts. The record of what each copy was made from
    lies among them, in `.copies.json`. Ended half-way or run twice at once it loses nothing; where
    nothing is new it writes nothing.

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
    record, lines = _read_record(work / RECORD)
    placed = {original.stem: _placed(original, work, record) for original in paths}
    broken = [path for path in sorted(work.glob("*.ipynb")) if _digest_if_readable(path) is None]
    at = {stem: path.name for stem, (path, *_) in placed.items()}
    lines += [_rescue(path, at.get(_stem(path))) for path in broken]
    said = {_stem(path) for path in broken}
    for stem, (path, made, _, carried) in placed.items():
        if path.stem != stem and record.get(path.name) != made and stem not in said:
            news = f"{NEWER}, so it stays as it is, {BESIDE}: {path.name}{carried}"
            lines.append(f"{stem}.ipynb: {news}")
    work.mkdir(parents=True, exist_ok=True)
    for path, _, content, _ in placed.values():
        if content:
            atomic.write(path, content)
    made = record | {path.name: made for path, made, *_ in placed.values()}
    if made != record:
        _write_record(work / RECORD, made)
    changed = {_stem(Path(name)) for name in made if made[name] != record.get(name)}
    is_news = any(f"{stem}.ipynb" in record for stem in changed)
    return [*lines, NEWS] if is_news else lines


def _placed(original, work, record):
    """Return a new version's place, digests, content to write, and what to say of its answers."""
    notebook, answers = _read(original), {}
    newest, filled = _digest(notebook), notebook
    for path in (work / name for name in _names(original.stem)):
        made_from, found = record.get(path.name, "").split(), _digest_if_readable(path)
        made = dict.fromkeys([newest, _digest(filled)])
        is_ours = found in {*made_from, *made} or (found and newest in made_from)
        if is_ours or not os.path.lexists(path):
            break
        answers |= _answers(path)
        filled = _filled(notebook, answers)
    # A deleted NAME.ipynb is wanted back, a deleted NAME.new.ipynb is not.
    is_lost = path.name == original.name and not found
    if newest in made_from and not is_lost:
        return path, record[path.name], None, ""
    content = None if found in made else _unrun(filled)
    return path, " ".join(made), content, _said(answers, notebook)


def _answers(path):
    """Return the code of the exercises that are begun in a copy, by name, if it can be read."""
    try:
        written = exercises.written(_cells(_read(path)))
    except ValueError:
        return {}
    return {name: code for name, code in written.items() if code and exercises.is_begun(code)}


def _filled(notebook, answers):
    """Return a notebook with the answers in the place of their exercises' stubs."""
    filled = copy.deepcopy(notebook)
    code = [cell for cell in filled["cells"] if cell["cell_type"] == "code"]
    for stub, check in pairwise(code):
        for name in exercises.CHECK.findall("".join(check["source"])):
            stub["source"] = answers.get(name, stub["source"])
    return filled


def _said(answers, notebook):
    """Return how many answers were carried over, and which have no exercise any more."""
    gone = sorted(answers.keys() - exercises.written(_cells(notebook)).keys())
    carried = f", with {len(answers) - len(gone)} of your answers in it" if answers else ""
    return carried + (f" (it no longer has {', '.join(gone)})" if gone else "")


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
    return hashlib.sha256(json.dumps(_cells(notebook)).encode()).hexdigest()


def _cells(notebook):
    return [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]


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
    """Return the digest of what each copy was made from, by its name, and lines on a bad record."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        return {name: one for made in stored.values() for name, one in made.items()}, []
    except FileNotFoundError:
        return {}, []
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}, [f"{path} cannot be read: every copy that differs from its original is kept."]


def _write_record(path, made):
    entries = {}
    for name, found in made.items():
        entries.setdefault(name.partition(".")[0], {})[name] = found
    atomic.write(path, json.dumps(entries, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
