"""`make class`: the students' zip holds all they need and no solution, the teacher's all solved."""

import io
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZipFile

import nbformat
import pytest
from made import helpers_copied, make, needs_make
from rules.notebook import MAIN, NOTEBOOKS, ROOT
from rules.texts import has_dead_links
from sample_exercises import CHECKS, EXERCISE_FILE, sample_exercises
from sample_notebook import cell, last_line, rewrite

from helpers.jupyterlab import class_zips
from helpers.jupyterlab.class_zips import STUDENTS, TEACHER, main
from helpers.jupyterlab.exercises import exercises

SHARED = [*class_zips.FILES, class_zips.PROJECT, class_zips.PLANS]
SUMMARY = re.compile(r"<summary>(?:Solution|Model answer)</summary>")
SECRET = "the learner's own"
OFFLINE = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet"]


def sample_project(root):
    """Make a project of one notebook with exercises, its checks, and what must not go along."""
    for folder in ("notebooks", "helpers/__pycache__", "data/.cache", "tests", "work", ".git"):
        (root / folder).mkdir(parents=True)
        (root / folder / "left.txt").write_text(SECRET)
    for name in SHARED:
        shutil.copy(ROOT / name, root)
    (root / "helpers/one.py").write_text("one = 1\n")
    (root / "data/two.toml").write_text("two = 2\n")
    (root / "progress.json").write_text(SECRET)
    (root / "notebooks/checks.py").write_text(CHECKS, encoding="utf-8")
    return plant(root, lambda node: None)


@pytest.fixture
def project(tmp_path):
    return sample_project(tmp_path / "project")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project whose zips are made, by a learner who has a record of progress."""
    root = sample_project(tmp_path_factory.mktemp("made") / "project")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ATTENTION_BY_HAND_PROGRESS", str(root / "own.json"))
        assert main([], root) == 0
    return root


def plant(root, fault):
    """Store the sample in the project, with a fault and with outputs, and return the root."""
    node = sample_exercises()
    shown = nbformat.v4.new_output("execute_result", {"text/plain": SECRET}, execution_count=7)
    for found in node.cells:
        if found.cell_type == "code":
            found.outputs, found.execution_count = [shown], 7
    fault(node)
    nbformat.write(node, root / "notebooks" / EXERCISE_FILE)
    return root


def contents(root, name):
    """Return the files of a zip, by their place in its one folder."""
    with ZipFile(root / "dist" / f"{name}.zip") as archive:
        assert archive.testzip() is None
        assert all(place.startswith(f"{name}/") for place in archive.namelist())
        return {place.partition("/")[2]: archive.read(place) for place in archive.namelist()}


def read(files, name=EXERCISE_FILE):
    node = nbformat.reads(files[f"notebooks/{name}"].decode(), as_version=4)
    nbformat.validate(node)
    return node


def texts(node, name):
    """Return what a cell of an executed notebook shows, as text."""
    outputs = cell(node, name).outputs
    return "\n".join(out.get("text") or out.data["text/plain"] for out in outputs)


def test_the_zips_hold_the_series_and_nothing_else(made):
    expected = {*class_zips.FILES, "pyproject.toml", "START.md", "helpers/one.py", "data/two.toml"}
    expected.add(f"notebooks/{EXERCISE_FILE}")
    for name, more in ((STUDENTS, set()), (TEACHER, {"TEACHING.md"})):
        files = contents(made, name)
        assert set(files) == expected | more
        assert SECRET not in "".join(content.decode() for content in files.values())
    assert sorted(path.name for path in (made / "dist").iterdir()) == [
        f"{STUDENTS}.zip",
        f"{TEACHER}.zip",
    ]


def test_the_students_notebook_lacks_outputs_and_solutions_alone(made):
    node, full = read(contents(made, STUDENTS)), sample_exercises()
    kept = [found for found in full.cells if "solution" not in found.metadata.get("tags", ())]
    others = {"shares-solution", "open-task-yours"}
    assert [found for found in node.cells if found.id not in others] == kept
    (hint,) = (found.source for found in node.cells if found.id == "shares-solution")
    assert hint.count("<summary>") == hint.count("<summary>Hint</summary>") == 1


def test_an_answer_in_words_has_a_cell_to_be_written_in(made):
    node = read(contents(made, STUDENTS))
    ids = [found.id for found in node.cells]
    place = ids.index("open-task-yours")
    assert ids[place - 1] == "open-task"
    assert [one for one in ids if one.endswith("yours")] == ["open-task-yours"]
    assert node.cells[place].cell_type == "markdown"
    assert "write" in node.cells[place].source


def test_the_teachers_notebook_is_solved_and_executed(made):
    node, full = read(contents(made, TEACHER)), sample_exercises()
    assert [found.id for found in node.cells] == [found.id for found in full.cells]
    assert "np.sum(counts)" in cell(node, "shares-stub").source
    assert texts(node, "shares-check") == "✓ Correct. They add up to 1."
    assert texts(node, "shares-seen") == "array([0.5, 0.5])"
    assert texts(node, "third-check") == "✓ Correct. A quarter."
    assert "Run the cell to answer." in texts(node, "which-question")
    assert cell(node, "third-solution") == cell(full, "third-solution")
    assert "widget-view" not in nbformat.writes(node)


def test_a_corrected_file_unzipped_over_the_old_one_is_the_one_that_runs(tmp_path):
    """Of the same length; Python's own unzipping does not keep dates, others do."""
    for number in (1, 2, 3):
        packed = class_zips.zipped("a", {"one.py": f"print({number})\n".encode()})
        with ZipFile(io.BytesIO(packed)) as archive:
            (info,) = archive.infolist()
            archive.extractall(tmp_path)
        assert 2000 <= info.date_time[0] < 2020
        date = time.mktime((*info.date_time, 0, 0, -1))
        os.utime(tmp_path / "a/one.py", (date, date))
        command = [sys.executable, "-c", "import one"]
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(command, cwd=tmp_path / "a", env=env, capture_output=True, text=True)
        assert done.stdout == f"{number}\n"


def test_no_record_of_progress_is_touched(made):
    assert not (made / "own.json").exists()


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        (
            rewrite("shares-solution", "np.sum(counts)", "len(counts)"),
            "Exercise 3.1 · Write it: shares: its check says '✗ Not yet.",
        ),
        (
            lambda node: cell(node, "open-solution").metadata.pop("tags"),
            "the cell open-solution folds a solution, and has no tag `solution`",
        ),
    ],
)
def test_what_is_wrong_with_an_exercise_is_one_line_and_writes_nothing(
    project, capfd, fault, complaint
):
    plant(project, fault)
    assert main([], project) == 1
    assert last_line(capfd).startswith(f"class: {EXERCISE_FILE}, {complaint}")
    assert not (project / "dist").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write on")
def test_a_disk_that_fills_up_leaves_both_zips_as_they_were(project, capfd):
    (project / "dist").mkdir()
    last = f".{TEACHER}.zip.{os.getpid()}.tmp"  # what is written before it takes its place
    (project / "dist" / last).symlink_to("/dev/full")
    (project / "dist" / f"{STUDENTS}.zip").write_text("of last year")
    assert main([], project) == 1
    assert "class: [Errno 28] No space left on device" in capfd.readouterr().err
    assert [path.name for path in (project / "dist").iterdir()] == [f"{STUDENTS}.zip"]
    assert (project / "dist" / f"{STUDENTS}.zip").read_text() == "of last year"


def test_the_notebooks_that_are_named_are_chosen(project, capfd):
    other = sample_exercises()
    other.cells = other.cells[:1]
    other.cells[0].source = f"See [03]({EXERCISE_FILE}), and [above](04_other.ipynb#top)."
    nbformat.write(other, project / "notebooks/04_other.ipynb")
    assert main(["04"], project) == 0
    for name in (STUDENTS, TEACHER):
        files = contents(project, name)
        assert [place for place in files if place.startswith("notebooks/")] == [
            "notebooks/04_other.ipynb"
        ]
        (title,) = (found.source for found in read(files, "04_other.ipynb").cells)
        assert title == "See 03 (not in this folder), and [above](04_other.ipynb#top)."
        page = files["START.md"].decode()
        assert "at the first notebook, *04 Other*." in page
        assert "You have part of the series" in page
        assert "\n- 04 Other\n" in page
    assert "the files in helpers/checks/ finds" in " ".join(capfd.readouterr().out.split())
    assert main(["07"], project) == 1
    assert "class: no notebook 07: there are 03, 04" in capfd.readouterr().err


@pytest.fixture(scope="module")
def unzipped(tmp_path_factory):
    """The students' zip of the series, unzipped; the teacher's takes a run of all notebooks."""
    files = class_zips.students(ROOT)
    folder = tmp_path_factory.mktemp("unzipped")
    with ZipFile(io.BytesIO(class_zips.zipped(STUDENTS, files))) as archive:
        archive.extractall(folder)
    return folder / STUDENTS


@pytest.mark.parametrize("number", ["02", "A1"])
def test_a_part_of_the_series_links_to_nothing_that_it_lacks(number, tmp_path):
    files = class_zips.students(ROOT, [number])
    (place,) = (one for one in files if one.endswith(".ipynb"))
    node = nbformat.reads(files[place].decode(), as_version=4)
    text = "\n\n".join(found.source for found in node.cells if found.cell_type == "markdown")
    (tmp_path / Path(place).name).touch()
    assert has_dead_links(place, tmp_path, text) == []
    assert class_zips.ELSEWHERE in text


def test_the_whole_series_has_its_links_and_says_that_it_begins_with_00(unzipped):
    assert all(
        class_zips.ELSEWHERE not in path.read_text("utf-8") for path in notebooks_of(unzipped)
    )
    assert "*00 Start here*" in (unzipped / "START.md").read_text(encoding="utf-8")
    assert "part of the series" not in (unzipped / "START.md").read_text(encoding="utf-8")


def notebooks_of(folder):
    return sorted((folder / "notebooks").iterdir())


def files_of(folder):
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def solutions():
    """Return the code of every solution in the series."""
    nodes = [nbformat.read(path, as_version=4) for path in NOTEBOOKS]
    return [one.solution for node in nodes for one in exercises(node) if one.solution]


def bare(text):
    """Return text without what a reformatting might change."""
    return "".join(text.split())


def test_no_file_for_the_students_holds_a_solution(unzipped):
    files = {
        path: path.read_text(encoding="utf-8", errors="replace") for path in files_of(unzipped)
    }
    assert [path.name for path, text in files.items() if SUMMARY.search(text)] == []
    notebooks = [path for path in files if path.suffix == ".ipynb"]
    assert [path.name for path in notebooks] == [path.name for path in NOTEBOOKS]
    for path in notebooks:
        node = nbformat.read(path, as_version=4)
        assert all("solution" not in found.metadata.get("tags", ()) for found in node.cells)
        assert not any(found.get("outputs") or found.get("execution_count") for found in node.cells)
        files[path] = "\n".join(found.source for found in node.cells)  # not as JSON writes it
    held_texts = {path.name: bare(text) for path, text in files.items()}
    given_away = [
        (name, code)
        for code in solutions()
        for name, text in held_texts.items()
        if bare(code) in text
    ]
    assert given_away == []


@pytest.mark.slow
def test_pip_installs_the_folder_and_what_it_installs_is_whole(unzipped, tmp_path):
    copy = shutil.copytree(unzipped, tmp_path / "copy")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    command = [*pip, "install", *OFFLINE, "--target", tmp_path / "installed", copy]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (metadata,) = (tmp_path / "installed").glob("*.dist-info/METADATA")
    assert "# Attention by hand: how to start" in metadata.read_text(encoding="utf-8")
    for folder, place in (("helpers", "helpers"), ("data", "helpers/data")):
        wanted = [path.relative_to(unzipped / folder) for path in files_of(unzipped / folder)]
        assert wanted
        assert all((tmp_path / "installed" / place / path).is_file() for path in wanted)


@pytest.mark.parametrize("name", ["START.md", "INSTALL.md"])
def test_the_pages_on_starting_name_and_link_to_nothing_that_the_zip_lacks(name, unzipped):
    page = (unzipped / name).read_text(encoding="utf-8")
    assert has_dead_links(name, unzipped, page) == []
    files = {path.name for path in ROOT.iterdir() if path.is_file()}
    needed = {one for one in files if one in page or one.startswith(("LICENSE", "Makefile"))}
    assert needed <= {path.name for path in unzipped.iterdir()}


@needs_make
@pytest.mark.slow
def test_make_class_writes_both_zips_of_the_notebook_that_is_named(project):
    nbformat.write(sample_exercises(), project / "notebooks/04_other.ipynb")
    done = make("class", "NB=03", cwd=helpers_copied(project))
    assert done.returncode == 0, done.stderr
    for name in (STUDENTS, TEACHER):
        assert f"dist/{name}.zip\n" in done.stdout
        files = contents(project, name)
        assert "helpers/attention.py" in files
        assert "notebooks/04_other.ipynb" not in files
    assert texts(read(contents(project, TEACHER)), "third-check") == "✓ Correct. A quarter."


# Of the capstone, which trains for a minute, test_build_it_yourself solves a shorter one; 19 needs
# a model that isn't on every machine.
@pytest.mark.slow
@pytest.mark.parametrize("path", [MAIN[2], MAIN[-3]], ids=lambda path: path.stem)
def test_the_teachers_notebook_of_the_series_is_solved_and_runs_to_its_end(path):
    files = class_zips.teachers(ROOT, [path.name[:2]])
    node = nbformat.reads(files[f"notebooks/{path.name}"].decode(), as_version=4)
    said = ["".join(str(out) for out in one.check.outputs) for one in exercises(node) if one.stub]
    assert said
    assert all("✓ Correct." in text for text in said)
