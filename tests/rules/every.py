"""All rules of a notebook at once: `make check NB=03` lists what each of them complains about."""

from rules import (
    anatomy,
    exercises,
    names,
    numbers,
    outputs,
    pictures,
    texts,
    trained,
    wording,
)
from rules.notebook import ROOT


def stands_in_the_readme(notebook):
    """Demand a row of the README's tables."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    there = f"](notebooks/{notebook.file}) |" in readme
    return [] if there else [notebook.says("has no row in the README")]


ALL = [names.names_only_what_exists, texts.links_to_what_is_there]
for _rules in (anatomy, outputs, pictures, trained, wording, numbers):
    ALL += _rules.RULES
MAIN_LINE = [*anatomy.MAIN_LINE_RULES, *exercises.RULES]


def complaints(notebook):
    """Return what each rule that holds for a notebook complains about, one line each."""
    rules = [stands_in_the_readme, *ALL, *([] if notebook.is_side_trip else MAIN_LINE)]
    return [complaint for rule in rules for complaint in rule(notebook)]
