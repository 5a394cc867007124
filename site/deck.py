"""Which cell of a notebook stands on which slide: read from headings and tags, typed nowhere."""

import ast
import copy
import re
from dataclasses import dataclass, field

import wall
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from helpers.jupyterlab.exercises import Exercise, exercises, parsed, tags

TASK, TOGETHER = 60, 75  # words of an exercise's task, and of the paragraphs on one slide
FEW = 12  # words that are no slide: the teacher says them
PREDICT, QUESTIONS = "**Predict before you run it.**", "**Three questions**"
WAY_ON = ("**Next**", "**Read on**")
SUMMARY = re.compile(r"(?s)<summary>\s*(.*?)\s*</summary>")
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


def deck(notebook):
    """Return the cells of a notebook's slides, with the slide types that nbconvert reads."""
    cells = []
    for title, *items in _sections(notebook):
        for place, slide in enumerate(_column(items)):
            kind = "subslide" if place else "slide"
            if place:
                title = title.replace("# ", "## ", title.startswith("# "))
            cells += _cells(slide, slide.title or title, kind)
    for place, cell in enumerate(cells):
        cell.id = f"part-{place}"
    return cells


def _sections(notebook):
    """Return each section as a list: heading, then paragraphs, folds, code and exercises."""
    found, places = [], {one.place: one for one in exercises(notebook)}
    inside = {place + i for place, one in places.items() for i in range(len(one.cells))}
    for place, cell in enumerate(notebook.cells):
        if place in places:
            found[-1].append(places[place])
        elif place not in inside and cell.cell_type == "code":
            if not _only_imports(cell):
                found[-1].append(cell)
            elif len(found[-1]) > 1 and isinstance(found[-1][-1], str):
                found[-1][-1] = [found[-1][-1]]  # what is said of it
        elif place not in inside:
            words, folds = wall.paragraphs(cell.source)
            if words and words[0].startswith(("# ", "## ")):
                found.append([words.pop(0)])
                if len(found) == 1:  # the title: what it promises is shown, the rest said
                    words, folds = words[:1], [*folds, *words[1:]]
            found[-1] += _items(words, folds, after=found[-1][-1])
    return found


def _items(words, folds, after):
    """Return what a cell in words adds to its section; what follows the questions is only said."""
    if words and words[0].startswith(QUESTIONS):
        asked = "\n".join(f"- {SUMMARY.search(fold)[1]}" for fold in folds)
        return [Slide([wall.text(asked)], [*folds, *words[1:]], title="## Three questions")]
    if isinstance(after, Slide):
        after.said += words
        return []
    folds = [*folds, *(one for one in words if one.startswith(WAY_ON))]
    words = [one for one in words if not one.startswith(WAY_ON)]
    return [*words, *([folds] if folds else [])]


def _only_imports(cell):
    body = parsed(cell.source)
    return not cell.outputs and bool(body) and isinstance(body[0], ast.Import | ast.ImportFrom)


def _column(items):
    """Return the slides of a section."""
    slides, words, unit, lead, said = [], [], None, [], []
    for item in [*items, None]:
        if isinstance(item, str):
            words.append(item)
        elif isinstance(item, list):
            said += item
        else:
            notice, words, next_lead = _shared(unit, words, item)
            made = _unit(unit, lead, notice)
            for one in words:
                _add_words(made, one)
            if made:
                made[-1].said += said
                said = []
            slides, words, unit, lead = slides + made, [], item, next_lead
    return slides


def _shared(before, words, after):
    """Return which words say what to notice before, which stand alone, which lead to what comes."""
    leads = isinstance(after, NotebookNode)
    notices = isinstance(before, NotebookNode) and not _live(before) and len(words) > leads
    notices = int(notices and not (leads and PREDICT in words[0]))
    notice, words = words[:notices], words[notices:]
    if not leads:
        return notice, words, []
    asks = [place for place, one in enumerate(words) if PREDICT in one]
    first = asks[0] if asks and "predict" in tags(after) else max(len(words) - 1, 0)
    # A few words before are no slide: they lead, too.
    if first and _count(words[first - 1 :]) <= TASK and "$$" not in words[first - 1]:
        first -= 1
    return notice, words[:first], words[first:]


def _unit(item, lead, notice):
    """Return the slides of a cell with the words before and after it, or of an exercise."""
    if item is None:
        return []
    if isinstance(item, Exercise):
        return [_exercise(item)]
    if isinstance(item, Slide):
        return [item]
    return _explorer(item, lead) or _code(item, lead, notice)


def _add_words(made, paragraph):
    """Add a paragraph to the last slide in words, or a slide, or to what is said."""
    shown = wall.text(wall.opening(paragraph))
    said = [paragraph] if shown.cell.source != paragraph else []
    if made and made[-1].is_words and not made[-1].title:
        together = [*made[-1].shown, shown]
        if _count(_sources(together)) <= TOGETHER and wall.fits(together):
            made[-1].shown.append(shown)
            made[-1].said += said
            return
    if made and _count([paragraph]) < FEW and "$$" not in paragraph:
        made[-1].said.append(paragraph)
    else:
        made.append(Slide([shown], said))


def _count(texts):
    return sum(len(one.split()) for one in texts)


def _sources(shown):
    return [part.cell.source for part in shown]


def _code(cell, lead, notice):
    """Return the slides of a cell: what leads to it, its code, what comes out, what to notice."""
    is_asked = "predict" in tags(cell)
    words = [wall.text(one if is_asked else wall.opening(one)) for one in lead]
    noticed = [wall.text(wall.opening(one)) for one in notice]
    said = [one for one in [*lead, *notice] if one not in _sources([*words, *noticed])]
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
    beside = wall.text("\n\n".join(_sources(words)))
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


def _live(cell):
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


def _explorer(cell, lead):
    """Return the slides of an explorer, its still and the line that opens it; [] for other code."""
    if not _live(cell):
        return []
    before, line = _live(cell)
    still, live = wall.result(cell), wall.code(line, "live")
    words = [wall.text(wall.opening(one)) for one in lead]
    said = [one for one in lead if one not in _sources(words)]
    if words and not before:
        beside = wall.text("\n\n".join(_sources(words)))
        if wall.fits_beside(still, beside, live):
            return [Slide([beside, still, live], said, layout="explorer")]
    first = _each([*words, *([wall.code(before)] if before else [])])
    return [*first, Slide([still, live], said)]


def _exercise(exercise):
    """Return the slide of an exercise: its task and stub, or its choices; the rest is said."""
    _, minutes, *task = wall.paragraphs(exercise.cells[0].source)[0]
    stub = [wall.code(exercise.stub.source)] if exercise.stub else []
    if not stub and exercise.check:
        task.append(_choices(exercise.check))
    shown = [wall.text(minutes)]
    for one in task:
        part = wall.text(wall.opening(one, TASK) if stub else one)
        if wall.fits([*shown, part, *stub]) and _count(_sources(shown)) < TASK:
            shown.append(part)
    said = [one for one in task if one not in _sources(shown)]
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


def _cells(slide, title, kind):
    """Return a slide as cells: its heading, the speaker's notes, its wall."""
    heading = _typed(new_markdown_cell(title), kind, "heading")
    is_large = slide.is_words and wall.fits_large(slide.shown)
    layout = "title" if title.startswith("# ") else slide.layout
    heading.metadata["layout"] = "large" if is_large and layout == "below" else layout
    said = "\n\n".join(one.replace("<details>", "<details open>") for one in slide.said)
    notes = [_typed(new_markdown_cell(said), "notes", "notes")] if said else []
    cells = [heading, *notes]
    for place, part in enumerate(slide.shown):
        part_kind = "fragment" if place == slide.hidden_from else "-"
        cell = _typed(copy.deepcopy(part.cell), part_kind, part.kind)
        cell.metadata["size"] = part.size
        cells.append(cell)
    return cells


def _typed(cell, kind, part):
    cell.metadata.update({"slideshow": {"slide_type": kind}, "part": part})
    return cell
