"""What a page of the site shows other than its notebook: an extension of Sphinx."""

import functools
import json
import re
import shutil
import sys
from pathlib import Path

import live
import recording
from docutils import nodes
from recording import BEGIN, FIGURE
from slides import MATHJAX, package
from sphinx.transforms import SphinxTransform

from helpers.explorers.base.explorer import STILL

PART = re.compile(r"(?m)^\| (?:\*\*(?P<part>[^*]+)\*\*|\[.+?\]\((?P<page>notebooks/\w+)\.ipynb\))")
FIRST = ("INSTALL", "TEACHING")  # of the pages that aren't notebooks
ANSWER = '<details class="predict"><summary>Say first what you expect, then open</summary>'
ABOUT = f"""<p class="download">This page shows the notebook as it ran. To run it, and to type,
click or press what it asks for, {{}}<a href="{BEGIN}">install the series</a>.
<a href="../_sources/{{}}.ipynb" download>Download this notebook</a></p>"""
RUN = '<a class="run" href="../live/run.html?{}">Run this notebook here</a> in your browser, or '
WAYS = """<p>{}<a class="run" href="notebooks/00_start_here.html">Read it here</a>
<a class="run" href="INSTALL.html">Install it</a></p>"""
RUN_FIRST = '<a class="run" href="live/run.html?00_start_here">Run it here</a> '
LIVE = re.compile("0[0-5]_")  # they need no torch, which has no build for browsers


def add_contents(app, docname, source):
    """Write the contents of the site below the README, by the parts of its table."""
    if docname != app.config.root_doc:
        return
    parts, part = {}, None
    for found in PART.finditer(source[0]):
        part = found["part"] or part
        if found["page"]:
            parts.setdefault(part, []).append(found["page"])
    others = {name for name in app.env.found_docs if "notebooks/" not in name} - {docname}
    parts["Behind it"] = sorted(others, key=lambda name: (name not in FIRST, name))
    for part, pages in parts.items():
        listed = "\n".join(page for page in pages if page in app.env.found_docs)
        source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {part}\n\n{listed}\n```\n"


def record(app, env, _docnames):
    """Record explorers, make notebooks run in the browser, and copy MathJax."""
    # Pictures, until the pages are written; myst-nb's own folder would be left behind in dist.
    kept = str(Path(app.doctreedir) / "pictures")
    env.mystnb_config = env.mystnb_config.copy(output_folder=kept)
    static = Path(app.outdir) / "_static"
    (static / "mathjax").mkdir(parents=True, exist_ok=True)
    for file in MATHJAX:
        shutil.copy(package("mathjax") / "static/mathjax" / file, static / "mathjax")
    made = [Path(env.doc2path(name)) for name in sorted(env.found_docs) if "notebooks/" in name]
    env.recorded = recording.write(made, static, BEGIN)
    env.is_live = _is_live(made, Path(app.outdir) / "live")


def _is_live(notebooks, folder):
    """Put what runs notebooks into a folder, and return whether there's a Pyodide for it."""
    try:
        parts = live.pyodide()
    except (OSError, ValueError) as error:
        takes = f"that takes the extra `live` and Pyodide {live.VERSION}, which PYODIDE can name"
        print(f"WARNING: no notebook runs on this site; {takes} ({error})", file=sys.stderr)
        return False
    live.build(parts, notebooks, folder)
    return True


class Page(SphinxTransform):
    """Gives pictures their words, explorers a caption, and folds what is to be predicted."""

    default_priority = 400

    def apply(self, **_):
        """Change the page of a notebook and the first page, and leave every other."""
        if self.env.docname == self.config.root_doc:
            ways = WAYS.format(RUN_FIRST if self.env.is_live else "")
            picture = next(self.document.findall(nodes.image)).parent
            picture.parent.insert(picture.parent.index(picture) + 1, _raw(ways))
        if "notebooks/" not in self.env.docname:
            return
        cells = _stored(self.env.doc2path(self.env.docname))
        for node in list(self.document.findall(nodes.container)):
            if node.get("nb_element") == "cell_code":
                self._change(node, cells[node["cell_index"]])
        title = next(self.document.findall(nodes.title))
        name = Path(self.env.docname).name
        run = RUN.format(name) if self.env.is_live and LIVE.match(name) else ""
        title.parent.insert(1, _raw(ABOUT.format(run, self.env.docname)))

    def _change(self, node, cell):
        drawn = [output for output in cell["outputs"] if "image/png" in output.get("data", ())]
        for picture, output in zip(list(node.findall(nodes.image)), drawn, strict=True):
            picture["alt"] = output["metadata"]["image/png"]["alt"]
            if picture["alt"].endswith(STILL):
                name = f' data-recorded="{cell["id"]}"' if cell["id"] in self.env.recorded else ""
                _enclose(picture, *FIGURE.format(name).split("\0"))
        if "predict" in cell["metadata"].get("tags", ()):
            _fold(node)


def _fold(node):
    """Fold what a cell says and all that follows in its section, which tells what came out."""
    parent, at = node.parent, node.parent.index(node) + 1
    said = [child for child in node if child.get("nb_element") == "cell_code_output"]
    for child in said:
        node.remove(child)
    sections = (k for k, child in enumerate(parent) if isinstance(child, nodes.section))
    end = next((k for k in sections if k > at), len(parent))
    answer = nodes.container("", *said, classes=["cell"])
    parent[at:end] = [_raw(ANSWER), answer, *parent[at:end], _raw("</details>")]


@functools.cache
def _stored(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))["cells"]


def _enclose(node, begin, end):
    node.parent.insert(node.parent.index(node) + 1, _raw(end))
    node.parent.insert(node.parent.index(node), _raw(begin))


def _raw(html):
    return nodes.raw("", html, format="html")


def give_levels(_app, _page, _template, context, _doctree):
    """Give the headings of the contents their level."""
    tree, heading = context.get("furo_navigation_tree", ""), 'role="heading"'
    context["furo_navigation_tree"] = tree.replace(heading, f'{heading} aria-level="2"')


def finish(app, error):
    """Name the contents, and let the site begin with the README where a server wants an index."""
    if error or app.builder.name != "html":
        return
    aside = '<aside class="sidebar-drawer"'
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(aside, f'{aside} aria-label="Contents"'), encoding="utf-8")
    shutil.copy(Path(app.outdir) / "README.html", Path(app.outdir) / "index.html")


def setup(app):
    """Join the steps to Sphinx."""
    app.connect("source-read", add_contents)
    app.connect("env-before-read-docs", record)
    app.connect("html-page-context", give_levels, priority=900)
    app.connect("build-finished", finish)
    app.add_transform(Page)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
