"""The scaling explorer shows what helpers.attention computes of random queries and keys."""

import re

import numpy as np
import pytest
from explorer_hand import details, done, numbers, report, said
from hypothesis import given
from hypothesis import strategies as st

from helpers.attention import attention, softmax
from helpers.explorers import ScalingExplorer
from helpers.explorers.scaling.state import saturation, vectors

WAYS = ("normal", "linear", "same")


def drawn(view, part="columns"):
    """Return the ends (k, 2) and the heights (k,) of a view's columns or ghosts."""
    columns = view.scene[part]
    return numbers(columns["ends"]).reshape(-1, 2), numbers(columns["heights"])


ROWS = ("standard deviation", "largest weight", "entropy", "gradient, scores", "gradient, query")


def facts(explorer):
    """Return the numbers of the details: of query 1 and of all, one row per fact."""
    told = details(explorer)
    shown = [re.match(r"query 1: (\S+); all \d+: ([^;\s]+)", told[name]).groups() for name in ROWS]
    return np.array(shown, dtype=float)


def shares(explorer, part="columns"):
    """Return how wide each part of the bar of weights is."""
    return np.diff(drawn(explorer.weighed, part)[0])[:, 0]


def computed(explorer, scaled=None):
    """Compute a state's attention from its own vectors, as the notebook would, or its other."""
    queries, keys = vectors(explorer.entries, explorer.draw)
    queries, keys = queries[: explorer.n, : explorer.d_k], keys[: explorer.n, : explorer.d_k]
    scaled = explorer.scaled if scaled is None else scaled
    return attention(queries, keys, keys, scale=None if scaled else 1.0)


@pytest.mark.parametrize("entries", ["normal", "linear"])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("d_k", [1, 16, 4096])
def test_the_facts_are_those_of_the_attention_computed_beside_it(entries, scaled, d_k):
    explorer = ScalingExplorer(entries=entries, scaled=scaled, d_k=d_k)
    result = computed(explorer)
    norms = [np.linalg.norm(np.diag(row) - np.outer(row, row)) for row in result.weights]
    entropy = -np.sum(result.weights * np.log(np.maximum(result.weights, 1e-300)), axis=1)
    largest = result.weights.max(axis=1)
    shown = facts(explorer)
    np.testing.assert_allclose(shown[0], [result.scaled[0].std(), result.scaled.std()], atol=0.0051)
    for row, each in ((1, largest), (2, entropy), (3, norms)):
        np.testing.assert_allclose(shown[row], [each[0], np.mean(each)], atol=0.0051)


@pytest.mark.parametrize("scaled", [False, True])
def test_the_gradient_by_the_query_is_what_a_nudge_of_the_query_finds(scaled):
    explorer = ScalingExplorer(d_k=8, n=12, scaled=scaled)
    result, scale = computed(explorer), 8**-0.5 if scaled else 1.0
    nudges = 1e-6 * np.eye(8)
    up, down = (
        softmax(scale * (result.queries[0] + sign * nudges) @ result.keys.T) for sign in (1, -1)
    )
    slopes = (up - down) / 2e-6
    assert explorer.state.measured.by_query[0] == pytest.approx(np.linalg.norm(slopes), rel=1e-6)


def test_equal_weights_are_what_the_facts_compare_with():
    explorer = ScalingExplorer(n=16)
    equal = np.full(16, 1 / 16)
    norm = np.linalg.norm(np.diag(equal) - np.outer(equal, equal))
    texts = [["expected 8.00"], ["equal 0.062"], ["ln n 2.77"], [f"equal {norm:.3f}"], []]
    assert [details(explorer)[name].split("; ")[2:] for name in ROWS] == texts
    explorer.scaled = True
    assert details(explorer)["standard deviation"].endswith("; expected 1.00")


def test_a_wider_query_holds_the_numbers_of_the_narrower_one_and_fewer_tokens_are_the_first():
    explorer = ScalingExplorer(d_k=16)
    whole = explorer.state.measured.scaled
    explorer.n = 9
    np.testing.assert_array_equal(explorer.state.measured.scaled, whole[:9, :9])
    explorer.d_k = 17
    queries, keys = vectors("normal", 0)
    added = np.outer(queries[:9, 16], keys[:9, 16])
    np.testing.assert_allclose(explorer.state.measured.scaled, whole[:9, :9] + added)


def test_the_spread_follows_the_root_of_the_width_and_scaling_brings_it_back():
    explorer = ScalingExplorer()
    for d_k in (16, 64, 256, 1024, 4096):
        explorer.d_k, explorer.scaled = d_k, False
        assert facts(explorer)[0, 1] == pytest.approx(np.sqrt(d_k), rel=0.06)
        explorer.scaled = True
        assert facts(explorer)[0, 1] == pytest.approx(1, rel=0.06)


def test_layers_as_torch_begins_spread_a_third_as_far():
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    layer = torch.nn.Linear(64, 4096, bias=False)
    theirs = layer(torch.randn(64, 64)).detach().numpy()
    ours = vectors("linear", 0)[0]
    assert np.linalg.norm(ours) == pytest.approx(np.linalg.norm(theirs), rel=0.05)
    explorer = ScalingExplorer(entries="linear", d_k=1024)
    assert facts(explorer)[0, 1] == pytest.approx(32 / 3, rel=0.06)


def test_own_keys_are_told_apart_where_queries_are_keys():
    explorer = ScalingExplorer(entries="same", d_k=64, scaled=True)
    result = computed(explorer)
    others = result.scaled[~np.eye(64, dtype=bool)]
    spreads = [result.scaled[0, 1:].std(), others.std()]
    np.testing.assert_allclose(facts(explorer)[0], spreads, atol=0.0051)
    own = np.diag(result.scaled).mean()
    assert f"A query scores {own:.2f} with its own key, on average." in said(explorer)
    explorer.scaled = False
    assert f"A query scores {8 * own:.2f} with its own key, on average." in said(explorer)
    *_, mark = explorer.spread.scene["marks"]
    assert (mark["at"], mark["text"]) == (pytest.approx(8 * own), "mean with own key")
    explorer.d_k = 4096  # it lies beyond
    assert [mark["role"] for mark in explorer.spread.scene["marks"]] == ["law", "law"]


@pytest.mark.parametrize("scaled", [False, True])
def test_a_histogram_counts_every_score_on_an_axis_that_never_moves(scaled):
    explorer = ScalingExplorer(d_k=64, scaled=scaled)
    ends, heights = drawn(explorer.spread)
    scores = computed(explorer).scaled.ravel()
    counts = [np.sum((scores >= left) & (scores < right)) for left, right in ends]
    assert sum(counts) == scores.size
    np.testing.assert_allclose(heights, np.array(counts) / max(counts))
    widths = []
    for d_k in (1, 16, 256):
        explorer.d_k = d_k
        scene = explorer.spread.scene
        assert (scene["low"], scene["high"]) == (-100, 100)
        widths.append(scene["spans"][0]["right"])
    np.testing.assert_allclose(widths, [1, 1, 1] if scaled else [1, 4, 16], rtol=0.1)


@pytest.mark.parametrize("entries", WAYS)
@pytest.mark.parametrize("d_k", [4, 64, 1024, 4096])
def test_a_divided_histogram_is_the_undivided_one_with_each_column_moved(d_k, entries):
    explorer = ScalingExplorer(d_k=d_k, entries=entries)
    ends, heights = drawn(explorer.spread)
    roles = explorer.spread.scene["columns"]["roles"]
    assert np.sum(heights > 0.25) >= 5  # enough to be a shape
    explorer.scaled = True
    moved, divided = drawn(explorer.spread)
    count = roles.count("score")
    assert explorer.spread.scene["columns"]["roles"].count("score") == count
    np.testing.assert_allclose(moved[:count], ends[:count] / np.sqrt(d_k))
    inside = heights[:count] > 0
    scale = divided[:count][inside] / heights[:count][inside]
    np.testing.assert_allclose(scale, scale[0])  # beyond the undivided axis there may be more


def test_what_is_divided_moves_and_what_is_dragged_follows_the_pointer():
    explorer = ScalingExplorer(d_k=256)
    views = (explorer.spread, explorer.weighed, explorer.even)
    for do, moves in (
        (lambda: explorer.set_trait("scaled", True), True),
        (lambda: report(explorer.width, kind="move", value=3), False),
        (lambda: explorer.divide.press(False), True),
        (lambda: explorer.set_trait("draw", 3), False),
    ):
        do()
        assert [view.scene["glides"] for view in views] == [moves] * 3


def test_divided_scores_are_seen_beside_the_undivided_ones_or_a_pin():
    explorer = ScalingExplorer(d_k=256)
    outline, before = drawn(explorer.spread), shares(explorer).max()
    entropy = drawn(explorer.even)[0]
    assert explorer.spread.scene["ghosts"] is explorer.even.scene["ghosts"] is None
    explorer.scaled = True
    for kept, ghost in zip(outline, drawn(explorer.spread, "ghosts"), strict=True):
        np.testing.assert_array_equal(kept, ghost)
    assert shares(explorer, "ghosts").tolist() == [pytest.approx(before)]
    np.testing.assert_array_equal(drawn(explorer.even, "ghosts")[0], entropy)
    assert explorer.spread.scene["caption"] == "64 × 64 scores ÷ √256 = 16; dashed: undivided"
    explorer.pinned = True
    assert explorer.spread.scene["caption"].endswith("; dashed: pinned")


def test_the_bar_of_weights_and_the_headline_are_those_of_the_scores_shown():
    explorer = ScalingExplorer()
    for changes in ({"d_k": 256}, {"scaled": True}, {"draw": 5, "n": 20}, {"entries": "linear"}):
        explorer.change(**changes)
        weights = computed(explorer).weights[0]
        np.testing.assert_allclose(shares(explorer), weights, atol=1e-12)
        full = (computed(explorer).weights.max(axis=1) > 0.99).sum()
        assert f"one key more than 0.99: {full} of {len(weights)}." in said(explorer)
    headline = "At d_k = 256, divided by √d_k: one key takes {:.0f}% of the first query's weight."
    assert explorer.spoken.scene["headline"] == headline.format(100 * weights.max())


def test_the_entropy_stands_between_0_and_that_of_equal_weights():
    explorer = ScalingExplorer(d_k=256, n=20, scaled=True)
    row = computed(explorer).weights[0]
    entropy = -np.sum(row * np.log(row))
    scene = explorer.even.scene
    assert (scene["low"], scene["high"]) == (0, pytest.approx(np.log(20)))
    np.testing.assert_allclose(drawn(explorer.even)[0], [[0, entropy]])
    assert [mark["text"] for mark in scene["marks"]] == [
        "0: all on one",
        f"{np.log(20):.2f}: all alike",
        f"entropy {entropy:.2f}",
    ]
    alike = f"equal weights on e^{entropy:.2f} ≈ {np.exp(entropy):.0f} of the 20 keys."
    assert f"The entropy is that of {alike}" in said(explorer)


def test_what_to_do_next_is_said_and_not_in_a_guess_or_a_presentation():
    explorer = ScalingExplorer(d_k=1024)
    assert "Press ÷ √d_k." in explorer.to_try.html
    explorer.scaled = True
    assert "from end to end" in explorer.to_try.html
    explorer.change(scaled=False, d_k=4)
    assert "to the right" in explorer.to_try.html
    for name in ("guessing", "projector"):
        explorer.set_trait(name, True)
        assert explorer.to_try.html == "<p class='abh-prompt'></p>" or explorer.to_try.hidden
        explorer.set_trait(name, False)


def test_no_goal_is_met_as_the_explorer_opens():
    for opening in ({}, {"d_k": 1024, "draw": 1}):
        now = ScalingExplorer(**opening).state
        assert not any(goal.reached(now, now) for goal in ScalingExplorer.goals)


def test_dividing_spreads_the_weight_and_luck_alone_does_without():
    explorer = ScalingExplorer(d_k=4096)
    assert not any(done(explorer))
    explorer.scaled = True
    assert done(explorer) == [True, False, False]
    explorer.change(scaled=False, d_k=64)
    for explorer.draw in range(40):
        lucky = computed(explorer).weights[0].max() < 0.5
        assert done(explorer)[1] == lucky
        if lucky:
            break
    assert lucky


def test_a_weight_short_of_all_is_not_told_as_all():
    explorer = ScalingExplorer(entries="same", d_k=1024, scaled=True)
    assert 0.995 < explorer.state.measured.largest[0] < 1
    assert "one key takes over 99% of" in said(explorer)
    explorer.scaled = False
    assert "one key takes 100% of" in said(explorer)


def test_what_lies_beyond_the_axis_is_said():
    explorer = ScalingExplorer(d_k=4096)
    scores = computed(explorer).scaled
    beyond = [f"‹ {(scores < -100).sum()} beyond", f"{(scores > 100).sum()} beyond ›"]
    assert explorer.spread.scene["beyond"] == beyond
    explorer.scaled = True
    assert explorer.spread.scene["beyond"] == ["", ""]


def test_the_largest_weight_is_marked():
    explorer = ScalingExplorer(d_k=16, n=10)
    weights = computed(explorer).weights[0]
    top = int(weights.argmax())
    assert explorer.weighed.scene["columns"]["roles"].index("top") == top
    (mark,) = explorer.weighed.scene["marks"]
    assert mark["text"] == f"key {top + 1}: {weights[top]:.3f}"


def test_the_law_stands_beside_the_spread():
    explorer = ScalingExplorer(d_k=256)
    assert [mark["at"] for mark in explorer.spread.scene["marks"]] == [-16, 16]
    (span,) = explorer.spread.scene["spans"]
    assert span["right"] == -span["left"] == pytest.approx(computed(explorer).scaled.std())
    explorer.scaled = True
    assert [mark["at"] for mark in explorer.spread.scene["marks"]] == [-1, 1]


def test_sliders_change_width_and_tokens_and_the_words_follow():
    explorer = ScalingExplorer()
    report(explorer.width, kind="move", value=10)
    assert explorer.d_k == 1024
    report(explorer.width, kind="release", value=10, by="keys")
    assert explorer.width.scene["text"] == "1,024"
    report(explorer.tokens, kind="release", value=7)
    assert explorer.n == 7
    assert f"{np.log(7):.2f}" in details(explorer)["entropy"]


def test_a_typed_width_is_a_stop_of_the_slider_until_another_takes_its_place():
    explorer = ScalingExplorer(d_k=80)
    stop = explorer.width.scene["value"]
    for at, d_k in ((12, 4096), (stop, 80)):
        report(explorer.width, kind="release", value=at)
        assert explorer.d_k == d_k
    explorer.d_k = 64
    for at in (stop + 1, stop):
        report(explorer.width, kind="release", value=at)
    assert explorer.d_k == 64


def test_the_switch_divides_and_another_draw_changes_the_vectors():
    explorer = ScalingExplorer(d_k=256)
    explorer.divide.press(True)
    assert explorer.scaled
    explorer.scaled = False
    assert not explorer.divide.on
    first = said(explorer)
    explorer.again.press()
    assert explorer.draw == 1
    assert said(explorer) != first


def test_width_tokens_and_draw_are_typed_and_a_refused_text_is_drawn_anew():
    explorer = ScalingExplorer(editing=True)
    typed = explorer.typed
    for column, (name, text) in enumerate((("d_k", "80"), ("n", "5"), ("draw", "12"))):
        report(typed, kind="type", row=0, column=column, text=text)
        assert str(getattr(explorer, name)) == text
    assert typed.scene["texts"] == [["80", "5", "12"]]
    report(typed, kind="type", row=0, column=0, text="eight")
    assert "is not a number" in explorer.message
    assert typed.scene["restore"]
    assert typed.scene["texts"] == [["80", "5", "12"]]


def test_a_guess_is_hidden_behind_and_then_beside_the_truth():
    explorer = ScalingExplorer(d_k=256, pinned=True)
    explorer.guessing = True
    views = (explorer.spread, explorer.weighed, explorer.even)
    assert not any(drawn(view)[1].size or view.scene.get("marks") for view in views)
    assert not details(explorer)
    assert not re.search(r"\d", said(explorer))
    assert not any("16" in view.scene["caption"] for view in views)  # √256 would give it away
    report(explorer.slider, kind="release", value=10, by="keys")
    assert explorer.guessing
    assert explorer.spread.scene["spans"][0]["right"] == 10
    report(explorer.slider, kind="release", value=12.5)
    true = computed(explorer).scaled.std()
    judged = f"the standard deviation is {true:.2f}, {abs(12.5 - true):.2f} away."
    assert f"You guessed 12.5; {judged}" in said(explorer)
    assert [span["role"] for span in explorer.spread.scene["spans"]] == ["spread", "guess"]


def test_a_pin_keeps_both_pictures_and_the_numbers_of_its_moment():
    explorer = ScalingExplorer(d_k=4)
    outline, largest = drawn(explorer.spread), shares(explorer).max()
    before = computed(explorer)
    explorer.pinned = True
    explorer.d_k, explorer.n = 1024, 20
    for kept, ghost in zip(outline, drawn(explorer.spread, "ghosts"), strict=True):
        np.testing.assert_array_equal(kept, ghost)
    assert shares(explorer, "ghosts").tolist() == [pytest.approx(largest)]
    shown = f"{before.scaled.std():.2f} → {computed(explorer).scaled.std():.2f}"
    assert f"standard deviation {shown}." in said(explorer)
    assert f"Since the pin: one key {100 * largest:.0f}% → " in said(explorer)
    explorer.pinned = False
    assert explorer.spread.scene["ghosts"] is None


@given(
    d_k=st.sampled_from([1, 2, 64, 4096]),
    n=st.integers(4, 64),
    draw=st.integers(0, 20),
    entries=st.sampled_from(WAYS),
    scaled=st.booleans(),
)
def test_no_state_has_more_entropy_than_equal_weights(d_k, n, draw, entries, scaled):
    measured = saturation(entries, draw, n, d_k, scaled)
    assert (measured.entropy <= np.log(n) + 1e-9).all()
    assert (measured.entropy >= 0).all()
    assert (measured.by_scores <= 0.5 + 1e-9).all()
    assert np.isfinite(measured.by_query).all()


def test_presets_draw_in_another_way():
    explorer = ScalingExplorer(d_k=256, pinned=True)
    for title, entries in reversed([*zip(explorer.presets.options, WAYS, strict=True)]):
        explorer.presets.choose(title)
        assert (explorer.entries, explorer.d_k, explorer.pinned) == (entries, 256, False)
        assert explorer.example_title == title
    explorer.entries = "linear"
    assert explorer.presets.chosen == "as nn.Linear begins"
