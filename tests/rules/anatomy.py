"""What every notebook contains, and in which order."""

import re

from helpers.jupyterlab import minutes

LONGEST = 60  # computed minutes
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


RULES = [has_its_title, installs_and_sets_nothing]
RULES += [numbers_its_sections, begins_each_part_with_a_cell]
# What a side trip need not keep: it may be as long and as wide as what it tells.
MAIN_LINE_RULES = [
    keeps_to_one_line_of_thought,
    asks_for_a_prediction,
    ends_with_a_recap,
]
