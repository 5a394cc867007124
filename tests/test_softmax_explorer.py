"""The softmax explorer shows what helpers.attention computes, and nothing typed can break it."""

import itertools
import math

import numpy as np
import pytest
from explorer_hand import done, goal, numbers, report, said

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
    assert said(explorer).startswith("“a” gets the most weight, 55%; “b” the least, 12%.")


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
    assert "e^722 overflows in float64, whose limit is 1.8e308: inf / inf = nan." in said(explorer)


@pytest.mark.parametrize(
    ("dtype", "scores", "added", "story"),
    [
        (
            "float16",
            (0, 1),
            12,
            "e^13 overflows in float16, whose limit is 65504: inf / inf = nan.",
        ),
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
    assert "bfloat16 stores" in said(explorer)


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


def axes(explorer):
    """Return the ends of the scores' axis and of their powers'."""
    return [explorer.pulled.scene[end] for end in ("low", "high")] + [explorer.raised.scene["high"]]


def test_an_axis_is_its_examples_and_no_hand_changes_it():
    explorer = SoftmaxExplorer()
    opened = axes(explorer)
    assert opened == [-1, 3, math.exp(3)]
    for title in explorer.examples:
        explorer.presets.choose(title)
        low, high, most = axes(explorer)
        assert low + 0.9 < min(explorer.scores)
        assert max(explorer.scores) < high - 0.9
        assert max(drawn(explorer.raised)) > 0.03 * most  # tall enough to be seen
    explorer.reset_button.press()
    for kind, height in itertools.product(("move", "release"), (3, -1, 0.5)):
        before = drawn(explorer.raised)[1]
        went = height - explorer.scores[1]
        report(explorer.pulled, kind=kind, index=1, height=height)
        explorer.pinned = True
        assert axes(explorer) == opened
        assert np.sign(drawn(explorer.raised)[1] - before) == np.sign(went)
        assert "↑" not in "".join(explorer.raised.scene["texts"])


def test_what_is_off_the_scale_is_marked_and_the_axis_stays():
    explorer = SoftmaxExplorer([0, 1])
    opened = axes(explorer)
    explorer.scores = (-30, 40)
    assert axes(explorer) == opened
    assert explorer.pulled.scene["texts"] == ["−30.00 ↓", "40.00 ↑"]
    assert explorer.raised.scene["texts"] == ["e^−30.00", "e^40.00 ↑"]
    assert explorer.pulled.scene["caption"] == "scores: off the scale ↓ ↑"
    assert explorer.raised.scene["caption"] == "eˢ: off the scale ↑"
    explorer.scores = (0, 1)
    assert "off the scale" not in explorer.pulled.scene["caption"]


def test_a_guess_is_compared_with_the_truth_once_it_is_revealed():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"])
    explorer.pinned = explorer.guessing = True
    assert drawn(explorer.weighed).tolist() == [0.5, 0.5]
    assert explorer.weighed.scene.get("ghosts") is None
    assert "0.75" not in said(explorer)
    assert explorer.weighed.scene["caption"] == "drag each bar: 100% together"
    report(explorer.weighed, kind="release", index=1, height=0.9)
    for no_share in (1.2, -0.2):
        report(explorer.weighed, kind="release", index=0, height=no_share)
    assert explorer.weighed.scene["caption"] == "drag each bar: 140% together"
    explorer.buttons["guess"].press(False)
    assert not explorer.guessing
    np.testing.assert_allclose(drawn(explorer.weighed), [0.25, 0.75])
    assert drawn(explorer.weighed, "ghosts").tolist() == [0.5, 0.9]
    judged = "furthest off for “a”: you said 50%, it's 25%, so you're 25 points off."
    assert judged in said(explorer)
    assert "Your bars add up to 140%" in said(explorer)


def test_a_pin_keeps_the_weights_of_its_moment():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"], pinned=True)
    explorer.scores = (0, 0)
    np.testing.assert_allclose(drawn(explorer.weighed, "ghosts"), [0.25, 0.75])
    assert "Since the pin: “a” 25% → 50%, “b” 75% → 50%." in said(explorer)


def test_a_chosen_weight_is_told_as_its_fraction_also_where_the_naive_form_breaks():
    explorer = SoftmaxExplorer([0, math.log(3)], ["a", "b"])
    report(explorer.weighed, kind="choose", index=1)
    chosen = "“b”: e^(1.09861) divided by the sum of exponentials is 3 / 4 ≈ 0.75."
    assert explorer.spoken.scene["headline"] == chosen
    assert "“b” gets the most weight, 75%; “a” the least, 25%." in said(explorer)
    explorer.added = 1000
    assert "is 1 / 1.33 ≈ 0.75." in said(explorer)
    report(explorer.weighed, kind="choose", index=1)
    assert explorer.chosen == -1


def test_a_small_weight_is_told_with_digits_of_its_own_also_as_its_fraction():
    explorer = SoftmaxExplorer([0, math.log(400), 8], ["one", "b", "c"], chosen=0)
    assert "weight, 88%; “one” the least, 3.0 × 10⁻⁴." in said(explorer)
    assert "“one”: e^(0) divided by the sum of exponentials is 1 / 3382 ≈ 3.0 × 10⁻⁴." in said(
        explorer
    )


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
    assert (
        "rounded to 0 in float64; really e^(−800) times the largest weight, about 10^-348" in text
    )


@pytest.mark.parametrize("dtype", list(rows.FORMATS))
def test_the_copied_code_computes_the_present_weights(dtype):
    if dtype == "bfloat16":
        pytest.importorskip("torch")
    explorer = SoftmaxExplorer([0.3, -1.2, 4.9], dtype=dtype, added=50, temperature=0.7)
    names = {}
    exec(explorer.code(), names)
    for name, expected in explorer.numbers().items():
        computed = [float(number) for number in names[name]]
        np.testing.assert_array_equal(computed, expected)


def test_what_breaks_the_naive_form_opens_its_drawer_which_can_be_closed():
    explorer = SoftmaxExplorer()
    breaks = explorer.raise_all
    for on in (True, False):
        explorer.buttons["naive"].press(on)
        assert (breaks in explorer.root.seen()) == on
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


def test_between_scores_and_weights_are_the_powers_that_the_weights_are_shares_of():
    explorer = SoftmaxExplorer([0.0, 1.0, -2.0])
    np.testing.assert_allclose(drawn(explorer.raised), np.exp([0.0, 1.0, -2.0]))
    assert explorer.raised.scene["texts"] == ["1.00", "2.72", "0.14"]
    assert explorer.raised.scene["caption"] == "eˢ: always above 0"
    shares = drawn(explorer.raised) / drawn(explorer.raised).sum()
    np.testing.assert_allclose(drawn(explorer.weighed), shares)
    explorer.change(scores=[9.5, 9.6, -8.0], temperature=0.5)  # each bar has its own number
    assert explorer.raised.scene["texts"] == ["e^19.00 ↑", "e^19.20 ↑", "e^−16.00"]
    assert explorer.raised.scene["caption"] == "eˢ, s = score / 0.5: off the scale ↑"
    explorer.change(scores=[-1000.0, 1.0], temperature=1)
    assert explorer.raised.scene["roles"] == ["broken", "power"]
    assert explorer.raised.scene["caption"] == "eˢ: rounded to 0 in float64"
    explorer = SoftmaxExplorer([-1000.0, 1.0])
    assert explorer.pulled.scene["texts"] == ["−1000", "1.00"]
    assert explorer.pulled.scene["ticks"] == [-1000, 0]  # 2 would be on top of 0
    explorer.added = 1000
    assert explorer.raised.scene["caption"] == "eˢ: too large for float64"
    assert explorer.pulled.scene["caption"] == "scores + 1000: drag a bar"
    explorer.guessing = True
    assert explorer.raised.scene["texts"] == ["?", "?"]
    assert not drawn(explorer.raised).any()
    assert explorer.raised.scene["caption"] == "eˢ: hidden"
    for change in ({"projector": True}, {"scores": range(7)}):
        explorer = SoftmaxExplorer(**{"scores": [0, 7.5], **change})
        assert explorer.weighed in explorer.root.seen()
        assert explorer.raised not in explorer.root.seen()
    assert "exponentials: score 1 1.00, score 2 1808.04" in SoftmaxExplorer([0, 7.5]).picture().alt
    without_room = SoftmaxExplorer(range(5)).picture()
    assert "exponentials" not in without_room.alt


def test_weights_are_parts_of_one_bar_each_in_whole_percent():
    explorer = SoftmaxExplorer([0, math.log(3), -9, 20])
    scene = explorer.weighed.scene
    assert scene["stacked"]
    assert scene["texts"] == ["under 1%", "under 1%", "under 1%", "over 99%"]
    assert drawn(explorer.weighed).sum() == pytest.approx(1)
    assert "stacked" not in SoftmaxExplorer(guessing=True).weighed.scene  # it need not be whole


def test_one_score_and_thirteen_are_refused():
    explorer = SoftmaxExplorer([1, 2])
    for count in (0, 1, 9, 13):
        explorer.scores = range(count)
        assert explorer.message == f"scores must be 2 to 8 numbers; this has {count}."
        assert explorer.scores == (1, 2)
