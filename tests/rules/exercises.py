"""What an exercise is made of, and in which order: heading, stub, check, solution."""

import ast
import re

from helpers.jupyterlab.exercises import ANSWER, HEADING, TAGS, binds, exercises, parsed

COUNT = range(3, 5)
MINUTES = range(10, 21)  # of all exercises of a notebook together
# By the letters of `Exercise.form`. Words may stand between, for never three code cells touch; an
# explorer that the stub drives stands beside the check, a picture above the question about it.
OPEN = r"HA"
QUESTION = r"H[SW]*Q[SW]*A"
STUB = r"HW*S[SW]*C[SW]*A"
HINT = r"<details><summary>Hint</summary>\n\n.+?\n\n</details>\s+"
FOLD = r"<details><summary>{}</summary>\n\n.+\n\n</details>\s*"


def _cell(notebook, exercise, node=None):
    """Return a cell of an exercise as the rules see it, its heading by default."""
    places = [cell is node for cell in exercise.cells]
    offset = places.index(True) if node is not None else 0
    return notebook.cells[exercise.place + offset]


def _stubs(notebook):
    """Return the exercises that have a stub, each with its cell."""
    found = [one for one in exercises(notebook.node) if one.stub is not None]
    return [(one, _cell(notebook, one, one.stub)) for one in found]


def has_three_or_four(notebook):
    """Demand 3 or 4 exercises (of the capstone, any number), numbered like the sections."""
    found = exercises(notebook.node)
    complaints = []
    if len(found) not in COUNT and not notebook.is_capstone:
        complaints.append(notebook.says(f"{len(found)} exercises, not {COUNT[0]} to {COUNT[-1]}"))
    for number, exercise in enumerate(found, start=1):
        label = f"{notebook.label}.{number}"
        if not exercise.heading.startswith(f"Exercise {label} · "):
            complaints.append(
                _cell(notebook, exercise).says(f"begin with `### Exercise {label} · …`")
            )
    return complaints


def says_how_long_and_how_hard(notebook):
    """Demand minutes and difficulty under each heading, and a sum that one sitting has room for."""
    found = exercises(notebook.node)
    complaints = [
        _cell(notebook, one).says("put a line such as *5 minutes, ●●○* between heading and task")
        for one in found
        if not HEADING.match(one.cells[0].source)
    ]
    if complaints or not found:
        return complaints
    total = sum(one.minutes for one in found)
    first = notebook.cells[0]
    if total not in MINUTES and not notebook.is_capstone:
        complaints.append(
            first.says(f"exercises of {total} minutes, not {MINUTES[0]} to {MINUTES[-1]}")
        )
    return complaints


def keeps_its_cells_in_order(notebook):
    """Demand the frame: heading; stub and check, or question, or neither; solution.

    No cell with a tag of exercises stands outside one, and no cell inside one has two meanings.
    """
    found = exercises(notebook.node)
    complaints = [
        _cell(notebook, one).says(f"{one.heading}: {_misfit(one)}")
        for one in found
        if not re.fullmatch(f"{OPEN}|{QUESTION}|{STUB}", one.form)
    ]
    inside = {one.place + i for one in found for i in range(len(one.cells))}
    complaints += [
        cell.says(f"belongs to no exercise, and is tagged {', '.join(sorted(cell.tags & TAGS))}")
        for place, cell in enumerate(notebook.cells)
        if cell.tags & TAGS and place not in inside
    ]
    return complaints


def _misfit(exercise):
    """Return what is wrong with the order of an exercise's cells."""
    names = {"H": "heading", "W": "words", "S": "code", "C": "check", "Q": "question"}
    names |= {"A": "solution", "X": "a cell with other tags"}
    said = ", ".join(names[letter] for letter in exercise.form)
    return f"expected heading, stub, check, solution (or question, solution), found {said}"


def leaves_stubs_untouched(notebook):
    """Demand stubs that are still to be written."""
    return [
        cell.says("a stub ends in `return ...`, or is `NAME = ...`")
        for _, cell in _stubs(notebook)
        if not _is_untouched((parsed(cell.source) or [None])[-1])
    ]


def _is_untouched(node):
    """Return whether a function, a class with such a method, or a value is still to be written."""
    if isinstance(node, ast.ClassDef):
        return any(_is_untouched(one) for one in node.body if isinstance(one, ast.FunctionDef))
    if isinstance(node, ast.FunctionDef):
        node = node.body[-1]
    is_value = isinstance(node, ast.Assign | ast.Return) and isinstance(node.value, ast.Constant)
    return is_value and node.value.value is ...


def folds_its_solution(notebook):
    """Demand `<details><summary>Solution</summary>`, or Model answer; a hint may stand before."""
    complaints = []
    for exercise in exercises(notebook.node):
        if exercise.answer is None:
            continue
        title = "Model answer" if exercise.form == "HA" else "Solution"
        if not re.fullmatch(f"(?s)(?:{HINT})?{FOLD.format(title)}", exercise.answer.source):
            cell = _cell(notebook, exercise, exercise.answer)
            complaints.append(
                cell.says(
                    f"fold it: <details><summary>{title}</summary>, a blank line, the text, "
                    "a blank line, </details>; of a hint alike, above it"
                )
            )
    complaints += [
        cell.says("folds a solution, so it needs the tag `solution`")
        for cell in notebook.cells
        if "solution" not in cell.tags and ANSWER.search(cell.source)
    ]
    return complaints


def leaves_stubs_to_their_exercises(notebook):
    """Forbid a stub's name in every cell that is not tagged `exercise` or `check`: it is empty."""
    names = {exercise.name for exercise, _ in _stubs(notebook)} - {None}
    complaints = []
    for cell in notebook.code:
        if cell.tags & {"exercise", "check"}:
            continue
        said = {node.id for node in ast.walk(cell.tree) if isinstance(node, ast.Name)}
        said |= {name for node in cell.tree.body for name in binds(node)}
        complaints += [cell.says(f"uses {name!r}, a learner's stub") for name in names & said]
    return complaints


RULES = [
    has_three_or_four,
    says_how_long_and_how_hard,
    keeps_its_cells_in_order,
    leaves_stubs_untouched,
    folds_its_solution,
    leaves_stubs_to_their_exercises,
]
