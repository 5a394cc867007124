"""What stands in every notebook, and in which order."""

import ast
import re

from helpers.jupyterlab import minutes

FIXED_PARTS = ("The question", "Check the source", "Recap")
LONGEST = 60  # computed minutes
MOST_IMPORTS = 9  # lines
MOST_WORDS = 2500
MOST_CELLS = 36


def has_its_title(notebook):
    """Demand `# 4. Mix a context vector` and the bold lines in the first cell."""
    first = notebook.cells[0]
    complaints = []
    if not first.source.startswith(f"# {notebook.label}. "):
        complaints.append(first.says(f"begin with the title `# {notebook.label}. …`"))
    for words in ("You will", "You need", *(() if notebook.is_side_trip else ("Time",))):
        if not re.search(rf"\*\*{words}[:.]?\*\*", first.source):
            complaints.append(first.says(f"say **{words}** in the first cell"))
    return complaints


def keeps_to_one_line_of_thought(notebook):
    """Hold the words, cells and minutes that one question has room for; 18 and 19 need more."""
    found = {
        "words": (minutes.words(notebook.node), MOST_WORDS),
        "code cells": (sum(not cell.tags & minutes.TAGS for cell in notebook.code), MOST_CELLS),
        "minutes": (minutes.reading(notebook.node), LONGEST),
    }
    return [
        notebook.says(f"{count} {what}, at most {most}")
        for what, (count, most) in found.items()
        if count > most and not notebook.is_long
    ]


def _imports(cell):
    """Return the top-level names that a cell imports, and whether it does nothing else.

    Setting the number of threads belongs to the imports.
    """
    nodes = [node for node in cell.tree.body if not _sets_threads(node)]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)]
    return names, all(isinstance(node, ast.Import | ast.ImportFrom) for node in nodes)


def _sets_threads(node):
    return ast.unparse(node).startswith("torch.set_num_threads(")


def imports_first(notebook):
    """Demand one cell of imports at the top; torch alone may come where words introduce it."""
    if not notebook.code:
        return [notebook.says("no code cell")]
    first, *others = notebook.code
    complaints = []
    if not _imports(first)[1]:
        complaints.append(first.says("the first code cell holds imports only"))
    lines = [line for line in first.lines if "set_num_threads" not in line]
    if len(lines) > MOST_IMPORTS:
        complaints.append(first.says(f"{len(lines)} lines of imports, at most {MOST_IMPORTS}"))
    for cell in others:
        late = [name for name in _imports(cell)[0] if name.split(".")[0] != "torch"]
        complaints += [cell.says(f"import {name} in the first code cell") for name in late]
    return complaints


def installs_and_sets_nothing(notebook):
    """Forbid installs, downloads, path changes and style settings in cells."""
    forbidden = (
        r"^\s*[%!]|\bpip install|\burlretrieve|\burllib|\brequests\b|\bsys\.path"
        r"|\bset_printoptions|\bseterr\(|\bfilterwarnings|\brcParams|\bstyle\.use"
    )
    return [
        cell.says(f"`{found[0].strip()}`: no installs, downloads, paths or settings in cells")
        for cell in notebook.code
        for found in re.finditer(forbidden, cell.source, re.MULTILINE)
    ]


def has_its_parts_in_order(notebook):
    """Demand the question, 3 to 5 sections numbered in order, then the recap.

    A check of the source, of one cell at most, may stand before the recap.
    """
    complaints = []
    headings = [part.heading for part in notebook.parts[1:]]
    if not 3 <= len(notebook.sections) <= 5:
        complaints.append(notebook.says(f"{len(notebook.sections)} numbered sections, not 3 to 5"))
    for heading in ("The question", "Recap"):
        if headings.count(heading) != 1:
            complaints.append(
                notebook.says(f"{headings.count(heading)} parts `## {heading}`, not 1")
            )
    source = notebook.part("Check the source")
    if source and len(source.code) > 1:
        complaints.append(source.first.says(f"{len(source.code)} code cells, at most 1"))
    if not complaints:
        begin = headings.index(notebook.sections[0].heading)
        body = [part.heading for part in notebook.sections]
        expected = [*body, *(name for name in FIXED_PARTS[1:] if name in headings)]
        if headings[begin:] != expected or "The question" not in headings[:begin]:
            complaints.append(notebook.says(f"parts stand in the order {'; '.join(headings)}"))
    return complaints


def numbers_its_sections(notebook):
    """Demand 4.1, 4.2 and so on."""
    numbers = [part.heading.split()[0] for part in notebook.sections]
    if numbers == [f"{notebook.label}.{i}" for i in range(1, len(numbers) + 1)]:
        return []
    return [notebook.says(f"sections are numbered {', '.join(numbers)}")]


def begins_each_part_with_a_cell(notebook):
    """Demand a cell of its own for each `##` heading: a part reaches from one to the next."""
    return [
        cell.says(f"`{found[0]}` must begin a cell of its own")
        for cell in notebook.markdown
        for found in re.finditer(r"(?m)^##? .*", minutes.without_code(cell.source))
        if found.start()
    ]


def asks_for_a_prediction(notebook):
    """Demand a cell tagged `predict`, and before each the words that ask."""
    tagged = [cell for cell in notebook.code if "predict" in cell.tags]
    complaints = [] if tagged else [notebook.says("no cell is tagged `predict`")]
    for cell in tagged:
        asked = notebook.cells[cell.number - 2]
        if not asked.is_markdown or "before you run it" not in asked.source.lower():
            complaints.append(cell.says("the cell above must ask: before you run it, …"))
    return complaints


def ends_with_a_recap(notebook):
    """Demand 3 questions whose answers are folded, and the next notebook if there is one."""
    recap = notebook.part("Recap")
    if recap is None:
        return [notebook.says("no part `## Recap`")]
    asked, _, following = recap.prose.partition("**Read on**")[0].partition("**Next**")
    questions = re.findall(r"<details>\s*<summary>.*?\?</summary>\n\n.+?</details>", asked, re.S)
    complaints = []
    if len(questions) != 3:
        complaints.append(recap.first.says(f"{len(questions)} folded answers to questions, not 3"))
    later = [file for file in notebook.folder if file > notebook.file and file[0] != "A"]
    if later and f"]({later[0]})" not in following:
        complaints.append(recap.first.says(f"after the recap, **Next** must link to {later[0]}"))
    return complaints


def has_an_explorer(notebook):
    """Demand an explorer."""
    if any(minutes.opens_an_explorer(cell.source) for cell in notebook.code):
        return []
    return [notebook.says("no explorer")]


RULES = [has_its_title, imports_first, installs_and_sets_nothing]
RULES += [numbers_its_sections, begins_each_part_with_a_cell]
# What a side trip need not keep: it may be as long and as wide as what it tells.
MAIN_LINE_RULES = [
    keeps_to_one_line_of_thought,
    has_its_parts_in_order,
    asks_for_a_prediction,
    ends_with_a_recap,
    has_an_explorer,
]
