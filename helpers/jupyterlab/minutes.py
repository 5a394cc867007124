"""How long reading and exercises take, computed, and written wherever a page says so."""

import math
import re

import nbformat

from helpers.jupyterlab.exercises import TAGS, exercises, tags

SESSION, DAY = 150, 8 * 60  # minutes, of the plans in TEACHING.md
# A way through the series: its name, its notebooks, and its hours without and with exercises.
SPAN = r"\w\d(?:-\w\d)?"
WAY = re.compile(
    rf"((?:an afternoon|a day|the course)\b\W*)({SPAN}(?:, {SPAN}| and {SPAN})*)"
    r"(\D*?)\d+½?( hours\D*)\d+½?"
)


def reading(notebook):
    """Return how long a careful first reading takes, in minutes, rounded to five.

    100 words or 4 lines a minute, 5 minutes for each explorer: fitted to twenty careful first
    readings, half of which it meets within 6 %, and the worst within 26 %.
    """
    _imports, *code = [cell for cell in notebook.cells if cell.cell_type == "code"] or [None]
    sources = [cell.source for cell in code if not tags(cell) & TAGS]
    lines = sum(bool(line.strip()) for source in sources for line in source.splitlines())
    explorers = sum(map(opens_an_explorer, sources))
    return 5 * math.floor((words(notebook) / 100 + lines / 4 + 5 * explorers) / 5 + 0.5)


def words(notebook):
    """Return how many words of prose there are, without code, formulas and exercises."""
    prose = [c.source for c in notebook.cells if c.cell_type == "markdown" and not tags(c) & TAGS]
    return sum(len(re.findall(r"\S*\w\S*", without_code(text))) for text in prose)


def opens_an_explorer(source):
    """Return whether the source of a cell opens an explorer."""
    return bool(re.search(r"\bexplorers\.\w+\(|\b\w+Explorer\(", source))


def without_code(markdown):
    """Return Markdown without fences, inline code and formulas: what is read as sentences."""
    for pattern in (r"(?ms)^ *```.*?^ *```", r"`[^`\n]*`", r"(?s)\$\$.*?\$\$", r"\$[^$\n]+\$"):
        markdown = re.sub(pattern, " ", markdown)
    return markdown


def rewritten(folder):
    """Return the files of a series whose minutes and hours aren't those computed, as they'd be.

    folder : of the notebooks; `README.md` and `TEACHING.md` may lie beside it
    """
    paths = sorted(folder.glob("[0-9A][0-9]_*.ipynb"))
    beside = [folder.parent / name for name in ("README.md", "TEACHING.md")]
    pages = [path for path in beside if path.exists()]
    texts = {path: path.read_text(encoding="utf-8") for path in [*pages, *paths]}
    nodes = {path.name: nbformat.reads(texts[path], as_version=4) for path in paths}
    own = {name: exercises(node) for name, node in nodes.items()}
    times = {
        name: (reading(node), sum(one.minutes or 0 for one in own[name]))
        for name, node in nodes.items()
    }
    each = {one.heading.split()[1]: one.minutes or 0 for found in own.values() for one in found}
    new = {path: _with_ways(text, times) for path, text in texts.items()}
    for path in paths:
        new[path] = _with_its_time(new[path], *times[path.name])
    for path in pages:
        new[path] = _with_plans(_with_rows(new[path], times), times, each)
    return {path: text for path, text in new.items() if text != texts[path]}


def _with_its_time(text, read, solve):
    said = f"**Time** {read} minutes" + (f", plus {solve} for the exercises" if solve else "")
    return re.sub(r"\*\*Time\*\* \d+ minutes(, plus \d+ for the exercises)?", said, text, count=1)


def _with_rows(text, times):
    """Return the README with the minutes in its tables of notebooks."""
    for name, minutes in times.items():
        row = rf"(\(notebooks/{name}\) \|.*\| )\d+( \|)"
        text = re.sub(row, rf"\g<1>{sum(minutes)}\g<2>", text)
    return text


def _with_ways(text, times):
    """Return a text with the hours of the ways through the series, to the half hour."""

    def write(way):
        ends = [(one[:2], one[-2:]) for one in re.findall(SPAN, way[2])]
        those = [times[name] for name in times if any(a <= name[:2] <= b for a, b in ends)]
        alone = sum(read for read, _ in those)
        together = sum(map(sum, those))
        return f"{way[1]}{way[2]}{way[3]}{_hours(alone)}{way[4]}{_hours(together)}"

    return WAY.sub(write, text)


def _hours(minutes):
    halves = round(2 * minutes / 60)
    return f"{halves // 2}{'½' if halves % 2 else ''}"


def _with_plans(text, times, each):
    """Return TEACHING.md with the minutes of its day and its six sessions.

    What remains of the day belongs to its last row, and of a session to its talk.
    """
    read = {name[:2]: minutes for name, (minutes, _) in times.items()}

    def solve(named):
        return sum(each[label] for label in re.findall(r"\w+\.\d+", named))

    def of_the_day(section):
        rows = re.sub(
            r"(?m)^\| \d+ \| (\d\d) \| (.*?) \|$",
            lambda row: f"| {read[row[1]] + solve(row[2])} | {row[1]} | {row[2]} |",
            section[0],
        )
        *others, last = re.finditer(r"(?m)^\| (-?\d+) \|", rows)
        rest = DAY - sum(int(row[1]) for row in others)
        return f"{rows[: last.start(1)]}{rest}{rows[last.end(1) :]}"

    def of_a_session(row):
        alone, asked = sum(read[number] for number in row[2].split(", ")), solve(row[3])
        talk = SESSION - alone - asked - int(row[4])
        return f"{row[1]}{row[2]} | {alone} | {row[3]} | {asked} | {talk} | {row[4]} |"

    text = re.sub(r"(?ms)^## A day\n.*?(?=^## )", of_the_day, text)
    session = r"(?m)^(\| \d \| )(\d\d(?:, \d\d)*) \| \d+ \| ([\d., ]+) \| \d+ \| -?\d+ \| (\d+) \|"
    text = re.sub(session, of_a_session, text)
    return re.sub(r"(all of (\d\d), in )\d+", lambda said: f"{said[1]}{read[said[2]]}", text)
