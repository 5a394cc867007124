"""The softmax explorer shows what helpers.attention computes, and nothing typed can break it."""

import math
import sys

import numpy as np
import pytest
from explorer_hand import done, goal, numbers, report, said
from rules.notebook import ROOT

from helpers.attention import softmax
from helpers.explorers import SoftmaxExplorer
from helpers.explorers.softmax import state as rows
from helpers.readers import worked_examples


def drawn(view, part="heights"):
    return numbers(view.scene[part])


def test_it_opens_with_the_weights_that_a_source_prints_for_journey():
    explorer = SoftmaxExplorer()
    printed = worked_examples.load("your_journey").find("weights", "journey")
    np.testing.assert_allclose(drawn(explorer.weighed), printed.value, atol=1e-4)
    assert explorer.weighed.scene["labels"] == list(worked_examples.load("your_journey").tokens)


def test_a_pulled_bar_moves_every_weight_and_the_words_follow():
    explorer = SoftmaxExplorer([0, 1, 2], ["a", "b", "c"])
    report(explorer.pulled, kind="move", index=0, height=2.5)
    assert explorer.scores == (2.5, 1, 2)
    np.testing.assert_array_equal(drawn(explorer.weighed), softmax([2.5, 1, 2]))
    assert said(explorer).startswith("“a” takes most, 0.55; “b” least, 0.12.")


def test_adding_c_to_all_changes_no_weight_while_the_naive_form_breaks():
    explorer = SoftmaxExplorer([0.0, 1.0, 2.0])
    start = drawn(explorer.weighed).copy()
    assert explorer.failed not in explorer.root.seen()
    explorer.buttons["naive"].press(True)
    report(explorer.raise_all, kind="release", value=720)
    np.testing.assert_allclose(drawn(explorer.weighed), start, atol=1e-12)
    assert explorer.failed in explorer.root.seen()
    assert explorer.failed.scene["texts"] == ["nan"] * 3
    assert explorer.failed.scene["roles"] == ["broken"] * 3
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
    assert explorer.failed in explorer.root.seen()
    assert explorer.failed.scene["roles"] == ["broken"] * 2  # also a number, where it is 0


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_every_format_shows_what_its_own_arrays_compute(dtype):
    explorer = SoftmaxExplorer([0.3, -1.2, 4.9], dtype=dtype, added=3, temperature=0.7)
    scores = np.array([0.3, -1.2, 4.9], dtype=dtype) + np.array(3, dtype=dtype)
    np.testing.assert_array_equal(
        drawn(explorer.weighed), softmax(scores, temperature=0.7).astype(float)
    )


def test_bfloat16_is_torchs():
    torch = pytest.importorskip("torch")
    explorer = SoftmaxExplorer([0.3, -1.2, 4.9], dtype="bfloat16")
    scores = torch.tensor([0.3, -1.2, 4.9], dtype=torch.bfloat16)
    expected = torch.softmax(scores.double(), dim=0).numpy()
    np.testing.assert_allclose(drawn(explorer.weighed), expected, atol=0.005)
    assert not np.allclose(drawn(explorer.weighed), softmax([0.3, -1.2, 4.9]), atol=1e-6)
    explorer.added = 720
    assert "bfloat16 keeps" in said(explorer)


def test_without_torch_the_button_says_why_and_the_format_stays(monkeypatch):
    monkeypatch.setattr(rows, "find_spec", lambda name: None)
    explorer = SoftmaxExplorer()
    button = explorer.formats.children[1]
    assert button.disabled
    assert button.does == "bfloat16 needs PyTorch, which is not installed here."
    monkeypatch.setitem(sys.modules, "torch", None)
    explorer.dtype = "bfloat16"
    assert explorer.dtype == "float64"
    assert explorer.message == rows.MISSING


def test_what_stands_for_torch_where_there_is_none_is_not_taken_for_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    assert rows.missing("bfloat16") == ""
    monkeypatch.syspath_prepend(ROOT / "helpers/jupyterlab/without_torch")
    assert rows.missing("bfloat16") == rows.MISSING


def test_pressing_a_format_computes_in_it_and_exactly_one_stays_on():
    explorer = SoftmaxExplorer(naive=True)
    explorer.formats.children[0].press(True)
    assert explorer.dtype == "float16"
    assert [b.on for b in explorer.formats.children] == [True, False, False, False]
    explorer.dtype = "float32"
    assert [b.on for b in explorer.formats.children] == [False, False, True, False]


def test_the_temperature_slider_reaches_its_ends_and_exactly_1():
    assert [rows.heat(step) for step in (-130, 0, 130)] == [0.05, 1.0, 20.0]
    explorer = SoftmaxExplorer([2, 1, -1], editing=True)
    report(explorer.heat, kind="release", value=-130)
    np.testing.assert_allclose(drawn(explorer.weighed), softmax([2, 1, -1], temperature=0.05))
    report(explorer.fields, kind="type", row=1, column=0, text="4")
    assert explorer.heat.scene["text"] == "4"
    assert rows.heat(explorer.heat.scene["value"]) == pytest.approx(4, 0.02)


def test_scores_are_typed_renamed_added_and_removed():
    explorer = SoftmaxExplorer([1, 2], ["a", "b"], editing=True)
    grid = explorer.table
    report(grid, kind="type", row=0, column=0, text="−3,5")
    report(grid, kind="rename", row=1, text="🍎 שלום")
    explorer.add.press()
    assert explorer.scores == (-3.5, 2, 0)
    assert explorer.state.names == ("a", "🍎 שלום", "score 3")
    report(grid, kind="remove", row=0)
    assert (explorer.scores, explorer.state.names) == ((2, 0), ("🍎 שלום", "score 3"))
    assert not grid.scene["removes"]
    report(grid, kind="remove", row=0)
    assert "2 to 8 numbers" in explorer.message
    assert explorer.scores == (2, 0)


def test_a_field_shows_what_holds_once_it_is_answered_and_is_left_alone_before():
    explorer = SoftmaxExplorer([1, 2], editing=True)
    grid = explorer.table
    report(explorer.heat, kind="release", value=5)
    assert not grid.scene["restore"]
    report(grid, kind="type", row=0, column=0, text="one")
    assert grid.scene["restore"]
    assert grid.scene["texts"] == [["1"], ["2"]]


def axis(explorer):
    """Return the ends of the scores' axis."""
    return explorer.pulled.scene["low"], explorer.pulled.scene["high"]


def test_the_axis_fits_its_scores_and_nothing_jumps_while_one_is_pulled():
    explorer = SoftmaxExplorer()
    assert axis(explorer) == (-1, 4)
    tallest = max(drawn(explorer.pulled)) / 5  # share of the picture
    assert tallest > 0.25
    explorer = SoftmaxExplorer([6, 4])
    assert axis(explorer) == (-1, 8)
    report(explorer.pulled, kind="move", index=0, height=1)
    assert axis(explorer) == (-1, 8)
    report(explorer.pulled, kind="release", index=0, height=1)
    assert axis(explorer) == (-1, 8)  # 4 at its end would leave no room to pull
    report(explorer.pulled, kind="release", index=1, height=3.9)
    assert axis(explorer) == (-1, 4)


def test_a_score_that_is_pulled_to_the_end_finds_more_room_once_it_is_let_go():
    explorer, ends = SoftmaxExplorer([0, 1]), []
    for _ in range(9):
        low, high = axis(explorer)
        ends.append((low, high))
        report(explorer.pulled, kind="move", index=0, height=low)
        assert axis(explorer) == (low, high)
        report(explorer.pulled, kind="release", index=0, height=low)
        report(explorer.pulled, kind="release", index=1, height=high)
    assert ends[:3] == [(-1, 4), (-2, 8), (-4, 16)]
    assert ends[-1] == (-256, 1000)
    explorer.pinned = True
    explorer.scores = (0, 1)
    assert axis(explorer) == (-512, 1000)  # the pinned bars are seen, too


def test_a_guess_is_compared_with_the_truth_once_it_is_revealed():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"])
    explorer.pinned = explorer.guessing = True
    assert drawn(explorer.weighed).tolist() == [0.5, 0.5]
    assert explorer.weighed.scene.get("ghosts") is None
    assert "0.75" not in said(explorer)
    assert explorer.weighed.scene["caption"] == "your guess sums to 1.00: pull each bar"
    report(explorer.weighed, kind="release", index=1, height=0.9)
    for no_share in (1.2, -0.2):
        report(explorer.weighed, kind="release", index=0, height=no_share)
    assert explorer.weighed.scene["caption"] == "your guess sums to 1.40: pull each bar"
    explorer.buttons["guess"].press(False)
    assert not explorer.guessing
    np.testing.assert_allclose(drawn(explorer.weighed), [0.25, 0.75])
    assert drawn(explorer.weighed, "ghosts").tolist() == [0.5, 0.9]
    assert "furthest off at “a”: 0.50 guessed, 0.25 true, 0.25 apart." in said(explorer)
    assert "Your bars sum to 1.40" in said(explorer)


def test_a_pin_keeps_the_weights_of_its_moment():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"], pinned=True)
    explorer.scores = (0, 0)
    np.testing.assert_allclose(drawn(explorer.weighed, "ghosts"), [0.25, 0.75])
    assert "Since the pin: “a” +0.25, “b” −0.25." in said(explorer)


def test_a_chosen_weight_is_told_as_its_fraction_also_where_the_naive_form_breaks():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"])
    report(explorer.weighed, kind="choose", index=1)
    chosen = "“b”: e^(1.09861) over the sum of all powers is 3 / 4 ≈ 0.75."
    assert explorer.spoken.scene["headline"] == chosen
    assert "“b” takes most, 0.75; “a” least, 0.25." in said(explorer)
    explorer.added = 1000
    assert "is 1 / 1.33 ≈ 0.75." in said(explorer)
    report(explorer.weighed, kind="choose", index=1)
    assert explorer.chosen == -1


def test_a_small_weight_is_told_with_digits_of_its_own_also_as_its_fraction():
    explorer = SoftmaxExplorer([0, math.log(400), 8], ["one", "b", "c"], chosen=0)
    assert "“c” takes most, 0.88; “one” least, 3.0 × 10⁻⁴." in said(explorer)
    assert "“one”: e^(0) over the sum of all powers is 1 / 3382 ≈ 3.0 × 10⁻⁴." in said(explorer)


def test_goals_are_ticked_and_the_impossible_one_says_what_a_float_did():
    explorer = SoftmaxExplorer([0, 1, 2])
    assert done(explorer) == [False] * 3
    explorer.added = 800
    assert done(explorer) == [True, False, False]
    explorer.temperature = 20
    assert done(explorer) == [True, True, False]
    assert "no power of e is 0" in goal(explorer, "make a weight exactly 0")["hint"]
    explorer.temperature, explorer.added, explorer.scores = 1, 0, (-800, 0, 0)
    text = explorer.spoken.scene["goals"][2]["text"]
    assert "rounded to 0 in float64: e^(−800) times the largest weight, about 10^-348" in text


@pytest.mark.parametrize("dtype", list(rows.FORMATS))
def test_the_copied_code_computes_the_present_weights(dtype):
    if dtype == "bfloat16":
        pytest.importorskip("torch")
    explorer = SoftmaxExplorer([0.3, -1.2, 4.9], dtype=dtype, added=50, temperature=0.7)
    names = {}
    exec(explorer.code(), names)
    for name, expected in explorer.numbers().items():
        np.testing.assert_array_equal(rows.as_float64(names[name]), expected)


def test_the_words_of_the_still_picture_hold_its_numbers_but_not_while_they_are_guessed():
    alt = SoftmaxExplorer([0, 0], ["a", "b"], added=720).picture().alt
    assert "weights: a 0.50, b 0.50" in alt
    assert "e^720 overflows" in alt
    assert "0.5" not in SoftmaxExplorer([0, 0], guessing=True).picture().alt


def test_the_drawers_open_by_their_switches_and_a_presentation_keeps_the_typed_one_shut():
    explorer = SoftmaxExplorer()
    breaks, typed = explorer.raise_all, explorer.table
    assert breaks not in explorer.root.seen()
    assert typed not in explorer.root.seen()
    explorer.buttons["naive"].press(True)
    explorer.buttons["editing"].press(True)
    assert breaks in explorer.root.seen()
    assert explorer.failed in explorer.root.seen()
    assert typed in explorer.root.seen()
    explorer.projector = True
    assert typed not in explorer.root.seen()
    explorer.projector = False
    explorer.naive = False
    assert breaks not in explorer.root.seen()
    for c in (720, -800):  # what broke opens the drawer, which can be closed, and stays so
        explorer.added = c
        assert explorer.failed in explorer.root.seen()
        assert breaks in explorer.root.seen()
        assert explorer.buttons["naive"].on
        explorer.buttons["naive"].press(False)
        explorer.added = c + 1
        assert explorer.failed not in explorer.root.seen()
        assert breaks not in explorer.root.seen()
        assert "nan" not in said(explorer)
        explorer.added = 0


def test_between_scores_and_weights_stand_the_powers_that_the_weights_are_shares_of():
    explorer = SoftmaxExplorer([0.0, 1.0, -2.0])
    np.testing.assert_allclose(drawn(explorer.raised), np.exp([0.0, 1.0, -2.0]))
    assert explorer.raised.scene["texts"] == ["1.00", "2.72", "0.14"]
    assert explorer.raised.scene["caption"] == "eˢ: always above 0"
    assert explorer.raised.scene["high"] == 4
    shares = drawn(explorer.raised) / drawn(explorer.raised).sum()
    np.testing.assert_allclose(drawn(explorer.weighed), shares)
    explorer.change(scores=[2.0, -12.0, 6.0], temperature=0.5)
    assert explorer.raised.scene["texts"] == ["54.60", "4e−11", "2e5"]
    assert explorer.raised.scene["caption"] == "eˢ, s = score / 0.5: always above 0"
    explorer.change(scores=[9.5, 9.6, -8.0], temperature=0.5)  # each bar has its own number
    assert explorer.raised.scene["texts"] == ["1.8e8", "2.2e8", "1.1e−7"]
    explorer.change(scores=[2.0, -12.0, 6.0])
    assert explorer.raised.scene["high"] == 2**18
    explorer.change(scores=[-1000.0, 1.0], temperature=1)
    assert explorer.raised.scene["roles"] == ["broken", "power"]
    assert explorer.raised.scene["caption"] == "eˢ: rounded to 0 in float64"
    assert explorer.pulled.scene["texts"] == ["−1000", "1.00"]
    assert explorer.pulled.scene["ticks"] == [-1000, 0]  # 4 would lie on 0
    explorer.added = 1000
    assert explorer.raised.scene["caption"] == "eˢ: too large for float64"
    assert explorer.pulled.scene["caption"] == "scores + 1000: pull a bar"
    for change in ({"guessing": True}, {"projector": True}, {"scores": range(7)}):
        explorer = SoftmaxExplorer(**{"scores": [0, 7.5], **change})
        assert explorer.weighed in explorer.root.seen()
        assert explorer.raised not in explorer.root.seen()
    assert "powers: score 1 1.00, score 2 1808.04" in SoftmaxExplorer([0, 7.5]).picture().alt
    assert "powers" not in SoftmaxExplorer(range(5)).picture().alt  # there is no room for numbers


def test_one_score_and_thirteen_are_refused():
    explorer = SoftmaxExplorer([1, 2])
    for count in (0, 1, 9, 13):
        explorer.scores = range(count)
        assert explorer.message == f"scores must be 2 to 8 numbers; this has {count}."
        assert explorer.scores == (1, 2)
