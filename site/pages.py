"""What a page of the site shows other than its notebook: an extension of Sphinx."""

import functools
import html
import json
import re
import shutil
import sys
from pathlib import Path

import live
import recording
from docutils import nodes
from PIL import Image
from recording import FIGURE
from slides import MATHJAX, package
from sphinx.transforms import SphinxTransform

from helpers.explorers.base.explorer import STILL

PART = re.compile(
    r"(?m)^\| (?:\*\*(?P<part>[^*]+)\*\*"
    r"|\[.+?\]\((?P<page>notebooks/\w+)\.ipynb\) \| (?P<asks>[^|]+) \|)"
)
FIRST = ("INSTALL", "TEACHING")  # of the pages that aren't notebooks
ANSWER = '<details class="predict"><summary>Say first what you expect, then open</summary>'
ABOUT = """<p class="download">This page shows the notebook as it ran. To run it, and to type,
click or press what it asks for, {}<a href="../INSTALL.html">install the series</a>.
<a href="../_sources/{}.ipynb" download>Download this notebook</a></p>"""
RUN = '<a class="run" href="../live/run.html?{}">Run this notebook here</a> in your browser, or '
WAYS = """<p>{}<a class="run" href="notebooks/00_start_here.html">Read it here</a>
<a class="run" href="INSTALL.html">Install it</a></p>"""
RUN_FIRST = '<a class="run" href="live/run.html?00_start_here">Run it here</a> '
OWN = '<a href="{}INSTALL.html">your own JupyterLab</a>'
HERE = '<a href="{}live/run.html?{}">JupyterLab, here in your browser</a>'
HERO = "00_start_here", "n00-sentence"  # the notebook, and its cell that the first page shows
ABOUT_ALL = "Take attention, the idea in every language model, apart until you can build it."
SHARED = """
<meta name="description" content="{asks}"><meta property="og:title" content="{title}">
<meta property="og:description" content="{asks}"><meta property="og:type" content="website">
<meta property="og:image" content="{base}_static/preview.png">
<meta name="twitter:card" content="summary_large_image">"""
MOVING = Path(__file__).parent.parent / ".github/what_you_see.gif"
LIVE = re.compile("0[0-5]_")  # they need no torch, which has no build for browsers


def add_contents(app, docname, source):
    """Write the contents of the site below the README, by the parts of its table."""
    if docname != app.config.root_doc:
        return
    parts, part, app.env.asks = {}, None, {}
    for found in PART.finditer(source[0]):
        part = found["part"] or part
        if found["page"]:
            parts.setdefault(part, []).append(found["page"])
            app.env.asks[found["page"]] = found["asks"]
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
    _write_preview(static / "preview.png")
    made = [Path(env.doc2path(name)) for name in sorted(env.found_docs) if "notebooks/" in name]
    env.recorded = recording.write(made, static)
    env.is_live = _is_live(made, Path(app.outdir) / "live")


def _write_preview(path):
    """Write what other sites show of a link: the moving picture's last frame, 1200 by 630."""
    with Image.open(MOVING) as moving:
        moving.seek(moving.n_frames - 1)
        shown = moving.convert("RGB").resize((1200, 1200 * moving.height // moving.width))
    page = Image.new("RGB", (1200, 630), "white")
    page.paste(shown, (0, (630 - shown.height) // 2))
    page.save(path)


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
            self._begin()
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

    def _begin(self):
        """Let the first page begin with the explorer of 00 and three buttons."""
        notebook, cell = HERO
        figure = self._figure("A recording. To try it yourself", notebook, "", cell)
        _enclose(next(self.document.findall(nodes.image)).parent, *figure)
        ways = WAYS.format(RUN_FIRST if self.env.is_live else "")
        sections = self.document.findall(nodes.section)
        next(one for one in sections if "three-ways-in" in one["ids"]).replace_self(_raw(ways))

    def _figure(self, told, notebook, up, cell):
        """Return what encloses the picture of an explorer: its caption, and its recording."""
        where = HERE if self.env.is_live and LIVE.match(notebook) else OWN
        recorded = f' data-recorded="{cell}"' if cell in self.env.recorded else ""
        return FIGURE.format(recorded, told, where.format(up, notebook)).split("\0")

    def _change(self, node, cell):
        drawn = [output for output in cell["outputs"] if "image/png" in output.get("data", ())]
        for picture, output in zip(list(node.findall(nodes.image)), drawn, strict=True):
            picture["alt"] = output["metadata"]["image/png"]["alt"]
            if picture["alt"].endswith(STILL):
                told = "A still picture of an explorer. To do what the text asks"
                name = Path(self.env.docname).name
                _enclose(picture, *self._figure(told, name, "../", cell["id"]))
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


def _raw(text):
    return nodes.raw("", text, format="html")


def complete(app, page, _template, context, _doctree):
    """Give the headings of the contents their level, and say what others show of a link."""
    tree, heading = context.get("furo_navigation_tree", ""), 'role="heading"'
    context["furo_navigation_tree"] = tree.replace(heading, f'{heading} aria-level="2"')
    asks = html.escape(app.env.asks.get(page, ABOUT_ALL))
    title = html.escape(re.sub("<[^>]+>", "", context.get("title", app.config.project)))
    shared = SHARED.format(asks=asks, title=title, base=app.config.html_baseurl)
    context["metatags"] = context.get("metatags", "") + shared


def finish(app, error):
    """Name the contents, begin with index.html, and add the page for what's missing."""
    if error or app.builder.name != "html":
        return
    out, aside = Path(app.outdir), '<aside class="sidebar-drawer"'
    (out / "README.html").rename(out / "index.html")
    for page in [*out.rglob("*.html"), out / "searchindex.js"]:  # a search has names of pages, too
        text = page.read_text(encoding="utf-8").replace('"README"', '"index"')
        text = re.sub(r"(?<!data/)README\.html", "index.html", text)
        page.write_text(text.replace(aside, f'{aside} aria-label="Contents"'), encoding="utf-8")
    missing = (Path(__file__).parent / "404.html").read_text(encoding="utf-8")
    missing = missing.replace("FIRST", app.config.html_baseurl or "index.html")
    (out / "404.html").write_text(missing, encoding="utf-8")


def setup(app):
    """Join the steps to Sphinx."""
    app.connect("source-read", add_contents)
    app.connect("env-before-read-docs", record)
    app.connect("html-page-context", complete, priority=900)
    app.connect("build-finished", finish)
    app.add_transform(Page)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
