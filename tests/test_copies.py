"""The learner's copies: renewed while untouched, kept for ever once edited."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from nbformat import NO_CONVERT, read, v4, validate, write

from helpers.jupyterlab import copies

NAME = "01_first.ipynb"
NEW, NEW2 = "01_first.new.ipynb", "01_first.new2.ipynb"
SECOND = "02_second.ipynb"
# Saves a notebook as Jupyter does, and is killed when half of it is written.
SAVING = """
import os, sys
from jupyter_server.services.contents.fileio import atomic_writing
with atomic_writing(sys.argv[1], encoding="utf-8") as file:
    file.write('{"cells": [')
    file.flush()
    os._exit(9)
"""
TOGETHER = """
import os, sys, time
from helpers.jupyterlab import copies
go, originals, work = sys.argv[1:]
print("ready", flush=True)
while not os.path.exists(go):
    time.sleep(0.001)
for line in copies.bring_up_to_date(originals, work):
    print(line)
"""


@pytest.fixture
def folders(tmp_path):
    (tmp_path / "notebooks").mkdir()
    return tmp_path / "notebooks", tmp_path / "work"


@pytest.fixture
def work(folders):
    return folders[1]


def publish(originals, source, name=NAME, shown="3"):
    """Write an original as the project stores it, with count and output."""
    output = v4.new_output("execute_result", data={"text/plain": shown}, execution_count=1)
    cells = [
        v4.new_markdown_cell("# Überschrift", id="a"),
        v4.new_code_cell(source, id="b", execution_count=1, outputs=[output]),
    ]
    notebook = v4.new_notebook(cells=cells, metadata={"widgets": {}})
    (originals / name).write_text(json.dumps(notebook), encoding="utf-8")


def update(folders):
    """Bring the copies up to date; return the lines that are said to the learner."""
    return [line for line in copies.bring_up_to_date(*folders) if line != copies.NEWS]


def bring(folders, source, name=NAME, **options):
    """Publish an original and bring the copies up to date; return the lines."""
    publish(folders[0], source, name, **options)
    return update(folders)


def edit(path, source="my own work"):
    """Change a copy as its learner does."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][1]["source"] = source
    path.write_text(json.dumps(notebook))


def autosave(path):
    """Save an unedited copy as JupyterLab does after Run All: other bytes, outputs, metadata."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["metadata"]["language_info"] = {"name": "python"}
    notebook["cells"][1] |= {"source": [notebook["cells"][1]["source"]], "execution_count": 7}
    notebook["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "3"}]
    path.write_text(json.dumps(notebook, indent=1))


def source(path):
    return "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][1]["source"])


def names(work):
    return sorted(path.name for path in work.iterdir())


def test_a_copy_is_a_notebook_without_answers(folders, work):
    assert bring(folders, "1 + 2") == []
    notebook = read(work / NAME, as_version=NO_CONVERT)
    validate(notebook)
    assert (notebook.cells[1].outputs, notebook.cells[1].execution_count) == ([], None)
    assert "widgets" not in notebook.metadata
    assert notebook.cells[1].source == "1 + 2"
    assert "Überschrift" in (work / NAME).read_text(encoding="utf-8")


def test_an_untouched_copy_is_replaced_by_a_newer_original(folders, work):
    for text in ("old", "newer", "newest"):
        assert bring(folders, text) == []
        assert source(work / NAME) == text
    assert names(work) == [copies.RECORD, NAME]


def test_a_copy_that_was_only_run_counts_as_untouched(folders, work):
    bring(folders, "old")
    autosave(work / NAME)
    assert bring(folders, "newer") == []
    assert source(work / NAME) == "newer"


def test_outputs_stay_while_the_original_stays(folders, work):
    bring(folders, "1 + 2")
    autosave(work / NAME)
    before = (work / NAME).read_bytes()
    assert bring(folders, "1 + 2", shown="another output of the same cell") == []
    assert (work / NAME).read_bytes() == before


def test_an_edited_copy_stays_and_the_learner_is_told_of_the_newer_one(folders, work):
    bring(folders, "old")
    edit(work / NAME)
    assert update(folders) == []
    (line,) = bring(folders, "newer")
    assert NEW in line
    assert "\n" not in line
    assert (source(work / NAME), source(work / NEW)) == ("my own work", "newer")
    assert update(folders) == []
    assert names(work) == [copies.RECORD, NAME, NEW]


def put(path, **answers):
    """Write a notebook with an exercise for each name, and what's in its cells."""
    notebook = v4.new_notebook()
    for name, code in answers.items():
        cells = [v4.new_markdown_cell(f"### Exercise 1.{len(notebook.cells)} · Do it", id=name)]
        cells += map(v4.new_code_cell, [*code.split("|"), f"checks.{name}({name})"])
        notebook.cells += cells
    write(notebook, path)


def test_answers_move_to_the_new_version_by_the_names_of_their_exercises(folders, work):
    stub, newer = "def it(x):\n    return ...", "def it(x, y):\n    return ..."
    names_then = ["moved", "untouched", "gone", "helped", "broken"]
    put(folders[0] / NAME, **dict.fromkeys(names_then, stub))
    update(folders)
    own = {"moved": "moved = lambda x: x[..., 0]", "helped": "half = 0.5|helped = half"}
    own |= {"gone": "gone = 1", "broken": "def broken(", "untouched": stub}
    put(work / NAME, **own)
    kept = (work / NAME).read_bytes()
    for edition in (newer, f"{newer}  # 3"):  # a copy with answers that nobody touched is replaced
        new = dict.fromkeys(["fresh", "broken", "untouched", "helped", "moved"], edition)
        put(folders[0] / NAME, **new)
        (line,) = update(folders)
        assert line.endswith(f"{NEW}, with 3 of your answers in it (it no longer has gone)")
        carried = {name: own[name].replace("|", "\n\n") for name in ("broken", "helped", "moved")}
        put(work / "expected", **new | carried)
        found, expected = (read(work / name, NO_CONVERT).cells for name in (NEW, "expected"))
        assert [one.source for one in found] == [one.source for one in expected]
        assert (work / NAME).read_bytes() == kept
        (work / copies.RECORD).unlink()  # as if the run had died before it
        assert [update(folders), update(folders)] == [[line], []]
        assert sorted(work.glob("*.ipynb")) == [work / NAME, work / NEW]


def test_an_untouched_new_copy_is_replaced_and_an_edited_one_kept(folders, work):
    bring(folders, "first")
    edit(work / NAME)
    bring(folders, "second")
    assert NEW in bring(folders, "third")[0]
    assert source(work / NEW) == "third"
    edit(work / NEW, "more of my own")
    assert NEW2 in bring(folders, "fourth")[0]
    kept = [source(work / name) for name in (NAME, NEW, NEW2)]
    assert kept == ["my own work", "more of my own", "fourth"]


def test_a_deleted_copy_comes_back_but_a_deleted_new_one_does_not(folders, work):
    bring(folders, "old")
    edit(work / NAME)
    bring(folders, "newer")
    (work / NEW).unlink()
    assert update(folders) == []
    assert names(work) == [copies.RECORD, NAME]
    (work / NAME).unlink()
    assert update(folders) == []
    assert source(work / NAME) == "newer"
    assert names(work) == [copies.RECORD, NAME]


def test_a_learner_may_take_the_newer_one_over(folders, work):
    bring(folders, "old")
    edit(work / NAME)
    bring(folders, "newer")
    os.replace(work / NEW, work / NAME)
    bring(folders, "newest")
    assert "newest" in [source(path) for path in work.glob("*.ipynb")]
    edit(work / NAME)
    update(folders)
    assert source(work / NAME) == "my own work"


@pytest.mark.parametrize("content", ["", "[]", '{"cells": [1]}', "\udcff"])
def test_a_copy_that_cannot_be_read_is_never_overwritten(folders, work, content):
    bring(folders, "old")
    (work / NAME).write_bytes(content.encode(errors="surrogateescape"))
    before = (work / NAME).read_bytes()
    assert NEW in bring(folders, "newer")[0]
    assert (work / NAME).read_bytes() == before
    assert source(work / NEW) == "newer"


@pytest.mark.parametrize("record", ["", "{", "[]", '{"01_first": 5}', "[" * 100_000])
def test_a_broken_record_loses_nothing_and_is_told(folders, record):
    originals, work = folders
    publish(originals, "old")
    bring(folders, "other", name=SECOND)
    edit(work / NAME)
    autosave(work / SECOND)
    before = (work / SECOND).read_bytes()
    (work / copies.RECORD).write_text(record)
    lines = update(folders)
    assert (work / SECOND).read_bytes() == before
    assert [copies.RECORD in lines[0], NEW in lines[1], len(lines)] == [True, True, 2]
    assert source(work / NAME) == "my own work"
    assert names(work) == [copies.RECORD, NAME, NEW, SECOND]
    assert bring(folders, "newer", name=SECOND) == []
    assert source(work / SECOND) == "newer"


@pytest.mark.parametrize("step", range(4))
def test_whenever_a_run_dies_nothing_is_lost_and_the_next_one_ends_it(folders, monkeypatch, step):
    originals, work = folders
    everyone = [NAME, SECOND, "03_third.ipynb"]
    for text in ("old", "newer"):
        if text == "newer":
            update(folders)
            edit(work / SECOND)
        for name in everyone:
            publish(originals, text, name)
    replace, steps = os.replace, iter(range(4))

    def die(*paths):
        if next(steps) == step:
            raise OSError("the power is gone")
        replace(*paths)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", die)
        with pytest.raises(OSError, match="power"):
            update(folders)
    (line,) = update(folders)
    assert "02_second.new.ipynb" in line
    expected = {NAME: "newer", "02_second.new.ipynb": "newer", SECOND: "my own work"}
    expected["03_third.ipynb"] = "newer"
    assert {path.name: source(path) for path in work.glob("*.ipynb")} == expected
    assert update(folders) == []


def run(program, *arguments):
    """Start a program in a process of its own."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_runs_at_once_both_end_well(folders, work, tmp_path):
    everyone = [f"{number:02}_many.ipynb" for number in range(60)]
    for text in ("old", "newer"):
        for name in everyone:
            publish(folders[0], text, name)
        if text == "old":
            update(folders)
            edit(work / everyone[0])
    both = [run(TOGETHER, tmp_path / "go", *folders) for _ in range(2)]
    for process in both:
        assert process.stdout.readline() == "ready\n"
    (tmp_path / "go").touch()
    ends = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert [errors for _, errors in ends] == ["", ""]
    assert any("00_many.new.ipynb" in lines for lines, _ in ends)
    assert names(work) == sorted([copies.RECORD, "00_many.new.ipynb", *everyone])
    assert [source(work / name) for name in everyone] == ["my own work"] + ["newer"] * 59
    assert update(folders) == []


@pytest.mark.parametrize("name", [NAME, "mine.ipynb"])
def test_after_each_kill_in_a_save_the_last_good_one_is_named_until_it_is_renamed(
    folders, work, name
):
    bring(folders, "old")
    edit(work / NAME)
    bring(folders, "newer")
    for text in ("my own work", "more of it"):
        publish(work, text, name)
        run(SAVING, work / name).communicate(timeout=60)
        for _ in range(2):
            (line,) = update(folders)
            (saved,) = re.findall(
                r"cannot be read .* last good save is the hidden file (\S+):", line
            )
            assert line.startswith(f"{name}: your copy cannot be read")
            assert source(work / saved) == text
            assert (": 01_first.new" in line) == (name != "mine.ipynb")
        os.replace(work / saved, work / name)
        assert update(folders) == []


@pytest.mark.parametrize("make", [Path.touch, lambda work: work.symlink_to("nowhere")])
def test_where_the_folder_of_copies_is_a_file_one_line_says_so(folders, make):
    originals, work = folders
    publish(originals, "1 + 2")
    make(work)
    with pytest.raises(ValueError, match=r"^expected a folder .* at .*work, found a file: rename"):
        update(folders)


def test_an_original_that_is_no_notebook_is_named(folders):
    (folders[0] / NAME).write_text("<<<<<<< HEAD")
    with pytest.raises(ValueError, match=rf"expected a notebook at .*{NAME}, got JSONDecodeError"):
        update(folders)


def test_the_copies_are_made_without_jupyterlab_in_the_folder_that_is_named(folders, capfd):
    originals, work = folders
    bring(folders, "1 + 2")
    edit(work / NAME)
    publish(originals, "3 + 4")
    assert copies.main([str(work)], originals) == 0
    edited, news, where = capfd.readouterr().out.splitlines()
    assert f"the newest version is beside it: {NEW}" in edited
    assert "CHANGELOG.md" in news
    assert where == f"Your own copies of the notebooks are in {work}"


def test_what_keeps_the_copies_from_being_made_is_one_line(folders, work, capfd):
    for words in ([str(work)], [str(work), "more"]):  # no notebooks; an argument too many
        assert copies.main(words, folders[0]) == 1
        (line,) = capfd.readouterr().err.splitlines()
        assert line.startswith("copies: expected ")
    assert not work.exists()
