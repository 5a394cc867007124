"""The road shows how much of each notebook is solved, and where to go on, in picture and words."""

import pytest
from matplotlib.patches import Wedge
from matplotlib.text import Text

from helpers import checks, figures
from helpers.checks import series
from helpers.learner import progress

TOTALS = (4, 3, 4, 4, 3, 4, 4, 3, 4, 1, 4, 2, 3, 4, 4)
TITLES = [chapter.title for chapter in series.NOTEBOOKS.values()][: len(TOTALS)]
SOLVED = {
    "half": ((4, 3, 2, 1, 0, 4, 0, 1, 0, 1, 3, 0, 2, 0, 4), 2),
    "all": (TOTALS, None),
}
SMALL = {
    "00": series.Chapter("Start here", "start_here", ("greet", "look")),
    "01": series.Chapter("Go on", "go_on", ("walk",)),
    "02": series.Chapter("Rest", "rest", ()),
    "03": series.Chapter("Arrive", "arrive", ("sit", "look_back")),
}


def stations(solved, here):
    rows = zip(TITLES, solved, TOTALS, strict=True)
    return [(f"{k:02d}", *row, k == here) for k, row in enumerate(rows)]


@pytest.fixture(params=SOLVED.values(), ids=SOLVED, scope="module")
def road(request):
    """The stations, and the picture of their road."""
    rows = stations(*request.param)
    return rows, figures.road(rows)


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A series of four notebooks, and nothing solved."""
    monkeypatch.setattr(series, "NOTEBOOKS", SMALL)
    monkeypatch.setenv("ATTENTION_BY_HAND_PROGRESS", str(tmp_path / "progress.json"))


def parts(picture, gid):
    return [patch for patch in picture.axes[0].patches if patch.get_gid() == gid]


def written(picture):
    return [text for text in picture.findobj(Text) if text.get_text()]


# The picture


def test_each_station_is_a_ring_with_a_part_for_each_exercise(road):
    rows, picture = road
    rings = {}
    for kind in ("solved", "open"):
        for part in parts(picture, kind):
            assert isinstance(part, Wedge)
            rings.setdefault(tuple(map(float, part.center)), []).append(kind)
    counted = [(ring.count("solved"), len(ring)) for ring in rings.values()]
    assert sorted(counted) == sorted((solved, total) for _, _, solved, total, _ in rows)
    for (x, y), ring in rings.items():
        (number,) = [text for text in written(picture) if text.get_position() == (x, y)]
        _, _, solved, total, _ = rows[int(number.get_text())]
        assert ring == ["solved"] * solved + ["open"] * (total - solved)


def test_a_ring_fills_clockwise_from_the_top():
    picture = figures.road([("00", "Start", 1, 4, True)])
    axes = picture.axes[0]
    (first,) = parts(picture, "solved")
    corners = axes.transData.transform(first.get_path().vertices)
    centre = axes.transData.transform(first.center)
    assert (corners >= centre).all(), "not in the upper right quarter"
    assert len(parts(picture, "open")) == 3


# The words


def test_the_words_say_what_the_picture_shows():
    assert figures.road(stations(*SOLVED["half"])).alt.splitlines() == [
        "Your road so far: 25 of 51 exercises solved",
        "go on with 02 Score with dot products",
        "00 Start here: 4 of 4 solved; 01 Why context matters: 3 of 3 solved",
        "02 Score with dot products: 2 of 4 solved; 03 Turn scores into weights: 1 of 4 solved",
        "04 Mix a context vector: 0 of 3 solved; 05 Ask, match, answer: 4 of 4 solved",
        "06 Let a head learn: 0 of 4 solved; 07 Scale the scores: 1 of 3 solved",
        "08 Attend with many heads: 0 of 4 solved; 09 Stack blocks: 1 of 1 solved",
        "10 Hide: 3 of 4 solved; 11 Keep order: 0 of 2 solved",
        "12 Point: 2 of 3 solved; 13 Read text: 0 of 4 solved",
        "14 Trust a map: 4 of 4 solved",
    ]


def test_a_notebook_without_exercises_says_so():
    picture = figures.road([("00", "Start", 0, 0, True), ("01", "Rest", 1, 1, False)])
    assert "00 Start: no exercises; 01" in picture.alt
    assert [len(parts(picture, kind)) for kind in ("solved", "open")] == [1, 1]


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([], "at least one station, got none"),
        ([("00", "Start", 5, 4, True)], "station 00: solved must be from 0 to 4, got 5"),
        ([("00", "a", 0, 1, True), ("01", "b", 0, 1, True)], "to go on, got 00, 01"),
    ],
)
def test_stations_that_cannot_be_are_named(rows, complaint):
    with pytest.raises(ValueError, match=complaint):
        figures.road(rows)


# What is on the road


@pytest.mark.parametrize(
    ("solved", "counts", "here"),
    [
        ("", [0, 0, 0, 0], "00"),
        ("greet", [1, 0, 0, 0], "00"),
        ("greet look walk sit", [2, 1, 0, 1], "03"),
        ("greet look walk sit look_back", [2, 1, 0, 2], None),
        ("an_exercise_of_old", [0, 0, 0, 0], "00"),
    ],
)
def test_it_counts_what_is_solved_and_goes_on_where_something_is_left(small, solved, counts, here):
    progress.record("greet", False)  # what went wrong doesn't count, nor does it undo
    for name in solved.split():
        progress.record(name, True)
        progress.record(name, False)
    rows = checks.so_far()
    assert [row.solved for row in rows] == counts
    assert [row.total for row in rows] == [2, 1, 0, 2]
    assert [(row.number, row.title) for row in rows] == [(n, c.title) for n, c in SMALL.items()]
    assert [row.number for row in rows if row.here] == ([here] if here else [])
