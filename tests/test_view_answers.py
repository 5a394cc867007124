"""A view answers every report of the user, whatever became of it."""

import logging
import threading
from functools import reduce

import numpy as np
import pytest

from helpers.views.arcs import Arcs
from helpers.views.reports import Plain, Shape
from helpers.views.view import View


class Line(View):
    """A view on which one number can be moved."""

    reports = (Shape("move release", x=Plain(int)),)


def send(view, seq, **parts):
    parts = parts if "panel" in parts else {"kind": "move", "x": 0, **parts}
    view._receive(view, {"sender": "h", "seq": seq, **parts}, [])


@pytest.mark.parametrize("failure", [ValueError, KeyError, ZeroDivisionError])
def test_a_handler_that_raises_is_answered_and_told_once(failure, caplog):
    def fail(_report):
        raise failure("inside")

    view = Line(fail, label="the line")
    with caplog.at_level(logging.ERROR):
        for seq in (1, 2, 3):
            send(view, seq)
            assert view.scene["answer"] == {"sender": "h", "seq": seq}
    (record,) = caplog.records
    assert "the line" in record.getMessage()
    assert record.exc_info[0] is failure


def test_failures_in_two_places_are_both_told(caplog):
    def fail(report):
        if report.kind == "move":
            raise ValueError("here")
        raise ValueError("there")

    view = Line(fail)
    for seq, kind in enumerate(("move", "release", "move", "release")):
        send(view, seq, kind=kind)
    assert len(caplog.records) == 2


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_goes_on_to_the_kernel_and_is_answered(stop):
    def interrupted(_report):
        raise stop

    view = Line(interrupted)
    with pytest.raises(stop):
        send(view, 7)
    assert view.scene["answer"] == {"sender": "h", "seq": 7}


def test_what_is_moved_is_drawn_and_answered_also_after_a_failure():
    def draw(report):
        if report.x == 0:
            raise ValueError("no number")
        view.draw(at=report.x)

    view = Line(draw)
    for seq, (x, at) in enumerate([(1, 1), (0, 1), (2, 2)]):
        send(view, seq, x=x)
        assert view.scene == {"at": at, "answer": {"sender": "h", "seq": seq}}


def test_what_is_no_report_is_let_be_and_one_without_a_sender_is_answered_to_nobody():
    view = Line(lambda report: report.kind)
    for forged in (None, [], "move", 3):
        view._receive(view, forged, [])
    assert view.scene == {}
    view._receive(view, {}, [])
    assert view.scene["answer"] == {"sender": None, "seq": None}


@pytest.fixture
def sent(monkeypatch):
    """Return a list that will hold what goes to the browser: who sends, what, and the buffers."""
    found = []

    def send(self, message, buffers=None):
        found.append((self, message, buffers))

    monkeypatch.setattr(View, "_send", send)
    return found


def scenes(message, buffers):
    """Return the scenes that a message brings, by the model's id, as the browser has them."""
    content = message["content"]
    assert message["method"] == "custom"
    for path, buffer in zip(content["paths"], buffers, strict=True):
        within = reduce(lambda part, name: part[name], path[:-1], content["frame"])
        assert within[path[-1]] is None
        within[path[-1]] = buffer
    return {name: state["scene"] for name, state in content["frame"].items()}


def test_all_that_a_report_changes_is_one_message_of_the_view_in_the_hand(sent):
    def draw(report):
        plane.draw(dots={"at": np.full((2, 2), report.x), "labels": ["a", "b"]})
        if report.x != 2:
            words.draw(words=str(report.x), areas=[{"at": np.arange(3.0)}, {}], texts=[["1"]])

    plane, words = Line(draw), View()
    sent.clear()
    for seq, x in enumerate((1, 2, 3, 1)):
        send(plane, seq, x=x)
        ((view, message, buffers),) = sent
        sent.clear()
        wanted = {view.model_id: view.scene for view in ((plane, words) if x != 2 else (plane,))}
        assert view is plane
        assert scenes(message, buffers) == wanted


def test_what_code_draws_is_sent_at_once_by_each_view(sent):
    views = View(), View()
    sent.clear()
    for place in (0, 1, 0):
        views[place].draw(at=np.arange(2.0) + len(sent))
    assert [view for view, *_ in sent] == [views[0], views[1], views[0]]
    assert {message["method"] for _, message, _ in sent} == {"update"}


def test_what_another_thread_draws_meanwhile_does_not_wait_for_the_hand(sent):
    def draw(_report):
        beside = threading.Thread(target=lambda: other.draw(at=1))
        beside.start()
        beside.join()
        assert [view for view, *_ in sent] == [other]

    view, other = Line(draw), View()
    sent.clear()
    send(view, 1)
    assert not view._failures
    assert [view for view, *_ in sent] == [other, view]


def test_an_interrupt_leaves_no_view_waiting(sent):
    def draw(_report):
        other.draw(at=1)
        raise KeyboardInterrupt

    view, other = Line(draw), View()
    sent.clear()
    with pytest.raises(KeyboardInterrupt):
        send(view, 3)
    ((_, message, buffers),) = sent
    assert scenes(message, buffers) == {one.model_id: one.scene for one in (view, other)}
    other.draw(at=2)
    assert sent[-1][1]["method"] == "update"


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
    for seq, index in enumerate((1, -1)):
        send(view, seq, kind="choose", panel=0, index=index)
    assert [report.index for report in heard] == [1, -1]
