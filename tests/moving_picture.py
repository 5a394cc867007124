"""Makes the README's moving picture from the real explorer, pressed by a mouse: `make picture`."""

import io
import sys
import tempfile
from pathlib import Path

import numpy as np
from browser import chromium, explorer_page, notebook_page
from lab_server import jupyterlab
from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

from helpers import palette
from helpers.figures import picture

PLACE = Path(__file__).resolve().parents[1] / ".github" / "what_you_see.gif"
WIDTH = 800  # pixels, as the README shows it
STEPS, PAUSE = 8, 70  # of the pointer's way to a switch, a frame each, and ms for each of them
SOURCE = """from helpers import explorers

explorers.SentenceExplorer()"""
# Which switch is pressed, and the ms for which its effect is seen: each goes on and off again.
PRESSED = (1, 2600), (1, 1000), (2, 2800), (2, 1200)
ARROW = np.array([(0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12)])


def made_of():
    """Return what the picture follows from, which it holds as its comment: code and colours."""
    return "\n".join([SOURCE, palette.variables("")])


def main(steps=STEPS):
    """Write the picture, with so many steps of the pointer to each switch."""
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
            frames, lasting = zip(*_frames(page, steps), strict=True)
            notebook_page.end_kernels(server)
    colours = picture._in_palette(frames[0])  # of all roles; one palette is a third of the bytes
    frames = [one.quantize(palette=colours, dither=Image.Dither.NONE) for one in frames]
    options = {"append_images": frames[1:], "duration": lasting, "loop": 0, "optimize": True}
    options["comment"] = made_of().encode()
    frames[0].save(PLACE, save_all=True, **options)


def _frames(page, steps):
    """Yield the cell as it looks at each step of the pointer and after each press, with its ms."""
    seen = page.locator(".jp-CodeCell").first.bounding_box()
    switches = [one.bounding_box() for one in page.locator(".abh-row > .abh-button").all()]
    seen["height"] = switches[0]["y"] + switches[0]["height"] + 12 - seen["y"]
    at = np.array([seen["x"] + seen["width"] / 2, switches[0]["y"] + 10])
    page.mouse.move(*at)
    for number, (switch, lasting) in enumerate(PRESSED):
        box = switches[switch - 1]
        end = np.array([box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.6])
        way = np.linspace(at, end, steps + 1)
        for step, at in enumerate(way if (way[0] != end).any() else ()):
            page.mouse.move(*at)
            yield _small(page, seen, at), PAUSE if number or step else 2200
        page.mouse.click(*end)
        page.wait_for_timeout(1000)  # the answer and its frame; a picture, not a test
        page.locator(".abh-praise").wait_for(state="hidden")
        yield _small(page, seen, at), lasting


def _small(page, seen, at):
    """Return what's seen of the page, with the pointer, in the README's width."""
    image = Image.open(io.BytesIO(page.screenshot(clip=seen))).convert("RGB")
    arrow = [tuple(corner) for corner in ARROW + at - (seen["x"], seen["y"])]
    ImageDraw.Draw(image).polygon(arrow, fill="black", outline="white")
    height = round(image.height * WIDTH / image.width)
    return image.resize((WIDTH, height), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
