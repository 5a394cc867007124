"""The record of solved exercises loses nothing, stops no check, and is nobody else's."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from datetime import date
from pathlib import Path

import nbformat
import pytest
from filelock import FileLock
from hypothesis import given
from hypothesis import strategies as st
from nbformat import v4
from rules.notebook import ROOT

from helpers.jupyterlab import refresh
from helpers.learner import progress

MONDAY, TUESDAY, FRIDAY = (date(2026, 11, day) for day in (23, 24, 27))
# Says, line by line, which attempts were told to be kept.
WRITER = """
import sys
from helpers.learner import progress
for k in range(int(sys.argv[2])):
    note = progress.record(f"{sys.argv[1]} {k % 5}", k % 2 == 0)
    print(note or "kept", flush=True)
"""
SOLVES = [
    "from helpers.learner import progress",
    "progress.record('solved_here', True)",
    "progress.read()['solved_here'].attempts, len(progress.read())",
]
needs_unix_rights = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="nothing is read-only here"
)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A file of this test's own, in a folder that is not yet there."""
    chosen = tmp_path / "not yet there" / "progress.json"
    monkeypatch.setenv("ATTENTION_BY_HAND_PROGRESS", str(chosen))
    return chosen


@pytest.fixture
def users(place):
    """A user's file with something in it, as the environment names it."""
    assert progress.record("mine", True, MONDAY) == ""
    return place


def everything(folder):
    """Return every file below a folder, with its bytes and the time of its last change."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path, path.read_bytes(), path.stat().st_mtime_ns) for path in paths]


def writer(*arguments):
    """Start a process that records attempts."""
    command = [sys.executable, "-c", WRITER, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def attempts():
    return sum(one.attempts for one in progress.read().values())


# What is kept


NAMES = st.text(st.characters(codec="utf-8"), max_size=6)


@given(st.lists(st.tuples(NAMES, st.booleans(), st.dates()), max_size=8))
def test_whatever_is_recorded_is_read_again(tmp_path_factory, tries):
    with pytest.MonkeyPatch.context() as patch:
        chosen = tmp_path_factory.mktemp("records") / "progress.json"
        patch.setenv("ATTENTION_BY_HAND_PROGRESS", str(chosen))
        assert [progress.record(*one) for one in tries] == [""] * len(tries)
        found = progress.read()
    assert list(found) == list(dict.fromkeys(name for name, *_ in tries))
    for name, one in found.items():
        days = [day for other, _, day in tries if other == name]
        solved = [day for other, right, day in tries if other == name and right]
        assert one == (len(days), days[0], days[-1], solved[0] if solved else None)


# Where it is kept


def test_it_lies_among_the_users_own_data_unless_a_file_is_named(monkeypatch):
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("ATTENTION_BY_HAND_PROGRESS")
        else:
            monkeypatch.setenv("ATTENTION_BY_HAND_PROGRESS", unset)
        found = progress.path()
        assert found.parts[-2:] == ("attention-by-hand", "progress.json")
        assert found.is_relative_to(Path.home())
        assert not found.is_relative_to(ROOT)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other places")
def test_on_linux_the_place_is_the_one_that_the_page_names(monkeypatch):
    monkeypatch.delenv("ATTENTION_BY_HAND_PROGRESS")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    named = f"~/{progress.path().relative_to(Path.home()).as_posix()}"
    assert f"`{named}`" in (ROOT / "INSTALL.md").read_text(encoding="utf-8")


def test_a_home_folder_in_the_name_of_the_file_is_the_users(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("ATTENTION_BY_HAND_PROGRESS", "~/own.json")
    assert progress.record("softmax", True) == ""
    assert (tmp_path / "home/own.json").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


@pytest.mark.skipif(sys.platform == "win32", reason="there another user's folder is guessed")
@pytest.mark.parametrize("named", ["~nobody-of-that-name/own.json", "~/own.json"])
def test_where_no_home_folder_is_known_one_sentence_says_so(tmp_path, monkeypatch, named):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "~")  # leads nowhere
    monkeypatch.setenv("ATTENTION_BY_HAND_PROGRESS", named)
    note = progress.record("softmax", True)
    assert note.startswith("This attempt could not be saved (no home folder is known for ~")
    assert note.endswith(": ATTENTION_BY_HAND_PROGRESS can name another file).")
    assert progress.read() == {}
    assert list(tmp_path.iterdir()) == []


def test_reading_changes_nothing_on_the_disk(place):
    assert progress.read() == {}
    assert not place.parent.exists()
    progress.record("softmax", True)
    before = everything(place.parent)
    progress.read()
    place.with_name("progress.json.lock").unlink(missing_ok=True)
    progress.read()
    assert [one for one in before if one[0] == place] == everything(place.parent)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets few users make links")
@pytest.mark.parametrize("stored", [None, "{}", "broken"])
def test_a_file_that_is_a_link_stays_one_and_what_it_leads_to_is_written(place, stored):
    real = place.parent.parent / "synchronised.json"
    place.parent.mkdir()
    place.symlink_to(real)
    if stored:
        real.write_text(stored)
    note = progress.record("softmax", True, MONDAY)
    aside = real.with_name("synchronised.damaged.json")
    assert note == (f"{progress.DAMAGED.format(aside=aside)}." if stored == "broken" else "")
    assert place.is_symlink()
    assert json.loads(real.read_text())["softmax"]["attempts"] == 1
    assert progress.read() == {"softmax": progress.Record(1, MONDAY, MONDAY, MONDAY)}


# A damaged file

RECORDED = {"attempts": 1, "first": "2026-11-23", "last": "2026-11-23", "solved": None}
DAMAGES = {
    "zeros, as after a power cut": bytes(40),
    "no text": b"\xff\xfe\x00",
    "too deep": b"[" * 100_000,
    "no fields": b'{"softmax": 3}',
    "a field missing": b'{"softmax": {"attempts": 1, "first": "2026-11-23"}}',
}
DAMAGES["no date"] = json.dumps({"a": RECORDED | {"first": "soon"}}).encode()


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_set_aside_and_named(place, damage):
    place.parent.mkdir()
    place.with_name("progress.damaged.json").write_text("an earlier one stays")
    place.write_bytes(damage)
    assert progress.read() == {}
    assert place.read_bytes() == damage, "reading changed it"
    note = progress.record("softmax", True, MONDAY)
    aside = place.with_name("progress.damaged2.json")
    assert place.with_name("progress.damaged.json").read_text() == "an earlier one stays"
    assert note == f"The record of your solved exercises could not be read: it is kept as {aside}."
    assert aside.read_bytes() == damage
    assert progress.read() == {"softmax": progress.Record(1, MONDAY, MONDAY, MONDAY)}
    assert progress.record("softmax", True) == ""


# A disk that refuses


@needs_unix_rights
def test_a_folder_that_may_not_be_written_is_one_sentence(place):
    progress.record("softmax", True)
    place.parent.chmod(0o500)
    note = progress.record("softmax", True)
    place.parent.chmod(0o700)
    assert note == f"This attempt could not be saved (Permission denied: {place})."
    assert progress.read()["softmax"].attempts == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write on")
def test_a_full_disk_is_one_sentence_and_a_damaged_file_is_named_in_it(place, monkeypatch):
    place.parent.mkdir()
    # The file that is written before it takes the place of the old one lies on a full disk.
    (place.parent / f".{place.name}.{os.getpid()}.tmp").symlink_to("/dev/full")
    note = progress.record("softmax", True)
    assert note == f"This attempt could not be saved (No space left on device: {place})."
    assert not place.exists()
    place.write_text("broken")
    (place.parent / f".{place.name}.{os.getpid()}.tmp").symlink_to("/dev/full")
    note = progress.record("softmax", True)
    aside = place.with_name("progress.damaged.json")
    assert f"it is kept as {aside}, and this attempt could not be saved (No space" in note
    assert aside.read_text() == "broken"


def test_a_lock_that_nobody_lets_go_stops_no_check(place):
    progress.record("softmax", True)
    with FileLock(place.with_name("progress.json.lock")):
        start, notes = time.monotonic(), []
        # From another thread, as filelock lets one thread wait for nobody but others.
        waiting = threading.Thread(target=lambda: notes.append(progress.record("softmax", True)))
        waiting.start()
        waiting.join()
        waited = time.monotonic() - start
    assert notes == [f"This attempt could not be saved (another program holds {place})."]
    assert progress.PATIENCE <= waited < progress.PATIENCE + 5
    assert attempts() == 1


# Many writers, and sudden ends


def test_writers_at_once_lose_nothing(place):
    each = 20
    running = [writer("shared", each), writer("shared", each), writer("own", each)]
    said = [process.communicate(timeout=120)[0].splitlines() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert [len(lines) for lines in said] == [each] * 3
    kept = [lines.count("kept") for lines in said]
    # On a machine that stands still an attempt may wait too long: then its writer was told so.
    assert sum(kept) > each
    assert attempts() == sum(kept)
    assert sum(progress.read()[f"own {k}"].attempts for k in range(5)) == kept[2]


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_a_kill_at_any_moment_loses_no_attempt_that_was_kept(place):
    chance, before = random.Random(7), 0
    for _ in range(6):
        with writer("killed", 10_000) as process:
            seen = [process.stdout.readline() for _ in range(chance.randrange(1, 40))]
            time.sleep(chance.random() * 0.003)
            process.kill()
            seen += process.stdout.readlines()
        if not seen[-1].endswith("\n"):  # killed while it said so
            assert "kept".startswith(seen[-1])
            seen.pop()
        assert set(seen) == {"kept\n"}
        # The last attempt may have been kept without the time to say so.
        assert attempts() - before - len(seen) in (0, 1)
        before = attempts()
    assert not list(place.parent.glob("*damaged*"))
    assert progress.record("after", True) == ""


# Whose record it is


def test_a_refresh_neither_shows_nor_touches_the_users_record(users, tmp_path):
    before = everything(users.parent)
    (tmp_path / "notebooks").mkdir()
    path = tmp_path / "notebooks/03_solves.ipynb"
    cells = [v4.new_code_cell(source) for source in SOLVES]
    nbformat.write(v4.new_notebook(cells=cells), path)
    for _ in range(2):  # what the first run solved, the second does not know
        assert refresh.main([], path.parent) == 0
        shown = [cell.outputs for cell in nbformat.read(path, as_version=4).cells]
        assert shown[2][0].data["text/plain"] == "(1, 1)"
    assert everything(users.parent) == before
    assert os.environ["ATTENTION_BY_HAND_PROGRESS"] == str(users)
