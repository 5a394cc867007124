"""Which exercises are solved: attempts and dates, in one file on this machine and nowhere else."""

import json
import os
from contextlib import contextmanager, suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from helpers.learner import atomic

with suppress(ModuleNotFoundError):  # a browser has no filelock, and no other program that writes
    from filelock import FileLock

PATIENCE = 2  # seconds to wait for another notebook that is writing; a check must go on
DAMAGED = "The record of your solved exercises could not be read: it is kept as {aside}"
UNSAVED = "{this} attempt could not be saved ({reason})"


class Record(NamedTuple):
    """What is kept of one exercise: how often it was tried, and the days."""

    attempts: int
    first: date
    last: date
    solved: date | None  # the day of the first correct answer; a later wrong one leaves it


def path():
    """Return the file of the record: ATTENTION_BY_HAND_PROGRESS, or a place in the user's data.

    OSError: the place is in a home folder (`~`) that nobody knows.
    """
    chosen = os.environ.get("ATTENTION_BY_HAND_PROGRESS")
    data = user_data_path("attention-by-hand", appauthor=False)
    place = Path(chosen) if chosen else data / "progress.json"
    try:
        return place.expanduser()
    except RuntimeError:
        named = "ATTENTION_BY_HAND_PROGRESS can name another file"
        raise OSError(f"no home folder is known for {place}: {named}") from None


def read():
    """Return a dict from each exercise tried to its `Record`, without changing the disk.

    A file that is missing or cannot be read counts as empty.
    """
    try:
        return _records(path())
    except (OSError, ValueError):
        return {}


def record(exercise, solved, today=None):
    """Count an attempt at an exercise, and return "" or one sentence that the learner should see.

    exercise : its name    solved : whether the answer was correct    today : a date, or the clock's

    A file that cannot be read as a record is renamed, and the sentence says to what. Where the disk
    refuses, the sentence says so and nothing is raised. Two processes may record at once. Where the
    file is a symbolic link, what it leads to is written, and the link stays.
    """
    today, place, note = today or date.today(), None, ""
    try:
        place = Path(os.path.realpath(path()))
        place.parent.mkdir(parents=True, exist_ok=True)
        with _alone(place):
            try:
                records = _records(place)
            except FileNotFoundError:
                records = {}
            except ValueError:
                records, note = {}, DAMAGED.format(aside=_set_aside(place))
            records[exercise] = _counted(records.get(exercise), solved, today)
            atomic.write(place, _text(records))
    except (NotImplementedError, OSError) as error:  # the first where a disk knows no locks
        unsaved = UNSAVED.format(this="this" if note else "This", reason=_reason(error, place))
        note = f"{note}, and {unsaved}" if note else unsaved
    return f"{note}." if note else ""


@contextmanager
def _alone(place):
    """Hold the lock beside the file; OSError: another process does not let go."""
    if "FileLock" not in globals():
        yield
        return
    lock = FileLock(place.with_name(f"{place.name}.lock"))
    # Asked often: asking every 0.05 s, as by default, hardly ever finds a busy lock free.
    with lock.acquire(timeout=PATIENCE, poll_interval=0.005):
        yield


def _counted(before, solved, today):
    """Return the record of an exercise after one more attempt; `before` is None for the first."""
    before = before or Record(0, today, today, None)
    first_solved = before.solved or (today if solved else None)
    return Record(before.attempts + 1, before.first, today, first_solved)


def _records(place):
    """Return what the file holds; OSError: it cannot be opened. ValueError: it is no record."""
    text = place.read_text(encoding="utf-8")
    try:
        return {name: _record(**fields) for name, fields in json.loads(text).items()}
    except (AttributeError, RecursionError, TypeError) as error:
        raise ValueError(f"{place} is no record of exercises: {error}") from None


def _record(attempts, first, last, solved):
    """Return one record from the fields of the file, or raise ValueError or TypeError."""
    if type(attempts) is not int or attempts < 1:
        raise ValueError(f"attempts must be a whole number from 1, got {attempts!r}")
    days = [date.fromisoformat(day) for day in (first, last)]
    return Record(attempts, *days, None if solved is None else date.fromisoformat(solved))


def _text(records):
    """Return the file's text, a line or a few per exercise, in the order of first attempts."""
    fields = {name: one._asdict() for name, one in records.items()}
    return json.dumps(fields, default=date.isoformat, ensure_ascii=False, indent=1) + "\n"


def _set_aside(place):
    """Rename a damaged file beside itself, over no earlier one, and return its new path."""
    names = (f"{place.stem}.damaged{k if k > 1 else ''}{place.suffix}" for k in count(1))
    aside = next(path for path in map(place.with_name, names) if not os.path.lexists(path))
    return place.rename(aside)


def _reason(error, place):
    """Return in a few words why the file could not be written, and which one."""
    if isinstance(error, TimeoutError):
        return f"another program holds {place}"
    if isinstance(error, NotImplementedError) or not error.strerror:
        return str(error)
    refused = Path(error.filename or place)
    # What lies beside the file for a moment is nothing that a learner has heard of.
    return f"{error.strerror}: {place if refused.parent == place.parent else refused}"
