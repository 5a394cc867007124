"""Every check accepts what is right in any style, and names what is wrong; an untouched stub waits.

`pytest tests/test_checks.py --messages` prints every message beside the mistake that it is for.
"""

import collections
import importlib
import re

import pytest
from answers.case import ANSWERS
from rules.notebook import MAIN, ROOT, Notebook

from helpers import checks
from helpers.checks.kinds.function import Function
from helpers.checks.kinds.question import Question
from helpers.checks.kinds.value import Value
from helpers.checks.series import NOTEBOOKS

MODULES = [chapter.module for chapter in NOTEBOOKS.values() if chapter.names]
for module in MODULES:
    importlib.import_module(f"answers.{module}")
NAMES = [name for chapter in NOTEBOOKS.values() for name in chapter.names]
CHECKED = [name for name in NAMES if not isinstance(getattr(checks, name), Question)]
WRONG = [answer for answer in ANSWERS if answer.says]
RIGHT = [answer for answer in ANSWERS if not answer.says]
LEAST = {"wrong": 6, "right": 3}
# A message names the mistake; it never writes the solution.
CODE = re.compile(r"\bnp\.\w|\btorch\.\w|softmax\(|\bdef |\w\.T\b| @ |axis=|dim=")


NUMBERS = {name: number for number, chapter in NOTEBOOKS.items() for name in chapter.names}


def named(answer):
    return f"{NUMBERS[answer.exercise]}-{answer.exercise}-{answer.style.replace(' ', '_')}"


@pytest.mark.parametrize("answer", RIGHT, ids=named)
def test_a_right_answer_is_accepted_in_any_style(answer):
    verdict = getattr(checks, answer.exercise)(answer.given)
    assert verdict.correct, verdict


@pytest.mark.parametrize("answer", WRONG, ids=named)
def test_a_wrong_answer_is_told_its_mistake(answer, record_property):
    verdict = getattr(checks, answer.exercise)(answer.given)
    record_property(
        "message", (NUMBERS[answer.exercise], answer.exercise, answer.style, repr(verdict))
    )
    assert verdict.state == "not yet"
    assert answer.says in verdict.words
    assert not CODE.search(verdict.words.partition(" raised ")[0])


@pytest.mark.parametrize("name", CHECKED)
def test_an_untouched_stub_is_told_so(name):
    check = getattr(checks, name)
    stubs = [...] if isinstance(check, Value) else [..., lambda *_: ...]
    for stub in stubs if getattr(check, "run", None) is None else [...]:
        assert check(stub).state == "untouched"


@pytest.mark.parametrize("name", CHECKED)
def test_a_check_is_proved_by_enough_answers(name):
    filed = collections.Counter(
        "wrong" if answer.says else "right" for answer in ANSWERS if answer.exercise == name
    )
    assert all(filed[kind] >= least for kind, least in LEAST.items()), filed


@pytest.mark.parametrize("name", CHECKED)
def test_nothing_that_is_no_answer_raises(name):
    check = getattr(checks, name)
    for nonsense in (
        None,
        "text",
        7.123,
        [],
        [[1], [2, 3]],
        object(),
        float("nan"),
        lambda: 1,
        print,
    ):
        assert not check(nonsense).correct


def test_the_table_of_exercises_is_that_of_the_modules_and_the_notebooks():
    for path in MAIN:
        notebook, chapter = Notebook.read(path), NOTEBOOKS[path.name[:2]]
        cells = [cell for cell in notebook.code if "check" in cell.tags]
        called = [name for cell in cells for name in re.findall(r"\bchecks\.(\w+)\(", cell.source)]
        assert tuple(called) == chapter.names
        assert path.stem[3:] == chapter.module
        assert notebook.cells[0].source.partition("\n")[0].endswith(f". {chapter.title}")
        if chapter.names:
            module = importlib.import_module(f"helpers.checks.{chapter.module}")
            kinds = Function, Value, Question
            made = [value.name for value in vars(module).values() if isinstance(value, kinds)]
            assert sorted(made) == sorted(chapter.names)
            assert all(getattr(module, name).name == name for name in made)


def test_each_name_is_of_one_exercise():
    assert len(NAMES) == len(set(NAMES))


def test_the_answers_stand_in_files_of_their_notebooks():
    files = {path.stem for path in (ROOT / "tests/answers").glob("*.py")} - {"__init__", "case"}
    assert files == set(MODULES)
