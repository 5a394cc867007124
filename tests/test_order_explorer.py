"""Words in another order: what attention notices with each kind of position, and what is said."""

import cmath
import itertools
import math
import re
import time

import numpy as np
import pytest
from explorer_hand import details, done, goal, numbers, report, said
from hypothesis import given
from hypothesis import strategies as st

from helpers.explorers import OrderExplorer
from helpers.explorers.order import words
from helpers.explorers.order.state import KINDS, learned, moved, placed

DOGS = ("dog", "bites", "man")
THE = "the dog bites the man"
PAST = "dog bites man, each seeing its past"
EQUAL = "distance: seven equal words"
FIRST, SECOND, IMPOSSIBLE = ("swap", "move words"), "with rotation", "with positions"


def random_sentence(seed):
    """Return 2 to 8 words with embeddings of an even width, and an order of them."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, 9)), 2 * int(rng.integers(1, 5))
    tokens = [chr(97 + i) for i in range(n)]
    return tokens, rng.normal(size=(n, d)), tuple(rng.permutation(n).tolist())


def by_loop(embeddings, order, kind):
    """Return what each word gives to each, by their first places, and its z, number by number."""
    n, d = embeddings.shape
    place = {word: p for p, word in enumerate(order)}
    added = {
        "learned": learned(8, 8)[:n, :d],
        "sinusoids": [
            [(math.cos if k % 2 else math.sin)(p * 10_000 ** (-(k - k % 2) / d)) for k in range(d)]
            for p in range(n)
        ],
    }.get(kind, np.zeros((n, d)))
    rows = [[embeddings[i, k] + added[place[i]][k] for k in range(d)] for i in range(n)]
    weights, contexts = np.zeros((n, n)), np.zeros((n, d))
    for i in range(n):
        powers = {}
        for j in range(n):
            if kind == "mask" and place[j] > place[i]:
                continue
            powers[j] = math.exp(score(rows[i], rows[j], place[i] - place[j], kind))
        for j, power in powers.items():
            weights[i, j] = power / sum(powers.values())
            for k in range(d):
                contexts[i, k] += weights[i, j] * rows[j][k]
    return weights, contexts


def score(query, key, ahead, kind):
    """Return a score as the real part of products of complex numbers, one for each pair."""
    d, total = len(query), 0.0
    for k in range(0, d, 2):
        turn = ahead * 10_000 ** (-k / d) if kind == "rotation" else 0.0
        q, key_pair = complex(query[k], query[k + 1]), complex(key[k], key[k + 1])
        total += (q * cmath.exp(1j * turn) * key_pair.conjugate()).real
    return total


def seen(now):
    """Return every word's weights and z, by the words' first places."""
    every = range(len(now.tokens))
    return np.array([now.weights(i) for i in every]), np.array([now.z(i) for i in every])


def drag(explorer, word, place, kind="release"):
    report(explorer.row, kind=kind, index=word, place=place)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
def test_weights_and_contexts_are_those_of_a_loop(kind, seed):
    tokens, embeddings, order = random_sentence(seed)
    now = placed(tokens, embeddings, order, kind, 0)
    for state, way in ((now, order), (now.started, range(len(tokens)))):
        for got, wanted in zip(seen(state), by_loop(embeddings, way, kind), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_weights_and_z_of_a_loop_are_drawn_beside_those_of_the_first_order(kind, seed):
    tokens, embeddings, order = random_sentence(seed)
    explorer = OrderExplorer(tokens, embeddings, kind, order=order, query=1)
    assert explorer.message == ""
    row, bars = explorer.row.scene, explorer.context.scene
    drawn = [(order, "weights", "heights"), (range(len(tokens)), "ghosts", "ghosts")]
    for way, shown, high in drawn if explorer.state.moved else drawn[:1]:
        weights, contexts = by_loop(embeddings, way, kind)
        np.testing.assert_allclose(numbers(row[shown]), weights[1], atol=1e-12)
        np.testing.assert_allclose(numbers(bars[high]), contexts[1], atol=1e-12)


@given(seed=st.integers(0, 10**6))
def test_with_no_position_no_order_changes_any_word(seed):
    tokens, embeddings, order = random_sentence(seed)
    now = placed(tokens, embeddings, order, "none", 0)
    for got, wanted in zip(seen(now), seen(now.started), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-12)
    assert now.others_z(now.started) == 0
    assert not words.NEVER.reached(now, now.started)
    if now.moved:
        assert words.headline(now).startswith("Moved, and nothing changed")
        other = placed(tokens, embeddings, order, "learned", 0)
        assert other.others_z(other.started) > 0


@given(seed=st.integers(0, 10**6), start=st.integers(1, 6))
def test_with_rotation_a_score_depends_on_the_distance_alone(seed, start):
    """Two words that move together keep their score, wherever they then stand."""
    embeddings = np.random.default_rng(seed).normal(size=(8, 8))
    order = (*range(2, 2 + start), 0, 1, *range(2 + start, 8))
    now = placed([*"abcdefgh"], embeddings, order, "rotation", 0)
    before = now.started.scores[:2, :2]
    assert now.places[0] == start
    np.testing.assert_allclose(now.scores[:2, :2], before, rtol=0, atol=1e-12)
    assert words.together(now) is not None


def test_with_a_mask_what_stands_behind_gets_nothing_and_is_called_hidden():
    explorer = OrderExplorer(positions="mask")
    for order in itertools.permutations(range(3)):
        explorer.order = order
        at = order.index(1)
        behind = [word for word in order if order.index(word) > at]
        texts = explorer.row.scene["texts"]
        assert [word for word in range(3) if texts[word] == "hidden"] == sorted(behind)
        assert [i for i, out in enumerate(explorer.row.scene["unseen"]) if out] == sorted(behind)


def test_with_a_mask_the_last_word_does_not_know_the_order_of_its_past():
    explorer = OrderExplorer()
    explorer.presets.choose(PAST)
    assert (explorer.positions, explorer.state.asks) == ("mask", "man")
    drag(explorer, 0, 1)
    assert explorer.order == (1, 0, 2)
    assert said(explorer).startswith("Moved, and nothing changed for “man”: its z is the same.")
    assert "2 of 3 words have a different z" in said(explorer)


def test_a_word_goes_where_the_hand_brings_it_and_the_others_make_room():
    explorer = OrderExplorer(positions="rotation")
    drag(explorer, 0, 2, "move")
    assert explorer.order == (1, 2, 0)
    drag(explorer, 0, 1)
    assert explorer.order == (1, 0, 2)
    assert list(explorer.row.scene["order"]) == [1, 0, 2]
    report(explorer.row, kind="choose", index=2)
    drag(explorer, 2, 0)
    assert (explorer.query, explorer.order) == (2, (2, 1, 0))  # it still asks


@given(order=st.permutations(range(6)), word=st.integers(0, 5), place=st.integers(0, 5))
def test_one_word_moves_and_the_others_stay_in_their_order(order, word, place):
    after = moved(order, word, place)
    assert after.index(word) == place
    assert [w for w in after if w != word] == [w for w in order if w != word]


def test_the_goals_are_reached_by_hand_and_by_nothing_short_of_them():
    explorer = OrderExplorer()
    drag(explorer, 0, 2)
    drag(explorer, 2, 0)  # man bites dog
    assert explorer.order == (2, 1, 0)
    assert done(explorer) == [False, False, False]
    explorer.kinds.buttons["sinusoids"].press()  # moves z by 0.02, which is not enough
    assert not goal(explorer, FIRST)["done"]
    explorer.kinds.buttons["rotation"].press()
    assert goal(explorer, FIRST)["done"]
    assert "z of “bites”" in goal(explorer, FIRST)["text"]
    assert goal(explorer, FIRST)["text"].endswith(", with rotation by 0.30")
    assert not goal(explorer, SECOND)["done"]
    drag(explorer, 2, 0)
    drag(explorer, 0, 1)  # man dog bites: dog and bites have moved one place on together
    assert explorer.order == (2, 0, 1)
    assert goal(explorer, SECOND)["done"]
    kept = score(*explorer.embeddings[:2], -1, "rotation")
    wanted = f"“dog bites” scores −{-kept:.4f} both times"
    assert goal(explorer, SECOND)["text"].endswith(wanted)
    assert not goal(explorer, IMPOSSIBLE)["done"]


def test_another_query_or_another_sentence_has_its_own_first_goal():
    explorer = OrderExplorer(positions="learned", query=0)
    explorer.order = (2, 1, 0)
    assert not goal(explorer, FIRST)["done"]  # it is about “bites”
    explorer.presets.choose(THE)
    assert "z of “bites”" not in goal(explorer, FIRST)["text"]
    explorer.change(order=(4, 1, 2, 3, 0), positions="learned")
    assert goal(explorer, FIRST)["done"]


def test_neighbours_keep_their_score_elsewhere_side_by_side_in_their_order_with_rotation_alone():
    for positions in ("learned", "sinusoids", "mask", "none"):
        explorer = OrderExplorer(positions=positions)
        explorer.order = (2, 0, 1)
        assert not goal(explorer, SECOND)["done"]
    explorer = OrderExplorer(positions="rotation")
    pairs = {(2, 0, 1): (0, 1), (1, 2, 0): (1, 2)}
    for order in itertools.permutations(range(3)):
        explorer.order = order
        assert words.together(explorer.state) == pairs.get(order)


@pytest.mark.parametrize("title", ["dog bites man", THE, PAST, EQUAL])
@pytest.mark.parametrize("kind", KINDS)
def test_every_order_has_a_true_headline(title, kind):
    explorer = OrderExplorer()
    explorer.presets.choose(title)
    explorer.positions = kind
    orders = list(itertools.permutations(range(len(explorer.tokens))))
    for order in orders[:: max(1, len(orders) // 24)]:
        explorer.order = order
        headline = explorer.text().headline
        assert len(headline) <= 120
        if "instead of" in headline:
            new, old = (float(text) for text in _two(headline))
            assert new != old
            changed = re.search("now gives (itself|“(.+)”) ", headline)
            name = changed[2] or explorer.state.asks
            changes = explorer.state.weights(explorer.query) - numbers(explorer.row.scene["ghosts"])
            gap = changes[explorer.state.names.index(name)]
            assert abs(gap) == pytest.approx(np.abs(changes).max())
            assert new - old == pytest.approx(gap, abs=0.0101)
        elif "nothing changed" in headline:
            assert explorer.state.others_z(explorer.state.started) == 0 or kind == "mask"


def _two(headline):
    first, _, last = headline.rstrip(".").rpartition(" instead of ")
    return first.split()[-1], last


def test_a_change_too_small_for_its_digits_is_not_said_as_none_or_as_equal_numbers():
    small = OrderExplorer(["a", "b"], [[0.03, 0], [0.03, 0.06]], "rotation", order=(1, 0))
    new, old = _two(small.text().headline)
    assert new != old
    assert len(new) > 4
    tiny = OrderExplorer(["a", "b"], [[1e-4, 0], [1e-4, 2e-4]], "rotation", order=(1, 0))
    assert tiny.text().headline == "“a” gives the same weights to within 0.000001."
    equal = OrderExplorer(["la", "la"], [[1.0, 0.0], [1.0, 0.0]])
    assert equal.text().headline.endswith("“la₁” gives all words the same weight: 0.50.")


def test_a_word_that_stands_twice_is_numbered_and_compared():
    explorer = OrderExplorer()
    explorer.presets.choose(THE)
    assert explorer.row.scene["tokens"] == ["the₁", "dog", "bites", "the₂", "man"]
    assert "Every “the” gets the same weight: nothing tells them apart." in said(explorer)
    explorer.positions = "rotation"
    weights = explorer.state.weights(2)[[0, 3]]
    least, most = weights.min(), weights.max()
    gets = f"“the” gets weights from {least:.2f} to {most:.2f}: only its position differs."
    assert gets in said(explorer)


def test_of_equal_words_the_place_alone_decides_and_with_rotation_the_distance():
    explorer = OrderExplorer()
    explorer.presets.choose(EQUAL)
    weights = explorer.state.weights(3)
    assert (np.diff(weights[:4]) > 0).all()
    np.testing.assert_allclose(weights, weights[::-1], atol=1e-12)
    drag(explorer, 3, 6)
    assert "Its z hasn't moved" in said(explorer)


def test_details_and_the_still_picture_have_the_numbers_of_now_and_of_the_first_order():
    explorer = OrderExplorer(positions="learned", order=(2, 1, 0))
    found, alt = details(explorer), explorer.picture().alt
    now, first = explorer.state.weights(1), explorer.state.started.weights(1)
    for start, each in (("", now), ("before: ", first)):
        assert f"{start}man {each[2]:.2f}, bites {each[1]:.2f}, dog {each[0]:.2f}" in alt
    assert found["order"] == "man bites dog"
    assert found["bites → dog"] == f"{now[0]:.4f} (first order {first[0]:.4f})"
    z = np.array(eval(found["z of bites, now"].replace("−", "-")))
    np.testing.assert_allclose(z, explorer.state.z(1), atol=5e-5)


def test_a_guess_hides_what_the_order_makes_and_is_judged():
    explorer = OrderExplorer(positions="rotation", order=(2, 1, 0), guessing=True)
    largest = explorer.state.weights(1).max()
    assert np.isnan(numbers(explorer.row.scene["weights"])).all()
    assert set(explorer.row.scene["texts"] + explorer.context.scene["texts"]) == {"?"}
    assert not numbers(explorer.context.scene["heights"]).any()
    told = " ".join([said(explorer), explorer.picture().alt, *details(explorer).values()])
    assert f"{largest:.2f}" not in told
    drag(explorer, 0, 0)  # words may still be moved
    assert explorer.guessing
    largest = explorer.state.weights(1).max()
    report(explorer.slider, kind="release", value=0.5)
    text = f"You guessed 0.50; the largest weight is {largest:.2f}, {abs(largest - 0.5):.2f} away."
    assert explorer.spoken.scene["headline"] == text  # also where one sentence is shown
    assert "now gives" in explorer.spoken.scene["more"]
    explorer.order = (1, 2, 0)
    assert "now gives" in explorer.spoken.scene["headline"]


def test_a_pin_is_compared_with_instead_of_the_first_order():
    explorer = OrderExplorer(positions="rotation", order=(2, 1, 0), pinned=True)
    pinned = explorer.state.weights(1)
    explorer.change(order=(1, 0, 2), positions="mask")
    np.testing.assert_array_equal(numbers(explorer.row.scene["ghosts"]), pinned)
    assert "at the pin" in explorer.context.scene["caption"]
    assert "than at the pin" in said(explorer)
    explorer.change(order=(2, 1, 0), positions="rotation")
    assert said(explorer).startswith("Since the pin nothing changed for “bites”: ")


def test_one_axis_of_z_holds_every_order_and_kind_of_position():
    explorer, ends = OrderExplorer(), set()
    orders = itertools.permutations(range(3))
    for kind, order, query in itertools.product(KINDS, orders, range(3)):
        explorer.change(positions=kind, order=order, query=query)
        scene = explorer.context.scene
        ends.add((scene["low"], scene["high"]))
        heights = numbers(scene["heights"])
        assert scene["low"] <= heights.min()
        assert heights.max() <= scene["high"]
    assert len(ends) == 1


def test_each_place_shows_what_it_gives():
    explorer = OrderExplorer()
    assert explorer.row.scene["marks"]["each"] == 0
    explorer.positions = "learned"
    marks = explorer.row.scene["marks"]
    assert (len(marks["fills"]), len(marks["fills"][0])) == (3, 4)
    explorer.order = (2, 1, 0)
    assert explorer.row.scene["marks"] == marks  # a place keeps its vector, whoever comes
    explorer.positions = "rotation"
    dials = numbers(explorer.row.scene["marks"]["dials"]).reshape(3, 2, 2)
    angles = np.arange(3)[:, None] * [1, 0.01]
    np.testing.assert_allclose(dials[..., 0], np.cos(angles))
    np.testing.assert_allclose(dials[..., 1], -np.sin(angles))  # a page counts downwards


def test_what_was_before_is_drawn_and_said_once_something_has_moved_or_is_pinned():
    explorer = OrderExplorer(positions="rotation")

    def before():
        drawn = [explorer.row.scene["ghosts"], explorer.context.scene["ghosts"]]
        in_words = [explorer.picture().alt, *map(str, details(explorer).items())]
        said = any("before" in text or "first order" in text for text in in_words[1:])
        is_drawn = {bool(np.isfinite(numbers(ghosts)).all()) for ghosts in drawn}
        dashed = "dashed" in explorer.context.scene["caption"]
        return is_drawn | {dashed, "before:" in in_words[0], said or bool(explorer.pinned)}

    assert before() == {False}
    explorer.order = (2, 1, 0)
    assert before() == {True}
    explorer.reset()
    assert before() == {False}
    explorer.pinned = True
    assert before() == {True}


def test_a_mask_does_not_make_a_word_small_but_hides_it():
    explorer = OrderExplorer(positions="mask", query=1)
    weight = explorer.state.weights(1)[0]
    explorer.order = (1, 0, 2)
    gone = f"“bites” no longer sees “dog”, to which it gave {weight:.2f}."
    assert explorer.text().headline == gone
    explorer.order = (0, 2, 1)
    weight = explorer.state.weights(1)[2]
    assert explorer.text().headline == f"“bites” now sees “man”, and gives it {weight:.2f}."


def shifted(rows):
    """Add its place to the first number of every row."""
    rows[:, 0] += np.arange(len(rows))
    return rows


def test_a_function_makes_queries_and_keys_of_the_rows_as_they_stand_and_values_stay():
    explorer = OrderExplorer(positions=shifted, order=(2, 0, 1))
    assert explorer.message == ""
    rows = explorer.embeddings[[2, 0, 1]]
    np.testing.assert_array_equal(explorer.result.values, rows)
    np.testing.assert_array_equal(explorer.result.queries, rows + np.eye(3, 4)[0] * [[0], [1], [2]])
    np.testing.assert_array_equal(explorer.result.keys, explorer.result.queries)
    np.testing.assert_array_equal(explorer.embeddings[0], [1.1, -0.3, 0.6, 0.2])  # it got a copy
    assert "queries = keys = shifted(rows)" in explorer.code()
    assert explorer.kinds.buttons["yours"].text == "shifted"
    explorer.kinds.buttons["mask"].press()
    assert explorer.positions == "mask"
    explorer.kinds.buttons["yours"].press()
    assert explorer.positions is shifted


def stub(rows):
    return ...


WRONG = {
    "stub": (stub, "stub isn't written yet."),
    "empty": (lambda rows: None, "positions isn't written yet: it returns None."),
    "fails": (lambda rows: rows / {}, "positions raised TypeError: unsupported operand"),
    "wide": (lambda rows: rows[:, :2], "positions returned shape (3, 2); expected (3, 4)"),
    "nan": (lambda rows: rows * np.nan, "positions returned NaN or inf in row 0."),
    "text": (lambda rows: "rows", "positions must return rows of numbers"),
    "huge": (lambda rows: rows + 1e200, "cannot use what positions gives: query 0 and key 0 are"),
    "...": (..., "positions isn't written yet."),
    "None": (None, "positions isn't written yet."),
    "no kind": ("rope", "positions must be one of none, learned, sinusoids, rotation, mask, or"),
}


@pytest.mark.parametrize(("function", "message"), WRONG.values(), ids=WRONG)
def test_what_a_function_does_wrong_is_said_and_the_last_good_picture_stays(function, message):
    for explorer in (OrderExplorer(positions=function), OrderExplorer()):
        explorer.positions = function
        assert message in explorer.message
        assert explorer.message.endswith(" The last good picture stays.") == callable(function)
        assert "\n" not in explorer.message
        assert explorer.positions == "none"
        assert explorer.kinds.chosen == "none"
        assert explorer.row.scene["order"] == [0, 1, 2]


def test_until_a_function_works_its_reference_is_shown_and_said_to_be():
    own = {"tokens": ["dog", "bites", "man"], "embeddings": np.eye(3, 4)}
    explorer = OrderExplorer(**own, positions=stub, reference="rotation")
    assert not any(done(explorer))
    assert explorer.message.startswith("stub isn't written yet. Your function takes over")
    rotated = OrderExplorer(**own, positions="rotation")
    for change in (lambda one: one.change(order=(2, 0, 1)), lambda one: one.reset()):
        change(explorer), change(rotated)
        np.testing.assert_array_equal(explorer.result.weights, rotated.result.weights)
    assert OrderExplorer(positions="mask", reference="rotation").positions == "mask"
    assert OrderExplorer(positions=lambda rows: rows, reference="rotation").message == ""


def test_a_slow_function_is_asked_when_the_hand_lets_go():
    def slow(rows):
        time.sleep(0.51)
        return rows

    explorer = OrderExplorer(positions=slow)
    assert explorer.row.scene["settle"]
    assert "so the picture follows when you let go" in explorer.message
    explorer.positions = "none"
    assert not explorer.row.scene["settle"]
    assert explorer.message == ""


ODD = {
    "an odd width": ({"embeddings": np.ones((3, 3))}, "2, 4, 6 or 8 entries"),
    "too wide": ({"embeddings": np.ones((3, 10))}, "not 10"),
    "too many words": ({"tokens": [*"abcdefghi"]}, "There are 2 to 8 tokens here"),
    "one word": ({"tokens": ["a"]}, "There are 2 to 8 tokens here"),
    "rows that do not fit": ({"embeddings": np.ones((2, 4))}, "3 tokens need 3 rows"),
    "far": ({"embeddings": np.full((3, 2), 1e9)}, "from -100 to 100"),
    "a place twice": ({"order": (0, 0, 1)}, "must list each position from 0 to 2 once"),
    "a place too many": ({"order": (0, 1, 2, 3)}, "must list each position from 0 to 2 once"),
    "words for places": ({"order": ["dog"]}, "must be positions such as (2, 0, 1)"),
    "a query that is none": ({"query": 3}, "The query must be a place from 0 to 2"),
}


@pytest.mark.parametrize(("wishes", "message"), ODD.values(), ids=ODD)
def test_what_cannot_be_used_is_said_in_one_sentence(wishes, message):
    for explorer in (OrderExplorer(**wishes), OrderExplorer()):
        explorer.change(**wishes)
        assert message in explorer.message
        assert (explorer.tokens, explorer.order, explorer.query) == (DOGS, (0, 1, 2), 1)


def test_a_sentence_of_ones_own_is_the_first_example_and_begins_as_it_was_given():
    embeddings = np.arange(8.0).reshape(4, 2) / 8
    explorer = OrderExplorer([*"abcd"], embeddings, "rotation", order=(3, 2, 1, 0), query=2)
    assert explorer.example_title == "your words"
    held = (explorer.tokens, explorer.order, explorer.positions, explorer.query)
    assert held == (("a", "b", "c", "d"), (3, 2, 1, 0), "rotation", 2)
    explorer.presets.choose(THE)
    explorer.presets.choose("your words")
    assert (explorer.tokens, explorer.order, explorer.positions, explorer.query) == held


def test_typed_words_stand_in_their_order_and_renamed_ones_where_they_were():
    explorer = OrderExplorer(editing=True, order=(2, 1, 0))
    explorer.sentence.field.type("man bites a dog")
    assert (explorer.tokens, explorer.order) == (("man", "bites", "a", "dog"), (0, 1, 2, 3))
    assert "“a” is not known here" in explorer.message
    explorer.order = (3, 2, 1, 0)
    report(explorer.sentence.grid, kind="rename", row=3, text="cat")
    assert (explorer.tokens[3], explorer.order) == ("cat", (3, 2, 1, 0))
    report(explorer.sentence.grid, kind="type", row=3, column=0, text="2")
    assert (explorer.embeddings[3, 0], explorer.order) == (2, (3, 2, 1, 0))
    report(explorer.sentence.grid, kind="remove", row=0)
    assert (explorer.tokens, explorer.order) == (("bites", "a", "cat"), (0, 1, 2))


def test_eight_numbers_of_a_z_have_no_room_in_a_presentation():
    explorer = OrderExplorer(projector=True)
    assert explorer.context.hidden is False
    explorer.presets.choose(EQUAL)
    assert explorer.context.hidden
    explorer.projector = False
    assert explorer.context.hidden is False
