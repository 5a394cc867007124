"""The teacher's page: a block for each notebook, whose board and explorers show what it says."""

import ast
import re
import subprocess
import sys

import pytest
from rules.notebook import MAIN, ROOT
from rules.wording import numbered

from helpers.explorers.base.words import percent
from helpers.numerals import wording

PAGE = (ROOT / "TEACHING.md").read_text(encoding="utf-8")


def section(heading):
    """Return the text below a heading, up to the next of its level or above."""
    head, _, text = PAGE.partition(f"# {heading}\n")
    level = len(re.search(r"#*$", head)[0]) + 1
    return re.split(rf"(?m)^#{{2,{level}}} ", text)[0]


def rows(text):
    """Return the cells of each row of a table, without its head."""
    lines = [line.strip("| \n").split(" | ") for line in text.splitlines() if line[:1] == "|"]
    return [[cell.strip(" |") for cell in line] for line in lines[2:]]


BLOCKS = {title[:2]: section(title) for title in re.findall(r"(?m)^### (\d\d .+)$", PAGE)}


def fences(number, part):
    """Return the Python of a part of a block."""
    text = BLOCKS[number].partition(f"**{part}")[2].partition("\n\n**")[0]
    return re.findall(r"(?ms)^```python\n(.*?)^```", text)


def test_there_is_a_block_for_each_notebook_of_the_main_line():
    assert [path.name[:2] for path in MAIN] == list(BLOCKS)
    told = re.findall(r"(?ms)^(?:\*\*S(?:kip|tuck)\..*?\n\n|\| \d+ \| \d\d \| [\d., ]+\|$)", PAGE)
    named = set(re.findall(r"\b\d+\.\d+\b", "".join(told)))
    assert set() < named <= numbered(ROOT / "notebooks")


@pytest.mark.parametrize("number", BLOCKS)
def test_what_stands_on_the_blackboard_comes_out(number):
    (board,) = fences(number, "Blackboard")
    for line in board.splitlines():
        sum_, _, result = line.partition("  # -> ")
        shown = [ast.literal_eval(one) for one in re.split(", ", result)]
        for one, seen in zip(eval(f"[{sum_}]", {"max": max}), shown, strict=True):
            rounded = one if isinstance(one, str) else round(one, len(str(seen).partition(".")[2]))
            assert rounded == seen, line


LINES = [(number, *fences(number, "Project")) for number in BLOCKS]


@pytest.mark.slow
def test_every_explorer_opens_for_the_projector_where_nobody_has_imported_anything():
    """All in one process, each in its own names."""
    for number, line in LINES:
        assert "projector=True" in line, number
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


def weights_of(explorer, **changes):
    """Return the weights that softmax shows after changes."""
    explorer.change(**changes)
    return [wording.percent(weight, 0) for weight in explorer.state.weights]


def shown_in_45_minutes():
    """Yield what the explorers show after each gesture, row by row: numbers and parts of texts."""
    head, dots, shares, mix = map(opened, ("00", "02", "03", "04"))
    whole = [percent(chance) for chance in head.state.verbs()]
    noun = percent(head.state.row[head.state.recording.noun])
    head.change(off=True)
    yield [*whole, noun, *(percent(chance) for chance in head.state.verbs())]
    yield [dots.state.score]
    dots.change(b=(1, 2))
    yield [dots.state.score]
    dots.presets.choose("opposite")
    yield [dots.state.score]
    scores = []
    for title in ("short but aligned", "long but askew"):
        dots.presets.choose(title)
        scores.append(dots.state.score)
    yield scores
    shares.change(chosen=1)
    fraction = re.search(r"[\d.]+ / [\d.]+", shares.text().headline)[0]
    yield [fraction, *weights_of(shares)]
    for scores in ((1, 2), (3, 4)):
        yield weights_of(shares, scores=scores)
    least = [weights_of(shares, scores=(score, 4))[0] for score in (0, -1)]
    for temperature in (20, 0.05):
        least += weights_of(shares, temperature=temperature)
    yield least
    place = ", ".join(f"{number:.1f}" for number in mix.result.context[1])
    yield [*mix.result.weights[1], f"({place})"]
    before = mix.result.weights[1, 4]
    mix.change(embeddings=[*mix.embeddings[:4], (0, 2.5)])
    yield [before, mix.result.weights[1, 4]]


def test_the_explorers_show_what_the_45_minutes_promise():
    promised = [row[3] for row in rows(section("45 minutes"))][1:12]
    for seen, shown in zip(promised, shown_in_45_minutes(), strict=True):
        for one in shown:
            text = one if isinstance(one, str) else f"{one:.2f}".replace("-", "−")
            assert text in seen, (text, seen)


def test_a_value_turns_the_verb_as_the_90_minutes_promise():
    head = opened("00")
    head.change(swapped=True)
    (seen,) = (row[3] for row in rows(section("90 minutes")) if row[1] == "00")
    are, is_ = map(percent, head.state.verbs())
    assert f"*is* {is_}, *are* {are}" in seen


@pytest.mark.parametrize(("plan", "length"), [("45 minutes", 45), ("90 minutes", 90)])
def test_the_minutes_of_a_plan_are_its_length(plan, length):
    assert sum(int(row[0]) for row in rows(section(plan))) == length
