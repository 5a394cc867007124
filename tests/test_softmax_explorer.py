"""The softmax explorer shows what helpers.attention computes, and nothing typed can break it."""

import math

import numpy as np
import pytest
from explorer_hand import done, report, said
from hypothesis import given
from hypothesis import strategies as st
from ipywidgets import VBox

from helpers import worked_examples
from helpers.attention import softmax
from helpers.explorers import SoftmaxExplorer
from helpers.explorers.softmax import controls as softmax_controls
from helpers.explorers.softmax import float_formats

STATE = ("scores", "labels", "added", "temperature", "dtype", "naive", "chosen")


def drawn(view, part="heights"):
    return np.frombuffer(view.scene[part], dtype=float)


def state(explorer):
    return {name: getattr(explorer, name) for name in STATE}


def press(explorer, name):
    next(b for b in explorer._controls._dtypes.children if b.description == name).value = True


def test_it_opens_with_the_weights_that_a_source_prints_for_journey():
    explorer = SoftmaxExplorer()
    printed = worked_examples.load("your_journey").find("weights", "journey")
    np.testing.assert_allclose(drawn(explorer._weighed), printed.value, atol=1e-4)
    assert explorer._weighed.scene["labels"] == list(worked_examples.load("your_journey").tokens)


def test_a_pulled_bar_moves_every_weight_and_the_words_follow():
    explorer = SoftmaxExplorer([0, 1, 2], ["a", "b", "c"])
    report(explorer._pulled, kind="move", index=0, height=2.5)
    assert explorer.scores == (2.5, 1, 2)
    np.testing.assert_array_equal(drawn(explorer._weighed), softmax([2.5, 1, 2]))
    assert said(explorer).startswith("a has the largest weight, 0.55; b the smallest, 0.12.")
    report(explorer._pulled, kind="release", index=0, height=2.5)
    assert said(explorer).startswith("a has the largest weight, 0.55; b the smallest, 0.12.")


def test_adding_c_to_all_changes_no_weight_while_the_naive_form_breaks():
    explorer = SoftmaxExplorer([0.0, 1.0, 2.0])
    start = drawn(explorer._weighed).copy()
    assert explorer._failed.layout.display == "none"
    report(explorer._controls._c, kind="release", value=720)
    np.testing.assert_allclose(drawn(explorer._weighed), start, atol=1e-12)
    assert explorer._failed.layout.display is None
    assert explorer._failed.scene["texts"] == ["nan"] * 3
    assert explorer._failed.scene["roles"] == ["broken"] * 3
    assert "e^722 overflows in float64, which ends at 1.8e308: inf / inf = nan." in said(explorer)


@pytest.mark.parametrize(
    ("dtype", "scores", "added", "story"),
    [
        ("float16", (0, 1), 12, "e^13 overflows in float16, which ends at 65504: inf / inf = nan."),
        ("float16", (11, 11), 0, "their sum overflows: a number / inf = 0"),
        ("float32", (0, 1), -200, "e^−199 underflows to 0 in float32"),
        ("float64", (0, 1), -800, "0 / 0 = nan."),
        ("float64", (0, 1), -744, "keeps few of its digits"),
    ],
)
def test_the_words_name_what_broke_the_naive_form(dtype, scores, added, story):
    explorer = SoftmaxExplorer(scores, dtype=dtype, added=added)
    assert story in said(explorer)
    assert explorer._failed.layout.display is None


def test_a_weight_that_overflow_makes_0_is_marked_although_it_is_a_number():
    explorer = SoftmaxExplorer([11, 11], dtype="float16")
    assert explorer._failed.scene["texts"] == ["0.00", "0.00"]
    assert explorer._failed.scene["roles"] == ["broken"] * 2


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_every_format_shows_what_its_own_arrays_compute(dtype):
    explorer = SoftmaxExplorer([0.3, -1.2, 4.9], dtype=dtype, added=3, temperature=0.7)
    scores = np.array([0.3, -1.2, 4.9], dtype=dtype) + np.array(3, dtype=dtype)
    np.testing.assert_array_equal(
        drawn(explorer._weighed), softmax(scores, temperature=0.7).astype(float)
    )


def test_bfloat16_is_torchs():
    torch = pytest.importorskip("torch")
    explorer = SoftmaxExplorer([0.3, -1.2, 4.9], dtype="bfloat16")
    scores = torch.tensor([0.3, -1.2, 4.9], dtype=torch.bfloat16)
    expected = torch.softmax(scores.double(), dim=0).numpy()
    np.testing.assert_allclose(drawn(explorer._weighed), expected, atol=0.005)
    assert not np.allclose(drawn(explorer._weighed), softmax([0.3, -1.2, 4.9]), atol=1e-6)
    explorer.added = 720
    assert "bfloat16 keeps" in said(explorer)


def test_without_torch_the_button_says_why_and_the_format_stays(monkeypatch):
    monkeypatch.setattr(float_formats, "find_spec", lambda name: None)
    explorer = SoftmaxExplorer()
    button = explorer._controls._dtypes.children[1]
    assert button.disabled
    assert button.tooltip == "bfloat16 needs PyTorch, which is not installed here."
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    explorer.dtype = "bfloat16"
    assert explorer.dtype == "float64"
    assert explorer.message == said_message(explorer) == float_formats.MISSING


def said_message(explorer):
    return explorer.spoken.scene["message"]


def test_pressing_a_format_computes_in_it_and_exactly_one_stays_on():
    explorer = SoftmaxExplorer()
    press(explorer, "float16")
    assert explorer.dtype == "float16"
    assert [b.value for b in explorer._controls._dtypes.children] == [True, False, False, False]
    explorer.dtype = "float32"
    assert [b.value for b in explorer._controls._dtypes.children] == [False, False, True, False]


def test_the_temperature_slider_reaches_its_ends_and_exactly_1():
    assert [softmax_controls.heat(step) for step in (-130, 0, 130)] == [0.05, 1.0, 20.0]
    explorer = SoftmaxExplorer([2, 1, -1])
    report(explorer._controls._heat, kind="release", value=-130)
    np.testing.assert_allclose(drawn(explorer._weighed), softmax([2, 1, -1], temperature=0.05))
    report(explorer._controls._typed, kind="type", row=1, column=0, text="4")
    assert explorer._controls._heat.scene["text"] == "4"
    assert softmax_controls.heat(explorer._controls._heat.scene["value"]) == pytest.approx(4, 0.02)


def test_scores_are_typed_renamed_added_and_removed():
    explorer = SoftmaxExplorer([1, 2], ["a", "b"])
    grid = explorer._controls._scores
    report(grid, kind="type", row=0, column=0, text="−3,5")
    report(grid, kind="rename", row=1, text="🍎 שלום")
    explorer._controls._add.click()
    assert explorer.scores == (-3.5, 2, 0)
    assert explorer.names == ("a", "🍎 שלום", "score 3")
    report(grid, kind="remove", row=0)
    assert (explorer.scores, explorer.names) == ((2, 0), ("🍎 שלום", "score 3"))
    assert not grid.scene["removes"]
    report(grid, kind="remove", row=0)
    assert "2 to 8 scores" in explorer.message
    assert explorer.scores == (2, 0)


def test_a_field_shows_what_holds_once_it_is_answered_and_is_left_alone_before():
    explorer = SoftmaxExplorer([1, 2])
    grid = explorer._controls._scores
    report(explorer._controls._c, kind="release", value=5)
    assert not grid.scene["restore"]
    report(grid, kind="type", row=0, column=0, text="one")
    assert grid.scene["restore"]
    assert grid.scene["texts"] == [["1"], ["2"]]


def test_the_axis_holds_a_score_beyond_5_and_nothing_jumps_while_it_is_pulled():
    explorer = SoftmaxExplorer([6, 4])
    assert explorer._pulled.scene["high"] == 6
    report(explorer._pulled, kind="move", index=0, height=1)
    assert explorer._pulled.scene["high"] == 6
    report(explorer._pulled, kind="release", index=0, height=1)
    assert explorer._pulled.scene["high"] == 5


def test_a_guess_is_compared_with_the_truth_once_it_is_revealed():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"])
    explorer.pinned = explorer.guessing = True
    assert drawn(explorer._weighed).tolist() == [0.5, 0.5]
    assert explorer._weighed.scene.get("ghosts") is None
    assert "0.75" not in said(explorer)
    report(explorer._weighed, kind="release", index=1, height=0.9)
    explorer._controls._reveal.click()
    assert not explorer.guessing
    np.testing.assert_allclose(drawn(explorer._weighed), [0.25, 0.75])
    assert drawn(explorer._weighed, "ghosts").tolist() == [0.5, 0.9]
    assert "furthest off at a: 0.50 guessed, 0.25 true, 0.25 apart." in said(explorer)
    assert "Your bars sum to 1.40" in said(explorer)


def test_a_pin_keeps_the_weights_of_its_moment():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"], pinned=True)
    explorer.scores = (0, 0)
    np.testing.assert_allclose(drawn(explorer._weighed, "ghosts"), [0.25, 0.75])
    assert "Since the pin: a +0.25, b −0.25." in said(explorer)
    explorer.scores = (0, 0, 0)
    assert not explorer.pinned


def test_a_chosen_weight_is_told_as_its_fraction_also_where_the_naive_form_breaks():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"])
    report(explorer._weighed, kind="choose", index=1)
    assert "b: e^(1.09861) over the sum of all powers is 3 / 4 ≈ 0.75." in said(explorer)
    explorer.added = 1000
    assert "is 1 / 1.33 ≈ 0.75." in said(explorer)
    report(explorer._weighed, kind="choose", index=1)
    assert explorer.chosen == -1


def test_goals_are_ticked_and_the_impossible_one_says_what_a_float_did():
    explorer = SoftmaxExplorer([0, 1, 2])
    assert done(explorer) == [False] * 3
    explorer.added = 800
    assert done(explorer) == [True, False, False]
    explorer.temperature = 20
    assert done(explorer) == [True, True, False]
    report(explorer.spoken, kind="give up", goal=2)
    assert "no power of e is 0" in explorer.spoken.scene["goals"][2]["reason"]
    explorer.temperature, explorer.added, explorer.scores = 1, 0, (-800, 0, 0)
    text = explorer.spoken.scene["goals"][2]["text"]
    assert "rounded to 0 in float64: e^(−800) times the largest weight, about 10^-348" in text


@pytest.mark.parametrize("dtype", list(float_formats.FORMATS))
def test_the_copied_code_computes_the_present_weights(dtype):
    if dtype == "bfloat16":
        pytest.importorskip("torch")
    explorer = SoftmaxExplorer([0.3, -1.2, 4.9], dtype=dtype, added=50, temperature=0.7)
    explorer.buttons["code"].value = True
    names = {}
    exec(explorer.spoken.scene["code"], names)
    for name, expected in (("weights", explorer.weights), ("naive", explorer.forms.naive)):
        np.testing.assert_array_equal(float_formats.numbers(names[name]), expected)


def test_presets_and_reset_begin_again():
    explorer = SoftmaxExplorer()
    for title in explorer.presets.options:
        explorer.presets.value = title
        np.testing.assert_array_equal(drawn(explorer._weighed), softmax(explorer.scores))
    explorer.added, explorer.dtype, explorer.scores = 700, "float16", (1, 2)
    start = SoftmaxExplorer().scores
    explorer.reset_button.click()
    assert explorer.scores == start
    assert (explorer.added, explorer.dtype) == (0, "float64")


def test_the_display_holds_a_picture_and_its_numbers():
    data, _ = SoftmaxExplorer([0, 0], ["a", "b"], added=720)._repr_mimebundle_()
    assert data["image/png"].startswith("iVBOR")
    assert "weights: a 0.500, b 0.500" in data["text/plain"]
    assert "e^720 overflows" in data["text/plain"]
    hidden, _ = SoftmaxExplorer([0, 0], guessing=True)._repr_mimebundle_()
    assert "0.5" not in hidden["text/plain"]


def test_the_projector_shows_few_controls():
    explorer = SoftmaxExplorer(projector=True)
    assert explorer._controls._scores.layout.display == "none"
    explorer.projector = False
    assert explorer._controls._scores.layout.display is None


def views_in(box):
    """Return every widget inside a box."""
    inside = [widget for child in getattr(box, "children", ()) for widget in views_in(child)]
    return [box, *inside]


def test_every_view_has_its_place_in_the_explorer():
    explorer = SoftmaxExplorer()
    placed = views_in(explorer)
    for view in ("_pulled", "_weighed", "_failed", "_controls", "spoken"):
        assert placed.count(getattr(explorer, view)) == 1


def test_no_trait_shadows_one_of_ipywidgets():
    own = {name for name in vars(SoftmaxExplorer) if not name.startswith("_")}
    assert not own & set(dir(VBox))


BAD = st.one_of(
    st.text(max_size=600),
    st.sampled_from(
        ["", "nan", "inf", "-inf", "1e400", "٣", "🍎", "1001", None, [], "0x10", "--1"]
    ),
)
TEXTS = st.one_of(BAD, st.floats().map(str))


@given(text=TEXTS, row=st.integers(0, 3), place=st.sampled_from(["score", "c", "name"]))
def test_whatever_is_typed_becomes_a_state_or_one_sentence(text, row, place):
    explorer = SoftmaxExplorer([0.0, 1.0, 2.0], ["a", "b", "c"])
    before = state(explorer)
    views = {
        "score": (explorer._controls._scores, {"kind": "type", "row": row, "column": 0}),
        "c": (explorer._controls._typed, {"kind": "type", "row": row % 2, "column": 0}),
        "name": (explorer._controls._scores, {"kind": "rename", "row": row}),
    }
    view, parts = views[place]
    report(view, text=text, **parts)
    if explorer.message:
        assert state(explorer) == before
        assert explorer.message.endswith(".")
        assert "\n" not in explorer.message
        assert said_message(explorer) == explorer.message
    assert np.isfinite(explorer.weights).all()
    assert explorer.weights.sum() == pytest.approx(1)


@given(
    name=st.sampled_from(["scores", "labels", "added", "temperature", "dtype"]),
    value=st.one_of(
        BAD,
        st.lists(st.floats(), max_size=10),
        st.floats(),
        st.lists(st.text(max_size=50), max_size=3),
        st.just(np.zeros((2, 2))),
    ),
)
def test_whatever_is_set_from_code_becomes_a_state_or_one_sentence(name, value):
    explorer = SoftmaxExplorer([0.0, 1.0, 2.0], ["a", "b", "c"])
    before = state(explorer)
    setattr(explorer, name, value)
    if explorer.message:
        assert state(explorer) == before
    assert np.isfinite(explorer.weights).all()
    explorer.scores = (1, 2)
    assert explorer.message == ""
    np.testing.assert_allclose(explorer.weights.sum(), 1, atol=0.01)


def test_one_score_and_thirteen_are_refused():
    explorer = SoftmaxExplorer([1, 2])
    for count in (0, 1, 9, 13):
        explorer.scores = range(count)
        assert explorer.message == f"A row here has 2 to 8 scores; this has {count}."
        assert explorer.scores == (1, 2)


def test_a_bad_value_at_the_start_becomes_a_message():
    explorer = SoftmaxExplorer([1, 2], temperature=0)
    assert explorer.temperature == 1
    assert said_message(explorer) == "The temperature must lie between 0.05 and 20; 0 does not."
