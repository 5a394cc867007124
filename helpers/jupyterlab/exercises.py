"""The exercises of a notebook, and the notebook with their solutions put in or taken out."""

import ast
import copy
import re
from dataclasses import dataclass

TAGS = {"exercise", "check", "solution"}
HEADING = re.compile(r"### Exercise \S+ · .*\S\n+\*(\d+) minutes?, (?:●○○|●●○|●●●)\*\n+(?=\S)")
# A pattern, so that this file may lie in the students' zip, where nothing holds a solution.
ANSWER = re.compile(r"<summary>\s*(Solution|Model answer)\s*</summary>")
ANSWER_FOLD = re.compile(r"<details>\s*" + ANSWER.pattern.replace("(", "(?:"))
FENCE = re.compile(r"(?ms)^```python\n(.*?)^```$")
CHECK = re.compile(r"(?m)^\s*checks\.(\w+)\(\1\)\s*$")


@dataclass(frozen=True)
class Exercise:
    """An exercise: its cells, the heading's first, and that one's place in the notebook, from 0."""

    place: int
    cells: list

    @property
    def heading(self):
        """Return its first line, such as Exercise 3.1 · Write it: stable softmax."""
        return self.cells[0].source.partition("\n")[0].lstrip("# ")

    @property
    def minutes(self):
        """Return the minutes of its heading, None where the heading is not as it should be."""
        found = HEADING.match(self.cells[0].source)
        return int(found[1]) if found else None

    @property
    def form(self):
        """Return its cells as letters.

        H heading, W other words, S code of the exercise (the stub, an explorer), C check,
        Q question with choices, A answer, X whatever else.
        """
        return "".join(["H", *(_letter(cell) for cell in self.cells[1:])])

    @property
    def stub(self):
        """Return the cell that the learner fills, None in a question."""
        return None if "Q" in self.form else self._first("S")

    @property
    def check(self):
        """Return the cell that checks, or asks with choices; None in an open question."""
        return self._first("Q") or self._first("C")

    @property
    def is_open(self):
        """Return whether it asks for an answer in words, which no check reads."""
        return self.stub is None and self.check is None

    @property
    def answer(self):
        """Return the cell that holds the solution or the model answer, None if there is none."""
        return self._first("A")

    @property
    def name(self):
        """Return what the stub binds, or which check a question is; None if that is unclear."""
        if self.stub is not None:
            bound = [name for node in parsed(self.stub.source) for name in binds(node)]
            return bound[-1] if bound else None
        asked = re.match(r"checks\.(\w+)\(", self.check.source) if self.check else None
        return asked[1] if asked else None

    @property
    def solution(self):
        """Return the code in the only Python fence of its solution, None if there is not one."""
        text = self.answer.source if self.answer else ""
        fold = ANSWER.search(text)
        fences = FENCE.findall(text[fold.end() :]) if fold else []
        return fences[0].rstrip("\n") if len(fences) == 1 else None

    def _first(self, letter):
        place = self.form.find(letter)
        return self.cells[place] if place >= 0 else None


def exercises(notebook):
    """Return the exercises of a notebook: from a heading on, the cells with tags of exercises."""
    found, is_inside = [], False
    for place, cell in enumerate(notebook.cells):
        if _is_heading(cell):
            found.append(Exercise(place, [cell]))
            is_inside = True
        elif is_inside and tags(cell) & TAGS:
            found[-1].cells.append(cell)
        else:
            is_inside = False
    return found


def with_solutions(notebook):
    """Return a copy of a notebook with every solution in the place of its stub.

    ValueError: a stub has no solution, or one that does not bind what the stub binds.
    """
    solved = copy.deepcopy(notebook)
    for exercise in exercises(solved):
        if exercise.stub is None:
            continue
        bound = [name for node in parsed(exercise.solution or "") for name in binds(node)]
        if exercise.name not in bound:
            raise ValueError(
                f"{exercise.heading}: expected a solution for the stub of {exercise.name}, "
                f"in one Python fence, found {', '.join(bound) or 'none'}"
            )
        exercise.stub.source = exercise.solution
    return solved


def without_solutions(notebook):
    """Return a copy of a notebook without the cells tagged `solution`; a hint in one stays.

    ValueError: another cell folds a solution.
    """
    bare = copy.deepcopy(notebook)
    for cell in bare.cells:
        hint = ANSWER_FOLD.split(cell.source)[0].strip()
        if "solution" in tags(cell) and hint:
            cell.source, cell.metadata["tags"] = hint, ["exercise"]
    bare.cells = [cell for cell in bare.cells if "solution" not in tags(cell)]
    for cell in bare.cells:
        if ANSWER.search(cell.source):
            raise ValueError(f"the cell {cell.id} folds a solution, and has no tag `solution`")
    return bare


def written(cells):
    """Return a learner's code of each exercise, by its name: what is between heading and check.

    cells : the type and the source of each cell, for a learner's cells may have lost their tags
    """
    found, since = {}, []
    for kind, source in cells:
        if kind == "code":
            found |= dict.fromkeys(CHECK.findall(source), "\n\n".join(since))
            since.append(source)
        elif source.startswith("### Exercise "):
            since = []
    return found


def is_begun(code):
    """Return whether no `return ...` or `name = ...` of the stub is left in a learner's code."""
    nodes = [node for statement in parsed(code) for node in ast.walk(statement)]
    return not any(getattr(getattr(node, "value", 0), "value", 0) is ... for node in nodes)


def tags(cell):
    """Return the tags of a cell as a set."""
    return set(cell.metadata.get("tags", ()))


def parsed(source):
    """Return the statements of a cell's code, none where it is not Python."""
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []


def binds(statement):
    """Return the names that a statement of the top level defines or assigns."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets = getattr(statement, "targets", [getattr(statement, "target", None)])
    nodes = [node for target in targets if target is not None for node in ast.walk(target)]
    return [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


def _is_heading(cell):
    is_words = cell.cell_type == "markdown" and "exercise" in tags(cell)
    return is_words and cell.source.startswith("### Exercise ")


def _letter(cell):
    """Return which part of an exercise a cell is; `Exercise.form` says what the letters mean."""
    own = tags(cell) & TAGS
    if cell.cell_type == "code":
        letters = {"exercise": "S", "check": "C", "check exercise": "Q"}
    else:
        letters = {"exercise": "W", "solution": "A"}
    return letters.get(" ".join(sorted(own)), "X")
