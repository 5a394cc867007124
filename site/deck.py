"""Which cell of a notebook stands on which slide: read from headings and tags, typed nowhere."""

import ast
import copy
import re

import layouts
import wall
from layouts import Slide, count, sources
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from helpers.jupyterlab.exercises import Exercise, exercises, parsed, tags

TOGETHER = 75  # words of the paragraphs on one slide
LEADS = 60  # words that lead to a cell of code
FEW = 12  # words that are no slide: the teacher says them
PREDICT, QUESTIONS = "**Predict before you run it.**", "**Three questions**"
WAY_ON = ("**Next**", "**Read on**")
SUMMARY = re.compile(r"(?s)<summary>\s*(.*?)\s*</summary>")


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
    notices = isinstance(before, NotebookNode) and not layouts.live(before) and len(words) > leads
    notices = int(notices and not (leads and PREDICT in words[0]))
    notice, words = words[:notices], words[notices:]
    if not leads:
        return notice, words, []
    asks = [place for place, one in enumerate(words) if PREDICT in one]
    first = asks[0] if asks and "predict" in tags(after) else max(len(words) - 1, 0)
    # A few words before are no slide: they lead, too.
    if first and count(words[first - 1 :]) <= LEADS and "$$" not in words[first - 1]:
        first -= 1
    return notice, words[:first], words[first:]


def _unit(item, lead, notice):
    """Return the slides of a cell with the words before and after it, or of an exercise."""
    if item is None:
        return []
    if isinstance(item, Exercise):
        return [layouts.of_exercise(item)]
    if isinstance(item, Slide):
        return [item]
    return layouts.of_explorer(item, lead) or layouts.of_code(item, lead, notice)


def _add_words(made, paragraph):
    """Add a paragraph to the last slide in words, or a slide, or to what is said."""
    shown = wall.text(wall.opening(paragraph))
    said = [paragraph] if shown.cell.source != paragraph else []
    if made and made[-1].is_words and not made[-1].title:
        together = [*made[-1].shown, shown]
        if count(sources(together)) <= TOGETHER and wall.fits(together):
            made[-1].shown.append(shown)
            made[-1].said += said
            return
    is_aside = paragraph.startswith("(") and paragraph.endswith(")")
    is_aside |= count([paragraph]) < FEW and "$$" not in paragraph
    if made and is_aside:
        made[-1].said.append(paragraph)
    else:
        made.append(Slide([shown], said))


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
