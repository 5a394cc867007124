"""The slides of one cell of code, explorer or exercise: what stands together, what comes next."""

import ast
from dataclasses import dataclass, field

import wall

from helpers.jupyterlab.exercises import parsed, tags

TASK = 60  # words of an exercise's task
LIVE_WIDTH = 96  # letters


@dataclass
class Slide:
    """A slide: its parts, from which on they come with the next press, and what is only said."""

    shown: list
    said: list = field(default_factory=list)
    hidden_from: int | None = None
    title: str = ""
    layout: str = "below"

    @property
    def is_words(self):
        """Return whether it shows nothing but text."""
        return all(part.kind == "text" for part in self.shown)


def of_code(cell, lead, notice):
    """Return the slides of a cell: what leads to it, its code, what comes out, what to notice."""
    is_asked = "predict" in tags(cell)
    words = [wall.text(one if is_asked else wall.opening(one)) for one in lead]
    noticed = [wall.text(wall.opening(one)) for one in notice]
    said = [one for one in [*lead, *notice] if one not in sources([*words, *noticed])]
    found = wall.result(cell)
    after = [*([found] if found else []), *noticed]
    hidden = len(words) + 1 if is_asked and after else None
    for largest in (wall.LARGEST, wall.SMALLER):
        typed = wall.code(cell.source, largest=largest)
        slides = _whole([*words, typed], after, hidden)
        slides = slides or _under(typed, [*words, *noticed], found, hidden)
        if slides:
            break
    else:
        slides = _split([*words, wall.code(cell.source)], after, hidden)
    slides[-1].said += said
    return slides


def _split(before, after, hidden):
    """Return the slides of what fits on none together: last a figure, or a table, and its words."""
    if after and after[0].kind == "result" and wall.fits([*before, after[0]]):
        first = [Slide([*before, after[0]], hidden_from=hidden)]
    else:
        first = _each(before)
    if after:
        after = [wall.larger(after[0]), *after[1:]]
    if len(after) == 2 and after[0].kind == "figure" and wall.is_larger_beside(*after):
        return [*first, Slide(after, layout="beside")]
    return first + ((_whole([], after) or _each(after)) if after else [])


def _under(typed, words, found, hidden):
    """Return one slide with code above, words and figure side by side; None if it does not fit."""
    if hidden or not words or not found or found.kind != "figure":
        return None
    beside = wall.text("\n\n".join(sources(words)))
    is_fit = wall.fits_beside(found, beside, typed)
    return [Slide([typed, beside, found], layout="beside")] if is_fit else None


def _whole(before, after, hidden=None):
    """Return one slide for all, if all fits; None otherwise."""
    if wall.fits([*before, *after]):
        return [Slide([*before, *after], hidden_from=hidden)]
    is_table = len(after) == 2 and after[0].kind == "result"
    if is_table and wall.fits_in_a_row(before, *after):
        return [Slide([*before, *after], hidden_from=hidden, layout="row")]
    return None


def _each(shown):
    """Return parts on as few slides as hold them, below each other."""
    slides = []
    for part in shown:
        if slides and wall.fits([*slides[-1].shown, part]):
            slides[-1].shown.append(part)
        else:
            slides.append(Slide([part]))
    return slides


def live(cell):
    """Return the code before a cell's explorer and the call that opens it on a wall, or None."""
    body = parsed(cell.source)
    call = body[-1].value if body and isinstance(body[-1], ast.Expr) else None
    if not (isinstance(call, ast.Call) and ast.unparse(call.func).startswith("explorers.")):
        return None
    named = [(f"{one.arg}=", one.value) for one in call.keywords]
    said = [*(("", one) for one in call.args), *named]
    given = [name + ast.get_source_segment(cell.source, one) for name, one in said]
    given, name = [*given, "projector=True"], ast.unparse(call.func)
    before = "\n".join(cell.source.split("\n")[: call.lineno - 1]).strip()
    for line in (f"{name}({', '.join(given)})", f"{name}(\n    {', '.join(given)}\n)"):
        if max(map(len, line.split("\n"))) <= LIVE_WIDTH:
            return before, line
    return before, "\n".join([f"{name}(", *(f"    {one}," for one in given), ")"])


def of_explorer(cell, lead):
    """Return the slides of an explorer, its still and the line that opens it; [] for other code."""
    if not live(cell):
        return []
    before, line = live(cell)
    typed = wall.code(line, "live")
    still = wall.under(wall.result(cell), typed)
    words = [wall.text(wall.opening(one)) for one in lead]
    said = [one for one in lead if one not in sources(words)]
    if words and not before:
        beside = wall.text("\n\n".join(sources(words)))
        if wall.fits_beside(still, beside, typed):
            return [Slide([beside, still, typed], said, layout="explorer")]
    first = _each([*words, *([wall.code(before)] if before else [])])
    return [*first, Slide([still, typed], said)]


def of_exercise(exercise):
    """Return the slide of an exercise: its task and stub, or its choices; the rest is said."""
    _, minutes, *task = wall.paragraphs(exercise.cells[0].source)[0]
    stub = [wall.code(exercise.stub.source)] if exercise.stub else []
    if not stub and exercise.check:
        task.append(_choices(exercise.check))
    shown = [wall.text(minutes)]
    for one in task:
        part = wall.text(wall.opening(one, TASK) if stub else one)
        if wall.fits([*shown, part, *stub]) and count(sources(shown)) < TASK:
            shown.append(part)
    said = [one for one in task if one not in sources(shown)]
    for cell in exercise.cells[1:]:
        if cell.cell_type == "markdown":
            said.append(cell.source)
        elif cell not in (exercise.stub, exercise.check):
            said.append(f"```python\n{cell.source}\n```")
    return Slide([*shown, *stub], said, title=f"## {exercise.heading}")


def _choices(cell):
    """Return the question of a check with choices, and the choices, as Markdown."""
    lines = cell.outputs[0]["data"]["text/plain"].split("\n")[:-1]
    return "\n".join(f"{line}  " for line in lines)


def count(texts):
    """Return the words of texts."""
    return sum(len(one.split()) for one in texts)


def sources(shown):
    """Return what parts say, as it is written."""
    return [part.cell.source for part in shown]
