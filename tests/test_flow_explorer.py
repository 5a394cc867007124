import itertools
import math
import re

import numpy as np
import pytest
from explorer_hand import details, goal, report
from explorer_hand import said as words

from helpers.attention import attention, project
from helpers.explorers import FlowExplorer
from helpers.readers import vocabularies, worked_examples

BATS = {
    "bat_in_the_game": ["the", "pitcher", "saw", "the", "bat", "swing"],
    "bat_in_the_dark": ["one", "night", "the", "bat", "saw", "a", "cave"],
}
NAMES = ("i_love_apple_phones", "smart_robots", "the_cat_sat", "your_journey", *BATS)


def expected(name):
    if name in BATS:
        rows = vocabularies.load("bat").rows(BATS[name])
        return attention(rows, rows, rows)
    example = worked_examples.load(name)
    inputs = (example.embeddings,) * 3
    if example.W_Q is not None:
        inputs = project(example.embeddings, example.W_Q, example.W_K, example.W_V)
    return attention(*inputs, scale=None if example.scale else 1.0)


def table(explorer):
    """Return what the table shows as {(group, row, column of the group): text}."""
    scene, shown, start = explorer.table.scene, {}, 0
    for title, span in scene["groups"]:
        for i in range(len(scene["rows"])):
            for k in range(span):
                shown[title, i, k] = scene["texts"][i][start + k].replace("−", "-")
        start += span
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_the_table_holds_the_numbers_of_attention_for_every_query(name):
    explorer, result = FlowExplorer(name), expected(name)
    for field, array in result._asdict().items():
        np.testing.assert_array_equal(getattr(explorer.result, field), array)
    for query in range(len(explorer.tokens)):
        explorer.query, explorer.step = query, "context"
        shown, n = table(explorer), len(explorer.tokens)
        for i in range(n):
            score, weight = result.scores[query, i], result.weights[query, i]
            assert float(shown["scores", i, 0]) == pytest.approx(score, abs=0.0051)
            assert float(shown["attention", i, 0]) == pytest.approx(weight, abs=0.0051)
            for k, value in enumerate(result.values[i]):
                number = float(shown["weighted rows", i, k])
                assert number == pytest.approx(weight * value, abs=0.0051)
        for k, number in enumerate(result.context[query]):
            assert float(shown["weighted rows", n, k]) == pytest.approx(number, abs=0.0051)
        powers = [math.exp(score) for score in result.scaled[query]]
        assert float(shown["powers", n, 0]) == pytest.approx(sum(powers), abs=0.0051)


@pytest.mark.parametrize("name", NAMES)
def test_all_columns_are_there_from_the_first_step_and_fill_as_the_steps_come(name):
    explorer = FlowExplorer(name)
    frame, before = None, set()
    for place, step in enumerate(explorer.steps):
        report(explorer.stepper, kind="choose", index=place)
        assert explorer.step == step
        scene, shown = explorer.table.scene, table(explorer)
        parts = [scene[part] for part in ("groups", "columns", "rows")]
        assert frame in (None, parts)  # nothing jumps
        frame = parts
        filled = {cell for cell, text in shown.items() if text}
        assert filled > before
        assert {title for title, _, _ in filled - before} == FILLED.get(step, {step})
        for i, j in itertools.product(range(len(scene["rows"])), range(len(scene["columns"]))):
            gap = scene["marks"][i][j] in ("later", "empty")
            assert gap == (scene["texts"][i][j] == "")
            assert not (gap and scene["feeds"][i][j])
            assert not gap or scene["fills"][i][j] == ""
        before = filled
    assert explorer.stepper.scene["at"] == len(explorer.steps) - 1
    assert "later" not in set(itertools.chain(*explorer.table.scene["marks"]))


FILLED = {
    "projections": {"queries", "keys", "values"},
    "weights": {"powers", "attention"},
    "context": {"weighted rows"},
}


def test_scaling_and_projecting_are_steps_only_where_the_source_takes_them():
    assert "scaled" in FlowExplorer("smart_robots").steps
    assert "scaled" not in FlowExplorer("your_journey").steps
    assert "projections" in FlowExplorer("i_love_apple_phones").steps
    assert "projections" not in FlowExplorer("the_cat_sat").steps  # its matrices are identities


def test_what_a_guess_says_to_press_asks_for_another_weight_and_leaves_the_query():
    explorer = FlowExplorer("smart_robots", query=1, step="weights", guessing=True)
    named = [title for title, _ in explorer.table.scene["groups"] if title in words(explorer)]
    assert named == ["attention"]  # a row's name, pressed, would ask itself
    for target in (0, 3, 0, 2):
        report(explorer.table, kind="choose", row=target, column=5)
        assert (explorer.query, explorer.target, explorer.guessing) == (1, target, True)
        assert explorer.table.scene["marks"][target][5] == "asked"


def test_a_score_is_fed_by_the_query_and_by_the_key_of_its_row():
    explorer = FlowExplorer("i_love_apple_phones", query=1, step="scores")
    scene = explorer.table.scene
    starts = {"embeddings": 0, "queries": 4, "keys": 6, "values": 8, "scores": 10}
    feeds = scene["feeds"][2][starts["scores"]]
    assert sorted(map(tuple, feeds)) == [(1, 4), (1, 5), (2, 6), (2, 7)]
    assert scene["details"][2][10] == "apple, score: 1.0 × 0.6 + 1.1 × 1.2 = 1.92"
    assert scene["marks"][1][4] == "query"
    assert scene["marks"][1][0] == ""
    assert scene["spoken"] == [explorer.target, 10]


def test_each_number_of_the_context_is_fed_by_what_it_is_computed_from():
    explorer = FlowExplorer("smart_robots", query=1, step="context")
    feeds = explorer.table.scene["feeds"]
    # columns: embeddings 0 1, scores 2, scaled 3, powers 4, weights 5, weighted rows 6 7
    assert feeds[4][3] == [[4, 2]]
    assert feeds[4][4] == [[4, 3]]
    assert feeds[4][5] == [[4, 4], [5, 4]]
    assert feeds[4][7] == [[4, 5], [4, 1]]
    assert feeds[5][4] == [[i, 4] for i in range(5)]
    assert feeds[5][0] == []
    assert feeds[5][6] == [[i, 6] for i in range(5)]
    assert explorer.table.scene["spoken"] == [5, 6]


def test_the_sentence_of_a_step_holds_its_own_numbers():
    explorer = FlowExplorer("smart_robots", query=1, step="scores")
    assert explorer.text().headline == "“robots” · “tasks”: 0 × 0 + 1 × 2 = 2."
    explorer.target = 2
    assert "“perform”: 0 × 1 + 1 × 1 = 1" in words(explorer)
    assert details(explorer)["tasks"] == "0 × 0 + 1 × 2 = 2"
    explorer.step = "weights"
    assert "e^0.7071 ≈ 2.03" in words(explorer)
    assert "attends most to “tasks”" in words(explorer)
    explorer.step = "context"
    assert "(0.49, 1.21)" in words(explorer)
    explorer.change(example="your_journey", query=1, target=2, step="scores")
    assert explorer.text().headline.startswith("“journey” · “starts”: 0.55 × 0.57 + ")


def test_rounded_arithmetic_never_claims_to_be_exact():
    explorer = FlowExplorer("your_journey", query=1, step="scores")
    assert "≈ 1.48" in words(explorer)
    for name in NAMES:
        explorer.example = name
        for step in explorer.steps:
            explorer.step = step
            for line in itertools.chain(*explorer.table.scene["details"]):
                if " = " in line:
                    left, right = line.split(": ", 1)[1].split(" = ")
                    left = left.replace("×", "*").replace("÷", "/").replace("−", "-")
                    left = re.sub(r"√(\d+)", r"\1**0.5", left)
                    left = left.replace("^", "**").replace("e**", f"{math.e}**")
                    assert eval(left) == pytest.approx(float(right.replace("−", "-")), abs=1e-9)


def test_a_click_on_a_name_or_a_vector_asks_and_one_on_a_later_number_explains():
    explorer = FlowExplorer("smart_robots", query=0, step="weights")
    report(explorer.table, kind="choose", row=3, column=-1)
    assert explorer.query == 3
    report(explorer.table, kind="choose", row=4, column=1)
    assert explorer.query == 4
    report(explorer.table, kind="choose", row=1, column=2)
    assert (explorer.query, explorer.target) == (4, 1)
    report(explorer.table, kind="choose", row=5, column=4)  # the sum is nobody's row
    report(explorer.table, kind="choose", row=5, column=-1)
    assert (explorer.query, explorer.target) == (4, 1)
    assert explorer.step == "weights"
    assert explorer.message == ""


def test_a_click_on_a_pale_column_goes_to_its_step():
    explorer = FlowExplorer("smart_robots", query=1)
    report(explorer.table, kind="choose", row=2, column=3)
    assert (explorer.step, explorer.query, explorer.target) == ("scaled", 1, 2)
    report(explorer.table, kind="choose", row=5, column=4)  # the sum of the powers
    assert (explorer.step, explorer.target) == ("weights", 2)
    report(explorer.table, kind="choose", row=5, column=7)  # a number of the context
    assert explorer.step == "context"
    report(explorer.table, kind="choose", row=0, column=2)  # what is there is spoken of
    assert (explorer.step, explorer.target) == ("context", 0)


def test_an_example_begins_at_its_first_step_and_a_trait_keeps_the_step():
    explorer = FlowExplorer("smart_robots", step="weights")
    explorer.presets.choose("The cat sat")
    assert (explorer.example, explorer.step) == ("the_cat_sat", "embeddings")
    assert explorer.tokens == ("The", "cat", "sat")
    explorer.step = "context"
    explorer.example = "your_journey"
    assert explorer.presets.chosen == "Your journey starts with one step"
    assert explorer.step == "context"
    assert explorer.tokens[explorer.query] == "journey"
    explorer.step = "scores"
    explorer.example = "i_love_apple_phones"
    explorer.step = "scaled"
    explorer.example = "your_journey"  # which has no such step
    assert explorer.step == "embeddings"


SECRET = ("powers", "attention", "pinned", "weighted rows")


@pytest.mark.parametrize("name", NAMES)
def test_while_a_weight_is_guessed_nothing_seen_gives_it_away(name):
    explorer = FlowExplorer(name, query=1, pinned=True)
    explorer.guessing = True
    for step in explorer.steps:
        explorer.step = step
        shown = table(explorer)
        assert {text for (title, _, _), text in shown.items() if title in SECRET} <= {"", "?"}
        assert shown["attention", explorer.target, 0] == "?"
        lines = itertools.chain(*explorer.table.scene["details"])
        assert not [line for line in lines if "÷ " in line and "√" not in line]
        assert explorer.text().headline.startswith("How much of its attention")
        assert explorer.text().details == ()
        assert not {"share", "eˢ", "z:"} & set(explorer.picture().alt.split())


def test_it_says_at_every_step_what_to_press_in_a_line_that_a_narrow_page_has_room_for():
    explorer = FlowExplorer("smart_robots")
    for step in explorer.steps:
        explorer.step = step
        says, first = explorer.table.scene["rest"], step == "embeddings"
        assert says.startswith("Press next" if first else "Press a word to let it ask")
        assert len(says) < 66


def test_a_guess_is_judged_beside_the_weight_and_ends_with_its_state():
    explorer = FlowExplorer("smart_robots", query=1, step="scores")
    explorer.guessing = True
    assert explorer.slider.hidden is False
    report(explorer.table, kind="choose", row=4, column=2)
    report(explorer.slider, kind="move", value=0.2)
    assert table(explorer)["attention", 4, 0] == "0.20"
    report(explorer.slider, kind="release", value=0.3)
    assert words(explorer).startswith("You guessed 0.30; the weight is 0.40: 0.10 too low.")
    assert explorer.step == "weights"  # which shows it
    assert table(explorer)["attention", 4, 0] == "0.40"
    assert (explorer.guess, explorer.slider.hidden) == (0.3, True)
    report(explorer.table, kind="choose", row=0, column=-1)
    assert explorer.guess is None
    assert "guessed" not in words(explorer)


def test_esc_in_a_guess_leaves_no_number_that_nobody_has_guessed():
    explorer = FlowExplorer("smart_robots", query=1, step="weights")
    explorer.guessing = True
    before = table(explorer)
    for begun in ({"kind": "move", "value": 0.2}, {"kind": "release", "value": 0.6, "by": "keys"}):
        report(explorer.slider, **begun)
        assert table(explorer) != before
        report(explorer.slider, kind="release", value=0.5, by="esc")
        assert table(explorer) == before
    assert explorer.guessing


def test_a_score_is_written_alike_whoever_asks():
    explorer = FlowExplorer("smart_robots", step="weights")
    written = set()
    for explorer.query in range(5):
        written |= {*re.findall(r"e\^([\d.]+)", " ".join(details(explorer).values()))}
    assert len(written) == len({float(score) for score in written}) == 4


def test_a_guess_from_code_is_that_of_the_hand_and_belongs_to_one_weight():
    explorer = FlowExplorer("smart_robots", query=1, target=4)
    explorer.guess = 0.3
    assert explorer.guess is None
    assert explorer.message == "You can already see the weight: press guess first."
    explorer.guessing = True
    explorer.guess = 0.3
    assert (explorer.slider.scene["value"], explorer.message) == (0.3, "")
    explorer.target = 2
    assert explorer.guess is None
    explorer.guess = "0,3"
    explorer.guess = 7
    assert explorer.guess == 0.3
    assert explorer.message == "A weight must lie between 0 and 1; 7 does not."
    explorer.guessing = False
    assert "You guessed 0.30; the weight is 0.20: 0.10 too high." in words(explorer)
    explorer.guessing = True
    assert explorer.guess is None
    explorer.place_guess(0.2)
    assert "right to 2 decimals" in words(explorer)


def test_a_pin_keeps_the_weights_of_the_earlier_query_beside_the_new_ones():
    explorer = FlowExplorer("smart_robots", query=1, step="weights")
    explorer.pinned = True
    explorer.query = 0
    shown, result = table(explorer), expected("smart_robots")
    kept = [float(shown["pinned", i, 0]) for i in range(5)]
    np.testing.assert_allclose(kept, result.weights[1], atol=0.005)
    assert explorer.table.scene["columns"][6] == "robots"
    assert "Pinned: “robots” gives “complex” the weight 0.10." in words(explorer)


def test_goals_are_ticked_when_reached_and_the_impossible_one_never():
    explorer = FlowExplorer("smart_robots", step="weights")
    assert not goal(explorer, "find the word that gives itself")["done"]
    explorer.query = 3
    assert goal(explorer, "find the word that gives itself")["done"]
    for query in range(5):
        assert not goal(explorer, "follow every")["done"]
        explorer.query = query
        explorer.step = "context"
        assert f"followed this far: {query + 1} of 5." in words(explorer)
        explorer.step = "context" if query == 4 else "weights"
    assert goal(explorer, "follow every")["done"]
    impossible = goal(explorer, "find a weight of exactly 0")
    assert not impossible["done"]
    assert "0.0067" in impossible["hint"]
    assert round(math.exp(-5), 4) == 0.0067
    for name in NAMES:
        assert (expected(name).weights > 0).all()
