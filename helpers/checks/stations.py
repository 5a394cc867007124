"""How much of each notebook is solved, and where to go on: what the map of the series shows."""

from typing import NamedTuple

from helpers.checks import series
from helpers.learner import progress


class Station(NamedTuple):
    """A notebook on the road: its number and title, how many of its exercises are solved."""

    number: str
    title: str
    solved: int
    total: int
    here: bool  # whether this is the notebook to go on with


def so_far():
    """Return a `Station` for each notebook of the main line, in order.

    `here` is the first that has an exercise left, the very first where nothing is solved, and none
    where all is. What the record says of exercises that the series no longer has does not count.
    """
    solved = {name for name, record in progress.read().items() if record.solved}
    counts = {
        number: sum(name in solved for name in chapter.names)
        for number, chapter in series.NOTEBOOKS.items()
    }
    left = [
        number
        for number, chapter in series.NOTEBOOKS.items()
        if counts[number] < len(chapter.names)
    ]
    if not any(counts.values()):
        left = list(series.NOTEBOOKS)
    return [
        Station(number, chapter.title, counts[number], len(chapter.names), [number] == left[:1])
        for number, chapter in series.NOTEBOOKS.items()
    ]
