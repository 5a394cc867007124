"""The learner's copies: renewed while untouched, kept for ever once edited."""

import json
import os

import pytest
from nbformat import NO_CONVERT, read, v4, validate

from helpers import copies

NAME = "01_first.ipynb"
NEW, NEW2 = "01_first.new.ipynb", "01_first.new2.ipynb"


@pytest.fixture
def folders(tmp_path):
    (tmp_path / "notebooks").mkdir()
    return tmp_path / "notebooks", tmp_path / "work"


def publish(originals, source, name=NAME, shown="3"):
    """Write an original as the project stores it, with count and output."""
    output = v4.new_output("execute_result", data={"text/plain": shown}, execution_count=1)
    cells = [
        v4.new_markdown_cell("# Überschrift", id="a"),
        v4.new_code_cell(source, id="b", execution_count=1, outputs=[output]),
    ]
    notebook = v4.new_notebook(cells=cells, metadata={"widgets": {}})
    (originals / name).write_text(json.dumps(notebook), encoding="utf-8")


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


def test_a_copy_is_a_notebook_without_answers(folders):
    originals, work = folders
    publish(originals, "1 + 2")
    assert copies.bring_up_to_date(originals, work) == []
    notebook = read(work / NAME, as_version=NO_CONVERT)
    validate(notebook)
    assert (notebook.cells[1].outputs, notebook.cells[1].execution_count) == ([], None)
    assert "widgets" not in notebook.metadata
    assert notebook.cells[1].source == "1 + 2"
    assert "Überschrift" in (work / NAME).read_text(encoding="utf-8")


def test_an_untouched_copy_is_replaced_by_a_newer_original(folders):
    originals, work = folders
    for text in ("old", "newer", "newest"):
        publish(originals, text)
        assert copies.bring_up_to_date(originals, work) == []
        assert source(work / NAME) == text
    assert names(work) == [copies.RECORD, NAME]


def test_a_copy_that_was_only_run_counts_as_untouched(folders):
    originals, work = folders
    publish(originals, "old")
    copies.bring_up_to_date(originals, work)
    autosave(work / NAME)
    publish(originals, "newer")
    assert copies.bring_up_to_date(originals, work) == []
    assert source(work / NAME) == "newer"


def test_outputs_stay_while_the_original_stays(folders):
    originals, work = folders
    publish(originals, "1 + 2")
    copies.bring_up_to_date(originals, work)
    autosave(work / NAME)
    before = (work / NAME).read_bytes()
    publish(originals, "1 + 2", shown="another output of the same cell")
    assert copies.bring_up_to_date(originals, work) == []
    assert (work / NAME).read_bytes() == before


def test_an_edited_copy_stays_and_the_learner_is_told_of_the_newer_one(folders):
    originals, work = folders
    publish(originals, "old")
    copies.bring_up_to_date(originals, work)
    edit(work / NAME)
    assert copies.bring_up_to_date(originals, work) == []
    publish(originals, "newer")
    (line,) = copies.bring_up_to_date(originals, work)
    assert NEW in line
    assert "\n" not in line
    assert (source(work / NAME), source(work / NEW)) == ("my own work", "newer")
    assert copies.bring_up_to_date(originals, work) == []
    assert names(work) == [copies.RECORD, NAME, NEW]


def test_an_untouched_new_copy_is_replaced_and_an_edited_one_kept(folders):
    originals, work = folders
    publish(originals, "first")
    copies.bring_up_to_date(originals, work)
    edit(work / NAME)
    publish(originals, "second")
    copies.bring_up_to_date(originals, work)
    publish(originals, "third")
    assert NEW in copies.bring_up_to_date(originals, work)[0]
    assert source(work / NEW) == "third"
    edit(work / NEW, "more of my own")
    publish(originals, "fourth")
    assert NEW2 in copies.bring_up_to_date(originals, work)[0]
    kept = [source(work / name) for name in (NAME, NEW, NEW2)]
    assert kept == ["my own work", "more of my own", "fourth"]


def test_a_deleted_copy_is_made_again(folders):
    originals, work = folders
    publish(originals, "1 + 2")
    copies.bring_up_to_date(originals, work)
    (work / NAME).unlink()
    assert copies.bring_up_to_date(originals, work) == []
    assert source(work / NAME) == "1 + 2"


def test_a_deleted_copy_comes_back_but_a_deleted_new_one_does_not(folders):
    originals, work = folders
    publish(originals, "old")
    copies.bring_up_to_date(originals, work)
    edit(work / NAME)
    publish(originals, "newer")
    copies.bring_up_to_date(originals, work)
    (work / NEW).unlink()
    assert copies.bring_up_to_date(originals, work) == []
    assert names(work) == [copies.RECORD, NAME]
    (work / NAME).unlink()
    assert copies.bring_up_to_date(originals, work) == []
    assert source(work / NAME) == "newer"
    assert names(work) == [copies.RECORD, NAME]


def test_a_learner_may_take_the_newer_one_over(folders):
    originals, work = folders
    publish(originals, "old")
    copies.bring_up_to_date(originals, work)
    edit(work / NAME)
    publish(originals, "newer")
    copies.bring_up_to_date(originals, work)
    os.replace(work / NEW, work / NAME)
    publish(originals, "newest")
    copies.bring_up_to_date(originals, work)
    assert "newest" in [source(path) for path in work.glob("*.ipynb")]
    edit(work / NAME)
    copies.bring_up_to_date(originals, work)
    assert source(work / NAME) == "my own work"


@pytest.mark.parametrize("content", ["", "half a note", "[]", "null", '{"cells": [1]}', "\udcff"])
def test_a_copy_that_cannot_be_read_is_never_overwritten(folders, content):
    originals, work = folders
    publish(originals, "old")
    copies.bring_up_to_date(originals, work)
    (work / NAME).write_bytes(content.encode(errors="surrogateescape"))
    before = (work / NAME).read_bytes()
    publish(originals, "newer")
    assert NEW in copies.bring_up_to_date(originals, work)[0]
    assert (work / NAME).read_bytes() == before
    assert source(work / NEW) == "newer"


def test_a_notebook_that_was_there_before_the_record_is_kept(folders):
    originals, work = folders
    publish(originals, "the project's")
    work.mkdir()
    publish(work, "the learner's")
    assert NEW in copies.bring_up_to_date(originals, work)[0]
    assert source(work / NAME) == "the learner's"


@pytest.mark.parametrize("record", ["", "{", "[]", "5", '{"01_first": 5}', '{"01_first": ["x"]}'])
def test_a_broken_record_loses_nothing_and_is_told(folders, record):
    originals, work = folders
    publish(originals, "old")
    publish(originals, "other", name="02_second.ipynb")
    copies.bring_up_to_date(originals, work)
    edit(work / NAME)
    autosave(work / "02_second.ipynb")
    run = (work / "02_second.ipynb").read_bytes()
    (work / copies.RECORD).write_text(record)
    lines = copies.bring_up_to_date(originals, work)
    assert (work / "02_second.ipynb").read_bytes() == run
    assert [copies.RECORD in lines[0], NEW in lines[1], len(lines)] == [True, True, 2]
    assert source(work / NAME) == "my own work"
    assert names(work) == [copies.RECORD, NAME, NEW, "02_second.ipynb"]
    publish(originals, "newer", name="02_second.ipynb")
    assert copies.bring_up_to_date(originals, work) == []
    assert source(work / "02_second.ipynb") == "newer"


def test_a_crash_while_writing_leaves_the_old_copy(folders, monkeypatch):
    originals, work = folders
    publish(originals, "old")
    copies.bring_up_to_date(originals, work)

    def crash(*_):
        raise OSError("the power is gone")

    publish(originals, "newer")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", crash)
        with pytest.raises(OSError, match="power"):
            copies.bring_up_to_date(originals, work)
    assert source(work / NAME) == "old"
    assert copies.bring_up_to_date(originals, work) == []
    assert source(work / NAME) == "newer"


def test_missing_notebooks_are_said_in_one_line(folders):
    originals, work = folders
    with pytest.raises(ValueError, match=r"expected the notebooks in .*found none") as raised:
        copies.bring_up_to_date(originals, work)
    assert "\n" not in str(raised.value)
    assert not work.exists()


def test_an_original_that_is_no_notebook_is_named(folders):
    originals, work = folders
    (originals / NAME).write_text("<<<<<<< HEAD")
    with pytest.raises(ValueError, match=rf"expected a notebook at .*{NAME}, got JSONDecodeError"):
        copies.bring_up_to_date(originals, work)
