"""`make slides`: what stands on which slide follows from a notebook's headings and tags."""

import ast
import re

import deck
import pytest
import slides
import wall
from rules.notebook import NOTEBOOKS

from helpers.jupyterlab import refresh
from helpers.jupyterlab.exercises import exercises, tags

BY_NUMBER = {path.name[:2]: path for path in NOTEBOOKS}
SCORES = refresh.read(BY_NUMBER["02"])
WORDY = " ".join(["One sentence of five words."] * 12)


def kind_of(cell):
    return cell.metadata["slideshow"]["slide_type"]


def slides_of(notebook):
    """Return each slide as its cells; the first is its heading."""
    found = []
    for cell in deck.deck(notebook):
        if kind_of(cell) in ("slide", "subslide"):
            found.append([])
        found[-1].append(cell)
    return found


def of_part(slide, name):
    return [cell for cell in slide if cell.metadata["part"] == name]


def said(slide):
    return "\n".join(cell.source for cell in of_part(slide, "notes"))


@pytest.fixture(scope="module")
def scores():
    return slides_of(SCORES)


def test_the_title_has_a_slide_that_says_what_the_reader_will_do(scores):
    heading, *others = scores[0]
    assert (heading.source, heading.metadata["layout"]) == ("# 2. Score with dot products", "title")
    (promise,) = of_part(others, "text")
    assert promise.source.startswith("**You will** ")
    assert re.search(r"\*\*Time\*\* \d+ minutes", said(scores[0]))


def test_each_section_is_a_column(scores):
    sections = [line for cell in SCORES.cells for line in re.findall(r"^## .*", cell.source)]
    begun = [slide[0].source for slide in scores if kind_of(slide[0]) == "slide"]
    assert begun == ["# 2. Score with dot products", *sections]


def test_imports_checks_and_links_to_other_notebooks_are_on_no_slide(scores):
    shown = "\n".join(cell.source for slide in scores for cell in slide)
    assert not re.search(r"^(?:import|from) |checks\.|\.ipynb", shown, flags=re.MULTILINE)


@pytest.mark.parametrize("number", slides.TAUGHT)
def test_a_prediction_is_asked_before_its_answer_is_seen(number):
    notebook = refresh.read(BY_NUMBER[number])
    steps = [
        (step, cell)
        for place, slide in enumerate(slides_of(notebook))
        for step, cell in fragments(place, slide)
    ]
    asked = [cell for cell in notebook.cells if "predict" in tags(cell)]
    assert asked
    for cell in asked:
        question = min(step for step, one in steps if one.source == cell.source)
        answer = min(step for step, one in steps if one.get("outputs") == cell.outputs)
        assert answer > question


def fragments(place, slide):
    """Yield each cell of a slide with the press that shows it."""
    press = 0
    for cell in slide:
        press += kind_of(cell) == "fragment"
        yield (place, press), cell


def test_an_exercise_is_its_task_and_stub_and_its_solution_is_only_said(scores):
    shown = "\n".join(c.source for slide in scores for c in slide if kind_of(c) != "notes")
    for exercise in exercises(SCORES):
        (slide,) = [one for one in scores if one[0].source == f"## {exercise.heading}"]
        assert "minutes" in of_part(slide, "text")[0].source
        stub = [exercise.stub.source] if exercise.stub else []
        assert [cell.source for cell in of_part(slide, "code")] == stub
        assert exercise.answer.source.replace("<details>", "<details open>") in said(slide)
        assert not exercise.solution or exercise.solution not in shown


def test_choices_are_a_vote_on_the_wall():
    wanted = "Exercise 4.2"
    (slide,) = [one for one in slides_of(refresh.read(BY_NUMBER["04"])) if wanted in one[0].source]
    assert re.search(r"(?m)^\(a\) .*\n\(b\) .*\n\(c\)", of_part(slide, "text")[-1].source)
    assert "Run the cell" not in of_part(slide, "text")[-1].source


def test_the_three_questions_are_asked_and_their_answers_only_said(scores):
    (slide,) = [one for one in scores if one[0].source == "## Three questions"]
    assert slide is scores[-1]
    (asked,) = of_part(slide, "text")
    assert len(re.findall(r"(?m)^- .*\?$", asked.source)) == 3
    assert said(slide).count("<details open>") == 3
    assert "**Read on**" in said(slide)


@pytest.mark.parametrize("number", ["00", *slides.TAUGHT])
def test_an_explorer_is_its_still_and_the_line_that_opens_it_for_a_wall(number):
    notebook = refresh.read(BY_NUMBER[number])
    found = [slide for slide in slides_of(notebook) if of_part(slide, "live")]
    assert found
    for slide in found:
        assert len(of_part(slide, "figure")) == 1
        (line,) = (cell.source for cell in of_part(slide, "live"))
        (call,) = ast.parse(line).body
        assert ast.unparse(call.value.func).startswith("explorers.")
        assert (call.value.keywords[-1].arg, call.value.keywords[-1].value.value) == (
            "projector",
            True,
        )
        before = (
            ast.unparse(call.value).replace(", projector=True", "").replace("projector=True", "")
        )
        assert any(before in ast.unparse(ast.parse(c.source)) for c in notebook.cells if code(c))


def code(cell):
    return cell.cell_type == "code"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_slide_is_a_heading_alone(path):
    empty = [slide[0].source for slide in slides_of(refresh.read(path)) if len(slide) < 2]
    assert empty == []


def test_a_long_paragraph_ends_after_a_sentence_and_keeps_its_rule():
    shown = wall.opening(f"{WORDY} **This is the rule to keep.**")
    assert shown.endswith("five words. **This is the rule to keep.**")
    assert len(shown.split()) <= wall.WORDS + 6
    assert wall.opening(f"**{WORDY}** {WORDY}") == f"**{WORDY}**"
