"""What stands in every notebook, and in which order."""

import ast
import math
import re

from rules.notebook import list_items, without_code

FIXED_PARTS = ("The question", "Check the source", "Recap")
LONGEST = 60  # computed minutes
MOST_IMPORTS = 9  # lines
MOST_WORDS = 2500
MOST_CELLS = 36
EXERCISE = {"exercise", "check", "solution"}  # tags of cells whose minutes stand beside
# The words between a section's heading and its first code cell, code and formulas not counted. We
# write 20 to 60; beyond these wider bounds a section is bare, or a lecture.
SECTION_WORDS = range(15, 111)


def has_its_title(notebook):
    """Demand `# 4. Mix a context vector` and the bold lines in the first cell."""
    first = notebook.cells[0]
    complaints = []
    if not first.source.startswith(f"# {notebook.label}. "):
        complaints.append(first.says(f"begin with the title `# {notebook.label}. …`"))
    for words in ("You will", "You need"):
        if not re.search(rf"\*\*{words}[:.]?\*\*", first.source):
            complaints.append(first.says(f"say **{words}** in the first cell"))
    return complaints


def has_its_computed_time(notebook):
    """Demand the minutes that its words, lines of code and explorers come to, at most 60.

    100 words or 4 lines a minute, 5 minutes for each explorer: fitted to twenty careful first
    readings, half of which it meets within 6 %, and the worst within 26 %.
    """
    minutes = reading_minutes(notebook)
    first = notebook.cells[0]
    complaints = []
    if not re.search(rf"\*\*Time[:.]?\*\*:? +{minutes} minutes\b", first.source):
        complaints.append(first.says(f"give the computed **Time**: {minutes} minutes"))
    if minutes > LONGEST and not notebook.is_capstone:
        complaints.append(notebook.says(f"takes {minutes} minutes, at most {LONGEST}"))
    return complaints


def reading_minutes(notebook):
    """Return how long a careful first reading takes, in minutes, rounded to five."""
    own = [cell for cell in notebook.code[1:] if not cell.tags & EXERCISE]  # the first imports
    lines = sum(len(cell.lines) for cell in own)
    explorers = sum(shows_an_explorer(cell) for cell in own)
    return 5 * math.floor((count_words(notebook) / 100 + lines / 4 + 5 * explorers) / 5 + 0.5)


def shows_an_explorer(cell):
    """Return whether a cell opens an explorer."""
    return bool(re.search(r"\bexplorers\.\w+\(|\b\w+Explorer\(", cell.source))


def count_words(notebook):
    """Return the words of a notebook's prose, without code, formulas and solutions."""
    prose = (without_code(c.source) for c in notebook.markdown if not c.tags & EXERCISE)
    return sum(len(re.findall(r"\S*\w\S*", text)) for text in prose)


def keeps_to_one_line_of_thought(notebook):
    """Hold the words and the cells that one question has room for; the capstone needs more."""
    if notebook.is_capstone:
        return []
    words = count_words(notebook)
    cells = sum(not cell.tags & EXERCISE for cell in notebook.code)
    complaints = []
    if words > MOST_WORDS:
        complaints.append(notebook.says(f"{words} words, at most {MOST_WORDS}"))
    if cells > MOST_CELLS:
        complaints.append(notebook.says(f"{cells} code cells, at most {MOST_CELLS}"))
    return complaints


def names_one_side_trip_at_most(notebook):
    """Demand that a reader is sent aside once at most; A1 checks the sources of all."""
    own = [part for part in notebook.parts if part.heading != "Check the source"]
    places = [cell for part in own for cell in part.cells if notebook.number and cell.is_markdown]
    trips = {name for cell in places for name in re.findall(r"\bA\d\b", cell.source)}
    if len(trips) <= 1:
        return []
    return [notebook.says(f"names the side trips {', '.join(sorted(trips))}: one at most")]


def says_where_its_vectors_come_from(notebook):
    """Demand that the reader learns before section 1 how the vectors were made."""
    if re.search(r"\b(placed by hand|random|trained)\b", notebook.opening.prose):
        return []
    return [
        notebook.says(
            "say before the first section whether the vectors are placed by hand, random or trained"
        )
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
        for found in re.finditer(r"(?m)^##? .*", without_code(cell.source))
        if found.start()
    ]


def opens_each_section_with_words(notebook):
    """Demand words, then code, in each section: neither bare nor a lecture."""
    complaints = []
    for section in notebook.sections:
        if not section.code:
            complaints.append(section.first.says(f"section `{section.heading}` has no code cell"))
            continue
        before = [c.source for c in section.cells if c.number < section.code[0].number]
        words = len(re.findall(r"\S*\w\S*", without_code("\n".join(before)).partition("\n")[2]))
        if words not in SECTION_WORDS:
            limits = f"{SECTION_WORDS[0]} to {SECTION_WORDS[-1]}"
            complaints.append(
                section.first.says(f"{words} words before the section's first code, not {limits}")
            )
    return complaints


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
    """Demand 3 to 5 sentences, 3 questions, the next notebook if there is one, 2 to 3 references.

    The answers are folded, so that a reader can answer first.
    """
    recap = notebook.part("Recap")
    if recap is None:
        return [notebook.says("no part `## Recap`")]
    claims, _, references = recap.prose.partition("**Read on**")
    claims, _, following = claims.partition("**Next**")
    sentences = list_items(claims.partition("**Three questions**")[0])
    complaints = [cell.says("no code in the recap") for cell in recap.code]
    if not 3 <= len(sentences) <= 5:
        complaints.append(recap.first.says(f"{len(sentences)} sentences in the recap, not 3 to 5"))
    for sentence in sentences:
        if len(sentence.split()) < 5 or not sentence.rstrip("*_").endswith("."):
            complaints.append(recap.first.says(f"not a sentence that can be tested: {sentence}"))
    questions = re.findall(r"<details>\s*<summary>.*?\?</summary>\n\n.+?</details>", claims, re.S)
    if len(questions) != 3 or "**Three questions**" not in claims:
        complaints.append(
            recap.first.says(f"{len(questions)} folded answers under **Three questions**, not 3")
        )
    return complaints + _next(notebook, recap, following) + _references(recap, references)


def _next(notebook, recap, following):
    later = [file for file in notebook.folder if file > notebook.file and file[0] != "A"]
    if later and f"]({later[0]})" not in following:
        return [recap.first.says(f"after the recap, **Next** must link to {later[0]}")]
    if not later and following:
        return [recap.first.says("there is no next notebook yet, so no **Next**")]
    return []


def _references(recap, markdown):
    references = list_items(markdown)
    complaints = []
    if not 2 <= len(references) <= 3:
        complaints.append(
            recap.first.says(f"{len(references)} references under **Read on**, not 2 or 3")
        )
    for reference in references:
        if len(without_targets(reference).split()) < 10:
            complaints.append(recap.first.says(f"a reference without its reason: {reference}"))
    return complaints


def without_targets(markdown):
    """Return Markdown with the words of its links but not their addresses."""
    return re.sub(r"\]\([^)]*\)|https?://\S+", "]", markdown)


def has_an_explorer(notebook):
    """Demand an explorer, and in its part a static figure above it, but for an opening exhibit."""
    complaints = []
    found = False
    for part in notebook.parts:
        figure_above = False
        for cell in part.code:
            if shows_an_explorer(cell):
                found = True
                if not figure_above and part is not notebook.parts[0]:
                    complaints.append(cell.says("a static figure stands above each explorer"))
            figure_above |= "figures." in cell.source
    return complaints if found else [notebook.says("no explorer")]


RULES = [has_its_title, imports_first, installs_and_sets_nothing]
RULES += [numbers_its_sections, begins_each_part_with_a_cell]
# What a side trip need not keep: it may be as long and as wide as what it tells.
MAIN_LINE_RULES = [
    has_its_computed_time,
    keeps_to_one_line_of_thought,
    names_one_side_trip_at_most,
    says_where_its_vectors_come_from,
    has_its_parts_in_order,
    opens_each_section_with_words,
    asks_for_a_prediction,
    ends_with_a_recap,
    has_an_explorer,
]
