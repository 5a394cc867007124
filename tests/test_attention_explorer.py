"""`AttentionExplorer` without a browser: what code, the hand and a learner's function do to it."""

import time

import numpy as np
import pytest
from explorer_hand import details, done, dots, goal, numbers, report, said, segments
from hypothesis import given
from hypothesis import strategies as st
from kept_explorer import is_well

from helpers.attention import attention, causal_mask, project, simplified_attention, softmax
from helpers.explorers import AttentionExplorer
from helpers.explorers.attention.state import OWN
from helpers.explorers.base.explorer import STILL
from helpers.figures.hull import is_outside
from helpers.readers import vocabularies, worked_examples

TOKENS = ("red", "green", "blue")
PLACES = np.array([[1.0, 0.2], [0.4, 1.5], [-1.0, 0.6]])


def made(attend=simplified_attention, **traits):
    return AttentionExplorer(TOKENS, PLACES, attend, **traits)


def drop(explorer, index, x, y):
    report(explorer.plane, kind="move", index=index, x=x, y=y)
    report(explorer.plane, kind="release", index=index, x=x, y=y)


def roles(explorer):
    return explorer.plane.scene["segments"]["roles"]


def table(explorer):
    texts = explorer.tables.heatmap.scene["texts"]
    return np.array([[float(text.replace("−", "-")) for text in row] for row in texts])


def is_as_before(explorer, tokens=TOKENS, embeddings=PLACES):
    return explorer.tokens == tokens and np.array_equal(explorer.embeddings, embeddings)


# What it shows


def test_a_dragged_word_moves_and_all_is_what_attention_computes():
    explorer = made(query=1)
    drop(explorer, 2, 0.5, -1.25)
    moved = PLACES.copy()
    moved[2] = 0.5, -1.25
    result = simplified_attention(moved)
    np.testing.assert_array_equal(explorer.embeddings, moved)
    np.testing.assert_allclose(list(dots(explorer).values())[:3], moved)
    np.testing.assert_allclose(explorer.result.weights, result.weights)
    np.testing.assert_allclose(dots(explorer)["z"], result.context[1])
    np.testing.assert_allclose(table(explorer), result.weights, atol=0.0051)
    explorer.table = "scores"
    np.testing.assert_allclose(table(explorer), result.scores, atol=0.0051)


def test_one_labelled_arrow_leads_from_x_to_z_and_the_pulls_come_on_demand():
    explorer = made(query=2)
    assert explorer.plane.scene["segments"]["labels"] == ["x → z"]
    assert roles(explorer) == ["shift"]
    explorer.buttons["pulls"].press(True)
    assert roles(explorer) == ["shift", "pull", "pull", "pull"]
    assert explorer.plane.scene["segments"]["labels"] == ["x → z", "", "", ""]
    pulls, (shift,) = segments(explorer, "pull"), segments(explorer, "shift")
    np.testing.assert_allclose(shift, [*PLACES[2], *simplified_attention(PLACES).context[2]])
    np.testing.assert_allclose(pulls[0, :2], shift[:2])
    np.testing.assert_allclose(pulls[1:, :2], pulls[:-1, 2:])
    np.testing.assert_allclose(pulls[-1, 2:], shift[2:])
    explorer.reset()
    assert roles(explorer) == ["shift"]


def test_all_shifts_lead_from_every_x_to_its_z():
    explorer = made(query=1, all_shifts=True)
    assert roles(explorer) == ["shift", "vector", "vector"]
    ends = segments(explorer)[[1, 0, 2]]
    np.testing.assert_allclose(ends[:, :2], PLACES)
    np.testing.assert_allclose(ends[:, 2:], simplified_attention(PLACES).context)
    explorer.pulls = True
    assert roles(explorer) == ["shift"] + ["vector"] * 2 + ["pull"] * 3


def test_the_areas_of_the_rings_are_the_weights_of_the_row_that_is_marked():
    explorer = AttentionExplorer()
    for query in (2, 0, 5, 2):
        explorer.query = query
        rings = numbers(explorer.plane.scene["dots"]["rings"], 1).ravel()
        weights = explorer.result.weights[query]
        np.testing.assert_allclose(rings**2 / rings[0] ** 2, weights / weights[0])
        assert explorer.tables.heatmap.scene["row"] == query
    explorer.embeddings = explorer.embeddings * 50  # too little weight for a ring, not for a hand
    assert numbers(explorer.plane.scene["dots"]["rings"], 1).min() == 9


def test_it_opens_without_arguments_on_a_word_that_looks_most_at_another():
    explorer = AttentionExplorer()
    assert explorer.spoken.scene["headline"] == "“starts” attends most to “journey” (0.24)."
    assert explorer.example_title == "Your journey starts with one step"
    assert explorer.spoken.scene["more"].startswith("Next: itself (0.23).")


def test_a_word_says_when_a_weight_passes_099():
    explorer = made()
    assert "0.99" not in said(explorer)
    explorer.embeddings = [[2.5, 2.5], [0, 0], [-1, 0]]
    assert explorer.result.weights[0].max() > 0.99
    assert "Over 99% goes there" in said(explorer)


def test_a_cell_says_its_arithmetic_at_rest():
    explorer = made(table="scores")
    detail = explorer.tables.heatmap.scene["details"][0][1]
    assert detail == "red → green: 1.0 × 0.4 + 0.2 × 1.5 = 0.7"
    report(explorer.plane, kind="move", index=0, x=0.1, y=0.2)
    assert explorer.tables.heatmap.scene["details"] == []


# Three and more dimensions


def journey(**traits):
    example = worked_examples.load("your_journey")
    return AttentionExplorer(example.tokens, example.embeddings, query=1, **traits)


def test_a_chosen_pair_of_axes_is_shown_and_the_others_stand_as_bars():
    explorer = journey()
    explorer.hidden_axes.up.choose(2)
    assert explorer.axes == (0, 2)
    X = explorer.embeddings
    np.testing.assert_allclose(numbers(explorer.plane.scene["dots"]["at"], 2)[:6], X[:, [0, 2]])
    np.testing.assert_allclose(
        numbers(explorer.hidden_axes.bars.scene["heights"], 1).ravel(), X[:, 1]
    )
    np.testing.assert_allclose(dots(explorer)["z"], explorer.result.context[1][[0, 2]])
    share, score = X[1, 1] ** 2, X[1] @ X[1]
    told = details(explorer)["x₂, not in this plane"]
    assert told == f"{share:.2f} of the score {score:.2f} with “journey”"


# Set from code


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("tokens", ["a"], "2 to 12 tokens"),
        ("tokens", ["a", "b"], "2 tokens need 2 rows"),
        ("tokens", "red", "a list of words; 'red' is not"),
        ("tokens", ["a", "", "c"], "at least one letter"),
        ("embeddings", [[1, 2], [3]], "of one length"),
        ("embeddings", [[1], [2], [3]], "rows of 2 to 64 numbers"),
        ("embeddings", [[1, 2], [3, np.nan], [0, 0]], "x2 of green would be nan"),
        ("embeddings", [[1, 2], [3, 1e5], [0, 0]], "x2 of green would be 100000"),
        ("query", 3, "from 0 to 2; 3 is not"),
        ("axes", (0, 0), "two different columns"),
        ("axes", (0, 2), "from 0 to 1"),
        ("attend", 5, "must be a function, not an int"),
        ("result", None, "what attend makes of"),
    ],
)
def test_what_cannot_be_used_becomes_the_message_and_nothing_is_lost(name, value, words):
    explorer = made(query=1)
    before = explorer.result
    setattr(explorer, name, value)
    assert words in explorer.message
    assert explorer.spoken.scene["message"] == explorer.message
    assert is_as_before(explorer)
    assert (explorer.query, explorer.axes) == (1, (0, 1))
    assert explorer.result is before
    explorer.query = 0
    assert explorer.message == ""


def test_embeddings_cannot_be_changed_behind_its_back():
    explorer = made()
    with pytest.raises(ValueError, match="read-only"):
        explorer.embeddings[0, 0] = 9
    rows = PLACES.copy()
    explorer.embeddings = rows
    rows[0, 0] = 9
    assert is_as_before(explorer)


# Typed


def test_a_number_is_typed_and_a_wrong_one_is_named():
    explorer = made(editing=True)
    grid = explorer.editor.grid
    report(grid, kind="type", row=1, column=0, text=" −1,5 ")
    assert explorer.embeddings[1, 0] == -1.5
    for text, words in [
        ("abc", "“abc” is not a number"),
        ("1e400", "not a finite number"),
        ("1,000", "“1,000” could be 1000 or a decimal"),
        ("-12,345", "could be -12345 or a decimal"),
        ("500", "x1 of green would be 500"),
    ]:
        report(grid, kind="type", row=1, column=0, text=text)
        assert words in explorer.message
        assert explorer.embeddings[1, 0] == -1.5
        assert grid.scene["texts"][1][0] == "−1.5"


def test_tokens_are_renamed_removed_and_added():
    explorer = made(query=2, editing=True)
    grid = explorer.editor.grid
    report(grid, kind="rename", row=2, text="  deep   blue ")
    assert explorer.tokens == ("red", "green", "deep blue")
    report(grid, kind="remove", row=0)
    assert (explorer.tokens, explorer.query) == (("green", "deep blue"), 1)
    np.testing.assert_array_equal(explorer.embeddings, PLACES[1:])
    report(grid, kind="remove", row=0)
    assert "2 to 12 tokens here; this has 1" in explorer.message
    for _ in range(10):
        explorer.editor.add_button.press()
    assert len(explorer.tokens) == 12
    explorer.editor.add_button.press()
    assert "this has 13" in explorer.message
    assert len(explorer.tokens) == 12


def test_known_words_of_an_own_sentence_keep_their_vectors_and_others_start_near_the_origin():
    explorer = made(editing=True)
    explorer.editor.field.type("My phone, the Bank flurb glorp")
    assert explorer.tokens == ("My", "phone", "the", "Bank", "flurb", "glorp")
    apple, bank = vocabularies.load("apple"), vocabularies.load("bank")
    np.testing.assert_array_equal(
        explorer.embeddings[:4], [*apple.rows(["my", "phone", "the"]), bank.vector("bank")]
    )
    away = np.linalg.norm(explorer.embeddings[4:], axis=1)
    assert ((away > 0.1) & (away < 0.6)).all()
    assert not np.allclose(explorer.embeddings[4], explorer.embeddings[5])
    assert "“flurb”, “glorp” are not known here: they start near the origin" in explorer.message
    assert explorer.presets.chosen == OWN


def test_words_that_stay_in_a_sentence_stay_where_they_are():
    explorer = journey(editing=True)
    drop(explorer, 0, 1.0, 1.0)
    explorer.editor.field.type("Your journey ends")
    np.testing.assert_array_equal(explorer.embeddings[0], [1.0, 1.0, 0.89])
    assert explorer.embeddings.shape == (3, 3)


@pytest.mark.parametrize("text", ["", "one", "a b c d e f g h i j k l m", "x" * 500 + " a"])
def test_a_refused_sentence_stays_in_its_field(text):
    explorer = made(editing=True)
    explorer.editor.field.type(text)
    assert explorer.message
    assert is_as_before(explorer)
    assert explorer.editor.field.text == text


# Presets


def test_every_worked_example_with_a_sentence_can_be_chosen():
    explorer = made()
    given, *titles, own = explorer.presets.options
    assert (given, own) == ("red green blue (as given)", OWN)
    loaded = map(worked_examples.load, worked_examples.names())
    sentences = {" ".join(one.tokens): one for one in loaded if len(one.tokens) > 1}
    assert set(titles) == set(sentences)
    for title, one in sentences.items():
        explorer.presets.choose(title)
        assert is_as_before(explorer, one.tokens, one.embeddings)
        context = simplified_attention(one.embeddings).context
        np.testing.assert_allclose(explorer.result.context, context)
    explorer.presets.choose(given)
    assert is_as_before(explorer)


ROBOTS, JOURNEY = "Smart robots perform complex tasks", "Your journey starts with one step"


def test_a_source_that_projects_or_scales_is_named_until_something_moves():
    explorer = made()
    explorer.presets.choose(ROBOTS)
    assert "The source also projects with W_Q, W_K and W_V and divides by √d_k" in said(explorer)
    explorer.query = 3
    assert "The source also projects" in said(explorer)
    drop(explorer, 0, 0.5, 0.5)
    assert "The source" not in said(explorer)


def test_one_s_own_sentence_is_typed_and_is_an_example_from_then_on():
    explorer = made()
    explorer.presets.choose(OWN)
    assert explorer.editing
    assert explorer.plane.scene["prompt"].startswith("Type your sentence")
    assert is_as_before(explorer)
    explorer.editor.field.type("bank apple")
    assert explorer.plane.scene["prompt"].startswith("Drag a word")
    for title in (JOURNEY, OWN):
        explorer.presets.choose(title)
        assert " ".join(explorer.tokens) == ("bank apple" if title == OWN else title)
    explorer.reset()
    assert is_as_before(explorer)
    assert not explorer.editing


def test_a_preset_that_the_function_cannot_take_is_not_chosen():
    def plane_only(X):
        assert X.shape[1] == 2, "two numbers, please"
        return simplified_attention(X)

    explorer = made(plane_only)
    explorer.presets.choose(JOURNEY)
    assert explorer.presets.chosen == "red green blue (as given)"
    assert is_as_before(explorer)
    assert "raised AssertionError: two numbers, please" in explorer.message


def test_an_own_function_gets_a_copy():
    def spoils(X):
        result = simplified_attention(X.copy())
        X[:] = 99
        return result

    explorer = made(spoils)
    drop(explorer, 0, 1.0, 0.3)
    assert np.abs(explorer.embeddings).max() < 2
    assert explorer.message == ""


# The learner's own function


@pytest.mark.parametrize(
    ("gives", "words"),
    [
        (lambda X: ..., "isn't written yet. Until it"),
        (lambda X: None, "isn't written yet: it returns None"),
        (lambda X: (..., ...), "has no weights yet"),
        (lambda X: X, "not an ndarray"),
        (lambda X: (X @ X.T, X, X), "not a tuple"),
        (lambda X: (X, X), "returned weights of shape (3, 2); expected (3, 3)"),
        (lambda X: (X @ X.T, X.T), "returned context of shape (2, 3); expected (3, ...)"),
        (lambda X: ([[1], [1, 2]], X), "returned weights that are not rows of numbers"),
    ],
)
def test_a_function_that_never_worked_leaves_simplified_attention_and_says_so(gives, words):
    gives.__name__ = "my_attention"
    explorer = made(gives)
    assert explorer.message.startswith("my_attention ")
    assert words in explorer.message
    assert explorer.message.endswith(
        "Until it works, you see the simplified attention from notebook 04."
    )
    assert "\n" not in explorer.message
    drop(explorer, 0, -0.5, 0.5)
    np.testing.assert_allclose(
        explorer.result.context, simplified_attention(explorer.embeddings).context
    )


def test_a_stub_says_that_it_is_not_written_yet_until_it_is_and_in_the_stored_words_too():
    def stub(X):
        return ...

    explorer = made(stub)
    for change in (
        lambda: setattr(explorer, "query", 2),
        lambda: drop(explorer, 0, -0.5, 0.5),
        lambda: setattr(explorer, "query", 1),
        lambda: report(explorer.tables.heatmap, kind="choose", row=0, column=0),
    ):
        change()
        assert explorer.spoken.scene["message"].startswith("stub isn't written yet")
    lines = explorer._repr_mimebundle_()[0]["text/plain"].splitlines()
    assert lines[-2:] == [explorer.message, STILL]
    explorer.attend = simplified_attention
    explorer.query = 1
    assert explorer.message == ""
    assert "not written" not in explorer._repr_mimebundle_()[0]["text/plain"]


def test_until_a_function_works_its_reference_is_drawn_and_the_still_picture_says_so():
    def stub(X):
        return ...

    def first_of_three(X):
        weights = np.tile([1.0, 0, 0], (3, 1))
        return weights, weights @ X

    explorer = made(stub, reference=first_of_three)
    drop(explorer, 0, -0.5, 0.5)
    np.testing.assert_array_equal(explorer.result.context, [[-0.5, 0.5]] * 3)
    assert explorer.message == (
        "stub isn't written yet. Your function takes over once it works; until then you see the "
        "expected result."
    )
    lines = explorer._repr_mimebundle_()[1]["image/png"]["height"]
    explorer.tokens, explorer.embeddings = ["a", "b"], np.eye(2)  # which the reference can't take
    assert explorer.tokens == TOKENS
    explorer.attend = simplified_attention
    assert explorer.message == ""
    assert explorer._repr_mimebundle_()[1]["image/png"]["height"] < lines


def test_goals_that_do_not_suit_a_function_are_not_offered():
    explorer = AttentionExplorer(TOKENS, PLACES, lambda X: simplified_attention(X), goals=False)
    assert explorer.goals == ()
    assert explorer.spoken.scene["goals"] == []
    explorer.query = 1
    explorer.attend = simplified_attention
    assert explorer.spoken.scene["goals"] == []


def test_weights_and_context_alone_disable_the_other_tabs():
    def bare(X):
        result = simplified_attention(X)
        return result.weights, result.context

    explorer = made(bare, table="scores")
    tabs = explorer.tables.tabs.buttons
    assert explorer.table == "weights"
    assert [tabs[name].disabled for name in ("scores", "scaled", "weights")] == [True, True, False]
    assert tabs["scores"].does == "bare didn't return scores"
    assert not tabs["weights"].does
    assert "return" not in said(explorer)
    assert details(explorer)["bare didn't return"] == "scores and scaled"
    explorer.pulls = True
    assert roles(explorer) == ["shift", "pull", "pull", "pull"]
    explorer.attend = simplified_attention
    assert not tabs["scores"].disabled
    assert "bare didn't return" not in details(explorer)


def test_projected_values_pull_from_where_they_are():
    W_V = np.array([[0.0, 1.0], [-1.0, 0.5]])

    def projected(X):
        return attention(*project(X, np.eye(2), np.eye(2), W_V))

    explorer = made(projected)
    assert explorer.message == ""
    ends = segments(explorer)
    np.testing.assert_allclose(ends[-1, 2:], projected(PLACES).context[0])
    marks = [role == "mark" for role in explorer.plane.scene["dots"]["roles"]]
    at = numbers(explorer.plane.scene["dots"]["at"], 2)
    np.testing.assert_allclose(at[marks], PLACES @ W_V)
    (area,) = explorer.plane.scene["areas"]  # around the values, not around the words
    np.testing.assert_allclose(np.ptp(numbers(area["at"], 2), axis=0), np.ptp(PLACES @ W_V, axis=0))


def test_a_context_of_another_width_has_no_shift():
    def wide(X):
        return attention(X, X, np.hstack([X, X]))

    explorer = made(wide)
    assert roles(explorer) == []
    assert "z" not in explorer.plane.scene["dots"]["labels"]
    assert "z from wide has 4 dimensions and x has 2" in explorer.message
    assert "png" in str(explorer._repr_mimebundle_()[0].keys())


def test_values_that_a_function_keeps_to_itself_are_not_taken_to_be_the_words():
    def opposite(X):
        result = attention(X, X, -X)
        return result.weights, result.context

    explorer = made(opposite, pulls=True)
    assert explorer.message == ""
    np.testing.assert_allclose(dots(explorer)["z"], opposite(PLACES)[1][0])
    assert roles(explorer) == ["shift"]
    assert not explorer.plane.scene["areas"]


def test_pulls_that_do_not_end_at_z_are_not_drawn():
    def doubled(X):
        result = simplified_attention(X)
        return 2 * result.weights, result.context

    explorer = made(doubled, pulls=True)
    assert roles(explorer) == ["shift"]
    x, result = PLACES[0], simplified_attention(PLACES)
    gap = np.linalg.norm(x + 2 * result.weights[0] @ (PLACES - x) - result.context[0])
    assert f"sums to 2, and the pulls end {gap:.3g} away from z" in explorer.message


def test_a_slow_function_follows_on_release_only_and_its_time_is_said():
    def slow(X):
        if X[0, 0] != PLACES[0, 0]:
            time.sleep(0.51)
        return simplified_attention(X)

    explorer = made(slow)
    assert explorer.plane.scene["settle"] is False
    drop(explorer, 0, 0.9, 0.2)
    assert explorer.plane.scene["settle"] is True
    assert "slow took 0." in explorer.message
    before = explorer.result
    report(explorer.plane, kind="move", index=0, x=0.5, y=0.2)
    assert explorer.result is before
    report(explorer.plane, kind="release", index=0, x=float(PLACES[0, 0]), y=0.2)
    assert explorer.plane.scene["settle"] is False
    assert explorer.message == ""


def test_scores_of_minus_infinity_are_drawn():
    def causal(X):
        result = attention(X, X, X, allowed=causal_mask(3))
        return result._replace(scaled=np.where(causal_mask(3), result.scaled, -np.inf))

    explorer = made(causal, table="scaled")
    assert explorer.tables.heatmap.scene["texts"][0][1] == "−inf"
    assert explorer.message == ""


# Guess, pin, goals, code, picture


def test_a_guess_hides_z_until_it_is_let_go_and_ends_with_its_state():
    explorer = made(query=1, pulls=True, all_shifts=True)
    explorer.guessing = True
    for _ in range(2):
        assert "z" not in dots(explorer)
        assert roles(explorer) == []
        assert "z is" not in said(explorer)
        assert "z of" not in str(details(explorer))
        assert "context" not in explorer.picture().alt
        report(explorer.plane, kind="move", index=3, x=0.1, y=1.0)
        np.testing.assert_allclose(dots(explorer)["your guess"], [0.1, 1.0])
    report(explorer.plane, kind="release", index=3, x=0.1, y=1.0)
    away = np.linalg.norm(simplified_attention(PLACES).context[1] - [0.1, 1.0])
    assert f"Your guess was {away:.2f}".rstrip("0") in said(explorer)
    assert not explorer.guessing
    np.testing.assert_allclose(dots(explorer)["z"], explorer.result.context[1])
    np.testing.assert_allclose(dots(explorer)["your guess"], [0.1, 1.0])
    report(explorer.plane, kind="move", index=3, x=2, y=2)  # it is a ghost, no ring any more
    np.testing.assert_allclose(dots(explorer)["your guess"], [0.1, 1.0])
    report(explorer.plane, kind="choose", index=0)
    assert "your guess" not in dots(explorer)
    assert "guess" not in said(explorer)
    np.testing.assert_allclose(dots(explorer)["z"], explorer.result.context[0])


def test_a_pin_keeps_points_z_and_weights_to_compare():
    explorer = made(query=0)
    explorer.pinned = True
    before = explorer.result
    drop(explorer, 1, 2.0, 2.0)
    np.testing.assert_allclose(dots(explorer)["z before"], before.context[0])
    ghosts = [role == "ghost" for role in explorer.plane.scene["dots"]["roles"]]
    at = numbers(explorer.plane.scene["dots"]["at"], 2)[ghosts]
    np.testing.assert_allclose(at[0], PLACES[1])
    old, new = before.weights[0, 1], explorer.result.weights[0, 1]
    assert f"on “green” {old:.2f} → {new:.2f}" in said(explorer)
    explorer.editor.add_button.press()
    assert "ghost" not in explorer.plane.scene["dots"]["roles"]
    assert explorer.spoken.scene["message"] == "The pin is gone: it had 3 tokens with 2 dimensions."


def test_goals_are_ticked_off_when_reached():
    explorer = made(query=0)
    assert not any(done(explorer))
    assert "scores 0 with every word" in goal(explorer, "bring the query")["hint"]
    drop(explorer, 0, 0.0, 0.0)
    assert goal(explorer, "bring the query")["done"]
    assert not goal(explorer, "make all words")["done"]
    drop(explorer, 0, -0.4, 2.4)
    assert goal(explorer, "make all words")["done"]


@given(
    st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=2, max_size=6),
    st.integers(0, 5),
)
def test_z_never_leaves_the_hull_of_the_values(points, query):
    X = np.array(points)
    assert not is_outside(simplified_attention(X).context[query % len(X)], X)


def test_a_point_outside_a_hull_is_seen():
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    assert is_outside(np.array([1.1, 0.5]), square)
    assert not is_outside(np.array([0.5, 0.5]), square)
    assert is_outside(np.array([0.5, 0.6]), np.array([[0, 0], [1, 1.0]]))
    assert is_outside(np.array([1.2, 1.2]), np.array([[0, 0], [1, 1.0]]))
    assert is_outside(np.array([1, 1.1]), np.array([[1, 1.0], [1, 1.0]]))


def test_a_weight_of_zero_is_told_to_be_rounded():
    def mine(X):
        return attention(X, X, X, scale=1.0)

    explorer = made(mine)
    assert "move z outside" not in str(explorer.spoken.scene["goals"])
    explorer.embeddings = [[30, 0], [-30, 0], [1, 1]]
    reached = goal(explorer, "make a weight")
    assert reached["done"]
    assert softmax(np.array([900.0, -900.0]))[1] == 0
    assert "rounded to 0 in float64" in reached["text"]
    assert "e^(−1800.0), about 10^−782" in reached["text"]


# Anything at all


@given(st.text(max_size=120))
def test_no_sentence_breaks_it(text):
    explorer = made(editing=True)
    explorer.editor.field.type(text)
    is_well(explorer)
    assert 2 <= len(explorer.tokens) == len(explorer.embeddings) <= 12


def test_a_word_that_is_let_go_of_at_the_edge_moves_no_axis():
    explorer = journey()
    reach = explorer.plane.scene["reach"]
    for kind in ("move", "release"):
        report(explorer.plane, kind=kind, index=0, x=reach, y=reach)
        assert explorer.plane.scene["reach"] == reach == 1.25
    explorer.change(embeddings=2 * explorer.embeddings)
    assert explorer.plane.scene["reach"] == 2.5
