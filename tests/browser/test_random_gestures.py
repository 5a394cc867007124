"""A person plays: random gestures on random things, and all that is seen stays true."""

import json
import random

import pytest
from lab_server import until

from browser.cases import only

# What a hand can take, by kind: each kind is as likely as any other, however many there are of it.
KINDS = {
    "dots": ".abh-dot[tabindex='0']:not(.abh-still)",
    "bars": ".abh-pull",
    "presses": ".abh-press",
    "cells": ".abh-heatmap [role=gridcell]",
    "arcs": ".abh-arcs [role=button]",
    "squares": ".abh-lattice [tabindex]",
    "words": ".abh-lineup-name",
    "cursors": ".abh-cursor",
    "knobs": "input[type=range]",
    "boxes": "input[type=checkbox]",
    "steps": ".abh-steps button:not([aria-disabled=true])",
    "switches": ".abh-button[aria-pressed]:not([disabled])",
    "buttons": ".abh-button:not([aria-pressed], [data-runs], [disabled])",
    "hints": ".abh-goals button",
    "fields": ".abh-grid td input",
    "choices": "select",
}
# How many there are of each kind to be seen.
THERE = """(root, kinds) => Object.fromEntries(Object.entries(kinds).map(([kind, selector]) => [
    kind,
    [...root.querySelectorAll(selector)].filter(one => {
        const box = one.getBoundingClientRect();
        return box.width && box.height && one.checkVisibility({visibilityProperty: true});
    }).length,
]))"""
# In the kernel: what is drawn, and what a state at rest draws anew; what is said, widget by widget;
# and the reports that no description fits, of which a page that follows its kernel sends none.
IN_THE_KERNEL = """
import json as _json
from helpers.views import parts as _parts, reports as _reports
from helpers.views.view import View as _View, packed as _packed
_unread = []
def _read(raw, shapes, scene):
    report = _reports.read(raw, shapes, scene)
    if report is None:
        _unread.append(raw)
    return report
_parts.read = _read
_LATER = {"answer", "restore", "settle", "aloud"}
def _scenes():
    for part in explorer.root.seen():
        parts = {n: p for n, p in part.scene.items() if n not in _LATER}
        yield type(part).__name__, repr({n: _plain(p) for n, p in parts.items()})
def _plain(part):
    if isinstance(part, memoryview):
        return part.tobytes()
    if isinstance(part, dict):
        return {n: _plain(p) for n, p in part.items()}
    return [_plain(p) for p in part] if isinstance(part, list) else part
def _stale():
    before = list(_scenes()); explorer.change()
    return [one[0] for one, two in zip(before, _scenes()) if one != two]
"""
SAID = "_json.dumps([*explorer.text()[:2], explorer.message])"
SAID_ON_THE_PAGE = """root => [".abh-headline", ".abh-more", ".abh-message"].map(
    name => root.querySelector(name).textContent)"""


class Player:
    """A hand that does something random, and an eye that compares."""

    def __init__(self, shown, seed):
        self.shown, self.random = shown, random.Random(f"{shown.case.name} {seed}")
        more = "with explorer.telling():\n    explorer.toolbar.more.press(True)"  # all switches
        shown.run(f"explorer.reset()\n{more}\n{IN_THE_KERNEL}")
        shown.rests()
        self.done = []

    def plays(self):
        """Do one random thing; return what it was."""
        explorer = self.shown.explorer
        there = {kind: n for kind, n in explorer.evaluate(THERE, KINDS).items() if n}
        kind = self.random.choice(list(there))
        place = self.random.randrange(there[kind])
        thing = explorer.locator(f"{KINDS[kind]}:visible").nth(place)
        thing.scroll_into_view_if_needed()
        getattr(self, f"_{kind}", self._press)(thing)
        self.done.append(f"{kind} {place}")

    def _press(self, thing):
        box = thing.bounding_box()
        self.shown.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def _drag(self, thing):
        """Take a thing, go two ways with it, and let go; now and then press without moving."""
        mouse, box = self.shown.page.mouse, thing.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse.move(x, y)
        mouse.down()
        for _ in range(self.random.choice((0, 1, 2))):
            x, y = x + self.random.randint(-70, 70), y + self.random.randint(-70, 70)
            mouse.move(x, y, steps=3)
        mouse.up()

    _dots = _bars = _knobs = _words = _cursors = _drag

    def _choices(self, thing):
        thing.select_option(index=self.random.randrange(thing.locator("option").count()))

    def _fields(self, thing):
        thing.fill(self.random.choice(("1", "−0,5", "2.25", "seven", "")))
        thing.press("Enter")

    def complaints(self):
        """Return what is seen and not so."""
        shown = self.shown
        shown.rests()
        said = shown.explorer.evaluate(SAID_ON_THE_PAGE)
        kernel = shown.ask(
            {
                "said": SAID,
                "stale": "_json.dumps(_stale())",
                "unread": "_json.dumps(_unread)",
            }
        )
        wrong = shown.mispainted()
        wrong += [f"{name} waits to be drawn" for name in json.loads(kernel["stale"])]
        wrong += [f"{report} cannot be read" for report in json.loads(kernel["unread"])]
        if said != json.loads(kernel["said"]):
            wrong.append(f"said {said}, not {kernel['said']}")
        return wrong + shown.heard


def wrong_now(player, wrong):
    """Note in `wrong` what is wrong now, and return it."""
    wrong[:] = player.complaints()
    return wrong


@pytest.mark.slow
def test_thirty_random_gestures_leave_nothing_untrue(shown):
    player, wrong = Player(shown, seed=1), []
    for _ in range(30):
        player.plays()
        try:
            until(lambda: not wrong_now(player, wrong), "what is seen", seconds=5)
        except AssertionError:
            pytest.fail(f"after {', '.join(player.done)}: {wrong}")
    shown.run(
        "explorer.reset(); explorer.buttons['code'].press(False); _parts.read = _reports.read"
    )
    shown.rests()


@only("attention")
def test_a_sentence_that_stayed_behind_would_be_found(shown):
    player = Player(shown, 0)
    assert player.complaints() == []
    said = "{**explorer.spoken.scene, 'headline': 'Nothing.'}"
    shown.run(f"with explorer.telling():\n    explorer.spoken.draw(**{said})")
    assert any("said" in wrong for wrong in player.complaints())
    shown.rests()
    assert player.complaints() == []  # looking has drawn it anew
