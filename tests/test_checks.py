"""Every check accepts what is right in any style, and names what is wrong; an untouched stub waits.

`pytest tests/test_checks.py --messages` prints every message beside the mistake that it is for.
"""

import collections
import functools
import importlib.util
import re
from dataclasses import replace

import numpy as np
import pytest
from answers.case import ANSWERS, Answer
from rules.notebook import MAIN, ROOT, Notebook

from helpers import checks
from helpers.checks.kinds import edits, in_general
from helpers.checks.kinds.edits import RightAnswer
from helpers.checks.kinds.function import Function, Mistake
from helpers.checks.kinds.value import Value
from helpers.checks.series import NOTEBOOKS
from helpers.jupyterlab.exercises import exercises
from helpers.learner import progress
from helpers.learner.compared import UnusableError, agree, arrays, is_tensor, same

HOMES = {name: (number, one) for number, one in NOTEBOOKS.items() for name in one.names}
TEXTS = {path.stem: path for path in sorted((ROOT / "helpers/checks").glob("*/*.md"))}
LEAST = {"wrong": 2, "right": 3}
# A message names the mistake; it never writes the solution.
CODE = re.compile(r"\bnp\.\w|\btorch\.\w|softmax\(|\bdef |\w\.T\b| @ |axis=|dim=")
# What is wrong of any function, by what becomes of a part of what is right, and what is said of it.
TURNED = {
    "rounded": (lambda part: part.round(1), in_general.ROUNDED),
    "transposed": (lambda part: part.T, in_general.TRANSPOSED),
    "negated": (lambda part: -part, in_general.NEGATED),
    "one number more": (lambda part: np.append(part, 0.5), "should be "),
}
each = pytest.mark.parametrize("name", HOMES, ids=lambda name: f"{HOMES[name][0]}-{name}")


@pytest.fixture(autouse=True)
def no_record(monkeypatch):
    """Keep no attempt: a file would be written for each answer."""
    monkeypatch.setattr(progress, "record", lambda *_: "")


def once(compute):
    """Return a function that computes once what it gives for the same inputs."""
    known = {}

    def computed(*inputs):
        key = tuple(map(id, inputs))
        if key not in known:
            known[key] = inputs, compute(*inputs)  # kept, or others might have their ids
        return known[key][1]

    if isinstance(compute, functools.partial):  # its steps are joined with those of others
        computed.func, computed.keywords = compute.func, compute.keywords
    return computed


@functools.cache
def check_of(name):
    """Return a check that draws its inputs once, and computes once what it holds answers against.

    Each answer is still called on copies of its own.
    """
    check, drawn = getattr(checks, name), {}
    if not isinstance(check, Function):
        return check

    def draw(rng):
        state = str(rng.bit_generator.state)
        return drawn.get(state) or drawn.setdefault(state, check.draw(rng))

    mistakes = tuple(Mistake(one.words, *map(once, one.computes)) for one in check.mistakes)
    return replace(check, draw=draw, expected=once(check.expected), mistakes=mistakes)


def right_by_text(name):
    """Return the right answers in the text beside a check, none where there is no text."""
    home = f"helpers.checks.{HOMES[name][1].module}.{name}"
    return importlib.import_module(home).RIGHT if name in TEXTS else ()


def filed(name):
    """Return the answers to an exercise, the right ones in the text beside its check first."""
    home = f"answers.{HOMES[name][1].module}"
    if importlib.util.find_spec(home):  # nothing is filed where the text beside the check holds all
        importlib.import_module(home)
    by_text = [Answer(name, one.source, one.edited(), "") for one in right_by_text(name)]
    return [*by_text, *wrong_by_text(name), *(one for one in ANSWERS if one.exercise == name)]


def wrong_by_text(name):
    """Yield the wrong answers in tests/answers/NAME.md: edits of the solution, told in other words.

    Those of a mistake stand in the text beside the check; here, what the check says besides.
    """
    path = ROOT / f"tests/answers/{name}.md"
    for says, lines in edits.blocks(path.read_text("utf-8")) if path.exists() else ():
        for way in map(right_by_text(name)[0].way, lines):
            yield Answer(name, str(way.keywords), way.func.edited(**way.keywords), says)


@each
def test_a_right_answer_is_accepted_in_any_style(name):
    check, right = check_of(name), [one for one in filed(name) if not one.says]
    verdicts = {answer.style: check(answer.given) for answer in right}
    assert not {style: one for style, one in verdicts.items() if not one.correct}


@each
def test_a_wrong_answer_is_told_its_mistake(name, record_property):
    check, complaints = check_of(name), []
    for answer in filed(name):
        if answer.says:
            verdict = check(answer.given)
            record_property("message", (HOMES[name][0], name, answer.style, repr(verdict)))
            said = verdict.words.partition(" raised ")[0]
            if verdict.state != "not yet" or answer.says not in verdict.words or CODE.search(said):
                complaints.append(f"{answer.style}: {answer.says!r} is not in {verdict!r}")
    assert not complaints, "\n".join(complaints)


@each
def test_a_check_is_proved_by_enough_answers(name):
    counts = collections.Counter("wrong" if answer.says else "right" for answer in filed(name))
    counts["wrong"] += len(getattr(checks, name).mistakes) if right_by_text(name) else 0
    is_question = not isinstance(getattr(checks, name), Function | Value)
    home = f"tests/answers/{HOMES[name][1].module}.py"
    assert is_question or all(counts[kind] >= least for kind, least in LEAST.items()), (
        f"{home}: `{name}` has {dict(counts)} answers with those of its text, {LEAST} are needed"
    )


@each
def test_an_untouched_stub_is_told_so(name):
    check = getattr(checks, name)
    if isinstance(check, Function | Value):
        assert check(...).state == "untouched"
    if isinstance(check, Function) and check.run is None:
        assert check(lambda *_: ...).state == "untouched"


@each
def test_nothing_that_is_no_answer_raises(name):
    check = getattr(checks, name)
    nan, things = float("nan"), [None, "text", 7.123, [], [[1], [2, 3]], object(), lambda: 1, print]
    if isinstance(check, Function | Value):
        assert not [thing for thing in [nan, *things] if check(thing).correct]


def handed_in(check, compute):
    """Return the verdict on an edited answer, or on a function that returns what `compute` does."""
    if isinstance(getattr(compute, "func", None), RightAnswer):
        return check(compute.func.edited(**compute.keywords))

    def as_asked(part):
        if check.library == "numpy" or part is None or is_tensor(part):
            return part
        return importlib.import_module("torch").as_tensor(np.asarray(part))

    def answer(*inputs):
        result = compute(*inputs)
        return tuple(map(as_asked, result)) if isinstance(result, tuple) else as_asked(result)

    return replace(check, run=None)(answer)


@each
def test_every_mistake_says_its_own_words_and_no_others(name, record_property):
    check, original, complaints = check_of(name), getattr(checks, name), []
    if isinstance(check, Function):
        made = [(one, way) for one in original.mistakes for way in one.computes]
        made += [(lure.mistake, functools.partial(lured, original, lure)) for lure in check.lures]
        for place, (mistake, verdict, complaint) in enumerate(told(check, made)):
            record_property("message", (HOMES[name][0], name, f"mistake {place}", repr(verdict)))
            complaints += [complaint] if complaint else []
            if CODE.search(mistake.words):
                complaints.append(f"mistake {place} writes the solution: {mistake.words!r}")
    if isinstance(check, Value):
        found = [fault_of(check, answer.given) for answer in filed(name) if answer.says]
        complaints += [
            f"no answer has fault {place}, {fault.words}"
            for place, fault in enumerate(check.faults)
            if not any(fault is one for one in found)
        ]
    assert not complaints, "\n".join(complaints)


def told(check, made):
    """Yield each mistake of (mistake, way) with its verdict, and what is wrong with that or ""."""
    for mistake, compute in made:
        verdict = handed_in(check, compute)
        said = {one.words for one, _ in made if one.words in verdict.words}
        is_wrong = verdict.correct or said != {mistake.words}
        way = getattr(compute, "keywords", "")
        yield mistake, verdict, f"{check.name}.md, {mistake.words!r} {way}: {verdict!r}" * is_wrong


def test_two_mistakes_that_give_the_same_are_both_named():
    original = checks.grouped_attention
    *_, last = original.mistakes
    twin = Mistake("Somebody else's words.", *last.computes)
    check = replace(original, mistakes=(*original.mistakes, twin))
    ((_, _, complaint),) = told(check, [(twin, *twin.computes)])
    assert complaint.startswith("grouped_attention.md, \"Somebody else's words.\" {'.context':")
    assert last.words in complaint


def lured(check, lure, *inputs):
    """Return what is right, but the mistake's result for the inputs at which alone it shows."""
    return (lure.mistake.computes[0] if same(inputs, lure.inputs) else check.expected)(*inputs)


def fault_of(check, given):
    """Return the first fault of an answer, None where it cannot be read."""
    try:
        return check.fault_of(check.read(given))
    except UnusableError:
        return None


def wrong_everywhere(check):
    """Yield what is wrong of any function: how it is wrong, what computes it, what is said."""
    right = check.expected
    on_page = right(*check.shown)
    yield "nothing returned", lambda *_: None, "returned None"
    yield "a constant", lambda *_: on_page, in_general.CONSTANT
    yield "it raises", lambda *_: 1 / 0, "raised ZeroDivisionError"
    if any(isinstance(one, np.ndarray) or is_tensor(one) for one in check.shown):
        yield "an argument changed in place", changing(right), "changes the array"
    for style, (turn, words) in TURNED.items():
        inputs = check.shown, *check.also.values(), check.draw(np.random.default_rng(0))
        wrong = functools.partial(turned, right, turn)
        if not any(
            agree(arrays(wrong(*one)), arrays(right(*one)), check.library) for one in inputs
        ):
            yield style, wrong, words


def changing(right):
    """Return a function that returns what is right and changes the last array that it is given."""

    def compute(*inputs):
        result = right(*inputs)
        array = [one for one in inputs if isinstance(one, np.ndarray) or is_tensor(one)][-1]
        array[...] = array == 0
        return result

    return compute


def turned(right, turn, *inputs):
    """Return what becomes of each part of what is right."""
    result = right(*inputs)
    parts = tuple(turn(part) for part in arrays(result))
    return parts if isinstance(result, tuple) else parts[0]


@each
def test_what_is_wrong_everywhere_is_named(name):
    check, complaints = check_of(name), []
    if isinstance(check, Function):
        singly = (Mistake(one.words, *(w.__call__ for w in one.computes)) for one in check.mistakes)
        check = replace(check, mistakes=tuple(singly))  # no two at once, which takes its time
        for style, compute, words in wrong_everywhere(getattr(checks, name)):
            verdict = handed_in(check, compute)
            own = [one.words for one in check.mistakes]
            if verdict.correct or not any(one in verdict.words for one in [words, *own]):
                complaints.append(f"{style}: {verdict!r}")
    assert not complaints, "\n".join(complaints)


def test_every_folder_of_checks_is_of_a_notebook():
    folders = {f"{number}_{one.module}" for number, one in NOTEBOOKS.items()}
    strays = sorted(folders - {path.stem for path in MAIN})
    assert not strays, f"helpers/checks: no notebook has this NUMBER and name: {strays}"


@pytest.mark.parametrize("path", MAIN, ids=lambda path: path.stem)
def test_a_folder_of_checks_says_what_its_notebook_does(path):
    number, _, module = path.stem.partition("_")
    notebook, chapter = Notebook.read(path), NOTEBOOKS.get(number)
    wanted = f"helpers/checks/{module}/__init__.py with NUMBER = {number!r}, TITLE and EXERCISES"
    assert getattr(chapter, "module", None) == module, f"{path.name} needs {wanted}"
    called = {
        name: place
        for place, one in enumerate(exercises(notebook.node), start=1)
        for name in re.findall(r"\bchecks\.(\w+)\(", one.check.source if one.check else "")
    }
    assert tuple(called) == chapter.names, f"{wanted} in the notebook's order, {tuple(called)}"
    assert notebook.cells[0].source.partition("\n")[0].endswith(f". {chapter.title}")
    for name, place in called.items():  # an open question has a place, and no check
        home = importlib.import_module(f"helpers.checks.{module}.{name}")
        assert getattr(home, name).name == name
        assert home.__doc__.startswith(f"Exercise {int(number)}.{place}: ")


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_of_a_check_begins_with_the_notebooks_solution(name):
    (notebook,) = (path for path in MAIN if path.stem.partition("_")[0] == HOMES[name][0])
    found = exercises(Notebook.read(notebook).node)
    (solution,) = (one.solution for one in found if one.name == name)
    text = right_by_text(name)[0].source.rstrip("\n")
    assert f"\n{text}".endswith(f"\n{solution}"), (
        f"{TEXTS[name]} begins otherwise than {notebook.name}"
    )


def test_each_name_is_of_one_exercise():
    assert len(HOMES) == sum(len(chapter.names) for chapter in NOTEBOOKS.values())


def test_the_answers_stand_in_files_of_their_notebooks():
    files = {path.stem for path in (ROOT / "tests/answers").glob("*.py")} - {"__init__", "case"}
    assert files <= {chapter.module for chapter in NOTEBOOKS.values()}
    strays = {path.stem for path in (ROOT / "tests/answers").glob("*.md")} - set(TEXTS)
    assert not strays, f"tests/answers: edits of no solution beside a check: {strays}"


@pytest.mark.parametrize("name", ["masked_head", "RowNorm", "one_step", "chances_without_edge"])
def test_a_right_answer_is_right_whatever_the_default_device(name, request):
    import torch

    request.addfinalizer(lambda: torch.set_default_device(None))
    torch.set_default_device("meta")  # which every machine has, and whose tensors hold no numbers
    right = next(one for one in filed(name) if not one.says)
    assert getattr(checks, name)(right.given).correct
