"""Makes the README's moving picture from the real explorer, dragged by a mouse: `make picture`."""

import io
import math
import sys
import tempfile
from pathlib import Path

from browser import chromium, explorer_page, notebook_page
from lab_server import jupyterlab
from PIL import Image
from playwright.sync_api import sync_playwright

from helpers import palette
from helpers.figures import picture

PLACE = Path(__file__).resolve().parents[1] / ".github" / "what_you_see.gif"
WIDTH = 640  # pixels, as the README shows it
STEPS, PAUSE = 28, 95  # of the drag, a frame each, and ms for each of them
SOURCE = """from helpers import explorers
from helpers.readers import worked_examples
from helpers.attention import softmax


def my_attention(embeddings):
    weights = softmax(embeddings @ embeddings.T)
    return weights, weights @ embeddings


robots = worked_examples.load("smart_robots")
explorers.AttentionExplorer(robots.tokens, robots.embeddings, attend=my_attention, query=1)"""
HELD = ".abh-dot[data-index='4'] .abh-touch"  # “tasks”


def made_of():
    """Return what the picture follows from, which it holds as its comment: code and colours."""
    return "\n".join([SOURCE, palette.variables("")])


def main(steps=STEPS):
    """Write the picture: “tasks” is drawn in a circle of so many steps, and all else follows."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        originals = folder / "originals"
        originals.mkdir()
        explorer_page.write(originals, "seen.ipynb", SOURCE)
        with jupyterlab(originals, folder, "--no-browser") as server, sync_playwright() as play:
            path = chromium.find(play.chromium.executable_path)
            browser = play.chromium.launch(executable_path=path, args=chromium.options())
            page = browser.new_page(viewport=explorer_page.WIDE)
            explorer_page.drawn(page, server, "seen.ipynb")
            frames = [*_frames(page, steps)]
            notebook_page.end_kernels(server)
    colours = picture._in_palette(frames[0])  # of all roles; one palette is a third of the bytes
    frames = [one.quantize(palette=colours, dither=Image.Dither.NONE) for one in frames]
    still = [PAUSE * 8, *[PAUSE] * (len(frames) - 2), PAUSE * 8]
    options = {"append_images": frames[1:], "duration": still, "loop": 0, "optimize": True}
    options["comment"] = made_of().encode()
    frames[0].save(PLACE, save_all=True, **options)


def _frames(page, steps):
    """Yield the cell as it looks at each step of a drag that ends where it began."""
    seen = page.locator(".jp-CodeCell").first.bounding_box()
    words = page.locator(".abh-headline").first.bounding_box()
    seen["height"] = words["y"] + words["height"] + 4 - seen["y"]
    held = page.locator(HELD).first.bounding_box()
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(steps + 1):
        turn = 2 * math.pi * step / steps
        page.mouse.move(x + 75 * (1 - math.cos(turn)), y + 40 * math.sin(turn))
        page.wait_for_timeout(120)  # the answer and its frame; a picture, not a test
        yield _small(Image.open(io.BytesIO(page.screenshot(clip=seen))))
    page.mouse.up()


def _small(image):
    """Return a frame in the README's width."""
    height = round(image.height * WIDTH / image.width)
    return image.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
