"""An explorer on its page together with its kernel, as the browser tests hold it."""

import contextlib
from contextlib import contextmanager
from itertools import chain

import numpy as np
from lab_server import until

from browser import explorer_page, painted, pixels
from helpers.explorers.base.trial import Click

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
# At one moment: the texts of each selector or one of their attributes, and what a screen reader is
# alarmed with beside the message that is seen.
SEEN = """(root, asked) => {
    const text = selector => root.querySelector(selector)?.textContent ?? "";
    const seen = one => {
        const box = one.getBoundingClientRect();
        return box.width && box.height && one.checkVisibility({visibilityProperty: true});
    };
    return [
        asked.map(([selector, name]) => [...root.querySelectorAll(selector)].filter(seen)
            .map(one => name ? one.getAttribute(name) : one.textContent)),
        [".abh-words [role=alert]", ".abh-message"].map(text),
    ];
}"""
# Where the middle of an element is, once it is in sight and stands still.
MIDDLE = """async element => {
    const middle = () => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    element.scrollIntoViewIfNeeded();
    for (let last = [], now; ; last = now) {
        await new Promise(requestAnimationFrame);
        now = middle();
        if (now[0] === last[0] && now[1] === last[1]) return now;
    }
}"""
# Two frames on, what moves to its new place has arrived, too.
PAINTED = """async () => {
    do for (let k = 0; k < 2; k += 1) await new Promise(requestAnimationFrame);
    while (document.querySelector("[data-tweens]"));
    return true;
}"""


class Shown:
    """An explorer that is drawn, and the kernel behind it."""

    def __init__(self, case, page, explorer, ask, heard, unanswered):
        self.case, self.page, self.explorer = case, page, explorer
        self.ask, self.heard, self._unanswered = ask, heard, unanswered

    def state(self):
        """Return what the kernel holds now."""
        return self.ask({name: f"explorer.{name}" for name in self.case.state})

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
        """Return which numbers of the page are not the kernel's."""
        return self._complaints(self.state())[0]

    def mispainted(self):
        """Return what is painted otherwise than the kernel means it."""
        page = self.explorer.evaluate(pixels.READ, painted.asked())
        return painted.complaints(self.means(), page)

    def means(self):
        """Return what the kernel wants to be painted, as `painted.complaints` takes it."""
        return self.ask({"meant": pixels.ASKED}, pixels.MEANT)["meant"]

    def paints(self):
        """Wait until all is painted as the kernel means it."""
        wrong = []
        self.rests()
        with contextlib.suppress(AssertionError):
            until(lambda: not self._notes(wrong), "the picture", seconds=5)
        assert wrong == [], wrong

    def _notes(self, wrong):
        wrong[:] = self.mispainted()
        return wrong

    def _complaints(self, state):
        """Return what is wrong of the numbers, and of what is read out."""
        exact = self.case.exact(state)
        asked = [self.case.shown[name] for name in exact]
        texts, (alarm, message) = self.explorer.evaluate(SEEN, asked)
        return [
            f"{name} {wrong}"
            for (name, numbers), found in zip(exact.items(), texts, strict=True)
            for wrong in explorer_page.unlike(found, np.ravel(numbers))
        ], [f"{alarm!r} is read out, not {message!r}"] * (alarm != message)

    def settles(self, is_so=lambda state: True, what=""):
        """Wait until the kernel's state is so, the page shows and paints it, and nothing is wrong.

        Return that state.
        """
        held, wrong = {}, []

        def agrees():
            held.update(self.state())
            wrong[:] = chain(*self._complaints(held)) if is_so(held) else [f"{what}: {held}"]
            wrong[:] = wrong or self.mispainted()
            return not wrong

        self.rests()
        with contextlib.suppress(AssertionError):
            until(agrees, "the numbers", seconds=30)
        assert wrong + self.heard == [], wrong + self.heard
        return held

    def becomes(self, name, wanted, said=""):
        """Wait until the kernel holds this, and return its state."""
        return self.settles(lambda held: alike(held[name], wanted), f"{said} not {name} {wanted}")

    def rests(self):
        """Wait until the page has heard all answers, to a test's requests too, and painted them."""
        for _ in range(2):  # a report may wait in the page for an answer that is not yet read
            until(lambda: self.painted() and not self._unanswered, "the kernel's answers")

    def lands(self):
        """Wait until no number is on its way; each keeps to the width that it set out in."""
        until(lambda: not self.explorer.locator(".abh-flight").count(), "the numbers' arrival")

    def painted(self):
        """Wait until what has happened in the page is painted; return True."""
        return self.page.evaluate(PAINTED)

    def middle(self, element):
        """Bring an element into view and return where the mouse takes it."""
        found = self.explorer.locator(f"{element} >> visible=true").first
        return tuple(np.add(found.evaluate(MIDDLE), GRIP).tolist())

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

    def plays(self, gesture, before=None):
        """Do what a gesture says; the kernel holds what it should, and nothing else has changed.

        before : the state, where it is known. Return the one after.
        """
        if isinstance(gesture, str):
            self.press([gesture])
            return self.settles()
        before, is_drag = before or self.state(), not isinstance(gesture, Click)
        far = self.unit(gesture.element) * gesture.by * (1, -1) if is_drag else None
        self.takes(gesture.element, gesture.by if is_drag else (0, 0), steps=3)
        self.page.mouse.up()
        return self.has_become(gesture, before, far)

    def has_become(self, gesture, before, far=None):
        """Wait for what a gesture is for; say which gesture if it does not come about."""
        name = gesture.changes
        if gesture.to is None:
            after = self.settles(lambda held: not alike(held[name], before[name]), gesture)
        else:
            wanted = gesture.to(before[name]) if far is None else gesture.to(before[name], far)
            after = self.becomes(name, wanted, said=gesture)
        free = {name, *getattr(gesture, "also", ())}
        assert {n: after[n] for n in after if n not in free} == {
            n: before[n] for n in before if n not in free
        }, gesture
        return after

    def press(self, names):
        """Press buttons by their names, those behind "more", too."""
        for name in names:
            button, more = (
                self.explorer.get_by_role("button", name=one, exact=True) for one in (name, "more")
            )
            if not button.count() and more.get_attribute("aria-pressed") == "false":
                more.click()
            button.click()


def alike(value, wanted):
    """Whether two states are the same: numbers to one finest step, words in any order."""
    if value is None or wanted is None:
        return value is wanted
    try:
        return np.shape(value) == np.shape(wanted) and np.allclose(value, wanted, atol=0.0101)
    except (TypeError, ValueError):
        return sorted(value) == sorted(wanted)
