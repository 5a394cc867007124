"""Marks the notebooks that a class has handed in, in a folder or a zip.

`python -m helpers.marking FOLDER` runs them anew, so nothing that's stored in them is believed, and
writes `marks.csv` and `marks.html` beside FOLDER.
"""

import csv
import io
import os
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import nbformat

from helpers.jupyterlab import class_zips, exercises, refresh
from helpers.learner import atomic
from helpers.marking import RESULTS, page, sandbox

HEADING = re.compile(r"### (Exercise \S+) · ")
FORMULA = tuple("=+-@\t\r")  # what a spreadsheet takes for one at the start of a cell
LARGEST = 50 * 2**20  # bytes of one notebook
COLUMNS = ("who", "notebook", "exercise", "result", "what the check says")


@dataclass(frozen=True)
class Answer:
    """One exercise of one learner.

    state  : one of RESULTS, or "open" for an answer in words
    said   : what the check says of it, "" for words
    answer : the code or the words
    """

    who: str
    notebook: str
    exercise: str
    state: str
    said: str = ""
    answer: str = ""


@dataclass
class Known:
    """A notebook of the series: its name, its exercises' names and headings, and its own words."""

    name: str
    checks: dict = field(default_factory=dict)
    words: set = field(default_factory=set)


def main(arguments):
    """Mark what is in a folder or zip and return the exit code; what's wrong is one line."""
    unsafe = os.environ.get("UNSAFE") == "1"
    try:
        if len(arguments) != 1 or not arguments[0]:
            raise ValueError("expected a folder or zip of notebooks: make mark FOLDER=returned")
        place = Path(arguments[0]).resolve()
        if not unsafe:
            sandbox.expect_one()
        series = known()
        answers = [one for each in handed_in(place) for one in marked(*each, series, unsafe)]
        if not answers:
            raise ValueError(f"no notebook in {place}")
        made = {"csv": table(answers), "html": page.written(answers)}
        atomic.write_all(
            {place.parent / f"marks.{kind}": made[kind].encode(errors="replace") for kind in made}
        )
    except (OSError, RuntimeError, ValueError, BadZipFile) as error:
        print(f"mark: {error}", file=sys.stderr)
        return 1
    print(*(f"{count} {name}" for name, count in counted(answers).items()), sep=", ")
    print(*(place.parent / f"marks.{kind}" for kind in made), sep="\n")
    return 0


def known(folder=refresh.NOTEBOOKS):
    """Return the notebooks of the series that have exercises."""
    found = []
    for path in refresh.chosen((), folder):
        notebook = refresh.read(path)
        own = {cell.source for cell in notebook.cells} | {class_zips.YOURS}
        one = Known(path.stem, words=own)
        for exercise in exercises.exercises(notebook):
            if exercise.stub is not None:
                one.checks[exercise.name] = HEADING.match(exercise.cells[0].source)[1]
        found.append(one)
    return [one for one in found if one.checks]


def handed_in(place):
    """Yield who handed in, and what, as bytes, for each notebook of a folder or a zip."""
    if place.is_dir():
        paths = sorted(place.rglob("*.ipynb"))
        files = {path.relative_to(place).as_posix(): path.read_bytes for path in paths}
    else:
        archive = ZipFile(place)
        paths = sorted(archive.infolist(), key=lambda info: info.filename)
        files = {
            info.filename: lambda info=info: archive.open(info).read(LARGEST + 1)
            for info in paths
            if info.filename.endswith(".ipynb")
        }
    for name, read in files.items():
        if not any(part.startswith((".", "__")) for part in name.split("/")):
            yield name.removesuffix(".ipynb"), read()


def marked(who, content, series, unsafe=False):
    """Return the `Answer`s in one notebook, which says itself which one of the series it is."""
    print(who, flush=True)
    try:
        notebook = nbformat.reads(content[:LARGEST].decode(), 4)
        cells = [(cell.cell_type, str(cell.source)) for cell in notebook.cells]
    except Exception as error:  # nbformat raises whatever a damaged file makes it stumble over
        why = f"This isn't a notebook that can be read ({type(error).__name__})."
        return [Answer(who, "", "", "unreadable", why)]
    asked = {name for _, source in cells for name in exercises.CHECK.findall(source)}
    one = max(series, key=lambda each: len(asked & set(each.checks)))
    if not asked & set(one.checks):
        return [Answer(who, "", "", "unreadable", "It has no exercise of the series.")]
    said = sandbox.verdicts(steps(cells, one), unsafe)
    code, words = exercises.written(cells), in_words(cells, one)
    nothing = ("missing", "The notebook doesn't have this exercise.")
    answers = [
        Answer(who, one.name, f"{heading} · {name}", *said.get(name, nothing), code.get(name, ""))
        for name, heading in one.checks.items()
    ]
    return answers + [Answer(who, one.name, name, "open", "", text) for name, text in words.items()]


def steps(cells, one):
    """Return the cells of code and the checks of a notebook as `sandbox.verdicts` takes them."""
    made = []
    for kind, source in cells:
        if kind != "code":
            continue
        made.append({"code": exercises.CHECK.sub("", source)})
        made += [{"check": name} for name in exercises.CHECK.findall(source) if name in one.checks]
    return made


def in_words(cells, one):
    """Return what a learner answered in words, by the exercise's heading."""
    words, heading = {}, None
    for kind, source in cells:
        if found := HEADING.match(source):
            heading = found[1]
        elif kind != "code" and heading and not any(source.strip() in own for own in one.words):
            words[heading] = "\n\n".join(filter(None, [words.get(heading), source]))
    return words


def table(answers):
    """Return the answers as CSV, which no spreadsheet takes for formulas."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for one in answers:
        if one.state != "open":
            row = (one.who, one.notebook, one.exercise, RESULTS[one.state][1], one.said)
            rows.writerow([f"'{cell}" if cell.startswith(FORMULA) else cell for cell in row])
    return "\ufeff" + text.getvalue()  # so that Excel reads it as UTF-8


def counted(answers):
    """Return how many answers there are of each result, by its word."""
    return Counter(RESULTS[one.state][1] for one in answers if one.state != "open")
