"""Pages of the site in a browser: wide and narrow, light and dark, with no word to another host."""

import contextlib
import functools
import http.server
import itertools
import os
import shutil
import threading
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from made import make, needs_make
from rules.notebook import MAIN, NOTEBOOKS, ROOT, Notebook
from rules.pictures import outputs_with_pictures

from browser import explorer_page
from helpers.explorers.base.explorer import STILL

pytestmark = [needs_make, pytest.mark.slow]
NUMBERS = ("00", "03", "10")
NAMES = [path.stem for path in NOTEBOOKS if path.name[:2] in NUMBERS]
PAGES = ["index", "404", "TEACHING", *(f"notebooks/{name}" for name in NAMES)]
HOME = "https://example.org/attention/"
LOOKS = [(1280, "light"), (400, "dark")]
# What is wider than the page and does not scroll by itself: the theme scrolls the whole text then.
CUT = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const isBeyond = (one) => one.getBoundingClientRect().right > innerWidth + 1;
  const scrolls = (one) =>
    one.tagName !== "ARTICLE"
    && (getComputedStyle(one).overflowX === "auto" || scrolls(one.parentElement));
  const parts = [...document.querySelectorAll("article :is(table, img, p, pre, mjx-container)")];
  return parts.filter((one) => isBeyond(one) && !scrolls(one)).map((one) => one.outerHTML);
}"""
# Tab stops at what scrolls, so that keys can scroll it, and at no other.
STOPS = """() => [...document.querySelectorAll("article :is(pre, .table-wrapper, .text_html)")]
  .filter((one) => !one.closest(".explorer"))
  .filter((one) => (one.scrollWidth > one.clientWidth) !== (one.getAttribute("tabindex") === "0"))
  .map((one) => one.outerHTML)"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of all that `make site` makes."""
    folder = tmp_path_factory.mktemp("project")
    texts = (path for way in ("*.md", "LICENSE*", "CITATION.cff") for path in ROOT.glob(way))
    for path in (ROOT / "Makefile", *texts):
        shutil.copy(path, folder)
    for name in ("site", ".github", "data", "notebooks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(".ipynb_*"))
    pyodide = os.environ.get("PYODIDE", "")
    done = make("site", f"PYODIDE={pyodide}", f"SITE_URL={HOME}", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in (folder / "dist").iterdir()] == ["site"]
    return folder / "dist/site"


@pytest.fixture(scope="module")
def site(built):
    """The address of the site."""
    with served(built) as address:
        yield address


@contextlib.contextmanager
def served(folder):
    """Serve a folder, and yield its address."""
    serve = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and prints no line for each request."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module", params=LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def page(request, browser):
    """A page of one width in one theme, and what has gone wrong on it."""
    with watched(browser, *request.param) as page:
        yield page


@contextlib.contextmanager
def watched(browser, width, theme):
    """Yield a new page, and the list of what goes wrong on it: errors, and other hosts."""
    page, wrong = browser.new_page(), []
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    own = ("http://127.0.0.1:", "data:", "blob:")
    page.on("request", lambda one: None if one.url.startswith(own) else wrong.append(one.url))
    page.on("response", lambda one: wrong.append(one.url) if one.status >= 400 else None)
    yield page, wrong
    page.close()


def opened(page, site, name):
    page.goto(f"{site}/{name}.html")
    if page.locator(".math").count():
        page.evaluate("MathJax.startup.promise.then(() => true)")
    return page


def test_every_page_has_its_links_and_pictures_words_and_says_what_its_explorers_are(built):
    for path in {*built.rglob("*.html")} - {*built.glob("live/**/*")}:
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        for link in (one["href"].partition("#")[0].partition("?")[0] for one in soup.select("a")):
            assert "://" in link or (path.parent / unquote(link)).exists(), f"{path.name}: {link}"
        for picture in soup.select("article img"):
            assert len(picture.get("alt", "")) > 20, f"{path.name}: {picture}"
    assert '"README"' not in (built / "searchindex.js").read_text(encoding="utf-8")
    for path in NOTEBOOKS:
        soup = page_of(built, path)
        drawn = [out for cell in Notebook.read(path).code for out in outputs_with_pictures(cell)]
        shown = soup.select(".cell_output img")
        told = [one["alt"].split() for one in shown]
        assert told == [out.data["text/plain"].split() for out in drawn]
        for one in shown:
            figure = one.find_parent("figure", "explorer")
            assert bool(figure) == one["alt"].endswith(STILL), path.name
            assert not figure or "A still picture" in figure.figcaption.get_text()


def test_a_page_offers_to_run_its_notebook_where_pyodide_is_at_hand(built):
    runs = {path.stem for path in NOTEBOOKS if page_of(built, path).select(".run")}
    assert runs == ({path.stem for path in MAIN[:6]} if os.environ.get("PYODIDE") else set())
    first = BeautifulSoup((built / "index.html").read_bytes(), "html.parser")
    assert first.select("figure[data-recorded]")
    for way in first.select(".run, figure a"):
        assert (built / way["href"].partition("?")[0]).is_file()
    shared = first.select_one('meta[property="og:image"]')["content"]
    assert shared == f"{HOME}_static/preview.png"
    assert (built / shared.removeprefix(HOME)).is_file()
    for name in runs:
        assert page_of(built, ROOT / name).select_one(".run")["href"] == f"../live/run.html?{name}"
        assert (built / f"live/files/{name}.ipynb").is_file()


def test_what_answers_a_prediction_lies_inside_its_fold(built):
    """From its output to the next heading, whatever stands there."""
    for path in NOTEBOOKS:
        asked = [cell for cell in Notebook.read(path).code if "predict" in cell.tags]
        inputs = page_of(built, path).select(".cell_input")
        for cell in asked:
            (typed,) = (one for one in inputs if one.get_text().strip() == cell.source.strip())
            after = itertools.takewhile(is_no_heading, typed.find_all_next(True))
            answers = [one for one in after if one.name == "p" or is_output(one)]
            assert is_output(answers[0])
            assert all(one.find_parent("details", "predict") for one in answers), cell.says("")


def page_of(built, path):
    page = built / "notebooks" / f"{path.stem}.html"
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").article


def is_output(node):
    return "cell_output" in node.get("class", ())


def is_no_heading(node):
    return node.name not in ("h1", "h2", "h3", "h4")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_and_can_be_read_by_everybody(site, page, name):
    shown, wrong = page
    opened(shown, site, name)
    folds = shown.locator("details:has([data-recorded])")  # of predictions
    folds.evaluate_all("all => all.forEach(one => (one.open = true))")
    for explorer in shown.locator("[data-recorded]").all():
        explorer.scroll_into_view_if_needed()
        explorer.locator(".abh-explorer").wait_for()
    assert shown.evaluate(CUT) == []
    shown.wait_for_function(f"({STOPS})().length === 0")
    assert shown.evaluate("[...document.images].filter(one => one.alt.length < 20).length") == 0
    assert shown.locator(".math").count() == shown.locator(".math mjx-container").count()
    assert explorer_page.violations(shown, "body") == []
    assert wrong == []


def test_a_prediction_opens_and_a_solution_too(site, page):
    shown, _ = page
    opened(shown, site, f"notebooks/{NAMES[1]}")
    for fold in (shown.locator(".predict"), shown.locator("details", has_text="Solution")):
        inside = fold.first.locator(":scope > :not(summary)").first
        assert not inside.is_visible()
        fold.first.locator("summary").click()
        assert inside.is_visible()


def test_code_is_copied(site, page):
    shown, _ = page
    opened(shown, site, "INSTALL")
    shown.context.grant_permissions(["clipboard-read", "clipboard-write"])
    code = shown.locator(".highlight").first
    code.locator(".copy").click()
    code.locator(".copy", has_text="Copied").wait_for()
    assert shown.evaluate("navigator.clipboard.readText()").strip() == "make lab"


def test_search_finds_and_the_download_is_the_notebook(site, page):
    shown, _ = page
    shown.goto(f"{site}/search.html?q=temperature")
    shown.locator(".search a", has_text="Turn scores into weights").first.wait_for()
    opened(shown, site, f"notebooks/{NAMES[1]}")
    with shown.expect_download() as downloaded:
        shown.locator(".download [download]").click()
    original = (ROOT / f"notebooks/{NAMES[1]}.ipynb").read_bytes()
    assert downloaded.value.path().read_bytes() == original
