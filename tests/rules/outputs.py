"""What a stored notebook may hold: sizes, counts, and outputs that are the same on every run."""

import json
import re

import nbformat

from helpers.jupyterlab.refresh import METADATA
from helpers.jupyterlab.saving import WIDGET_VIEW

LARGEST = 400  # kilobytes
MOST_UNNAMED = 6  # numbers in one row: more cannot be told apart
UNSTEADY = {
    r"\b0x[0-9a-fA-F]{4,}": "an address in memory",
    r"\bnp\.(?:\w+\([-+\w.]+\)|True_|False_)": "a NumPy scalar: end with round(float(x), 4)",
    r"grad_fn": "a tensor that still carries its gradient",
    r"-0\.0*(?!\d)": "a minus before zero: round, then add 0.0",
    r"<[\w.]+ (?:object|function|size)": "the repr of an object",
}
TIMING = r"\d ?(?:ns|µs|us|ms|s|sec|seconds)\b"


def is_a_valid_file(notebook):
    """Demand what nbformat demands: cell ids above all."""
    try:
        nbformat.validate(json.loads(notebook.path.read_text(encoding="utf-8")))
    except nbformat.ValidationError as error:
        return [notebook.says(str(error).splitlines()[0])]
    return []


def is_small(notebook):
    """Hold the file's size, which a reader on a slow line waits for."""
    kilobytes = notebook.path.stat().st_size / 1000
    if kilobytes <= LARGEST:
        return []
    return [notebook.says(f"the file has {kilobytes:.0f} KB, at most {LARGEST}")]


def labels_its_outputs(notebook):
    """Forbid arrays whose rows and columns only the prose names: a labelled table says them."""
    complaints = []
    for cell in notebook.code:
        text = "\n".join(cell.plain_texts)
        if re.search(r"\[\s*\[[^\]]*\d", text):
            complaints.append(cell.says("a table without names of rows and columns"))
        for row in re.findall(r"\[([^\[\]]*)\]", text):
            numbers = re.findall(r"[-+]?\d+\.?\d*", row)
            if len(numbers) > MOST_UNNAMED:
                complaints.append(
                    cell.says(f"{len(numbers)} numbers in a row without names, at most 6")
                )
    return complaints


def is_counted_in_order(notebook):
    """Demand a count on every code cell: without one, nbval passes the cell unseen.

    Of counts the first that is wrong is told, since one run mends them all.
    """
    empty = [cell.says("empty code cell") for cell in notebook.code if not cell.lines]
    for expected, cell in enumerate(notebook.code, start=1):
        if cell.lines and (counted := cell.node.execution_count) != expected:
            remedy = f"run `make refresh NB={notebook.file[:2]}`"
            return [*empty, cell.says(f"execution count {counted}, not {expected} - {remedy}")]
    return empty


def keeps_only_what_stays(notebook):
    """Forbid widget state and what a kernel writes down about itself."""
    metadata = notebook.node.metadata
    complaints = [
        notebook.says(f"metadata.{key} must be {json.dumps(METADATA.get(key))}")
        for key in sorted(metadata.keys() | METADATA.keys())
        if metadata.get(key) != METADATA.get(key)
    ]
    for cell in notebook.code:
        if "execution" in cell.node.metadata:
            complaints.append(cell.says("times of execution must not be stored"))
        if any(WIDGET_VIEW in bundle for bundle in cell.bundles):
            complaints.append(cell.says("widget view stored: a reader would see no picture"))
    return complaints


def shows_no_error(notebook):
    """Forbid tracebacks and everything on stderr."""
    complaints = []
    for cell in notebook.code:
        for output in cell.outputs:
            if output.output_type == "error":
                complaints.append(cell.says(f"error output {output.ename}: {output.evalue}"))
            elif output.get("name") == "stderr":
                complaints.append(cell.says(f"stderr: {output.text.splitlines()[0]}"))
    return complaints


def is_the_same_on_every_run(notebook):
    """Forbid addresses, bare scalars and reprs; timings stand in cells tagged for them alone."""
    complaints = []
    for cell in notebook.code:
        text = "\n".join(cell.texts)
        for pattern, reason in UNSTEADY.items():
            if found := re.search(pattern, text):
                complaints.append(cell.says(f"output holds {found[0]!r}, {reason}"))
        if "timing" not in cell.tags and (found := re.search(TIMING, text)):
            complaints.append(cell.says(f"output holds a time, {found[0]!r}: tag it `timing`"))
    return complaints


def is_compared(notebook):
    """Forbid every way round nbval, except for the outputs of cells tagged `timing`.

    Of the capstone `make test` skips what is trained: it would take a minute.
    """
    complaints = []
    for cell in notebook.code:
        skipped = {
            tag for tag in cell.tags if tag.startswith("nbval-") or tag == "raises-exception"
        }
        allowed = {"nbval-ignore-output"} if "timing" in cell.tags else set()
        if notebook.is_capstone and "trained" in cell.tags:
            allowed = {"nbval-skip"}
        if skipped != allowed:
            found = ", ".join(sorted(skipped)) or f"no {min(allowed)}"
            complaints.append(cell.says(f"tags: {found}; only `timing` cells ignore their output"))
        if found := re.search(r"NBVAL_\w+|PYTEST_\w+", cell.source):
            complaints.append(cell.says(f"code must not ask how it is run: {found[0]}"))
    return complaints


def shows_its_figures(notebook):
    """Demand a PNG and its words wherever a picture is drawn."""
    complaints = []
    for cell in notebook.code:
        if not re.search(r"\b(?:figures|explorers)\.\w+\(", cell.source):
            continue
        pictures = [bundle for bundle in cell.bundles if "image/png" in bundle]
        if not pictures:
            complaints.append(cell.says("draws but stores no image/png"))
        elif not all(picture.get("text/plain", "").strip() for picture in pictures):
            complaints.append(cell.says("the figure has no words (text/plain)"))
    return complaints


RULES = [
    is_a_valid_file,
    is_small,
    labels_its_outputs,
    is_counted_in_order,
    keeps_only_what_stays,
    shows_no_error,
    is_the_same_on_every_run,
    is_compared,
    shows_its_figures,
]
