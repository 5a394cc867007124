"""The teacher's page: one form for each notebook, and every number, minute, line and link true."""

import ast
import re
import subprocess
import sys

import pytest
from rules.notebook import MAIN, ROOT, Notebook
from rules.texts import has_dead_links
from rules.wording import BELITTLING, LONGEST_SENTENCE, sentences
from test_readme import MINUTES

from helpers.jupyterlab.exercises import exercises

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
PARTS = ["Question", "Misconceptions", "Vote", "Blackboard", "Stuck", "Project", "Skip"]
EXERCISES = {
    one.heading.split()[1]: one.minutes
    for path in MAIN
    for one in exercises(Notebook.read(path).node)
}
LENGTHS = {"45 minutes": 45, "90 minutes": 90, "A day": 8 * 60}  # from nine to five
SESSION, MOST_WORDS = 150, 5700


def section(heading):
    """Return the text below a heading, up to the next of its level or above."""
    head, _, text = PAGE.partition(f"# {heading}\n")
    level = len(re.search(r"#*$", head)[0]) + 1
    return re.split(rf"(?m)^#{{2,{level}}} ", text)[0]


def rows(text):
    """Return the cells of each row of a table, without its head."""
    lines = [line.strip("| \n").split(" | ") for line in text.splitlines() if line[:1] == "|"]
    return [[cell.strip(" |") for cell in line] for line in lines[2:]]


def said(number):
    """Return the minutes of reading of a notebook of the main line."""
    return next(minutes for name, minutes in MINUTES.items() if name.startswith(number))


TITLES = dict(re.findall(r"\| \[((\d\d) [^]]+)\]", README))  # 02 Score with dot products
BLOCKS = {number: section(title) for title, number in TITLES.items()}


def fences(number, part):
    """Return the Python of a part of a block."""
    text = BLOCKS[number].partition(f"**{part}")[2].partition("\n\n**")[0]
    return re.findall(r"(?ms)^```python\n(.*?)^```", text)


def test_there_is_a_block_for_each_notebook_of_the_main_line():
    assert [path.name[:2] for path in MAIN] == list(BLOCKS)
    headings = re.findall(r"(?m)^### (.+)$", PAGE)
    assert headings == list(TITLES)


@pytest.mark.parametrize("number", BLOCKS)
def test_each_notebook_has_the_same_seven_parts(number):
    block = BLOCKS[number]
    assert re.findall(r"(?m)^\*\*(\w+)\b[^*]*\*\*", block) == PARTS
    misconceptions = block.partition("**Misconceptions**\n")[2].partition("\n\n")[0].splitlines()
    assert 2 <= len(misconceptions) <= 4
    assert all(re.fullmatch(r'- ".+" → .+', line) for line in misconceptions)


@pytest.mark.parametrize("number", BLOCKS)
def test_a_vote_has_choices_one_of_them_right_and_a_split_that_rises(number):
    vote = BLOCKS[number].partition("**Vote.**")[2].partition("\n\n")[0]
    choices = re.findall(r"\(([a-d])\) ", vote)
    assert choices == list("abcd"[: len(choices)])
    assert len(choices) >= 3
    right, before, after = re.search(r"Right: (\w)\. Split: (\d+) → (\d+)\.", vote).groups()
    assert right in choices
    assert 0 < int(before) < int(after) < 100
    assert 'Say next: "' in vote


@pytest.mark.parametrize("number", BLOCKS)
def test_a_block_asks_the_question_of_its_notebook(number):
    asked = BLOCKS[number].partition("**Question.** ")[2].partition("\n")[0]
    assert f"| {asked} |".casefold() in README.casefold()


@pytest.mark.parametrize("number", BLOCKS)
def test_what_stands_on_the_blackboard_comes_out(number):
    (board,) = fences(number, "Blackboard")
    for line in board.splitlines():
        sum_, _, result = line.partition("  # -> ")
        shown = [ast.literal_eval(one) for one in re.split(", ", result)]
        found = eval(sum_, {"max": max})  # chalk on the page's own blackboard
        found = list(found) if isinstance(found, tuple) else [found]
        assert len(found) == len(shown), line
        for one, seen in zip(found, shown, strict=True):
            rounded = one if isinstance(one, str) else round(one, len(str(seen).partition(".")[2]))
            assert rounded == seen, line


LINES = [(number, *fences(number, "Project")) for number in BLOCKS]


@pytest.mark.slow
def test_every_explorer_opens_for_the_projector_where_nobody_has_imported_anything():
    """All in one process, each in its own names."""
    for number, line in LINES:
        assert "projector=True" in line, number
        assert len(line.splitlines()) <= 14, number
    code = "import ast\n\nfor number, text in " + repr(LINES) + ":\n"
    code += "    *lines, last = ast.parse(text).body\n    names = {}\n"
    code += "    exec(compile(ast.Module(lines, []), number, 'exec'), names)\n"
    code += "    opened = eval(compile(ast.Expression(last.value), number, 'eval'), names)\n"
    code += "    assert opened.projector and not opened.message, (number, opened.message)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def opened(number):
    """Return the explorer that a project opens."""
    *lines, last = ast.parse(fences(number, "Project")[0]).body
    names = {}
    exec(compile(ast.Module(lines, []), number, "exec"), names)
    return eval(compile(ast.Expression(last.value), number, "eval"), names)


def shown_in_45_minutes():
    """Yield what the explorers show after each gesture, row by row: numbers and parts of texts."""
    dots, shares, mix = map(opened, ("02", "03", "04"))
    yield [dots.state.score]
    dots.change(b=(1, 2))
    yield [dots.state.score]
    dots.presets.value = "opposite"
    yield [dots.state.score]
    scores = []
    for title in ("short but aligned", "long but askew"):
        dots.presets.value = title
        scores.append(dots.state.score)
    yield scores
    shares.change(chosen=1)
    yield [*shares.state.weights, re.search(r"[\d.]+ / [\d.]+", shares.text().headline)[0]]
    for scores in ((2, 4), (3, 4)):
        shares.change(scores=scores)
        yield [*shares.state.weights]
    shares.change(scores=(0, 0))
    equal = shares.state.weights
    shares.change(scores=(0, 1), temperature=0.05)
    yield [*equal, *shares.state.weights]
    place = ", ".join(f"{number:.1f}" for number in mix.result.context[1])
    yield [*mix.result.weights[1], f"({place})"]
    before = mix.result.weights[1, 4]
    mix.change(embeddings=[*mix.embeddings[:4], (0, 2.5)])
    yield [before, mix.result.weights[1, 4]]


def test_the_explorers_show_what_the_45_minutes_promise():
    promised = [row[3] for row in rows(section("45 minutes"))][1:11]
    for seen, shown in zip(promised, shown_in_45_minutes(), strict=True):
        for one in shown:
            text = one if isinstance(one, str) else f"{one:.2f}".replace("-", "−")
            assert text in seen


@pytest.mark.parametrize("plan", LENGTHS)
def test_the_minutes_of_a_plan_are_its_length(plan):
    assert sum(int(row[0]) for row in rows(section(plan))) == LENGTHS[plan]


def test_90_minutes_begin_with_the_45_without_their_end():
    first = [int(row[0]) for row in rows(section("45 minutes"))]
    assert int(rows(section("90 minutes"))[0][0]) == sum(first[:-1])
    assert len(first) == 13
    assert "The first twelve rows" in PAGE


def test_a_day_gives_a_notebook_its_minutes_and_those_of_its_exercise():
    for minutes, what, *more in rows(section("A day")):
        if re.fullmatch(r"\d\d", what):
            assert int(minutes) == said(what) + sum(EXERCISES[one] for one in more), what


def test_the_sessions_add_up_and_know_how_long_their_notebooks_and_exercises_take():
    found = rows(section("Six sessions"))
    assert [row[0] for row in found] == list("123456")
    for _, notebooks, read, named, minutes, talk, pause, _home, assessed in found:
        assert int(read) == sum(map(said, notebooks.split(", ")))
        assert int(minutes) == sum(EXERCISES[one] for one in named.split(", "))
        assert sum(map(int, (read, minutes, talk, pause))) == SESSION
        assert assessed.split(",")[0] in EXERCISES
    assert f"Six times {SESSION} minutes" in PAGE


def test_the_course_reads_the_whole_main_line():
    found = rows(section("Six sessions"))
    named = " ".join(f"{row[1]}, {row[7]}" for row in found)
    assert {path.stem[:2] for path in MAIN} <= set(re.findall(r"\b\d\d\b", named))


def test_links_lead_to_headings_and_files():
    assert has_dead_links("TEACHING.md", ROOT, PAGE) == []
    headings = re.findall(r"(?m)^#+ (.+)$", PAGE)
    anchors = {re.sub(r"[^\w\s-]", "", one).lower().replace(" ", "-") for one in headings}
    links = re.findall(r"\]\(#([^)]+)\)", PAGE)
    assert links
    assert set(links) <= anchors


def test_it_is_written_as_the_notebooks_are():
    prose = re.sub(r"(?ms)^```.*?^```", "", PAGE)
    assert re.findall(BELITTLING, prose, re.IGNORECASE) == []
    cells = re.sub(r"(?m)^\|", "\n\n", prose).replace(" | ", "\n\n")
    long = [one for one in sentences(cells) if len(one.split()) > LONGEST_SENTENCE]
    assert long == []
    assert len(prose.split()) <= MOST_WORDS
