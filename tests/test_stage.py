"""A stage sends what has changed, once, and answers every report, whatever became of it."""

import json
import logging
import re
from functools import reduce

import ipywidgets
import numpy as np
import pytest
from explorer_hand import report
from rules.notebook import ROOT

from helpers import explorers
from helpers.views.arcs import Arcs
from helpers.views.facts import Facts
from helpers.views.parts import Button, Choice, Field, HBox, Menu, Tick, Toggle, VBox
from helpers.views.reports import Plain, Shape
from helpers.views.stage import Stage


class Line(Facts):
    """A view on which one number can be moved."""

    reports = (Shape("move release", x=Plain(int)),)


class Page:
    """What a page that shows a stage hears, and so what it holds of each part."""

    def __init__(self, stage):
        self.messages, self.held = [], dict(stage._scenes)
        self._stage = stage
        stage.send = self._hear

    def _hear(self, content, buffers):
        json.dumps(content)  # which no buffer survives
        for path, buffer in zip(content["paths"], buffers, strict=True):
            within = reduce(lambda part, name: part[name], path[:-1], content["parts"])
            assert within[path[-1]] is None
            within[path[-1]] = buffer
        self.messages.append(content)
        for number, more in content["parts"].items():
            before = self.held.get(number, {})
            scene = {**before.get("scene", {}), **more.get("scene", {})}
            self.held[number] = {**before, **more, "scene": scene}

    def report(self, part, seq, **parts):
        """Report as the page does; return the answer."""
        said = {"kind": "move", "x": 0, **parts}
        about = {"sender": "h", "seq": seq, "part": part.number}
        self._stage._receive(self._stage, {**about, "report": said}, [])
        assert self.messages[-1]["answer"] == about

    def scene(self, part):
        """Return what it holds of a part's scene; what is None was lost."""
        scene = self.held[part.number]["scene"]
        return {name: one for name, one in scene.items() if one is not None}


def staged(*parts):
    """Return a stage with these parts, and a page that hears of them."""
    stage = Stage(VBox(parts))
    return stage, Page(stage)


@pytest.mark.parametrize("failure", [ValueError, KeyError, ZeroDivisionError])
def test_a_handler_that_raises_is_answered_and_told_once(failure, caplog):
    def fail(_report):
        raise failure("inside")

    view = Line(fail, label="the line")
    _stage, page = staged(view)
    with caplog.at_level(logging.ERROR):
        for seq in (1, 2, 3):
            page.report(view, seq)
    (record,) = caplog.records
    assert "the line" in record.getMessage()
    assert record.exc_info[0] is failure


def test_failures_in_two_places_are_both_told(caplog):
    def fail(report):
        if report.kind == "move":
            raise ValueError("here")
        raise ValueError("there")

    view = Line(fail)
    _stage, page = staged(view)
    for seq, kind in enumerate(("move", "release", "move", "release")):
        page.report(view, seq, kind=kind)
    assert len(caplog.records) == 2


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_goes_on_to_the_kernel_and_is_answered(stop):
    def interrupted(_report):
        other.draw(at=1)
        raise stop

    view, other = Line(interrupted), Facts()
    stage, page = staged(view, other)
    with pytest.raises(stop):
        page.report(view, 7)
    assert page.messages[-1]["answer"]["seq"] == 7
    assert page.scene(other) == {"at": 1}
    with stage.telling():
        other.draw(at=2)
    assert page.messages[-1]["answer"] is None


def test_what_is_no_report_is_let_be_and_one_of_no_part_is_answered():
    stage, page = staged(Line(lambda report: report.kind))
    for stray in (None, [], "move", 3, {}, {"report": 1}):
        stage._receive(stage, stray, [])
    assert page.messages == []
    stage._receive(stage, {"part": "99", "report": {"kind": "move"}}, [])
    assert page.messages[-1]["answer"] == {"sender": None, "seq": None, "part": "99"}


def test_a_message_brings_what_is_another_and_no_more_and_the_page_holds_what_is_drawn():
    def draw(report):
        plane.draw(dots={"at": np.full((2, 2), report.x), "labels": ["a", "b"]}, still=True)
        if report.x != 2:
            more = {"gone": 1} if report.x == 1 else {}
            words.draw(words=str(report.x), areas=[{"at": np.arange(3.0)}, {}], **more)

    plane, words = Line(draw), Facts()
    stage, page = staged(plane, words)
    numbers = [part.number for part in (plane, words)]
    sent = [
        {number: {*more["scene"]} for number, more in page.messages[-1]["parts"].items()}
        for seq, x in enumerate((1, 2, 3, 1, 1))
        if page.report(plane, seq, x=x) is None
    ]
    assert sent[0] == {numbers[0]: {"dots", "still"}, numbers[1]: {"words", "areas", "gone"}}
    assert sent[1] == {numbers[0]: {"dots"}}
    assert sent[2] == sent[3] == {numbers[0]: {"dots"}, numbers[1]: {"words", "gone"}}
    assert sent[4] == {}
    page.report(plane, 9, x=3)
    assert page.scene(plane) == plane.scene
    assert page.scene(words) == words.scene
    with stage.telling():
        words.mark("abh-older")
    assert page.messages[-1]["parts"] == {numbers[1]: {"classes": "abh-older"}}


def test_what_is_hidden_is_sent_once_it_is_seen_and_then_as_it_is():
    view = Facts()
    box = VBox([view])
    box.hidden = True
    stage, page = staged(box)
    for at in (1, 2):
        with stage.telling():
            view.draw(at=at)
    assert page.messages == []
    with stage.telling():
        box.hidden = False
    assert page.scene(view) == {"at": 2}
    assert page.held[box.number]["children"] == [view.number]
    with stage.telling():
        box.hidden = True
        view.draw(at=3)
    assert page.scene(view) == {"at": 2}
    assert page.held[box.number]["hidden"]
    assert stage.get_state("_scenes")["_scenes"] == page.held  # for a page that opens now


def test_controls_do_what_the_page_reports_once():
    heard = []
    button, toggle, tick = (
        Button("b", lambda: heard.append("b")),
        *(kind("t", heard.append) for kind in (Toggle, Tick)),
    )
    menu = Menu("m", {"one": 1, "two": 2}, heard.append)
    field, choice = Field("f", heard.append), Choice(["x", "y"], "x", heard.append)
    stage, _page = staged(button, HBox([toggle, tick, menu]), field, choice)
    report(button, kind="press")
    report(toggle, kind="press", on=True)
    report(tick, kind="press", on=False)
    report(menu, kind="choose", place=1)
    report(menu, kind="choose", place=2)  # there is none
    report(field, kind="type", text="words")
    report(choice.buttons["y"], kind="press", on=True)
    report(choice.buttons["y"], kind="press", on=False)  # it stays on
    assert heard == ["b", True, False, 2, "words", "y"]
    assert (toggle.on, menu.place, field.text, choice.chosen) == (True, 1, "words", "y")
    assert [one.on for one in choice.buttons.values()] == [False, True]
    choice.refuse("x", "not to be had")
    report(choice.buttons["x"], kind="press", on=True)
    assert (choice.chosen, choice.buttons["x"].scene["does"]) == ("y", "not to be had")
    about = {"part": button.number, "report": {"kind": "press"}}
    stage._receive(stage, about, [])
    assert heard[-1] == "b"


def test_arcs_carry_what_is_hidden_as_no_number_and_hear_a_word_and_a_panel():
    heard = []
    view = Arcs(heard.append, label="heads")
    weights = np.array([0.25, np.nan])
    view.draw(
        tokens=["a", "b"],
        query=0,
        chosen=0,
        panels=[{"name": "head 1", "weights": weights, "ghosts": weights, "texts": ["0.25", "?"]}],
        details=[[]],
    )
    sent = np.frombuffer(view.scene["panels"][0]["weights"])
    np.testing.assert_array_equal(sent, weights)
    for index in (1, -1):
        report(view, kind="choose", panel=0, index=index)
    assert [report.index for report in heard] == [1, -1]


@pytest.mark.parametrize("name", explorers.__all__)
def test_an_explorer_opens_in_two_comms_and_150_kilobytes_and_stands_wherever_a_widget_does(
    name, tiny_model
):
    made, opened = [], ipywidgets.Widget.open
    try:
        ipywidgets.Widget.open = lambda self: made.append(self) or opened(self)
        explorer = getattr(explorers, name)()
    finally:
        ipywidgets.Widget.open = opened
    assert len(made) <= 2  # it, and its layout
    plain, _paths, buffers = ipywidgets.widgets.widget._remove_buffers(explorer.get_state())
    assert len(repr(plain).encode()) + sum(buffer.nbytes for buffer in buffers) <= 150_000
    for box in (ipywidgets.HBox, ipywidgets.Tab, ipywidgets.Accordion):
        assert box([explorer]).children == (explorer,)


def test_two_explorers_are_tied_as_the_teachers_page_says():
    names = {}
    text = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
    exec(re.search(r"```python\n(import ipywidgets\n.*?)```", text, flags=re.DOTALL)[1], names)
    page = Page(names["cold"])
    report(names["warm"].pulled, kind="release", index=1, height=1.5)
    assert names["warm"].scores == names["cold"].scores == (2, 1.5, 0)
    assert page.scene(names["cold"].pulled)["texts"][1] == "1.50"
    assert names["cold"].temperature == 0.2
    report(names["cold"].pulled, kind="release", index=2, height=-1)
    assert names["warm"].scores == (2, 1.5, -1)


def test_jupyterlab_shows_the_explorer_before_its_still_is_drawn(monkeypatch):
    told = []
    monkeypatch.setattr("helpers.views.stage._asked", lambda: {"metadata": {"deletedCells": []}})
    monkeypatch.setattr("helpers.views.stage.display", lambda data, **_: told.append([*data]))
    explorer = explorers.DotProductExplorer()
    draw = explorer.still
    explorer.still = lambda: told.append("drawn") or draw()
    explorer._ipython_display_()
    assert told[0] == [next(iter(told[0]))]  # the live widget alone
    assert told[1] == "drawn"
    assert "image/png" in told[2]
