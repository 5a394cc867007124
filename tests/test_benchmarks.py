"""Whether `make bench` fails when a limit is broken, and says which."""

import pytest
from rules.notebook import ROOT

from helpers import explorers
from helpers.explorers.base.trial import of_every


@pytest.fixture
def report(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks.__main__ import report
    from benchmarks.comparison import Comparison

    return lambda rows: report(Comparison("x", *row[:2], "ms", **row[2]) for row in rows)


def test_every_explorer_is_measured_as_itself():
    sources = {explorers.FOLDERS[name]: one.source for name, one in of_every("BENCH").items()}
    assert [title for title, source in sources.items() if f"{title}(" not in source] == []


@pytest.mark.parametrize(
    ("row", "limit", "code"),
    [
        ((3.0, 2.0, {"most_ratio": 1.5}), "1.5 x", 0),
        ((3.1, 2.0, {"most_ratio": 1.5}), "1.5 x", 1),
        ((49.0, 2.0, {"most": 50}), "50 ms", 0),
        ((50.0, 2000.0, {"most": 50}), "50 ms", 1),
        ((48.0, 60.0, {"least_ratio": 0.8}), "at least 0.8 x", 0),
        ((47.9, 60.0, {"least_ratio": 0.8}), "at least 0.8 x", 1),
    ],
)
def test_a_broken_limit_is_an_exit_code(report, capsys, row, limit, code):
    assert report([row]) == code
    (_, line) = capsys.readouterr().out.splitlines()
    assert f"{limit}  {'BROKEN' if code else 'kept'}" in line
    assert f"{row[0] / row[1]:.2f}" in line


def test_a_broken_limit_is_measured_anew_a_few_times(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks.comparison import ROUNDS, Comparison, until_kept

    def measured(*found):
        left = iter(found)
        rows = until_kept(lambda: [Comparison("x", next(left), 2.0, "ms", most_ratio=1)])
        return [row.measured for row in rows], list(left)

    assert measured(3.0, 2.5, 2.0, 1.0) == ([2.0], [1.0])
    assert measured(*[3.0] * ROUNDS, 1.0) == ([3.0], [1.0])
