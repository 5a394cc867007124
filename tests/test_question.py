"""A question with choices tells its reasons one by one, to who has answered."""

import json

import pytest
from explorer_hand import report
from IPython.core.formatters import DisplayFormatter

from helpers.checks.kinds.question import Option, Question
from helpers.jupyterlab.saving import WIDGET_VIEW, without_widgets
from helpers.learner import progress

NONE_OF_IT = Option("none at all", "No power of `e` is 0: even a score of -100 leaves a little.")
A_LITTLE = Option("a little", "Yes: the power of 0 is 1, and 1 of the sum is a little.", right=True)
AS_MUCH = Option("as much as the others", "That would ask for equal scores.")
OPTIONS = (NONE_OF_IT, A_LITTLE, AS_MUCH)
NAME = "weight_of_zero"
WEIGHT = Question(NAME, "A score is 0. Which weight does its word get?", OPTIONS)
STORED = """A score is 0. Which weight does its word get?
(a) none at all
(b) a little
(c) as much as the others
Run the cell to answer."""
NO_PLACES = ["1", 3, -1, True, 1.0, None]


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """Keep progress in an empty place."""
    path = tmp_path / "progress.json"
    monkeypatch.setenv("ATTENTION_BY_HAND_PROGRESS", str(path))
    return path


def on_the_wire(shown):
    """Return all that the browser has been sent of the view's state, as one text."""
    return json.dumps(shown.get_state(), ensure_ascii=False)


def attempts():
    """Return how often the question was answered, and whether rightly once."""
    record = progress.read().get(NAME)
    return record and (record.attempts, record.solved is not None)


def seen(shown):
    """Return what the page shows beside the question."""
    names = ("chosen", "right", "verdict", "reason", "note")
    return tuple(shown._choices.scene[name] for name in names)


def test_it_begins_unanswered_and_the_browser_knows_no_reason():
    shown = WEIGHT()
    assert seen(shown) == (None, None, "", "", "")
    assert (shown.chosen, shown.verdict, shown.reason) == (None, None, "")
    assert shown._choices.scene["asks"] == WEIGHT.asks
    assert shown._choices.scene["options"] == STORED.splitlines()[1:-1]
    assert NONE_OF_IT.text in on_the_wire(shown)
    assert not any(option.reason in on_the_wire(shown) for option in OPTIONS)
    assert attempts() is None


def test_the_page_and_code_do_the_same_and_an_answer_can_be_changed():
    by_page, by_code = WEIGHT(), WEIGHT()
    for count, index in enumerate((0, 2, 1, 0, 1, 2), 1):
        option = OPTIONS[index]
        for _ in range(2):  # an answer that stands already is no other attempt
            report(by_page._choices, kind="answer", index=index)
            assert attempts() == (2 * count - 1, count >= 3)
        for _ in range(2):
            by_code.choose(index)
            assert attempts() == (2 * count, count >= 3)
        verdict = f"({'abc'[index]}) " + ("✓ Correct." if option.right else "✗ Not yet.")
        for shown in (by_page, by_code):
            assert seen(shown) == (index, option.right, verdict, option.reason, "")
            assert (shown.chosen, shown.reason) == (index, option.reason)
            wire = on_the_wire(shown)
            assert [one.reason in wire for one in OPTIONS] == [one is option for one in OPTIONS]


@pytest.mark.parametrize("before", [None, 1])
def test_no_place_and_another_kind_of_report_change_nothing_and_code_is_told(before):
    shown = WEIGHT()
    if before is not None:
        shown.choose(before)
    was = seen(shown), attempts(), shown.chosen
    report(shown._choices, kind="choose", index=0)
    for index in NO_PLACES:
        report(shown._choices, kind="answer", index=index)
        with pytest.raises(ValueError, match="weight_of_zero is a place from 0 to 2; got "):
            shown.choose(index)
    assert (seen(shown), attempts(), shown.chosen) == was


def test_what_is_stored_is_the_question_in_words_whatever_was_answered():
    shown = WEIGHT()
    for index in (None, 0, 1):
        if index is not None:
            shown.choose(index)
        data, metadata = DisplayFormatter().format(shown)
        assert data.keys() == {WIDGET_VIEW, "text/plain"}
        assert data["text/plain"] == STORED
        output = {"data": data, "metadata": metadata, "output_type": "execute_result"}
        cell = {"cell_type": "code", "outputs": [output]}
        (left,) = without_widgets({"metadata": {}, "cells": [cell]})["cells"][0]["outputs"]
        assert left["data"] == {"text/plain": STORED}


def test_a_record_that_could_not_be_kept_is_said_beside_the_reason(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("ATTENTION_BY_HAND_PROGRESS", str(tmp_path / "file" / "progress.json"))
    shown = WEIGHT()
    report(shown._choices, kind="answer", index=1)
    assert seen(shown)[:4] == (1, True, "(b) ✓ Correct.", A_LITTLE.reason)
    assert shown._choices.scene["note"].endswith(".")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ((), "2 to 5 options; it has 0"),
        ((NONE_OF_IT, AS_MUCH), "one right option; it has 0"),
        ((A_LITTLE, Option("a little", "No.")), "options that differ"),
        ((A_LITTLE, Option("none", " ")), "a text and a reason in every option"),
    ],
)
def test_what_is_no_question_is_refused(options, complaint):
    with pytest.raises(ValueError, match=f"weight_of_zero must have .*{complaint}"):
        Question(NAME, "Which?", options)


def test_two_to_five_options_are_taken():
    for count in (2, 5):
        options = (A_LITTLE, *(Option(str(k), "No.") for k in range(count - 1)))
        assert len(Question(NAME, "Which?", options).lines()) == count
