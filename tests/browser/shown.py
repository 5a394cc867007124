"""An explorer on its page together with its kernel, as the browser tests hold it."""

import contextlib
import json
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1
from lab_server import until

from browser import explorer_page, notebook_page
from browser.case import Click

PICTURED = Path(__file__).with_name("pictured.js").read_text(encoding="utf-8")
GRIP = (3, -2)  # pixels beside its middle, where the mouse takes a thing
# How many of the picture's numbers a pixel is, across and down.
UNIT = """element => {
    const numberOf = text => Number(text.textContent.replace("−", "-"));
    const middle = one => { const b = one.getBoundingClientRect(); return (b.left + b.right) / 2; };
    const [plane, bar] = [element.closest(".abh-plane"), element.closest(".abh-pull")];
    if (plane) {
        const across = [...plane.querySelectorAll(".abh-grid text[text-anchor='middle']")];
        const [first, last] = [across.at(0), across.at(-1)];
        const unit = (numberOf(last) - numberOf(first)) / (middle(last) - middle(first));
        return [unit, unit];
    }
    const place = element.closest(".abh-lineup")?.querySelector(".abh-lineup-place");
    if (place) return [1 / place.getBoundingClientRect().width, 0];
    if (!bar) return [NaN, NaN];
    const high = bar.querySelector(".abh-bar:not(.abh-ghost)").getBoundingClientRect().height;
    return [0, Math.abs(bar.getAttribute("aria-valuenow")) / high];
}"""
# What a screen reader is alarmed with is the message that is seen.
ALARMED = """root => [".abh-words [role=alert]", ".abh-message"].map(
    name => root.querySelector(name)?.textContent ?? ""
)"""
PAINTED = """() => new Promise(
    done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))
)"""


@contextmanager
def opened(case, page, server):
    """Run a case's notebook and give its explorer, with the kernel behind it."""
    page.set_viewport_size(explorer_page.WIDE)
    heard, unanswered = notebook_page.listen(page, server), reports_of(page)
    explorer = explorer_page.drawn(page, server, case.notebook)
    with explorer_page.kernel_of(server, case.notebook, unanswered) as ask:
        yield Shown(case, page, explorer, ask, heard, unanswered)


def reports_of(page):
    """Return a set that will hold the requests whose last answer the page has not heard."""
    unanswered = set()

    def sends(frame):
        _channel, (header, *_) = deserialize_msg_from_ws_v1(frame)
        if (head := json.loads(header))["msg_type"] == "comm_msg":
            unanswered.add(head["msg_id"])

    def hears(frame):
        _channel, (header, parent, _metadata, content, *_) = deserialize_msg_from_ws_v1(frame)
        if json.loads(header)["msg_type"] == "status" and b'"idle"' in content:
            unanswered.discard(json.loads(parent).get("msg_id"))

    def listen(socket):
        socket.on("framesent", sends)
        socket.on("framereceived", hears)

    page.on("websocket", lambda socket: "/channels" in socket.url and listen(socket))
    return unanswered


class Shown:
    """An explorer that is drawn, and the kernel behind it."""

    def __init__(self, case, page, explorer, ask, heard, unanswered):
        self.case, self.page, self.explorer = case, page, explorer
        self.ask, self.heard, self._unanswered = ask, heard, unanswered

    def state(self):
        """Return what the kernel holds now."""
        return self.ask(self.case.state)

    def run(self, code):
        """Run lines in the kernel, unseen by the page."""
        self.ask({}, code)

    @contextmanager
    def afresh(self, code=""):
        """Give it as its cell opened it and after these lines, at rest; leave it as it opened."""
        self.run(f"explorer.reset(); {code}")
        self.page.mouse.move(2, 2)
        self.settles()
        yield self
        self.page.mouse.up()
        self.run("explorer.reset()")
        self.settles()

    def complaints(self):
        """Return which numbers of the page are not the kernel's, or are drawn wrongly."""
        exact = self.case.exact(self.state())
        return self.explorer.evaluate(PICTURED) + [
            f"{name} {wrong}"
            for name, numbers in exact.items()
            for wrong in explorer_page.unlike(
                explorer_page.texts(self.explorer, *self.case.shown[name]), np.ravel(numbers)
            )
        ]

    def settles(self):
        """Wait until the page shows the kernel's state, and nothing has gone wrong."""
        wrong = []

        def agrees():
            wrong[:] = self.complaints()
            alarm, message = self.explorer.evaluate(ALARMED)
            wrong.extend([f"{alarm!r} is read out, not {message!r}"] * (alarm != message))
            return not wrong

        self.rests()
        with contextlib.suppress(AssertionError):
            until(agrees, "the numbers", seconds=30)
        assert wrong + self.heard == [], wrong + self.heard

    def becomes(self, name, wanted, said=""):
        """Wait until the kernel holds this."""
        with contextlib.suppress(AssertionError):
            until(lambda: alike(self.state()[name], wanted), name, seconds=30)
        assert alike(self.state()[name], wanted), (said, self.state()[name], wanted)
        self.settles()

    def rests(self):
        """Wait until the page has heard all answers, to a test's requests too, and painted them."""
        for _ in range(2):  # a report may wait in the page for an answer that is not yet read
            until(lambda: self.painted() and not self._unanswered, "the kernel's answers")

    def painted(self):
        """Wait until what has happened in the page is painted; return True."""
        return self.page.evaluate(PAINTED)

    def middle(self, element):
        """Bring an element into view and return where the mouse takes it."""
        found = self.explorer.locator(f"{element} >> visible=true").first
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        return box["x"] + box["width"] / 2 + GRIP[0], box["y"] + box["height"] / 2 + GRIP[1]

    def takes(self, element, by=(0, 0), steps=1):
        """Press an element, move it by (across, down) pixels, and return where it was taken."""
        x, y = self.middle(element)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        if any(by):
            self.page.mouse.move(x + by[0], y + by[1], steps=steps)
        return x, y

    def unit(self, element):
        """Return what a pixel is worth in the picture that holds an element, across and down."""
        found = self.explorer.locator(f"{element} >> visible=true").first
        return np.array(found.evaluate(UNIT))

    def plays(self, gesture):
        """Do what a gesture says; the kernel holds what it should, and nothing else has changed."""
        if isinstance(gesture, str):
            self.press([gesture])
            return self.settles()
        before, is_drag = self.state(), not isinstance(gesture, Click)
        far = self.unit(gesture.element) * gesture.by * (1, -1) if is_drag else None
        self.takes(gesture.element, gesture.by if is_drag else (0, 0), steps=6)
        self.page.mouse.up()
        return self.has_become(gesture, before, far)

    def has_become(self, gesture, before, far=None):
        """Wait for what a gesture is for; say which gesture if it does not come about."""
        name = gesture.changes
        if gesture.to is None:
            until(lambda: not alike(self.state()[name], before[name]), str(gesture), seconds=5)
            self.settles()
        else:
            wanted = gesture.to(before[name]) if far is None else gesture.to(before[name], far)
            self.becomes(name, wanted, said=gesture)
        after = self.state()
        free = {name, *getattr(gesture, "also", ())}
        assert {n: after[n] for n in after if n not in free} == {
            n: before[n] for n in before if n not in free
        }, gesture

    def press(self, names):
        """Press buttons by their names."""
        for name in names:
            self.explorer.get_by_role("button", name=name, exact=True).click()


def alike(value, wanted):
    """Whether two states are the same: numbers to one finest step, words in any order."""
    if value is None or wanted is None:
        return value is wanted
    try:
        return np.shape(value) == np.shape(wanted) and np.allclose(value, wanted, atol=0.0101)
    except (TypeError, ValueError):
        return sorted(value) == sorted(wanted)
