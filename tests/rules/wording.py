"""What the words of a notebook may say, and which names it may use already."""

import ast
import functools
import re

from helpers.jupyterlab.exercises import binds
from rules.notebook import FILES

MACHINE_PATH = r"(?<![\w./)}~$-])/(?:root|work|tmp|home|Users)\b|\b[A-Z]:\\+Users\b"

# Names that mean nothing beyond their cell.
PASSING = {"_", "rng", "generator"}

# Which notebook introduces a name: none before it may use it. Names that a reader may well give to
# a variable are watched where they are imported.
FIRST_USED_IN = {
    "torch": 6,
    "helpers.attention.project": 5,
    "W_Q": 5,
    "W_K": 5,
    "W_V": 5,
    "helpers.layers": 6,
    "helpers.training": 6,
    "multi_head_attention": 8,
    "W_O": 8,
    "causal_mask": 10,
    "padding_mask": 10,
    "prefix_mask": 10,
    "window_mask": 10,
    "helpers.positions": 11,
    "window_attention": 16,
    "streaming_attention": 16,
    "helpers.generation": 17,
}
TORCH_FREE = {*range(FIRST_USED_IN["torch"]), 19}


def _found(cells, pattern, text=lambda cell: cell.source):
    """Return each cell with what the pattern finds in it, whatever the case."""
    return [
        (cell, match[0])
        for cell in cells
        for match in re.finditer(pattern, text(cell), re.IGNORECASE | re.MULTILINE)
    ]


def names_only_notebooks_that_exist(notebook):
    """Forbid "notebook 07" and "07_heads.ipynb" while there is no such file."""
    names = {file[:2] for file in notebook.folder}
    one = r"(?:\d+|A\d)"
    lists = _found(notebook.cells, rf"\bnotebooks?\s+{one}(?:(?:\s*(?:,|and|to|-|–)\s*)+{one})*\b")
    complaints = [
        cell.says(f"{words!r}: there is no notebook {name}")
        for cell, words in lists
        for name in re.findall(one, words)
        if name.zfill(2) not in names
    ]
    files = _found(notebook.cells, r"\b(?:\d\d|A\d)_\w+\.ipynb")
    complaints += [
        cell.says(f"no file {file}") for cell, file in files if file not in notebook.folder
    ]
    return complaints


def links_to_the_notebook_it_names(notebook):
    """Forbid a link whose label has the number or the title of another notebook."""
    numbers = {_title(file): file[:2] for file in notebook.folder}
    complaints = []
    for cell in notebook.markdown:
        for label, target in re.findall(r"\[([^\]]*)\]\((\w+\.ipynb)", cell.source):
            said = re.findall(r"\b(?:A\d|\d\d)\b", label)
            said += [
                number
                for title, number in numbers.items()
                if title in re.sub(r"\W+", " ", label.lower())
            ]
            if not said or set(said) != {target[:2]}:
                complaints.append(cell.says(f"the link {label!r} leads to {target}"))
    return complaints


def _title(file):
    return " ".join(re.split(r"[_.]", file)[1:-1])


def names_only_sections_that_exist(notebook):
    """Forbid "section 7.9" and "exercise 7.9" where that notebook has no such heading."""
    one = r"A?\d+\.\d+"
    lists = _found(
        notebook.markdown, rf"\b(?:sections?|exercises?)\s+{one}(?:(?:,|\s+and|\s+to|–|-)\s*{one})*"
    )
    return [
        cell.says(f"{words!r}: there is no {number}")
        for cell, words in lists
        for number in re.findall(one, words)
        if number not in numbered(notebook.path.parent)
    ]


@functools.cache
def numbered(folder):
    """Return the numbers of all sections and exercises of the notebooks in a folder."""
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob(FILES))
    return set(re.findall(r'"#+ (?:Exercise )?(A?\d+\.\d+)', text))


def uses_only_names_introduced(notebook):
    """Forbid names in code that a later notebook introduces, and torch where it is not needed."""
    later = {name for name, first in FIRST_USED_IN.items() if first > notebook.number}
    later |= {"torch"} if notebook.number in TORCH_FREE else set()
    return [
        cell.says(f"uses `{name}`, which a later notebook introduces")
        for cell in notebook.code
        for name in sorted(_names(cell) & later)
    ]


def binds_each_name_once(notebook):
    """Forbid giving a name a second meaning: run again, the cells above would go wrong."""
    first, complaints = {}, []
    for cell in notebook.code:
        names = {name for node in cell.tree.body for name in bound(node)} - PASSING
        complaints += [
            cell.says(f"binds {name!r} again, after cell {first[name]}")
            for name in sorted(names & first.keys())
        ]
        first |= dict.fromkeys(names - first.keys(), cell.number)
    return complaints


def bound(statement):
    """Return the names that a statement of a cell binds, loop variables excepted."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return set(binds(statement))
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name.split(".")[0] for alias in statement.names}
    if isinstance(statement, ast.For | ast.With | ast.If | ast.While):
        inner = statement.body + getattr(statement, "orelse", [])
        return {name for one in inner for name in bound(one)}
    walrus = [node for node in ast.walk(statement) if isinstance(node, ast.NamedExpr)]
    return {*binds(statement), *(node.target.id for node in walrus)}


def _names(cell):
    """Return every name that the code of a cell speaks of."""
    names = set()
    for node in ast.walk(cell.tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Import):
            names.update(part for alias in node.names for part in alias.name.split("."))
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update((node.module or "").split("."), {node.module})
            names.update(alias.name for alias in node.names)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def names_every_column(notebook):
    """Forbid a Markdown table with an empty head: a screen reader announces a column of no name."""
    heads = _found(notebook.markdown, r"^\|.*\|(?=\s*\n\|\s*:?-)")
    heads = [(cell, head) for cell, head in heads if re.search(r"\|\s*\|", head)]
    return [cell.says(f"a column without a name: {head}") for cell, head in heads]


def holds_its_own_pictures(notebook):
    """Forbid pictures that are fetched from elsewhere: offline they are holes."""
    pictures = _found(notebook.markdown, r"!\[[^\]]*\]\(\s*(?:https?:)?//[^)]*\)")
    return [cell.says(f"picture from elsewhere: {link}") for cell, link in pictures]


def names_no_path_of_a_machine(notebook):
    """Forbid absolute paths in words, code and outputs."""
    found = _found(notebook.cells, MACHINE_PATH, lambda cell: "\n".join([cell.source, *cell.texts]))
    return [cell.says(f"path of one machine: {path}") for cell, path in found]


RULES = [
    names_only_notebooks_that_exist,
    links_to_the_notebook_it_names,
    names_only_sections_that_exist,
    uses_only_names_introduced,
    binds_each_name_once,
    names_every_column,
    holds_its_own_pictures,
    names_no_path_of_a_machine,
]
