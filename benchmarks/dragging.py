"""Drags in a real browser, and measures when what the hand does can be seen."""

import itertools
import json
import math
import random
import time
from pathlib import Path
from typing import NamedTuple

import websocket

PROBE = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")
RADIUS = 60  # pixels, of the circle on which the hand moves
SWEEP = 0.4  # of a slider's width, how far from its middle the hand goes to and fro
TURN = 2.0  # seconds for one way round
STEP = 1 / 60
REST = 0.8  # seconds after which nothing more is expected


class Drag(NamedTuple):
    """What was painted while the hand moved without a stop, and after it stopped."""

    per_second: float
    lag: float  # milliseconds from the last movement to the last new value


class Mouse:
    """A mouse that moves on, as a hand does, whether or not the page has taken its last move in."""

    def __init__(self, page, port):
        target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]
        address = f"ws://127.0.0.1:{port}/devtools/page/{target['targetId']}"
        self._socket, self._moves = websocket.create_connection(address, suppress_origin=True), 0

    def move(self, x, y):
        """Move to a point of the page, with the left button held."""
        self._moves += 1
        to = {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
        order = {"id": self._moves, "method": "Input.dispatchMouseEvent", "params": to}
        self._socket.send(json.dumps(order))

    def rest(self):
        """Wait until the page has taken in every move."""
        while json.loads(self._socket.recv())["id"] != self._moves:
            pass


class Hand:
    """A mouse that holds the handle of a technique, once its page is drawn."""

    def __init__(self, page, technique, port):
        self._page, self._is_slider = page, technique.is_slider
        self._mouse = Mouse(page, port)
        handle = page.locator(technique.handle).first
        handle.wait_for()
        page.wait_for_function(technique.read)
        page.evaluate(f"() => ({PROBE})({technique.read})")
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        self._width = box["width"]
        self._x, self._y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(self._x, self._y)
        page.mouse.down()
        self._moves_for(1.0)
        time.sleep(REST)

    def single_moves(self, count):
        """Return the milliseconds from input to paint of moves that each wait for their paint."""
        found, chance = [], random.Random(7)
        for place in range(1, count + 1):
            painted = len(self._times("paints"))
            self._move(TURN * place / 17)
            self._mouse.rest()
            self._page.wait_for_function("n => probe.paints.length > n", arg=painted)
            found.append(self._times("paints")[-1] - self._times("moves")[-1])
            time.sleep(chance.uniform(0.03, 0.08))
        return found

    def drag(self, seconds):
        """Move without a stop and return a `Drag`."""
        began = len(self._times("paints")), self._page.evaluate("() => performance.now()")
        self._moves_for(seconds)
        ended = self._times("moves")[-1]
        time.sleep(REST)
        paints = self._times("paints")[began[0] :]
        within = sum(at <= ended for at in paints)
        return Drag(1000 * within / (ended - began[1]), max(0.0, paints[-1] - ended))

    def drag_until(self, updates):
        """Move until that many new values have been painted since the probe began."""
        while len(self._times("paints")) < updates:
            self._moves_for(1.0)
        time.sleep(REST)

    def paints(self):
        """Return how many new values have been painted."""
        return len(self._times("paints"))

    def let_go(self):
        """Release the handle."""
        self._page.mouse.up()

    def _moves_for(self, seconds):
        start = time.perf_counter()
        for place in itertools.count(1):
            at = start + place * STEP
            if at > start + seconds:
                break
            time.sleep(max(0.0, at - time.perf_counter()))
            self._move(time.perf_counter() - start)
        self._mouse.rest()

    def _move(self, seconds):
        turns = seconds / TURN
        across, down = _sweep(turns, self._width) if self._is_slider else _circle(turns)
        self._mouse.move(self._x + across, self._y + down)

    def _times(self, kind):
        return self._page.evaluate("kind => probe[kind]", kind)


def _circle(turns):
    """Return how far across and down the hand is after so many turns, on a circle."""
    angle = 2 * math.pi * turns
    return RADIUS * math.sin(angle), RADIUS * (1 - math.cos(angle))


def _sweep(turns, width):
    """Return the same on a slider, at one speed: no two of its values in a row are equal."""
    return SWEEP * width * (4 * abs((turns + 0.75) % 1 - 0.5) - 1), 0
