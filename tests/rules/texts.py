"""What the repository's texts may name: no machine's paths, no package hosts, no dead links."""

import json
import re
from urllib.parse import unquote

from rules.wording import MACHINE_PATH

REGISTRIES = (
    r"pypi\.org|pythonhosted\.org|conda\.anaconda\.org|repo\.anaconda\.com|registry\.npmjs\.org"
    r"|https?://[\w.:-]+/(?:[\w-]+/)*simple\b"
)
CPU_WHEELS = r"download\.pytorch\.org"
TEXTS = ("*.md", "*.toml", "*.yml", "*.txt", "*.cff", "Makefile", ".ci/*")
TEXTS += (".devcontainer/*", ".github/workflows/*", "tests/javascript/*.json")
FENCE = r"(?ms)^ *```.*?^ *```"
CODE = rf"{FENCE}|`[^`\n]*`"
FOLDERS = ("helpers", "tests", "benchmarks", "data", "notebooks")


def texts(root):
    """Return the files of the project that people read, without copies and npm's packages."""
    files = {file for pattern in TEXTS for file in root.glob(pattern)}
    for folder in FOLDERS:
        for pattern in ("*.py", "*.md", "*.toml"):
            files.update((root / folder).rglob(pattern))
    return sorted(file for file in files if file.is_file() and "node_modules" not in file.parts)


def names_a_machine(root, path):
    """Complain about absolute paths and package hosts; PyTorch's CPU index has two places."""
    place = path.relative_to(root).as_posix()
    may_name_wheels = place in ("INSTALL.md", "Makefile")
    forbidden = [MACHINE_PATH, REGISTRIES] + ([] if may_name_wheels else [CPU_WHEELS])
    return [
        f"{place} line {number}: must not name {found[0]}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for pattern in forbidden
        for found in re.finditer(pattern, line)
    ]


def has_dead_links(place, folder, markdown):
    """Complain about links to files that are not there; `folder` is where the text stands."""
    markdown = re.sub(CODE, " ", markdown)
    targets = re.findall(r"\]\(\s*<?([^)\s>]+)", markdown) + re.findall(
        r"<(?:img|a)\b[^>]*?(?:src|href)=[\"']([^\"']+)", markdown
    )
    local = [unquote(t.partition("#")[0]) for t in targets if not re.match(r"[a-z]+:|#|//", t)]
    return [
        f"{place}: link to {target}, which is not there"
        for target in local
        if not (folder / target).is_file()
    ]


def links_to_what_is_there(notebook):
    """Forbid links of a notebook to files that are not there."""
    return [
        complaint
        for cell in notebook.markdown
        for complaint in has_dead_links(cell.says("dead link"), notebook.path.parent, cell.source)
    ]


def has_dead_anchors(path):
    """Complain about links of a page to headings, of its own or of another, that are not there."""
    text = re.sub(CODE, " ", path.read_text(encoding="utf-8"))
    return [
        f"{path.name}: link to {target}#{name}, a heading that is not there"
        for target, name in re.findall(r"\]\(((?!\w+:)[^)\s#]*)#([^)\s]+)\)", text)
        if name not in _anchors(path.parent / target if target else path)
    ]


def _anchors(path):
    """Return what links call the headings of a page, as GitHub and the site do."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    headings = re.findall(r"(?m)^#+ (.+)$", re.sub(FENCE, "", text))
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
