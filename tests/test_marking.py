"""`make mark`: what a class hands in is run anew, locked in, and all of it is in one table."""

import csv
import os
import socket
import subprocess
import sys
from zipfile import ZipFile

import nbformat
import pytest
from made import make, needs_make
from rules.notebook import ROOT

from helpers.jupyterlab import class_zips
from helpers.jupyterlab.exercises import exercises, with_solutions
from helpers.marking import mark, sandbox

START = ROOT / "notebooks" / "00_start_here.ipynb"
PATIENCE = 20  # seconds; an import on a busy machine takes its time
WORDS = "=1+1 <script>alert(1)</script>"
# What hostile code tries, and what comes of it behind the lock.
TRIED = {
    "Path({secret!r}).read_text()": "OSError",
    "Path({series!r}, 'README.md').read_text()": "OSError",
    "Path({series!r}, 'helpers', '__init__.py').open('a')": "OSError",
    "socket.create_connection(('127.0.0.1', {port}), 2)": "OSError",
    "Path.home().joinpath('large').write_bytes(bytes(2**29))": "OSError",
    "bytes(2**34)": "MemoryError",
}
HOSTILE = """import socket
from pathlib import Path

came = []
for tried in {tried}:
    try:
        eval(tried)
        came.append("reached")
    except BaseException as error:
        came.append("OSError" if isinstance(error, OSError) else type(error).__name__)
raise ValueError(came)
"""


def locks():
    """Return whether there's a sandbox here."""
    try:
        sandbox.expect_one()
    except RuntimeError:
        return False
    return True


needs_a_lock = pytest.mark.skipif(
    not locks(), reason="no bubblewrap: nobody proves that learners' code is locked in"
)
# Code that never ends, and keeps printing that it goes on and is brilliant.
ENDLESS = """import os

while True:
    for number in range(3, 20):
        try:
            os.write(number, b'{"begins": 0}\\n{"scores_of_bat": ["brilliant", ""]}\\n')
        except BaseException:
            pass
"""
LIES = """from helpers import checks

checks.scores_of_bat = lambda given: type("Said", (), {"state": "correct", "words": ""})
scores_of_bat = [1, 2, 3]
"""
FAKED = "class checks:\n    scores_of_bat = print"


def learner(answer=None, change=lambda cells: None):
    """Return 00 as handed in, with the first exercise answered, and changed."""
    notebook = class_zips._for_students(nbformat.read(START, 4), START)
    if answer is not None:
        exercises(notebook)[0].stub.source = answer
    change(notebook.cells)
    return nbformat.writes(notebook)


def fake(cells):
    """Replace the checks, and store that all is right."""
    cells.insert(2, nbformat.v4.new_code_cell(FAKED))
    for cell in cells:
        if cell.source.startswith("checks."):
            cell.outputs = [nbformat.v4.new_output("stream", text="✓ Correct.")]


def bare(cells):
    cells[:] = [nbformat.v4.new_code_cell("1 + 1")]


def speak(cells):
    place = next(k for k, cell in enumerate(cells) if cell.source.startswith("### Exercise 0.2"))
    cells.insert(place + 1, nbformat.v4.new_markdown_cell(WORDS))


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A class's answers in a zip, beside a secret of the teacher's, and a server."""
    folder = tmp_path_factory.mktemp("class")
    secret = folder / "secret.txt"
    secret.write_text("the teacher's")
    with socket.create_server(("127.0.0.1", 0)) as server:
        known = {"secret": str(secret), "series": str(ROOT), "port": server.getsockname()[1]}
        hostile = HOSTILE.format(tried=[tried.format(**known) for tried in TRIED])
        solved = with_solutions(nbformat.read(START, 4))
        handed_in = {
            "right": nbformat.writes(class_zips._for_students(solved, START)),
            "wrong": learner("scores_of_bat = [1.17, -0.09, 1.53]"),
            "broken": learner("scores_of_bat = [0.99, -0.09"),
            "empty": learner(),
            "fake": learner("scores_of_bat = [1, 2, 3]", fake),
            "bare": learner(change=bare),
            "damaged": learner()[:999],
            "endless": learner(ENDLESS),
            "crashed": learner("import os\nos._exit(0)"),
            "=spoken": learner(change=speak).replace(WORDS, WORDS + "\\ud800"),  # half a letter
            "lying": learner(LIES),
            "hostile": learner(hostile),
        }
        with ZipFile(folder / "returned.zip", "w") as archive:
            for who, text in handed_in.items():
                archive.writestr(f"{who}.ipynb", text)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sandbox, "PATIENCE", PATIENCE)
            assert mark.main([str(folder / "returned.zip")]) == 0
        assert secret.exists()
        yield folder


@pytest.fixture(scope="module")
def results(place):
    """What the table says of each learner's first exercise, or of the whole file."""
    with (place / "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    first = {row["who"].strip("'"): row for row in reversed(rows)}
    assert len(rows) == 10 * 4 + 2
    return {who: (row["result"], row["what the check says"]) for who, row in first.items()}


@needs_a_lock
@pytest.mark.slow
def test_each_answer_gets_its_result_whatever_was_stored(results):
    assert {who: result for who, (result, _) in results.items()} == {
        "right": "right",
        "wrong": "wrong",
        "broken": "wrong",
        "empty": "empty",
        "fake": "wrong",
        "bare": "unreadable",
        "damaged": "unreadable",
        "endless": "stopped",
        "crashed": "stopped",
        "=spoken": "empty",
        "lying": "wrong",
        "hostile": "wrong",
    }
    assert "SyntaxError" in results["broken"][1]
    assert f"{PATIENCE} seconds" in results["endless"][1]
    assert "night" in results["wrong"][1]  # the check's sentence


@needs_a_lock
@pytest.mark.slow
def test_a_stopped_cell_costs_its_own_exercise_alone(place):
    with (place / "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["who"] == "endless"]
    assert [row["result"] for row in rows] == ["stopped", "empty", "empty", "empty"]


@needs_a_lock
@pytest.mark.slow
def test_hostile_code_reaches_neither_files_nor_network(results):
    assert results["hostile"][1] == f"Its cell ends with ValueError: {[*TRIED.values()]}"


@needs_a_lock
@pytest.mark.slow
def test_the_page_shows_words_and_runs_none(place):
    text = (place / "marks.html").read_text(encoding="utf-8")
    assert "=1+1 &lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script" not in text
    assert "<h3>Exercise 0.2</h3>" in text  # the words of one learner
    assert "Exercise 0.1</h3>" not in text  # where nobody wrote any
    assert text.count("<summary>✓</summary>") == 4
    assert "\n=" not in (place / "marks.csv").read_text(encoding="utf-8-sig")


def test_without_a_sandbox_nothing_is_run(tmp_path):
    (tmp_path / "returned").mkdir()
    (tmp_path / "returned" / "anna.ipynb").write_text(learner(), encoding="utf-8")
    command = [sys.executable, "-m", "helpers.marking", str(tmp_path / "returned")]
    environ = {**os.environ, "PATH": str(tmp_path)}
    refused = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert (refused.returncode, (tmp_path / "marks.csv").exists()) == (1, False)
    assert refused.stderr == f"mark: {sandbox.REFUSED}\n"


@needs_make
def test_with_make_and_without_a_sandbox_where_one_says_so(tmp_path):
    (tmp_path / "returned").mkdir()
    (tmp_path / "returned" / "anna.ipynb").write_text(learner(), encoding="utf-8")
    ran = make("mark", f"FOLDER={tmp_path / 'returned'}", "UNSAFE=1")
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "marks.csv").read_text(encoding="utf-8-sig").count("empty") == 4


@pytest.mark.parametrize("words", [[], ["nowhere"], [str(ROOT / "LICENSE")]])
def test_what_is_no_class_is_one_line(words, capsys, monkeypatch):
    monkeypatch.setenv("UNSAFE", "1")
    assert mark.main(words) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("mark: ")
