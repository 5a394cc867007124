"""The heads explorer shows what helpers.attention computes, and nothing typed can break it."""

import math

import numpy as np
import pytest
from explorer_hand import details, done, report, said
from explorer_hand import goal as the_goal
from explorer_hand import numbers as floats
from hypothesis import given
from hypothesis import strategies as st
from kept_explorer import again, is_kept, own_traits

from helpers.attention import attention, multi_head_attention, project
from helpers.explorers import HeadsExplorer
from helpers.explorers.heads.state import Guess
from helpers.readers import worked_examples

NAMES = ("W_Q", "W_K", "W_V")
BEFORE, FETCH, ONE = (
    "the word before, the word after",
    "two heads fetch two words",
    "one head cannot fetch both",
)
APPLE = 2


def typed(explorer, name, row, column, text):
    explorer.editing = True
    report(explorer.editor.grids[name], kind="type", row=row, column=column, text=text)


def turned(explorer, factor, kind="release"):
    report(explorer.sharper, kind=kind, value=factor)


def pressed(explorer, panel, index):
    """Press a word of a head, or with -1 the name of that head."""
    report(explorer.arcs, kind="choose", panel=panel, index=index)


def values(texts):
    """The numbers of texts as they stand there, a question mark as NaN."""
    texts = [text.replace("−", "-") for text in texts]
    return np.array([math.nan if text in ("?", "here") else float(text) for text in texts])


def panel(explorer, place):
    return explorer.arcs.scene["panels"][place]


def shown(explorer, place):
    """The query's weights in one head, as numbers and as they are drawn."""
    drawn = floats(panel(explorer, place)["weights"])
    texts = values(panel(explorer, place)["texts"])
    np.testing.assert_allclose(texts[np.isfinite(texts)], drawn[np.isfinite(texts)], atol=0.00501)
    return drawn


def strip(explorer):
    """What stands side by side for the query, head by head."""
    return [values(part) for part in explorer.arcs.scene["strip"]["parts"]]


def table(view):
    """The numbers of a table as they stand there."""
    return np.array([values(row) for row in view.scene["texts"]])


def truth(explorer):
    return multi_head_attention(explorer.embeddings, explorer.heads, explorer.W_O)


def row_of(explorer, place):
    return truth(explorer).heads[place].weights[explorer.query]


def seen(widget):
    return widget.hidden is False


def test_it_opens_with_the_sources_sentence_and_its_first_head():
    source = worked_examples.load("i_love_apple_phones")
    explorer = HeadsExplorer()
    assert explorer.tokens == source.tokens
    for name, matrix in zip(NAMES, explorer.heads[0], strict=True):
        np.testing.assert_array_equal(matrix, getattr(source, name))
    assert "Head 2 is ours" in said(explorer)
    looks = "“apple” attends most to “love” (0.28) in head 1 and most to “phones” (0.89) in head 2."
    assert looks in said(explorer)
    turned(explorer, 2)
    assert "ours" not in said(explorer)  # the heads are the reader's now


ENTRIES = st.floats(-5, 5).map(lambda x: round(x, 3))


def matrices(rows, columns):
    row = st.lists(ENTRIES, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


@given(matrices(3, 2), st.lists(st.tuples(*[matrices(2, 2)] * 3), min_size=1, max_size=4))
def test_arcs_strip_and_tables_show_what_attention_computes(embeddings, heads):
    explorer = again(HeadsExplorer)
    explorer.change(tokens=["a", "b", "c"], embeddings=embeddings, heads=heads, query=1)
    explorer.tables = True
    assert explorer.message == ""
    result = multi_head_attention(np.array(embeddings), heads)
    for place, head in enumerate(heads):
        one = attention(*project(np.array(embeddings), *head))
        np.testing.assert_allclose(shown(explorer, place), one.weights[1], atol=1e-12)
        np.testing.assert_allclose(table(explorer.weights.maps[place]), one.weights, atol=0.00501)
    np.testing.assert_allclose(
        np.concatenate(strip(explorer)), result.concatenated[1], atol=0.00501
    )
    assert [one["name"] for one in explorer.arcs.scene["panels"]] == [
        f"head {k + 1}" for k in range(len(heads))
    ]


def test_each_head_says_where_the_query_looks_and_how_each_weight_comes_about():
    explorer = HeadsExplorer()
    head = truth(explorer).heads[0]
    weights = head.weights[APPLE]
    entropy = -(weights * np.log(weights)).sum()
    away = np.linalg.norm(head.context[APPLE] - head.values.mean(axis=0))
    assert panel(explorer, 0)["rest"] == f"attends most to “love” ({weights[1]:.2f})"
    assert explorer.arcs.scene["details"][0][3] == "apple → phones: 1.67 ÷ √2 ≈ 1.18, weight 0.248"
    assert details(explorer)["entropy in head 1"] == f"{entropy:.3f}"
    assert details(explorer)["z-to-mean distance in head 1"] == f"{away:.3f}"
    assert "Head 1 is nearly uniform: an even weight is 0.25." in said(explorer)


def test_four_heads_are_told_in_one_sentence_by_what_they_look_at():
    explorer = HeadsExplorer()
    for head in (0, 1):
        explorer.head = head
        explorer.editor.add.press()
    assert explorer.spoken.scene["headline"] == (
        "“apple” attends most to “love” in heads 1 and 3 and most to “phones” in heads 2 and 4."
    )
    explorer.change(tokens=[f"{letter * 39}" for letter in "abcd"])
    assert explorer.spoken.scene["headline"].startswith("In head 4, “ccc")


def test_a_word_that_is_pressed_asks_in_every_head_and_its_head_is_edited():
    explorer = HeadsExplorer(editing=True, tables=True)
    pressed(explorer, 1, 0)
    assert (explorer.query, explorer.head) == (0, 1)
    assert (explorer.arcs.scene["query"], explorer.arcs.scene["chosen"]) == (0, 1)
    assert explorer.sharper.label == "sharper: head 2"
    np.testing.assert_allclose(table(explorer.editor.grids["W_Q"]), explorer.heads[1][0])
    pressed(explorer, 0, 3)
    assert (explorer.query, explorer.head) == (3, 0)
    pressed(explorer, 1, -1)  # the name of a head alone
    assert (explorer.query, explorer.head) == (3, 1)
    report(explorer.weights.maps[0], kind="choose", row=2, column=1)
    assert (explorer.query, explorer.head) == (2, 0)
    assert [m.scene["row"] for m in explorer.weights.maps[:2]] == [2, 2]


def test_a_typed_number_changes_one_head_and_no_other():
    explorer = HeadsExplorer(editing=True)
    before = shown(explorer, 1)
    typed(explorer, "W_K", 3, 0, "−2,5")
    assert explorer.heads[0][1][3, 0] == -2.5
    np.testing.assert_allclose(shown(explorer, 0), row_of(explorer, 0))
    np.testing.assert_array_equal(shown(explorer, 1), before)
    explorer.head = 1
    typed(explorer, "W_V", 0, 1, "7")
    assert (explorer.heads[0][2][0, 1], explorer.heads[1][2][0, 1]) == (0, 7)
    explorer.head = 0
    typed(explorer, "W_K", 3, 0, "many")
    assert explorer.heads[0][1][3, 0] == -2.5
    assert explorer.message == "“many” is not a number; the last one stays."
    assert explorer.editor.grids["W_K"].scene["restore"]
    assert explorer.editor.grids["W_K"].scene["texts"][3][0] == "−2.5"


def test_an_added_head_has_its_models_factor_and_a_removed_one_takes_its_own_along():
    explorer = HeadsExplorer()
    W_Q = explorer.heads[0][0]
    turned(explorer, 5)
    explorer.editor.add.press()
    np.testing.assert_array_equal(explorer.heads[2][0], 5 * W_Q)
    assert explorer.sharper.scene["text"] == "W_Q × 5"
    turned(explorer, 1)
    np.testing.assert_array_equal(explorer.heads[2][0], W_Q)
    turned(explorer, 3)
    explorer.head = 1
    assert explorer.sharper.scene["text"] == "W_Q × 1"
    explorer.editor.remove.press()
    assert (explorer.head, explorer.sharper.scene["text"]) == (1, "W_Q × 3")
    explorer.head = 0
    assert explorer.sharper.scene["text"] == "W_Q × 5"


def test_a_factor_sharpens_a_head_and_0_makes_it_a_plain_average():
    explorer = HeadsExplorer()
    W_Q, words = explorer.heads[0][0], said(explorer)
    turned(explorer, 10, "move")
    np.testing.assert_array_equal(explorer.heads[0][0], 10 * W_Q)
    assert said(explorer) != words
    turned(explorer, 0)
    np.testing.assert_allclose(shown(explorer, 0), 0.25)
    assert "“apple” attends to all words equally in head 1" in said(explorer)
    turned(explorer, 3)
    np.testing.assert_array_equal(explorer.heads[0][0], 3 * W_Q)
    assert explorer.sharper.scene["text"] == "W_Q × 3"
    typed(explorer, "W_Q", 0, 0, "2")
    assert explorer.sharper.scene["value"] == 1
    turned(explorer, 2)
    assert explorer.heads[0][0][0, 0] == 4


def test_a_head_is_added_as_a_copy_and_removed():
    explorer = HeadsExplorer(head=1, editing=True)
    explorer.editor.add.press()
    assert (len(explorer.heads), explorer.head) == (3, 2)
    np.testing.assert_array_equal(explorer.heads[2][0], explorer.heads[1][0])
    explorer.editor.add.press()
    assert explorer.editor.add.disabled
    assert len(explorer.arcs.scene["panels"]) == 4
    for _ in range(3):
        explorer.editor.remove.press()
    assert explorer.editor.remove.disabled
    assert (len(explorer.heads), explorer.head) == (1, 0)
    assert explorer.arcs.scene["strip"]["label"] == "“apple” gets"  # beside nothing


def test_the_mixing_matrix_is_the_identity_at_first_and_mixes_what_is_typed():
    explorer = HeadsExplorer(editing=True)
    explorer.editor.mix.press(True)
    np.testing.assert_array_equal(explorer.W_O, np.eye(4))
    assert "W_O is the identity and leaves the entries as they are." in said(explorer)
    typed(explorer, "W_O", 2, 0, "1")
    expected = truth(explorer).concatenated @ explorer.W_O
    mixed = values(explorer.arcs.scene["strip"]["mixed"])
    np.testing.assert_allclose(mixed, expected[APPLE], atol=0.00501)
    assert not np.allclose(expected, truth(explorer).concatenated)
    assert "W_O mixes the heads' entries" in said(explorer)
    assert details(explorer)["mixed by W_O"].startswith(f"({expected[APPLE, 0]:.2f}, ")
    explorer.editor.mix.press(False)
    assert explorer.W_O is None
    assert explorer.arcs.scene["strip"]["mixed"] == []


def test_the_mixing_matrix_begins_again_when_another_number_of_columns_stands_side_by_side():
    explorer = HeadsExplorer(W_O=2 * np.eye(4))
    explorer.editor.remove.press()
    np.testing.assert_array_equal(explorer.W_O, np.eye(2))
    expected = "2 entries are concatenated now, so W_O is reset to the identity."
    assert explorer.message == expected
    explorer.W_O = np.eye(3)
    assert "W_O needs 2 rows" in explorer.message
    np.testing.assert_array_equal(explorer.W_O, np.eye(2))


def test_a_pin_keeps_the_querys_arcs_of_each_head():
    explorer = HeadsExplorer(pinned=True, tables=True)
    before = [row_of(explorer, place) for place in (0, 1)]
    turned(explorer, 10)
    for place in (0, 1):
        np.testing.assert_array_equal(floats(panel(explorer, place)["ghosts"]), before[place])
        np.testing.assert_allclose(shown(explorer, place), row_of(explorer, place))
        assert explorer.weights.maps[place].scene["rows"][-1] == "pinned"
        pinned = table(explorer.weights.maps[place])[-1]
        np.testing.assert_allclose(pinned, before[place], atol=0.00501)
    assert "Since the pin: head 1 on “love” 0.28 → 0.55, on “apple” 0.22 → 0.05." in said(explorer)
    report(explorer.weights.maps[0], kind="choose", row=4, column=0)
    assert explorer.query == APPLE  # the pinned row is no query
    explorer.editor.add.press()
    assert explorer.message == "The pin is gone: it had different words or heads."


def test_a_guess_hides_the_querys_weights_wherever_they_stand():
    explorer = HeadsExplorer(pinned=True, tables=True)
    weights = row_of(explorer, 0)
    explorer.buttons["guess"].press(True)
    assert np.isnan(shown(explorer, 0)).all()
    assert np.isnan(floats(panel(explorer, 0)["ghosts"])).all()  # the pin would give it away
    assert panel(explorer, 0)["texts"] == ["?"] * 4
    assert explorer.arcs.scene["details"][0] == []
    assert panel(explorer, 0)["rest"] == "to be guessed"
    assert np.isnan(table(explorer.weights.maps[0])[APPLE]).all()
    assert len(table(explorer.weights.maps[0])) == 4
    assert explorer.weights.maps[0].scene["details"][APPLE] == [""] * 4
    assert np.isfinite(shown(explorer, 1)).all()
    assert [np.isnan(part).all() for part in strip(explorer)] == [True, False]
    assert not seen(explorer.sharper)
    assert said(explorer).startswith("Which word does “apple” attend to most in head 1")
    assert details(explorer) == {}
    hidden, _ = explorer._repr_mimebundle_()
    assert "head 1: to be guessed" in hidden["text/plain"]
    assert f"{weights[1]:.2f}" not in hidden["text/plain"]


@pytest.mark.parametrize("word_first", [True, False])
def test_a_guess_is_compared_once_the_hand_has_given_its_word_and_its_weight(word_first):
    explorer = HeadsExplorer(guessing=True)
    hand = [
        lambda: pressed(explorer, 0, 3),
        lambda: report(explorer.slider, kind="release", value=0.6),
    ]
    for act in hand if word_first else hand[::-1]:
        assert explorer.guessing
        act()
    assert not explorer.guessing
    assert explorer.query == APPLE
    assert explorer.guess == Guess(3, 0.6)
    assert explorer.text().headline == (
        "Not “phones”: “apple” attends most to “love”, with 0.28. You guessed 0.60, 0.32 away."
    )
    assert floats(panel(explorer, 0)["ghosts"])[3] == 0.6
    turned(explorer, 2)
    assert "guessed" not in said(explorer)
    assert np.isnan(floats(panel(explorer, 0)["ghosts"])).all()


def test_a_word_is_marked_before_its_weight_is_known_and_keys_leave_the_weight_open():
    explorer = HeadsExplorer(guessing=True)
    pressed(explorer, 0, 3)
    assert panel(explorer, 0)["texts"] == ["?", "?", "?", "here"]
    report(explorer.slider, kind="release", value=0.6, by="keys")
    assert panel(explorer, 0)["texts"] == ["?", "?", "?", "0.60"]
    assert explorer.guessing
    report(explorer.slider, kind="release", value=0.6)  # Enter
    assert not explorer.guessing


def test_half_a_guess_is_judged_when_it_is_revealed_and_another_query_asks_anew():
    explorer = HeadsExplorer(guessing=True)
    report(explorer.slider, kind="release", value=0.6)
    explorer.buttons["guess"].press(False)
    assert "You guessed a largest weight of 0.60; it is 0.28." in said(explorer)
    explorer.guessing = True
    pressed(explorer, 0, 1)
    explorer.guessing = False
    assert "Right: “apple” attends most to “love”, with 0.28." in said(explorer)
    explorer.guessing = True
    pressed(explorer, 0, 1)
    pressed(explorer, 1, 0)  # another head and another word
    assert (explorer.query, explorer.head) == (0, 1)
    assert explorer.guess is None
    explorer.guessing = False
    assert "guessed" not in said(explorer)


def test_colours_can_be_stretched_over_the_weights_of_all_heads():
    explorer = HeadsExplorer(tables=True)
    unstretched = [m.scene["fills"] for m in explorer.weights.maps[:2]]
    explorer.weights.stretch.press(True)
    weights = np.vstack([head.weights for head in truth(explorer).heads])
    fills = [fill for m in explorer.weights.maps[:2] for row in m.scene["fills"] for fill in row]
    assert fills[weights.argmin()] != fills[weights.argmax()]
    assert [m.scene["fills"] for m in explorer.weights.maps[:2]] != unstretched
    explorer.weights.stretch.press(False)
    assert not explorer.stretch
    assert [m.scene["fills"] for m in explorer.weights.maps[:2]] == unstretched


@pytest.mark.parametrize(
    ("row", "column", "text", "weight"),
    [(3, 1, "0", "0.28"), (2, 0, "2", "0.29")],
    ids=["less for the second number", "more for the first"],
)
def test_one_typed_number_wins_the_slides_word_but_not_strongly(row, column, text, weight):
    explorer = HeadsExplorer()
    claim = the_goal(explorer, "make “apple” attend most to “phones” in head 1")
    assert "one entry of W_Q" in claim["hint"]
    assert done(explorer) == [False] * 3
    typed(explorer, "W_Q", row, column, text)
    assert row_of(explorer, 0).argmax() == 3
    assert row_of(explorer, 0).max() < 0.3  # "less than three tenths", says notebook 08
    assert done(explorer) == [True, False, False]
    claim = the_goal(explorer, "make “apple” attend most to “phones” in head 1")
    assert claim["text"].endswith(f"with {weight}; an even weight would be 0.25")
    turned(explorer, 10)
    assert row_of(explorer, 0)[3] > 0.5


def test_a_factor_alone_cannot_make_the_claim_true_but_two_heads_give_over_half_to_two_words():
    explorer = HeadsExplorer()
    for factor in (0, 0.5, 5, 20):
        turned(explorer, factor)
    assert done(explorer)[0] is False
    explorer = HeadsExplorer()
    turned(explorer, 9)
    assert [row_of(explorer, place).max() > 0.5 for place in (0, 1)] == [True, True]
    assert done(explorer) == [False, True, False]
    assert the_goal(explorer, "make two heads")["text"].endswith(
        "“apple” attends to “love” in head 1 and to “phones” in head 2"
    )
    explorer = HeadsExplorer()
    itself, phones = np.diag([0.0, 0, 9, 0]), truth(explorer).heads[1]
    explorer.heads = [(itself, np.eye(4), np.eye(4)), explorer.heads[1]]
    assert row_of(explorer, 0)[APPLE] > 0.5 < phones.weights[APPLE].max()
    assert the_goal(explorer, "make two heads")["text"].endswith(
        "“apple” attends to itself in head 1 and to “phones” in head 2"
    )


@given(matrices(3, 2), matrices(2, 2), matrices(2, 2))
def test_no_head_gives_two_words_more_than_half(embeddings, W_Q, W_K):
    explorer = again(HeadsExplorer)
    explorer.change(tokens=["a", "b", "c"], embeddings=embeddings, heads=[(W_Q, W_K, np.eye(2))])
    assert explorer.message == ""
    impossible = explorer.goals[-1]
    assert not impossible.reached(explorer.state, explorer.start)
    assert impossible.hint.startswith("It can't be done")


def test_two_heads_bring_what_one_head_can_only_average():
    two, one = HeadsExplorer(example=FETCH), HeadsExplorer(example=ONE)
    content = two.embeddings[:, 3]
    cat, sat, mat = (two.tokens.index(word) for word in ("cat", "sat", "mat"))
    np.testing.assert_allclose(
        truth(two).concatenated[sat], [content[cat], content[mat]], atol=0.02
    )
    np.testing.assert_array_equal(one.embeddings, two.embeddings)
    mean = (content[cat] + content[mat]) / 2
    np.testing.assert_allclose(truth(one).concatenated[sat], [mean], atol=0.02)
    assert "“sat” attends most to “cat” and “mat” equally (0.50 each) in head 1" in said(one)


def test_turned_places_make_one_head_look_back_and_one_ahead():
    explorer = HeadsExplorer(example=BEFORE)
    before, after = (head.weights.argmax(axis=1) for head in truth(explorer).heads)
    assert before[1:].tolist() == [0, 1, 2, 3]
    assert after[:-1].tolist() == [1, 2, 3, 4]
    # the first word has none before it, the last none after it
    assert truth(explorer).heads[0].weights[0].max() == pytest.approx(0.5, abs=0.01)


def test_ones_own_heads_come_first_and_come_back_and_alone_read_the_sources_sentence():
    heads = [(np.eye(2), np.eye(2), np.eye(2))]
    explorer = HeadsExplorer(["a", "b"], [[1, 0], [0, 1]], heads, query=1)
    assert explorer.presets.chosen == "your heads"
    assert (explorer.tokens, explorer.query) == (("a", "b"), 1)
    assert "by hand" not in said(explorer)
    explorer.presets.choose(FETCH)
    explorer.presets.choose("your heads")
    np.testing.assert_array_equal(explorer.embeddings, np.eye(2))
    source = worked_examples.load("i_love_apple_phones")
    explorer = HeadsExplorer(heads=[(source.W_Q, source.W_K, source.W_V)], W_O=np.eye(2))
    assert explorer.tokens == source.tokens
    np.testing.assert_array_equal(explorer.W_O, np.eye(2))


def test_words_are_renamed_removed_added_and_their_numbers_typed():
    explorer = HeadsExplorer(typing=True)
    grid = explorer.sentence.grid
    report(grid, kind="rename", row=1, text="like")
    report(grid, kind="type", row=1, column=2, text="−0,5")
    assert explorer.tokens == ("I", "like", "apple", "phones")
    assert explorer.embeddings[1, 2] == -0.5
    report(grid, kind="remove", row=0)
    assert (explorer.tokens, explorer.query) == (("like", "apple", "phones"), 1)
    explorer.sentence.children[-1].press()
    assert explorer.tokens == ("like", "apple", "phones", "new")
    assert explorer.embeddings.shape == (4, 4)
    assert values(grid.scene["texts"][0])[2] == -0.5
    np.testing.assert_allclose(shown(explorer, 0), row_of(explorer, 0))


def test_a_typed_sentence_keeps_its_width_and_says_which_words_are_not_known():
    explorer = HeadsExplorer(typing=True)
    explorer.sentence.field.type("old phones, love qwertz")
    assert explorer.tokens == ("old", "phones", "love", "qwertz")
    assert explorer.embeddings.shape == (4, 4)
    source = worked_examples.load("i_love_apple_phones")
    np.testing.assert_array_equal(explorer.embeddings[1:3], source.embeddings[[3, 1]])
    assert "“qwertz”" in explorer.message
    assert "near the origin" in explorer.message
    assert explorer.sentence.field.text == "old phones love qwertz"
    before = own_traits(explorer)
    explorer.sentence.field.type("alone")
    is_kept(explorer, before)
    assert explorer.message == "There are 2 to 8 tokens here; this has 1."
    assert explorer.sentence.field.text == "alone"  # as it was typed
    explorer.sentence.field.type("I love apple phones")
    assert explorer.message == ""


@pytest.mark.parametrize("given", [(), (["a", "b"], [[1], [2]], [[[[1]], [[1]], [[1]]]])])
def test_a_sentence_of_new_words_keeps_the_width_that_the_heads_read(given):
    explorer = HeadsExplorer(*given, typing=True)
    assert explorer.message == ""
    width = explorer.embeddings.shape[1]
    explorer.sentence.field.type("old qwertz")
    assert explorer.tokens == ("old", "qwertz")
    assert explorer.embeddings.shape == (2, width)


@pytest.mark.parametrize(
    ("traits", "message"),
    [
        ({"tokens": ["a"] * 9}, "There are 2 to 8 tokens here; this has 9."),
        ({"heads": []}, "You can have 1 to 4 heads here, not 0."),
        ({"heads": [[..., [[1]], [[1]]]]}, "W_Q of head 1 isn't written yet."),
        ({"heads": [[[[1]], [[1]]]]}, "Head 1 needs W_Q, W_K and W_V; it has 2 parts."),
        (
            {"heads": [[np.ones((4, 1)), np.ones((4, 2)), np.ones((4, 1))]]},
            "W_Q and W_K of head 1 need equally many columns; they have 1 and 2.",
        ),
        (
            {"heads": [[np.ones((3, 1)), np.ones((4, 1)), np.ones((4, 1))]]},
            "W_Q of head 1 needs 4 rows, one per embedding dimension; it has 3.",
        ),
        ({"heads": [[np.ones((4, 5))] * 3]}, "W_Q of head 1 has at most 4 columns here, not 5."),
        ({"W_O": np.eye(3)}, "W_O needs 4 rows, one per concatenated entry; this one has 3."),
        ({"query": 4}, "query must be a place from 0 to 3; 4 is not."),
        ({"head": "first"}, "head must be a place from 0 to 1; 'first' is not."),
    ],
)
def test_what_does_not_fit_is_named(traits, message):
    assert HeadsExplorer(**traits).message == message
    explorer = HeadsExplorer()
    explorer.change(**traits)
    assert explorer.message == message
