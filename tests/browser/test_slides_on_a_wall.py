"""A deck in a browser: every slide and fragment fits the wall, is read from afar, asks nobody."""

import os
import shutil

import pytest
from made import make, needs_make
from rules.notebook import NOTEBOOKS, ROOT

from helpers.jupyterlab import refresh
from helpers.jupyterlab.exercises import exercises

pytestmark = [needs_make, pytest.mark.slow]
# By hand all that are taught and one more: DECKS="00 02 03 04 05 08".
DECKS = os.environ.get("DECKS", "02").split()
WALL = {"width": 1280, "height": 720}
LEAST = 20  # pixels of code
HALF, LOWEST = 0.48, 290  # a figure: of its own pixels, and high
READY = "Reveal.isReady() && MathJax.startup.promise.then(() => true)"
IS_LAST = "Reveal.isLastSlide() && !Reveal.availableFragments().next"
# Of the slide that is shown: what is cut or hangs over, sizes of code, scales of figures, bare TeX.
SEEN = """() => {
  const wall = Reveal.getCurrentSlide().querySelector(".wall");
  const inside = [...wall.querySelectorAll(":scope *")].filter(
    (one) => !one.closest(".notes, mjx-container") && one.getBoundingClientRect().width);
  const scale = Reveal.getScale();
  const cut = inside.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5
      || box.bottom > innerHeight - 20 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth;
  });
  const text = (one) => one.tagName + " " + one.innerText.slice(0, 40);
  const pixels = (one) => parseFloat(getComputedStyle(one).fontSize) * scale;
  const figures = inside.filter((one) => one.tagName === "IMG").map((one) => {
    const box = one.getBoundingClientRect();
    const drawn = Math.min(box.width / one.naturalWidth, box.height / one.naturalHeight);
    return {height: drawn * one.naturalHeight, scale: drawn, alt: one.alt};
  });
  const bare = [...wall.querySelectorAll(".text p, .text li")].map((one) => one.innerText)
    .filter((one) => /\\$|\\\\[a-z]/.test(one));
  return {cut: cut.map(text), figures, bare, parts: wall.children.length,
    code: inside.filter((one) => one.closest(".code, .live") && one.tagName === "PRE").map(pixels),
    notes: Reveal.getSlideNotes() || "", heading: wall.querySelector(".heading").innerText};
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the decks that `make slides` makes of some notebooks."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copytree(ROOT / "site", folder / "site")
    (folder / "notebooks").mkdir()
    for path in chosen():
        shutil.copy(path, folder / "notebooks")
    done = make("slides", f"NB={' '.join(DECKS)}", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split() == [f"dist/slides/{path.stem}.html" for path in chosen()]
    return folder / "dist/slides"


def chosen():
    return [path for path in NOTEBOOKS if path.name[:2] in DECKS]


@pytest.mark.parametrize("path", chosen(), ids=lambda path: path.stem)
def test_every_slide_fits_and_is_read_from_afar(browser, folder, path):
    page = browser.new_page()
    page.set_viewport_size(WALL)
    complaints, asked = [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / f"{path.stem}.html").as_uri())
    page.wait_for_function(READY)
    seen = [page.evaluate(SEEN)]
    while not page.evaluate(IS_LAST):
        page.keyboard.press("ArrowRight")
        seen.append(page.evaluate(SEEN))
    assert len(seen) >= page.evaluate("Reveal.getTotalSlides()") > 5
    # A side trip may have no formula.
    assert page.locator(".wall mjx-container svg").count() or path.stem.startswith("A")
    page.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    for one in seen:
        where = f"{path.stem}, {one['heading']}: {one}"
        assert one["cut"] == one["bare"] == [], where
        assert one["parts"] > 1, where
        assert all(size >= LEAST for size in one["code"]), where
        for figure in one["figures"]:
            assert figure["alt"], where
            assert figure["scale"] >= HALF or figure["height"] >= 400, where
            assert figure["height"] >= LOWEST, where
    notes = {one["heading"]: one["notes"] for one in seen}
    for exercise in exercises(refresh.read(path)):
        assert "<details open" in notes[exercise.heading], exercise.heading
