"""The mask explorer: its weights against a loop, its masks, goals and words, and odd inputs."""

import numpy as np
import pytest
from explorer_hand import details, done, goal, numbers, report, said
from hypothesis import given
from hypothesis import strategies as st
from kept_explorer import again

from helpers.attention import causal_mask, padding_mask, prefix_mask, window_mask
from helpers.explorers import MaskExplorer
from helpers.explorers.mask.state import named

N = 5
STAYS = " The last good mask stays."


def by_hand(embeddings, allowed):
    """Return weights and contexts, added up entry by entry over what may be seen."""
    n = len(embeddings)
    weights, context = np.zeros((n, n)), np.zeros_like(embeddings)
    for i in range(n):
        powers = {}
        for j in range(n):
            if allowed[i][j]:
                score = sum(a * b for a, b in zip(embeddings[i], embeddings[j], strict=True))
                powers[j] = np.exp(score)
        for j, power in powers.items():
            weights[i, j] = power / sum(powers.values())
            context[i] += weights[i, j] * embeddings[j]
    return weights, context


def random_mask(n, rng):
    """Return a mask in which each row sees at least one key."""
    allowed = rng.random((n, n)) < 0.5
    allowed[np.arange(n), rng.integers(n, size=n)] = True
    return allowed


def paint(explorer, *cells, on=False, kind="release"):
    """Paint cells in one stroke."""
    report(explorer.table, kind=kind, cells=[[*cell, on] for cell in cells], row=cells[-1][0])


def shown(explorer):
    """Return what the table shows: the numbers of a cell, None for a hidden one."""
    scene = explorer.table.scene
    rows = zip(scene["texts"], scene["marks"], strict=True)
    return [
        [None if mark == "masked" else float(text) for text, mark in zip(texts, marks, strict=True)]
        for texts, marks in rows
    ]


@given(seed=st.integers(0, 10**6), n=st.integers(2, 8), width=st.integers(2, 4))
def test_weights_and_contexts_are_those_of_a_loop(seed, n, width):
    rng = np.random.default_rng(seed)
    embeddings, allowed = rng.normal(size=(n, width)), random_mask(n, rng)
    tokens = [f"word{i}" for i in range(n)]
    explorer, query = again(MaskExplorer), int(rng.integers(n))
    explorer.change(tokens=tokens, embeddings=embeddings, allowed=allowed, query=query)
    weights, context = by_hand(embeddings, allowed)
    np.testing.assert_allclose(explorer.result.weights, weights, atol=1e-12)
    np.testing.assert_allclose(explorer.result.context, context, atol=1e-12)
    cells = shown(explorer)
    assert [[cell is not None for cell in row] for row in cells] == allowed.tolist()
    for row, exact in zip(cells, weights, strict=True):
        assert all(c is None or abs(c - w) <= 0.005 + 1e-9 for c, w in zip(row, exact, strict=True))
    z = numbers(explorer.plane.scene["dots"]["at"]).reshape(-1, 2)[n]
    np.testing.assert_allclose(z, context[explorer.query, :2], atol=1e-12)


@given(seed=st.integers(0, 10**6), strokes=st.integers(1, 3))
def test_strokes_end_where_their_cells_one_by_one_would(seed, strokes):
    rng, explorer = np.random.default_rng(seed), again(MaskExplorer)
    wanted = np.ones((N, N), dtype=bool)
    for _ in range(strokes):
        cells, on = rng.integers(N, size=(rng.integers(1, 7), 2)).tolist(), bool(rng.integers(2))
        for k in range(1, len(cells) + 1):  # each frame holds the whole stroke so far
            paint(explorer, *cells[:k], on=on, kind="move")
        paint(explorer, *cells, on=on)
        for i, j in cells:
            if on or wanted[i].sum() > 1:
                wanted[i, j] = on
        assert explorer.allowed.tolist() == wanted.tolist()
        assert explorer.query == cells[-1][0]
    weights, _ = by_hand(explorer.embeddings, wanted)
    np.testing.assert_allclose(explorer.result.weights, weights, atol=1e-12)


def test_esc_reports_what_was_there_and_that_is_taken_whatever_its_order():
    explorer = MaskExplorer(allowed=np.eye(N, dtype=bool))
    before = explorer.allowed.tolist()
    stroke = [[1, 2, True], [1, 3, True]]
    report(explorer.table, kind="move", cells=stroke, row=1)
    report(explorer.table, kind="release", cells=[[1, 1, False], *stroke], row=1)
    assert explorer.allowed[1].tolist() == [False, False, True, True, False]
    back = [[1, 2, False], [1, 3, False], [1, 1, True]]
    report(explorer.table, kind="release", cells=back, row=0)
    assert explorer.allowed.tolist() == before
    assert explorer.query == 0
    assert explorer.message == ""


def test_a_row_is_never_emptied_by_a_hand_nor_by_code():
    explorer = MaskExplorer()
    paint(explorer, *((2, j) for j in range(N)))
    assert explorer.allowed[2].tolist() == [False] * 4 + [True]
    assert "“perform” keeps “tasks”" in explorer.message
    assert "0 divided by 0" in explorer.message
    before = explorer.allowed
    empty = np.ones((N, N), dtype=bool)
    empty[3] = False
    explorer.allowed = empty
    assert explorer.allowed is before
    nothing = "Row “complex” would see nothing, and its weights would be 0 divided by 0."
    assert explorer.message == nothing + STAYS
    paint(explorer, (2, 0), on=True)
    assert explorer.message == ""


def not_written(n):
    return ...


def causal_rows(n):
    return [[j <= i for j in range(n)] for i in range(n)]


def too_wide(n):
    return np.tri(n, n + 1, dtype=bool)


def leaves(n):
    raise SystemExit


GIVEN = {
    not_written: "not_written isn't written yet.",
    too_wide: "too_wide must return (5, 5) for 5 words; the shape here is (5, 6).",
    np.tri: "tri must return boolean, True where a query may look; this holds numbers (float64).",
    len: "len raised TypeError: object of type 'int' has no len().",
    leaves: "leaves called exit. Nothing here needs that: return the result.",
}


@pytest.mark.parametrize(("function", "says"), GIVEN.items(), ids=lambda one: str(one)[:20])
def test_a_function_that_gives_no_mask_is_named(function, says):
    explorer = MaskExplorer(allowed=function)
    assert explorer.message == f"{says} Until then every word sees every word."
    assert explorer.allowed.all()
    explorer = MaskExplorer(allowed=causal_rows)
    assert explorer.message == ""
    before = explorer.allowed
    explorer.allowed = function
    assert explorer.message == f"{says} The last good picture stays."
    assert explorer.allowed is before


def test_a_function_is_asked_again_for_another_count_until_a_hand_has_painted():
    explorer = MaskExplorer(allowed=causal_rows)
    np.testing.assert_array_equal(explorer.allowed, causal_mask(N))
    assert explorer.example_title == "your own mask"
    explorer.change(tokens=[*"abc"], embeddings=np.eye(3))
    np.testing.assert_array_equal(explorer.allowed, causal_mask(3))
    paint(explorer, (1, 0))
    explorer.change(tokens=[*"abcd"], embeddings=np.eye(4))
    assert explorer.allowed.all()
    assert explorer.message.startswith("With 4 words the mask is reset")
    explorer.presets.choose("window")
    explorer.reset()
    np.testing.assert_array_equal(explorer.allowed, causal_mask(N))


@pytest.mark.parametrize(
    ("mask", "says"),
    [
        (np.tri(N), "allowed must be boolean, True where a query may look; this holds numbers"),
        (np.ones((N, 4), dtype=bool), "allowed must be (5, 5) for 5 words; the shape here is"),
        ("causal", "allowed must be (5, 5) booleans, True where a query may look; 'causal' is"),
        (np.zeros((N, N), dtype=bool), "Row “Smart” would see nothing"),
    ],
    ids=["floats", "narrow", "text", "empty"],
)
def test_what_is_no_mask_is_refused_in_a_sentence(mask, says):
    explorer = MaskExplorer(allowed=mask)
    assert explorer.message.startswith(says)
    assert explorer.allowed.all()
    explorer.allowed = mask
    assert explorer.message.startswith(says)
    assert explorer.message.endswith(STAYS)


def test_a_mask_from_outside_is_copied_and_cannot_be_written_into():
    mine = causal_mask(N)
    explorer = MaskExplorer(allowed=mine)
    mine[:] = True
    np.testing.assert_array_equal(explorer.allowed, causal_mask(N))
    with pytest.raises(ValueError, match="read-only"):
        explorer.allowed[0, 1] = True
    torch = pytest.importorskip("torch")
    explorer.allowed = torch.ones(N, N, dtype=torch.bool)
    assert explorer.allowed.all()
    assert explorer.message == ""


def test_words_without_vectors_too_many_and_too_few_are_refused():
    both = "Give tokens and embeddings together: a row of numbers for each word."
    assert MaskExplorer(["a", "b"]).message == both
    assert MaskExplorer(embeddings=np.eye(2)).message == both
    assert MaskExplorer([*"abcdefghi"], np.eye(9)).message.startswith("There are 2 to 8 tokens")
    assert MaskExplorer(["a"], [[1, 2]]).message.startswith("There are 2 to 8 tokens")
    assert "would be nan" in MaskExplorer(["a", "b"], [[1, 2], [np.nan, 0]]).message


def test_shares_that_would_have_been_nothing_are_not_divided_by():
    far = MaskExplorer([*"abc"], [[100, 0], [-100, 0], [-100, 1]])
    paint(far, (0, 0))
    assert "With nothing hidden, they would get next to nothing." in said(far)  # e^-20000 is 0
    np.testing.assert_allclose(far.result.weights[0], [0, 0.5, 0.5])
    far.change(allowed=np.array([[1, 0, 1], [1, 1, 1], [1, 1, 1]]) > 0)
    assert "so no weight grows" in said(far)
    paint(far, (0, 2))
    assert "“a” sees only itself: the whole weight, 1, goes there." in said(far)


EXAMPLES = {
    "everything visible": np.ones((N, N), dtype=bool),
    "causal": causal_mask(N),
    "padding": np.broadcast_to(padding_mask([3], N)[0], (N, N)),
    "prefix": prefix_mask(N, 2),
    "window": window_mask(N, 1),
}


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_is_the_mask_of_its_function_and_its_code_says_so(title):
    explorer = MaskExplorer()
    explorer.presets.choose(title)
    np.testing.assert_array_equal(explorer.allowed, EXAMPLES[title])
    name = "" if title == "everything visible" else f"{title}_mask"
    assert named(explorer.allowed)[0] == name
    assert f"{name}(" in explorer.code()
    assert (title == "padding") == ("<pad>" in explorer.tokens)
    assert ("No word attends to <pad>" in said(explorer)) == (title == "padding")


def test_one_leak_is_named_and_closing_it_is_the_goal():
    explorer = MaskExplorer()
    explorer.presets.choose("causal, with one leak")
    headline = "One cell shows a later word: “robots” sees “tasks”."
    assert explorer.spoken.scene["headline"] == headline
    assert named(explorer.allowed) == ("", "")
    assert done(explorer) == [False] * 3
    paint(explorer, (1, 4), kind="move")
    assert done(explorer) == [False] * 3  # to pass it is not to rest in it
    paint(explorer, (1, 4))
    assert done(explorer) == [True, False, False]
    assert said(explorer).startswith("No leak: no word sees a later one.")


def test_what_promised_no_past_is_told_which_later_words_are_seen_and_not_that_it_leaks():
    explorer = MaskExplorer()
    for title, count in (("window", 4), ("padding", 3), ("everything visible", 10)):
        explorer.presets.choose(title)
        headline = f"{count} cells show a later word; in the first, “Smart” sees “robots”."
        assert explorer.spoken.scene["headline"] == headline


def test_a_short_way_to_z_has_no_name_that_would_lie_on_it():
    labels = {}
    for far in (0.1, 2.0):
        explorer = MaskExplorer(["a", "b"], [[0.0, 0.0], [far, 0.0]])
        labels[far] = list(explorer.plane.scene["segments"]["labels"])
    assert labels == {0.1: [""], 2.0: ["x → z"]}


def test_a_mask_without_leaks_that_hides_the_past_too_does_not_close_the_goal():
    explorer = MaskExplorer()
    explorer.allowed = np.eye(N, dtype=bool)
    assert "No leak" in said(explorer)
    assert done(explorer) == [False] * 3
    explorer.allowed = window_mask(N, 1)
    assert done(explorer) == [False, True, False]
    assert goal(explorer, "let a word see nothing")["hint"].startswith("It can't be done")


def test_what_is_hidden_makes_each_share_larger_by_one_factor():
    explorer = MaskExplorer()
    before = explorer.result.weights[1].copy()
    paint(explorer, (1, 4))
    grown = explorer.result.weights[1, :4] / before[:4]
    np.testing.assert_allclose(grown, grown[0])
    shares = "itself 0.37, perform 0.37, Smart 0.13, complex 0.13"
    factor = f"Each weight is {grown[0]:.2f} times what it would be"
    assert f"“robots” sees 4 of 5 words: {shares}. {factor}" in said(explorer)
    assert details(explorer)["hidden from the query"] == "tasks"
    left = details(explorer)["visible weight, unmasked"]
    assert float(left) == pytest.approx(before[:4].sum(), abs=5e-5)
    equation = details(explorer)["factor of each weight"]
    above, below, result = (float(part) for part in equation.replace("≈", "÷").split(" ÷ "))
    assert round(above / below, 2) == result == round(grown[0], 2)


def test_a_hidden_cell_says_why_it_has_no_weight_and_a_seen_one_how_it_comes_about():
    explorer = MaskExplorer()
    explorer.presets.choose("causal, with one leak")
    told = explorer.table.scene["details"]
    assert told[1][2] == ("robots doesn't see perform: its score 1.00 becomes −∞, and e^(−∞) = 0.")
    assert told[1][0].startswith("robots attends to Smart: e^(0.00 − 2.00) over the sum of its row")
    assert told[0][0].startswith("Smart attends to Smart: e^(1.00 − 1.00) over")  # the peak it sees


def test_a_guess_is_of_the_largest_share_and_the_row_is_hidden_until_then():
    explorer = MaskExplorer()
    explorer.presets.choose("causal, with one leak")
    explorer.pinned = explorer.guessing = True
    assert explorer.table.scene["texts"][1] == ["?", "?", "", "", "?"]
    assert explorer.table.scene["details"][1][0] == ""
    assert explorer.table.scene["rows"] == list(explorer.tokens)  # nor does the pin tell
    assert "z" not in explorer.plane.scene["dots"]["labels"]
    assert "perform 0.18 (now hidden)" in said(explorer)
    assert not any("0.67" in text for text in explorer.picture().alt.split("\n"))
    report(explorer.slider, kind="release", value=0.5)
    judged = "You guessed 0.50; the largest weight is 0.67, 0.17 away."
    assert explorer.spoken.scene["headline"] == judged  # also where one sentence is shown
    assert "One cell shows a later word" in explorer.spoken.scene["more"]
    paint(explorer, (1, 3), on=True)
    assert "cells show a later word" in explorer.spoken.scene["headline"]


def test_a_pin_is_a_row_below_and_the_z_before():
    explorer = MaskExplorer()
    explorer.presets.choose("causal, with one leak")
    explorer.pinned = True
    assert explorer.table.scene["rows"][-1] == "pinned"
    assert "no weight of “robots” has changed" in said(explorer)
    assert "z before" not in explorer.plane.scene["dots"]["labels"]
    paint(explorer, (1, 4))
    assert explorer.table.scene["marks"][-1] == ["ghost", "ghost", "masked", "masked", "ghost"]
    assert explorer.table.scene["texts"][-1] == ["0.09", "0.24", "", "", "0.67"]
    assert len(explorer.table.scene["paints"]) == N  # the row of the pin is not painted
    assert "tasks 0.67 → hidden" in said(explorer)
    assert "z before" in explorer.plane.scene["dots"]["labels"]


def test_the_plane_greys_what_is_hidden_and_z_stays_among_what_is_seen():
    explorer = MaskExplorer()
    explorer.presets.choose("causal")
    dots = explorer.plane.scene["dots"]
    assert dots["roles"][:N] == ["value", "value", "query", "off", "off"]
    assert dots["texts"][3] == "hidden, (2.00, 0.00)"
    assert (numbers(dots["rings"]) > 0).tolist() == [True, True, True, False, False]
    report(explorer.plane, kind="choose", index=4)
    assert explorer.query == 4


def test_filler_that_takes_part_is_said():
    explorer = MaskExplorer()
    explorer.presets.choose("padding")
    paint(explorer, (2, 3), on=True)
    assert "“perform” gives 0.07 of its weight to <pad>" in said(explorer)
    paint(explorer, (2, 4), on=True)
    filler = explorer.result.weights[2, 3:].sum()
    assert f"“perform” gives {filler:.2f} of its weight to <pad>" in said(explorer)


@pytest.mark.parametrize("seed", range(4))
def test_the_plane_shows_the_origin_and_every_word_and_little_else(seed):
    rng = np.random.default_rng(seed)
    rows = rng.normal(rng.normal(0, 3, size=2), rng.uniform(0.1, 3), size=(4, 2))
    square = MaskExplorer([*"abcd"], rows).plane.scene
    apart = np.abs(np.vstack([rows, [0, 0]]) - square["middle"]).max(axis=0)
    assert (apart < square["reach"]).all()
    assert square["reach"] <= max(1.2, 1.25 * apart.max())
