"""Two zips for a class: the students' without solutions, the teacher's with them and executed.

Of all notebooks, or of those that are named: `python -m helpers.jupyterlab.class_zips 03 A2`.
"""

import hashlib
import io
import re
import signal
import sys
from datetime import datetime, timedelta
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import nbformat

from helpers.checks.kinds import edits
from helpers.jupyterlab import exercises, refresh, saving, start_page
from helpers.learner import atomic

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("helpers", "data")
FILES = ("INSTALL.md", "environment.yml", "constraints.txt", "Makefile", "setup.py")
FILES += ("CHANGELOG.md", "LICENSE", "LICENSE-TEXT")
PROJECT, PLANS = "pyproject.toml", "TEACHING.md"
STUDENTS, TEACHER = "attention-by-hand-students", "attention-by-hand-teacher"
TEXT = re.compile(r"helpers/checks/.*\.md")  # which begins with the solution
LINK = re.compile(r"\[([^\[\]]*)\]\((\w+\.ipynb)(?:#[^)]*)?\)")
ELSEWHERE = "(not in this folder)"
TWENTY_YEARS = 20 * 365 * 24 * 3600  # in seconds, of which a zip counts every second one
YOURS = "*Your answer: double-click here, write, and press Shift+Enter.*"
TOLD = """The students' zip holds no solutions, but its checks need the answers: whoever reads the
files in helpers/checks/ finds them."""


def main(numbers=(), root=ROOT):
    """Write both zips into the folder `dist` of `root` and return the exit code.

    The same project gives the same bytes. Both are written, or neither: what is wrong with an
    exercise, or with a file that is missing, is one line on stderr.
    """
    root = Path(root)
    try:
        zips = {STUDENTS: students(root, numbers), TEACHER: teachers(root, numbers)}
        (root / "dist").mkdir(exist_ok=True)
        atomic.write_all({root / "dist" / f"{name}.zip": zipped(name, zips[name]) for name in zips})
    except (OSError, RuntimeError, ValueError) as error:
        print(f"\nclass: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nclass: stopped", file=sys.stderr)
        return 128 + signal.SIGINT
    print(*(f"dist/{name}.zip" for name in zips), TOLD, sep="\n")
    return 0


def students(root=ROOT, numbers=()):
    """Return the files of the students' zip as bytes, by their place; ValueError as in `main`."""
    files = _folder(root, numbers, _for_students)
    texts = {place for place in files if TEXT.fullmatch(place)}
    return files | {place: edits.packed(files[place]) for place in texts}


def teachers(root=ROOT, numbers=()):
    """Return the files of the teacher's zip as bytes, by their place; ValueError as in `main`."""
    return _folder(root, numbers, _for_the_teacher) | {PLANS: (root / PLANS).read_bytes()}


def zipped(folder, files):
    """Return a zip of one folder as bytes, which are the same whenever the files are."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for place, content in sorted(files.items()):
            info = ZipInfo(f"{folder}/{place}", _date(content))
            info.create_system = 3  # Unix, whatever this machine is
            info.external_attr = 0o644 << 16
            archive.writestr(info, content, ZIP_DEFLATED, 9)
    return packed.getvalue()


def _date(content):
    """Return a date between 2000 and 2019, derived from the content, as a zip stores it.

    Python reuses compiled code as long as the source's date and length stay the same, so a
    corrected file that's unzipped over the old one mustn't have the same date.
    """
    number = int.from_bytes(hashlib.sha256(content).digest()) % (TWENTY_YEARS // 2)
    return (datetime(2000, 1, 1) + timedelta(seconds=2 * number)).timetuple()[:6]


def _folder(root, numbers, make):
    """Return what a zip holds, each notebook as `make` makes it, as bytes, by their place."""
    paths = refresh.chosen(numbers, root / "notebooks")
    return _shared(root, paths) | _each(paths, make)


def _shared(root, paths):
    """Return the files that both zips hold, as bytes, by their place."""
    found = {name: (root / name).read_bytes() for name in FILES}
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            place = path.relative_to(root)
            if path.is_file() and _belongs(place):
                found[place.as_posix()] = path.read_bytes()
    whole = paths == refresh.chosen([], root / "notebooks")
    page = start_page.page([path.name for path in paths], whole)
    found[start_page.NAME] = page.encode()
    found[PROJECT] = _with_its_page((root / PROJECT).read_text(encoding="utf-8")).encode()
    return found


def _belongs(place):
    """Return whether a file is one of the project's, not one that a program left behind."""
    return not any(part.startswith(".") or part == "__pycache__" for part in place.parts)


def _with_its_page(project):
    """Return pyproject.toml for a folder whose page is not README.md: pip wants to read it."""
    named = 'readme = "README.md"'
    if project.count(named) != 1:
        raise ValueError(f"{PROJECT}: expected one line {named}, found {project.count(named)}")
    return project.replace(named, f'readme = "{start_page.NAME}"')


def _each(paths, make):
    """Return each notebook as `make` makes it, as bytes, by its place; errors name the file."""
    made, names = {}, {path.name for path in paths}
    for path in paths:
        try:
            notebook = _linking(refresh.read(path), names)
            text = nbformat.writes(make(notebook, path)).rstrip("\n") + "\n"
        except ValueError as error:
            named = str(error) if path.name in str(error) else f"{path.name}, {error}"
            raise ValueError(named) from None
        made[f"notebooks/{path.name}"] = text.encode()
    return made


def _linking(notebook, names):
    """Return a notebook that says, in the place of each link to a notebook not named, where not."""

    def replaced(link):
        return link[0] if link[2] in names else f"{link[1]} {ELSEWHERE}"

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(replaced, cell.source)
    return notebook


def _for_students(notebook, path):
    """Return a notebook as a learner begins it: nothing run, no solutions, room for each answer."""
    bare = saving.without_outputs(saving.without_widgets(exercises.without_solutions(notebook)))
    for exercise in reversed(exercises.exercises(bare)):
        if exercise.is_open:
            own = {"id": f"{exercise.cells[0].id}-yours", "metadata": {"tags": ["exercise"]}}
            place = exercise.place + len(exercise.cells)
            bare.cells.insert(place, nbformat.v4.new_markdown_cell(YOURS, **own))
    return bare


def _for_the_teacher(notebook, path):
    """Return a notebook run with every solution in its stub; ValueError: a check is not passed."""
    solved = exercises.with_solutions(notebook)
    print(path.name, end=" ", flush=True)
    refresh.run(solved, path)
    print(flush=True)
    for exercise in exercises.exercises(solved):
        if exercise.stub is not None and not _is_passed(exercise.check):
            raise ValueError(f"{exercise.heading}: its check says {_said(exercise.check)!r}")
    return solved


def _is_passed(check):
    return bool(re.match(r"\W*Correct\b", _said(check)))


def _said(check):
    """Return what a check put out, on one line; nothing where there is no check."""
    outputs = check.outputs if check else []
    texts = [out.get("text") or out.get("data", {}).get("text/plain", "") for out in outputs]
    return " ".join(" ".join(texts).split())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
