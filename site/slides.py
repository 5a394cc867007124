"""`make slides`: notebooks as decks for the wall, in `dist/slides`, which ask no other host.

Those of the 45 and 90 minutes, or those that are named: `python site/slides.py 02 A6`.
"""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from deck import deck
from nbconvert import SlidesExporter

from helpers import palette
from helpers.jupyterlab import refresh
from helpers.learner import atomic

HERE = Path(__file__).resolve().parent
TAUGHT = ("02", "03", "04", "05", "08")
REVEAL = ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js", "LICENSE")
FONT = "dist/theme/fonts/source-sans-pro"
MATHJAX = ("es5/tex-svg.js", "LICENSE")


def main(numbers=(), root=HERE.parent):
    """Write a deck of each notebook named, and what all share; return the exit code."""
    folder = root / "dist/slides"
    try:
        paths = refresh.chosen(numbers or TAUGHT, root / "notebooks")
        share(folder)
        for path in paths:
            atomic.write(folder / f"{path.stem}.html", page(path))
            print(folder.relative_to(root) / f"{path.stem}.html", flush=True)
    except (OSError, ValueError) as error:
        print(f"\nslides: {error}", file=sys.stderr)
        return 1
    return 0


def page(path):
    """Return the deck of a notebook as HTML, which wants beside it what `share` writes."""
    notebook = refresh.read(path)
    notebook.cells = deck(notebook)
    notebook.metadata["title"] = notebook.cells[0].source.lstrip("# ")
    exporter = SlidesExporter(
        template_file=str(HERE / "slides.html.j2"),
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        exclude_anchor_links=True,
    )
    return exporter.from_notebook_node(notebook)[0]


def share(folder):
    """Copy reveal.js, MathJax and a font into a folder, and write the CSS of all decks."""
    reveal = package("sphinx_revealjs") / "_static/revealjs"
    mathjax = package("mathjax") / "static/mathjax"
    for name, source, files in (("reveal", reveal, REVEAL), ("mathjax", mathjax, MATHJAX)):
        (folder / "shared" / name).mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(source / file, folder / "shared" / name)
    shutil.copytree(reveal / FONT, folder / "shared/font", dirs_exist_ok=True)
    colours = palette.variables(":root") + palette.rule(":root", {"live": palette.KEY_TINT})
    css = (HERE / "slides.css").read_text(encoding="utf-8")
    atomic.write(folder / "shared/slides.css", f"{colours}\n{css}")


def package(name):
    """Return the folder of a package whose files are copied, or raise ValueError."""
    found = find_spec(name)
    if found is None:
        raise ValueError(f"expected the package {name}, found none: make slides installs it")
    return Path(found.submodule_search_locations[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
