"""What stands in every notebook, and in which order."""

import ast
import re

from rules.notebook import list_items, without_code

# Parts of the anatomy that no notebook has yet; taking one out of this list demands it.
NOT_YET_DEMANDED = ["exercises"]

FIXED_PARTS = ("The question", "Check the source", "Exercises", "Recap")
MINUTES = range(25, 46)
MINUTES_OF_THE_FIRST = range(15, 46)
# The words between a section's heading and its first code cell, code and formulas not counted. We
# write 20 to 60; beyond these wider bounds a section is bare, or a lecture.
SECTION_WORDS = range(15, 111)


def has_its_title(notebook):
    """Demand `# 4. Mix a context vector` and the three bold lines in the first cell."""
    first = notebook.cells[0]
    complaints = []
    if not re.match(rf"# {notebook.number}\. \S", first.source):
        complaints.append(first.says(f"begin with the title `# {notebook.number}. …`"))
    for words in ("You will", "You need", "Time"):
        if not re.search(rf"\*\*{words}[:.]?\*\*", first.source):
            complaints.append(first.says(f"say **{words}** in the first cell"))
    return complaints


def has_an_honest_time(notebook):
    """Demand a time in minutes that one sitting has room for."""
    allowed = MINUTES if notebook.number else MINUTES_OF_THE_FIRST
    first = notebook.cells[0]
    line = re.search(r"\*\*Time[:.]?\*\*(.*)", first.source)
    minutes = [int(number) for number in re.findall(r"\d+", line[1])] if line else []
    if minutes and all(number in allowed for number in minutes) and "minutes" in line[1]:
        return []
    return [first.says(f"give a **Time** of {allowed[0]} to {allowed[-1]} minutes")]


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
    if len(lines) > 8:
        complaints.append(first.says(f"{len(lines)} lines of imports, at most 8"))
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
    """Demand the question, 3 to 5 sections numbered in order, the source, then the recap."""
    complaints = []
    headings = [part.heading for part in notebook.parts[1:]]
    numbers = [re.match(r"\d+\.\d+", part.heading)[0] for part in notebook.sections]
    if numbers != [f"{notebook.number}.{i}" for i in range(1, len(numbers) + 1)]:
        complaints.append(notebook.says(f"sections are numbered {', '.join(numbers)}"))
    if not 3 <= len(numbers) <= 5:
        complaints.append(notebook.says(f"{len(numbers)} numbered sections, not 3 to 5"))
    for heading in ("The question", "Check the source", "Recap"):
        if headings.count(heading) != 1:
            complaints.append(
                notebook.says(f"{headings.count(heading)} parts `## {heading}`, not 1")
            )
    if not complaints:
        begin = headings.index(notebook.sections[0].heading)
        body = [part.heading for part in notebook.sections]
        expected = [*body, *(name for name in FIXED_PARTS[1:] if name in headings)]
        if headings[begin:] != expected or "The question" not in headings[:begin]:
            complaints.append(notebook.says(f"parts stand in the order {'; '.join(headings)}"))
    return complaints


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
    """Demand 3 to 5 sentences, the next notebook if there is one, and 2 to 3 references."""
    recap = notebook.part("Recap")
    if recap is None:
        return [notebook.says("no part `## Recap`")]
    claims, _, references = recap.prose.partition("**Read on**")
    claims, _, following = claims.partition("**Next**")
    sentences = list_items(claims)
    complaints = [cell.says("no code in the recap") for cell in recap.code]
    if not 3 <= len(sentences) <= 5:
        complaints.append(recap.first.says(f"{len(sentences)} sentences in the recap, not 3 to 5"))
    for sentence in sentences:
        if len(sentence.split()) < 5 or not sentence.rstrip("*_").endswith("."):
            complaints.append(recap.first.says(f"not a sentence that can be tested: {sentence}"))
    return complaints + _next(notebook, recap, following) + _references(recap, references)


def _next(notebook, recap, following):
    later = [file for file in notebook.folder if file > notebook.file]
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


def has_exercises(notebook):
    """Demand 3 or 4 stubs, each followed by one folded solution and one check."""
    frames = []
    complaints = []
    for cell in notebook.cells:
        if "exercise" in cell.tags:
            frames.append((cell, []))
        elif frames:
            frames[-1][1].extend(cell.tags & {"check", "solution"})
        if "solution" in cell.tags and "<details><summary>Solution</summary>" not in cell.source:
            complaints.append(cell.says("a solution folds: <details><summary>Solution</summary>"))
    if not 3 <= len(frames) <= 4:
        complaints.append(notebook.says(f"{len(frames)} exercises, not 3 or 4"))
    for stub, frame in frames:
        if sorted(frame) != ["check", "solution"]:
            complaints.append(stub.says("an exercise needs one solution and one check"))
    return complaints


def has_an_explorer(notebook):
    """Demand an explorer, and in its part a static figure above it."""
    complaints = []
    found = False
    for part in notebook.parts:
        figure_above = False
        for cell in part.code:
            if re.search(r"\bexplorers\.|Explorer\(", cell.source):
                found = True
                if not figure_above:
                    complaints.append(cell.says("a static figure stands above each explorer"))
            figure_above |= "figures." in cell.source
    return complaints if found else [notebook.says("no explorer")]


DEMANDED_LATER = {"exercises": has_exercises, "explorer": has_an_explorer}
RULES = [
    has_its_title,
    has_an_honest_time,
    says_where_its_vectors_come_from,
    imports_first,
    installs_and_sets_nothing,
    has_its_parts_in_order,
    begins_each_part_with_a_cell,
    opens_each_section_with_words,
    asks_for_a_prediction,
    ends_with_a_recap,
    *(rule for part, rule in DEMANDED_LATER.items() if part not in NOT_YET_DEMANDED),
]
