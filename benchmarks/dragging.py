"""Drags in a real browser, and measures when what the pointer does can be seen."""

import itertools
import json
import math
import random
import time
from pathlib import Path
from typing import NamedTuple

import websocket

PROBE = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")
RADIUS = 60  # pixels, of the circle on which the pointer moves
SWEEP = 0.4  # of a slider's width, how far from its middle the pointer goes to and fro
WARM = 10  # steps taken before the first that counts
TURN = 2.0  # seconds for one way round
STEP = 1 / 60
REST = 0.8  # seconds after which nothing more is expected


class Drag(NamedTuple):
    """What was painted while the pointer moved without a stop, and after it stopped."""

    per_second: float
    lag: float  # milliseconds from the last movement to the last new value


class Mouse:
    """A mouse that moves on whether or not the page has taken in its last move."""

    def __init__(self, page, port):
        target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]
        address = f"ws://127.0.0.1:{port}/devtools/page/{target['targetId']}"
        self._socket, self._orders = websocket.create_connection(address, suppress_origin=True), 0

    def move(self, x, y):
        """Move to a point of the page, with the left button held."""
        self._order("mouseMoved", x, y, buttons=1)

    def press(self, x, y):
        """Press at a point of the page and let go."""
        self._order("mousePressed", x, y, buttons=1, clickCount=1)
        self._order("mouseReleased", x, y, buttons=0, clickCount=1)

    def rest(self):
        """Wait until the page has taken in every order."""
        while json.loads(self._socket.recv())["id"] != self._orders:
            pass

    def _order(self, kind, x, y, **more):
        self._orders += 1
        event = {"type": kind, "x": x, "y": y, "button": "left", **more}
        order = {"id": self._orders, "method": "Input.dispatchMouseEvent", "params": event}
        self._socket.send(json.dumps(order))


class Pointer:
    """A mouse at the handle of a technique, once its page is drawn: it holds it, or presses it.

    warm : seconds of a drag before what counts    rest : see REST
    """

    def __init__(self, page, technique, port, warm=1.0, rest=REST):
        self._page, self._technique, self._rest = page, technique, rest
        self._mouse, self._places = Mouse(page, port), itertools.count(1)
        handles = page.locator(technique.handle)
        handles.first.wait_for()
        page.wait_for_function(technique.read)
        page.evaluate(f"() => ({PROBE})({technique.read})")
        handles.first.scroll_into_view_if_needed()
        boxes = [handle.bounding_box() for handle in handles.all()]
        self._width = boxes[0]["width"]
        self._spots = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]
        page.mouse.move(*self._spots[0])
        if technique.way != "press":
            page.mouse.down()
        if technique.is_stepwise:
            self.single_moves(max(2, round(WARM * warm)))
        else:
            self._moves_for(warm)
        time.sleep(rest)

    def single_moves(self, count):
        """Return the milliseconds from input to paint of moves that each wait for their paint."""
        found, chance = [], random.Random(7)
        kind = "presses" if self._technique.way == "press" else "moves"
        for _ in range(count):
            painted = len(self._times("paints"))
            self._step(next(self._places))
            self._mouse.rest()
            self._wait_for_paint(painted)
            found.append(self._times("paints")[-1] - self._times(kind)[-1])
            time.sleep(chance.uniform(0.03, 0.08))
        return found

    def drag(self, seconds):
        """Move without a stop and return a `Drag`."""
        began = len(self._times("paints")), self._page.evaluate("() => performance.now()")
        self._moves_for(seconds)
        ended = self._times("moves")[-1]
        self._wait_for_paint(began[0])
        time.sleep(self._rest)
        paints = self._times("paints")[began[0] :]
        within = sum(at <= ended for at in paints)
        return Drag(1000 * within / (ended - began[1]), max(0.0, paints[-1] - ended))

    def drag_until(self, updates):
        """Move until that many new values have been painted since the probe began."""
        while len(self._times("paints")) < updates:
            self._moves_for(1.0)
        time.sleep(self._rest)

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

    def _step(self, place):
        """Make a single move to another value, the place-th from 1."""
        spot, technique = self._spots[place % len(self._spots)], self._technique
        if technique.way == "press":
            self._mouse.press(*spot)
        elif technique.way == "jump":
            self._go(*(place % 2 * far for far in technique.by))
        else:
            self._move(TURN * place / 17)

    def _move(self, seconds):
        turns = seconds / TURN
        if self._technique.way == "circle":
            self._go(*_circle(turns))
        elif self._technique.way == "up and down":
            self._go(0, RADIUS * _sweep(turns))
        else:
            self._go(SWEEP * self._width * _sweep(turns), 0)

    def _go(self, across, down):
        x, y = self._spots[0]
        self._mouse.move(x + across, y + down)

    def _wait_for_paint(self, painted):
        """Wait until more new values than these have been painted."""
        self._page.wait_for_function("n => probe.paints.length > n", arg=painted)

    def _times(self, kind):
        return self._page.evaluate("kind => probe[kind]", kind)


def _circle(turns):
    """Return how far across and down the pointer is after so many turns, on a circle."""
    angle = 2 * math.pi * turns
    return RADIUS * math.sin(angle), RADIUS * (1 - math.cos(angle))


def _sweep(turns):
    """Return -1 to 1, to and fro at one speed: no two values of a slider in a row are equal."""
    return 4 * abs((turns + 0.75) % 1 - 0.5) - 1
