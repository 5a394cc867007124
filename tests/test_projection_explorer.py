"""The projection explorer shows what helpers.attention computes, and nothing typed breaks it."""

import numpy as np
import pytest
from explorer_hand import done, dots, numbers, report, said, segments
from hypothesis import given
from hypothesis import strategies as st
from kept_explorer import again as as_new

from helpers.attention import attention, project
from helpers.explorers import ProjectionExplorer
from helpers.readers import worked_examples

I = np.eye(2)  # noqa: E741 - the identity's own name
TURN = [[-0.5, np.sqrt(3) / 2], [-np.sqrt(3) / 2, -0.5]]  # e1 goes to 120 degrees
BACK = np.transpose(TURN)
MATRICES = ("W_Q", "W_K", "W_V")
PLAIN = dict.fromkeys(MATRICES, "identity")
ENTRIES = st.floats(-5, 5).map(lambda x: round(x, 3))
SQUARES = st.lists(st.lists(ENTRIES, min_size=2, max_size=2), min_size=2, max_size=2)
ROWS = st.lists(st.lists(ENTRIES, min_size=2, max_size=2), min_size=3, max_size=3)


def again(**traits):
    """Return the same explorer again, as new, without the map that it opens with."""
    explorer = as_new(ProjectionExplorer)
    explorer.change(**PLAIN)
    explorer.change(**traits)
    return explorer


def cells(explorer):
    """The numbers of the table as they stand there."""
    texts = explorer.score_table.heatmap.scene["texts"]
    return [[float(text.replace("−", "-")) for text in row] for row in texts]


def typed(explorer, name, row, column, text):
    report(explorer.fields[name].grid, kind="type", row=row, column=column, text=text)


@given(ROWS, SQUARES, SQUARES, SQUARES)
def test_scores_weights_and_plane_are_those_of_attention(rows, W_Q, W_K, W_V):
    explorer = again(embeddings=rows, W_Q=W_Q, W_K=W_K, W_V=W_V)
    assert explorer.message == ""
    result = attention(*project(np.array(rows), W_Q, W_K, W_V))
    for part in ("scores", "weights", "context"):
        np.testing.assert_allclose(getattr(explorer.result, part), getattr(result, part))
    np.testing.assert_allclose(cells(explorer), result.scores, atol=0.00501)
    explorer.table = "weights"
    np.testing.assert_allclose(cells(explorer), result.weights, atol=0.00501)
    at = dots(explorer)  # a letter alone names what is at its own token
    np.testing.assert_allclose(at.get("q of A", at.get("q")), result.queries[0])
    np.testing.assert_allclose(at.get("k of C", at.get("k")), result.keys[2])
    explorer.shown = "values and shift"
    np.testing.assert_allclose(dots(explorer)["z"], result.context[0])
    (shift,) = segments(explorer, "shift")
    np.testing.assert_allclose(shift, [*rows[0], *result.context[0]])
    way = segments(explorer, "pull")
    np.testing.assert_allclose(way[0, :2], rows[0], atol=1e-12)
    np.testing.assert_allclose(way[-1, 2:], result.context[0], atol=1e-9)


def test_a_map_is_a_matrix_to_the_right_of_a_row():
    explorer = ProjectionExplorer(W_K="rotate by 120°")
    np.testing.assert_allclose(explorer.W_K, TURN)
    first, turned = explorer.embeddings[0], explorer.result.keys[0]
    angle = np.degrees(np.arctan2(*turned[::-1]) - np.arctan2(*first[::-1]))
    assert angle == pytest.approx(120)
    assert np.hypot(*turned) == pytest.approx(np.hypot(*first))
    moves = {
        "identity": (1, 2),
        "scale by 2": (2, 4),
        "shear": (3, 2),
        "swap": (2, 1),
        "opposite": (-1, -2),
    }
    for name, end in moves.items():
        explorer.W_V = name
        np.testing.assert_allclose(np.array([1, 2]) @ explorer.W_V, end)
        assert explorer.fields["W_V"].maps.chosen == name


def test_projections_apart_cost_the_scores_their_symmetry():
    explorer = ProjectionExplorer(**PLAIN)
    assert "The scores are symmetric: queries and keys are the embeddings themselves." in said(
        explorer
    )
    explorer.W_K = "shear"
    scores = explorer.result.scores
    gap = np.abs(scores - scores.T).max()
    assert gap > 1
    assert f"a difference of {gap:.2f}." in said(explorer)
    assert explorer.text().details[1] == ("W_Q W_Kᵀ", "(1.00, 1.00) (0.00, 1.00)", "")
    explorer.W_Q = "shear"
    assert "symmetric: W_Q and W_K are the same." in said(explorer)
    assert np.abs(explorer.result.scores - explorer.result.scores.T).max() < 1e-12


def test_two_different_matrices_may_still_give_symmetric_scores():
    explorer = ProjectionExplorer(W_K="swap")
    assert not np.array_equal(explorer.W_Q, explorer.W_K)
    assert "though W_Q and W_K differ: W_Q W_Kᵀ is symmetric" in said(explorer)
    # On one line through the origin even a shear cannot part the pairs.
    explorer = ProjectionExplorer(list("ABC"), [[1, 0], [2, 0], [-1, 0]], W_K="shear")
    assert "symmetric for these tokens, but" in said(explorer)


def test_symmetric_scores_give_weights_that_are_not():
    explorer = ProjectionExplorer()
    explorer.presets.choose("The cat sat, x₁ and x₂")
    weights = explorer.result.weights
    there, back = weights[0, 2], weights[2, 0]
    assert f"The weights aren't: “The” → “sat” {there:.2f}, “sat” → “The” {back:.2f}." in said(
        explorer
    )
    assert there - back > 0.1


def test_the_words_say_whether_a_look_brings_a_word_nearer():
    explorer = ProjectionExplorer(W_K=BACK)
    assert "“A” attends most to “B”, “B” to “C”, “C” to “A”: the ring is closed." in said(explorer)
    assert "“A” attends most to “B” (0.97)" in said(explorer)
    assert "Its z moves closer to “B”: from 3.46 to 0.08." in said(explorer)
    explorer.W_V = "opposite"
    assert "Its z moves away from “B”: from 3.46 to 3.92." in said(explorer)


def test_a_dragged_word_takes_its_queries_keys_and_scores_along():
    explorer = ProjectionExplorer(W_K=TURN)
    report(explorer.plane, kind="move", index=1, x=0.5, y=-1)
    np.testing.assert_array_equal(explorer.embeddings[1], [0.5, -1])
    np.testing.assert_allclose(dots(explorer)["k of B"], [0.5, -1] @ np.array(TURN))
    np.testing.assert_allclose(cells(explorer), explorer.result.scores, atol=0.00501)
    report(explorer.plane, kind="release", index=1, x=70, y=-70)
    np.testing.assert_array_equal(explorer.embeddings[1], [5, -5])


def test_it_opens_on_a_ring_and_the_maps_that_code_gives_are_all_that_act():
    explorer = ProjectionExplorer()
    ring = "“A” attends most to “C”, “B” to “A”, “C” to “B”: the ring is closed."
    assert said(explorer).startswith(ring)
    assert explorer.ring.scene["closed"]
    assert not any(done(explorer))
    np.testing.assert_array_equal(ProjectionExplorer(W_V="swap").W_K, I)
    assert ProjectionExplorer(W_V="nonsense").state.closed


@given(ROWS, SQUARES, SQUARES)
def test_the_ring_shows_what_each_word_looks_at_most(rows, W_Q, W_K):
    explorer = again(embeddings=rows, W_Q=W_Q, W_K=W_K)
    scene, weights = explorer.ring.scene, explorer.result.weights
    ways = np.array(scene["ends"])
    assert set(ways[:, 0]) == {0, 1, 2}
    for (i, j), weight, text in zip(ways, numbers(scene["weights"]), scene["numbers"], strict=True):
        assert weight == weights[i, j] >= weights[i].max() - 1e-9
        assert text == f"{weight:.2f}"
    tops = weights.argmax(axis=1)
    alone = (np.sort(weights)[:, 2] - np.sort(weights)[:, 1] > 1e-6).all()
    if alone:
        assert scene["closed"] == (tops.tolist() in ([1, 2, 0], [2, 0, 1]))


def test_words_that_look_at_two_alike_are_no_ring_and_have_two_arrows():
    explorer = ProjectionExplorer(list("ABC"), [[1, 0], [0, 1], [1, 1]])
    assert said(explorer).startswith("“A” attends most to itself and “C” (0.40 each).")
    ways = explorer.ring.scene["ends"]
    assert ways == [[0, 0], [0, 2], [1, 1], [1, 2], [2, 2]]
    assert explorer.ring.scene["texts"][0] == "0.40 on itself and C"
    assert not explorer.ring.scene["closed"]
    explorer.embeddings = [[2, 0], [0, 0], [0, 2]]
    assert said(explorer).startswith(
        "“A” attends most to itself, “B” equally to all tokens, “C” to itself."
    )
    ways = explorer.ring.scene["ends"]
    assert ways == [[0, 0], [1, 0], [1, 1], [1, 2], [2, 2]]


def test_of_words_that_are_all_alike_none_is_said_to_get_most():
    explorer = ProjectionExplorer(list("ABC"), [[0, 0], [2, 0], [0, 2]])
    assert said(explorer).startswith(
        "“A” attends equally to all tokens, “B” most to itself, “C” most to itself."
        " “A” attends equally to all tokens (0.33 each)."
    )
    explorer.W_Q = [[0, 0], [0, 0]]
    assert said(explorer).startswith("Every token attends equally to all tokens. “A” attends eq")
    explorer = ProjectionExplorer(list("ABCD"), [[1, 0], [1, 0], [1, 0], [0, 0]])
    assert "“A” attends most to 3 tokens (" in said(explorer)


def test_the_words_of_many_are_those_of_the_one_that_asks():
    explorer = ProjectionExplorer()
    explorer.presets.choose("apple")
    looks = "“apple” attends most to “phone” (0.25). Next: “laptop” (0.22)."
    assert said(explorer).startswith(looks)
    assert said(explorer).count("attends most") == 1
    # What code gave is no example where the words are those of one.
    assert "as given" not in ProjectionExplorer(tied=True).presets.options


def test_the_area_is_the_hull_of_the_values_wherever_the_words_are():
    explorer = ProjectionExplorer(W_V=[[0.0, 2.0], [1.0, 0.5]], shown="values and shift")
    (area,) = explorer.plane.scene["areas"]
    corners, values = numbers(area["at"], 2), explorer.result.values
    for extreme in (np.min, np.max):
        np.testing.assert_allclose(extreme(corners, axis=0), extreme(values, axis=0))
    assert not np.allclose(np.ptp(values, axis=0), np.ptp(explorer.embeddings, axis=0))


def named(explorer):
    """The arrows that have a name: the name to its ends."""
    labelled = zip(explorer.plane.scene["segments"]["labels"], segments(explorer), strict=True)
    return {name: way for name, way in labelled if name}


def test_the_way_of_a_map_is_an_arrow_with_its_name_from_the_word_that_asks():
    explorer = ProjectionExplorer(W_K=TURN)
    assert list(named(explorer)) == ["W_K"]
    for query in (1, 0, 2):
        explorer.query = query
        way = [*explorer.embeddings[query], *explorer.result.keys[query]]
        np.testing.assert_allclose(named(explorer)["W_K"], way)
    explorer.W_Q = "shear"
    np.testing.assert_allclose(named(explorer)["W_Q"][2:], explorer.result.queries[2])
    explorer.change(W_Q="identity", W_K="identity")
    assert named(explorer) == {}


def test_the_grid_is_that_of_the_map_that_was_changed_last_and_keys_show_where_they_come_from():
    explorer = ProjectionExplorer(**PLAIN)

    def grid():
        scene = explorer.plane.scene
        for name in MATRICES:
            np.testing.assert_allclose(numbers(scene["matrices"][name], 2), getattr(explorer, name))
        return scene["map"], scene["glides"]

    maps = {name: field.maps for name, field in explorer.fields.items()}
    assert grid() == ("", True)
    maps["W_K"].choose("opposite")
    assert grid() == ("W_K", True)
    maps["W_V"].choose("shear")
    assert (explorer.shown, *grid()) == ("values and shift", "W_V", True)
    maps["W_Q"].choose("scale by 2")
    assert (explorer.shown, *grid()) == ("queries and keys", "W_Q", True)
    report(explorer.plane, kind="move", index=1, x=0, y=1)
    assert grid() == ("W_Q", False)  # while the hand holds something, nothing lags behind it
    maps["W_Q"].choose("identity")
    assert grid() == ("W_Q", True)
    maps["W_Q"].choose("none")
    assert grid() == ("W_K", True)  # where there is no matrix, there's no grid of it
    explorer.reset()
    assert grid() == ("", True)


def test_no_drag_makes_the_plane_reach_less_and_other_tokens_do():
    explorer = ProjectionExplorer()
    opened = explorer.plane.scene["reach"]
    explorer.W_K = "scale by 2"
    assert explorer.plane.scene["reach"] == 2 * opened
    explorer.W_K = "identity"
    report(explorer.plane, kind="release", index=1, x=0, y=1)
    assert explorer.plane.scene["reach"] == 2 * opened
    explorer.presets.choose("apple")
    assert explorer.plane.scene["reach"] == opened


def test_a_click_on_a_word_or_a_row_lets_it_ask():
    explorer = ProjectionExplorer(**PLAIN)
    report(explorer.plane, kind="choose", index=2)
    assert explorer.query == 2
    assert said(explorer).startswith(
        "Every token attends most to itself. “C” attends most to itself (0.97)"
    )
    report(explorer.ring, kind="choose", index=1)
    assert explorer.query == 1
    for view in (explorer.plane, explorer.ring):
        report(view, kind="choose", index=5)
        assert (explorer.query, explorer.message) == (1, "")
    report(explorer.score_table.heatmap, kind="choose", row=1, column=0)
    assert explorer.query == 1
    assert "q" in dots(explorer)
    explorer.query = 3
    assert explorer.message == "The query must be a place from 0 to 2; 3 is not."
    assert explorer.query == 1


def test_numbers_can_be_typed_and_nonsense_is_restored():
    explorer = ProjectionExplorer()
    typed(explorer, "W_Q", 0, 1, "−1,5")
    np.testing.assert_array_equal(explorer.W_Q, [[1, -1.5], [0, 1]])
    assert explorer.fields["W_Q"].maps.chosen == "own"
    typed(explorer, "W_Q", 1, 1, "6")
    assert explorer.message == "W_Q must hold numbers from -5 to 5, not 6."
    typed(explorer, "W_Q", 1, 1, "seven")
    assert "is not a number" in explorer.message
    assert explorer.fields["W_Q"].grid.scene["texts"] == [["1", "−1.5"], ["0", "1"]]


def test_ones_own_map_comes_back_when_it_is_chosen():
    explorer = ProjectionExplorer()
    maps = explorer.fields["W_V"].maps
    maps.choose("own")
    assert explorer.message == "Type numbers into W_V to make it your own."
    assert maps.chosen == "identity"
    typed(explorer, "W_V", 0, 0, "0.5")
    maps.choose("swap")
    np.testing.assert_array_equal(explorer.W_V, [[0, 1], [1, 0]])
    maps.choose("own")
    np.testing.assert_array_equal(explorer.W_V, [[0.5, 0], [0, 1]])


def test_an_arrow_that_is_dragged_turns_and_stretches_its_whole_map():
    explorer = ProjectionExplorer(W_K=[[1, 0.5], [-0.5, 2]])
    for pinned in (False, True):  # what is pinned takes no arrow's place
        explorer.pinned = pinned
        for place, at in ((5, (1, 1.5)), (3, (-1, 0.5)), (4, (0.5, -2)), (5, (-2, 1))):
            W_Q, W_K, keys = explorer.W_Q, explorer.W_K, explorer.result.keys
            report(explorer.plane, kind="move", index=place, x=at[0], y=at[1])
            label = explorer.plane.scene["dots"]["labels"][place]
            np.testing.assert_allclose(dots(explorer)[label], at, atol=1e-12)
            turned, kept = (explorer.W_Q, W_K) if place == 3 else (explorer.W_K, W_Q)
            before = W_Q if place == 3 else W_K
            turn = np.linalg.inv(before) @ turned
            np.testing.assert_allclose(turn @ turn.T, np.linalg.det(turn) * I, atol=1e-9)
            np.testing.assert_array_equal(explorer.W_K if place == 3 else explorer.W_Q, kept)
            if place == 3:
                np.testing.assert_array_equal(explorer.result.keys, keys)
    assert explorer.fields["W_K"].maps.chosen == "own"
    turned = explorer.W_K
    report(explorer.plane, kind="move", index=5, x=0.01, y=0)  # a map to nothing has no way back
    np.testing.assert_array_equal(explorer.W_K, turned)


def test_a_map_that_does_not_act_has_arrows_that_cannot_be_dragged():
    explorer = ProjectionExplorer()
    for changes, arrows in (
        ({}, [True] * 4),
        ({"tied": True}, [True, False, False, False]),
        ({"tied": False, "dropped": ["W_Q"]}, [False, True, True, True]),
        ({"dropped": ["W_K"]}, [True, False, False, False]),
    ):
        explorer.change(**changes)
        assert explorer.plane.scene["dots"]["movable"] == [True] * 3 + arrows


def test_tied_scores_are_symmetric_and_what_was_tied_comes_back():
    explorer = ProjectionExplorer(W_Q=[[1, 2], [0, 1]], W_K=TURN)
    explorer.fields["W_K"].tie.press(True)
    assert explorer.tied
    np.testing.assert_array_equal(explorer.W_K, explorer.W_Q)
    np.testing.assert_allclose(explorer.result.scores, explorer.result.scores.T)
    assert "symmetric: W_K is tied to W_Q." in said(explorer)
    typed(explorer, "W_Q", 0, 0, "3")
    np.testing.assert_array_equal(explorer.W_K, [[3, 2], [0, 1]])
    typed(explorer, "W_K", 0, 0, "4")
    assert explorer.message == "W_K follows W_Q while they're tied. Untie them to set it."
    assert explorer.fields["W_K"].grid.scene["texts"][0][0] == "3"
    assert explorer.fields["W_K"].maps.disabled
    explorer.tied = False
    np.testing.assert_allclose(explorer.W_K, TURN)
    assert not explorer.fields["W_K"].tie.on


def test_a_dropped_matrix_is_the_identity_until_it_is_taken_back():
    explorer = ProjectionExplorer(W_V=TURN)
    for name in MATRICES:
        explorer.fields[name].maps.choose("none")
        np.testing.assert_array_equal(getattr(explorer, name), I)
    assert explorer.dropped == MATRICES
    np.testing.assert_allclose(explorer.result.values, explorer.embeddings)
    explorer.W_V = "swap"
    assert explorer.message == "W_V is left out and acts as the identity. Put it back to set it."
    explorer.fields["W_V"].maps.choose("identity")  # which looks like no W_V, and is told from it
    assert (explorer.message, explorer.dropped) == ("", ("W_Q", "W_K"))
    assert [field.maps.chosen for field in explorer.fields.values()] == ["none", "none", "identity"]


def test_tied_and_dropped_do_not_contradict_each_other():
    explorer = ProjectionExplorer(dropped="W_K")
    assert explorer.dropped == ("W_K",)
    explorer.tied = True
    assert explorer.dropped == ()
    assert explorer.fields["W_K"].maps.disabled
    explorer.dropped = ["W_K"]
    assert explorer.message.startswith("W_K follows W_Q while they're tied.")
    explorer.dropped = ["W_Q"]
    np.testing.assert_array_equal(explorer.W_K, I)


def test_a_guess_hides_the_other_rows_until_the_hand_lets_go():
    explorer = ProjectionExplorer(W_K="shear")
    truly = explorer.result.scores[explorer.state.asked[::-1]]
    i, j = explorer.state.asked
    assert (i, j) == (0, 1)
    assert "B" in explorer.ring.scene["names"]
    explorer.guessing = True
    assert [start for start, _ in explorer.ring.scene["ends"]] == [0]
    texts = explorer.score_table.heatmap.scene["texts"]
    assert "?" not in texts[0]
    assert texts[1] == texts[2] == ["?"] * 3
    assert explorer.score_table.heatmap.scene["details"] == []
    assert said(explorer).startswith("“A” scores 1.46 with “B”. What does “B” score with “A”?")
    low, high = explorer.slider.scene["low"], explorer.slider.scene["high"]
    assert low < truly < high
    report(explorer.slider, kind="move", value=1.5)
    report(explorer.slider, kind="release", value=1.5)
    assert not explorer.guessing
    judged = f"“B” scores −2.00 with “A”. You guessed 1.50, which is {1.5 - truly:.2f} off."
    assert judged in said(explorer)
    explorer.W_K = "swap"
    assert "guessed" not in said(explorer)


@pytest.mark.parametrize("shown", ["queries and keys", "values and shift"])
def test_a_pin_stays_as_ghosts_until_the_words_are_others(shown):
    explorer = ProjectionExplorer(**PLAIN, pinned=True, shown=shown)
    before = explorer.result
    assert not len(segments(explorer, "ghost"))
    explorer.change(W_K=BACK, W_V=BACK)
    ghosts = segments(explorer, "ghost")
    kept = before.keys if shown == "queries and keys" else before.values
    now = explorer.result.keys if shown == "queries and keys" else explorer.result.values
    np.testing.assert_allclose(ghosts[-3:], np.hstack([kept, now]), atol=1e-9)
    assert "the weights of “A”: on “A” 0.97 → 0.01, on “B” 0.01 → 0.97" in said(explorer)
    assert "between s_ij and s_ji: 0.00 → 6.00." in said(explorer)
    explorer.tokens = ["A", "B", "D"]
    assert explorer.message == "The pin is gone: it had different tokens."


def test_rotating_the_keys_back_closes_the_ring():
    explorer = ProjectionExplorer()
    assert done(explorer) == [False, False, False]
    explorer.fields["W_K"].maps.choose("rotate by 120°")
    assert done(explorer) == [False, False, False]
    explorer.fields["W_K"].maps.choose("rotate by −120°")
    assert (explorer.result.scores.argmax(axis=1) == [1, 2, 0]).all()
    assert done(explorer) == [True, False, False]


def test_a_word_can_look_at_another_and_leave():
    explorer = ProjectionExplorer(**PLAIN)
    explorer.W_V = "opposite"
    assert not done(explorer)[1]
    explorer.W_K = "rotate by −120°"
    assert done(explorer)[1]


@given(ROWS, SQUARES)
def test_no_tied_matrix_closes_the_ring(rows, W_Q):
    explorer = again(embeddings=rows, tied=True, W_Q=W_Q)
    assert not done(explorer)[2]
    goal = explorer.spoken.scene["goals"][2]
    assert "s(A, B) > s(A, C) = s(C, A) > s(C, B) = s(B, C) > s(B, A) = s(A, B)" in goal["hint"]


def test_the_goals_name_the_words_of_the_example():
    explorer = ProjectionExplorer()
    explorer.presets.choose("The cat sat, asking")
    texts = [goal["text"] for goal in explorer.spoken.scene["goals"]]
    assert texts[0] == (
        "close this ring: “The” attends most to “cat”, “cat” to “sat”, “sat” to “The”"
    )


def test_the_presets_are_the_data():
    explorer = ProjectionExplorer()
    robots = worked_examples.load("smart_robots")
    explorer.presets.choose("Smart robots")
    assert explorer.tokens == robots.tokens
    np.testing.assert_array_equal(explorer.embeddings, robots.embeddings)
    np.testing.assert_array_equal(explorer.W_V, robots.W_V)


def test_a_cell_says_which_vectors_and_which_numbers_it_is_made_of():
    explorer = ProjectionExplorer()
    details = lambda: explorer.score_table.heatmap.scene["details"]  # noqa: E731
    score = f"{explorer.result.scores[0, 2]:.0f}"
    assert details()[0][2].startswith("q of A · k of C: 2 × 2 + ")
    explorer.table = "weights"
    assert details()[0][2].startswith(f"A → C: {score} ÷ √2 ≈ 2.83; e^(2.83 − 2.83) over")


def test_the_table_and_the_view_can_be_chosen():
    explorer = ProjectionExplorer(table="weights", shown="values and shift")
    assert explorer.score_table.tabs.chosen == "weights"
    explorer.choice.buttons["queries and keys"].press()
    assert explorer.shown == "queries and keys"
    assert "k of A" in dots(explorer)
    explorer.score_table.tabs.buttons["scores"].press()
    assert explorer.table == "scores"
    assert cells(explorer)[0] == [-2, -2, 4]


def test_first_words_that_cannot_be_used_are_refused():
    with pytest.raises(ValueError, match="There are 3 to 6 tokens here; this has 2"):
        ProjectionExplorer(["A", "B"], [[1, 0], [0, 1]])
    with pytest.raises(ValueError, match="3 tokens need 3 rows of numbers; there are 2"):
        ProjectionExplorer(["A", "B", "C"], [[1, 0], [0, 1]])
    with pytest.raises(ValueError, match=r"must be rows of 2 numbers; the shape here is \(3, 3\)"):
        ProjectionExplorer(["A", "B", "C"], np.eye(3))
    with pytest.raises(ValueError, match="numbers from -5 to 5"):
        ProjectionExplorer(["A", "B", "C"], [[1, 0], [0, 1], [0, 1e9]])


def test_the_largest_numbers_are_still_drawn():
    rows = [[5, 5], [-5, -5], [5, -5]]
    full = [[5, 5], [5, 5]]
    explorer = ProjectionExplorer(list("ABC"), rows, W_Q=full, W_K=full, guessing=True)
    assert explorer.plane.scene["reach"] == 50
    assert explorer.slider.scene["high"] == 5000
    assert explorer.message == ""
