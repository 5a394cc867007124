"""What a test does with an explorer beyond the mouse: fingers, lost pointers, a slow kernel."""

from contextlib import contextmanager

KINDS = {"down": "touchStart", "move": "touchMove", "up": "touchEnd", "lost": "touchCancel"}
# Notes every report that reaches Python, in order, and holds the first one up.
NOTED = """
import time as _time
_noted, _plane = [], explorer.plane
_hand = _plane.handler
def _note(report):
    _noted.append(report)
    if len(_noted) == 1:
        _time.sleep({wait})
    _hand(report)
_plane.handler = _note
"""


class Fingers:
    """One or more fingers on a page; each is named by a number."""

    def __init__(self, page):
        self._chrome, self._down = page.context.new_cdp_session(page), {}
        self._chrome.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def down(self, x, y, finger=0):
        """Put a finger down."""
        self._tell("down", {**self._down, finger: (x, y)})

    def move(self, x, y, finger=0):
        """Move a finger that is down."""
        self._tell("move", {**self._down, finger: (x, y)})

    def up(self):
        """Lift all fingers."""
        self._tell("up", {})

    def lost(self):
        """Let the browser take the touch away."""
        self._tell("lost", {})

    def draw(self, start, by, steps=8):
        """Put a finger down and move it by (across, down), without lifting it."""
        self.down(*start)
        for step in range(1, steps + 1):
            self.move(*(start[way] + by[way] * step / steps for way in (0, 1)))

    def end(self):
        """Lift what is down, and give the page its mouse back."""
        if self._down:
            self.up()
        self._chrome.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self._chrome.detach()

    def _tell(self, kind, down):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in down.items()]
        self._chrome.send("Input.dispatchTouchEvent", {"type": KINDS[kind], "touchPoints": points})
        self._down = down


@contextmanager
def noted(shown, wait=0.0):
    """Note the reports of the plane that reach Python; the first one takes `wait` seconds."""
    wanted = {name: f"[report.{name} for report in _noted]" for name in ("kind", "index")}
    shown.run(NOTED.format(wait=wait))
    try:
        yield lambda: list(zip(*shown.ask(wanted).values(), strict=True))
    finally:
        shown.run("_plane.handler = _hand")
