import dataclasses
import shutil
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from helpers.attention import attention, project, simplified_attention
from helpers.readers import files, recomputed, worked_examples
from helpers.readers.fields import Fields

NAMES = worked_examples.names()


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A copy of the data that a test may spoil; returns a function that replaces text in it."""
    shutil.copytree(files.DATA, tmp_path / "data")
    monkeypatch.setattr(files, "DATA", tmp_path / "data")

    def replace(name, old, new, count=1):
        path = tmp_path / "data" / "worked_examples" / f"{name}.toml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, count), encoding="utf-8")

    return replace


def disputed(example):
    """The places whose verdict is not one that recomputation leaves open."""
    lines = recomputed.recompute(example)
    return [line.printed.where for line in lines if line.printed.verdict not in line.possible]


@pytest.mark.parametrize("name", NAMES)
def test_every_printed_number_has_the_verdict_that_recomputation_implies(name):
    example = worked_examples.load(name)
    assert example.printed
    assert disputed(example) == []


def test_every_verdict_of_the_design_occurs():
    printed = [line for name in NAMES for line in worked_examples.load(name).printed]
    assert {line.verdict for line in printed} == set(worked_examples.VERDICTS)


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_digit_in_a_line_that_agrees_is_noticed(name):
    example = worked_examples.load(name)
    for i, line in enumerate(example.printed):
        if line.verdict == "agrees":
            value = line.value.copy()
            value.flat[-1] += max(2 * 10.0**-line.decimals, 1e-8)
            lines = list(example.printed)
            lines[i] = dataclasses.replace(line, value=value)
            spoilt = dataclasses.replace(example, printed=tuple(lines))
            assert line.where in disputed(spoilt)


@pytest.mark.parametrize(
    ("name", "true", "false"),
    [
        ("your_journey", "slip", "agrees"),
        ("your_journey", "agrees", "slip"),
        ("your_journey", "agrees", "scan"),
        ("the_cat_sat", "recovers", "agrees"),
        ("smart_robots", "follows", "agrees"),
        ("the_cat_sat", "given", "agrees"),
        ("limits_of_attention", "uncheckable", "agrees"),
    ],
)
def test_a_wrong_verdict_in_a_file_is_noticed(copied, name, true, false):
    reason = '\nreason = "planted"' if true == "agrees" else ""
    copied(name, f'verdict = "{true}"', f'verdict = "{false}"{reason}')
    assert len(disputed(worked_examples.load(name))) == 1


@pytest.mark.parametrize("name", ["the_cat_sat", "i_love_apple_phones", "smart_robots"])
def test_the_steps_are_those_of_attention(name):
    example = worked_examples.load(name)
    whole = attention(*project(example.embeddings, example.W_Q, example.W_K, example.W_V))
    steps = recomputed.steps(example)
    for quantity in whole._fields:
        np.testing.assert_allclose(steps[quantity], getattr(whole, quantity), atol=1e-12)


def test_halves_are_rounded_away_from_zero_as_by_hand():
    example = worked_examples.load("your_journey")
    by_hand = [
        [float(Decimal(str(x)).quantize(Decimal("0.1"), ROUND_HALF_UP)) for x in row]
        for row in example.embeddings
    ]
    rounded = recomputed.steps(example, rounding={"queries": 1})["queries"]
    np.testing.assert_allclose(rounded, by_hand, atol=1e-12)


def test_the_loop_over_the_query_gives_the_printed_context():
    example = worked_examples.load("your_journey")
    whole, query = simplified_attention(example.embeddings), example.tokens.index("journey")
    looped = sum(whole.weights[query, k] * x for k, x in enumerate(example.embeddings[query]))
    printed = example.find("context", "journey")
    assert recomputed.agree(printed, np.full(len(example.tokens), looped))
    assert whole.context[query].shape != printed.value.shape


def test_weight_zero_for_a_score_of_zero_leaves_the_rest_to_the_largest():
    example = worked_examples.load("smart_robots")
    true = recomputed.steps(example)["weights"][example.tokens.index("robots")]
    cut = np.floor(true * 100) / 100
    small = np.where(example.find("scores", "robots").value == 1, cut, 0)
    small[example.tokens.index("tasks")] = 1 - small.sum()
    assert recomputed.agree(example.find("weights", "robots"), small)


def test_softmax_over_the_other_scores_cut_off_gives_the_weights_behind_the_output_of_smart():
    example = worked_examples.load("smart_robots")
    scaled = recomputed.steps(example)["scaled"][example.tokens.index("Smart")]
    weights = np.where(scaled > 0, np.exp(scaled), 0)
    weights = np.floor(weights / weights.sum() * 100) / 100
    weights[example.tokens.index("complex")] = 1 - weights[[0, 2]].sum()
    without_one = weights @ example.embeddings - [weights[0], 0]
    assert recomputed.agree(example.find("context", "Smart"), without_one)


@pytest.mark.parametrize("token", ["complex", "tasks"])
def test_softmax_of_two_and_four_rounded_gives_the_weight_behind_the_outputs_of(token):
    example = worked_examples.load("smart_robots")
    longest = example.tokens.index(token)
    undivided = set(recomputed.steps(example)["scores"][longest]) - {0}
    assert undivided == {2, 4}
    lesser = 1 / (1 + np.exp(max(undivided) - min(undivided)))
    assert round(lesser, 2) == example.find("context", token).value.min()


def test_the_outputs_of_step_8_follow_only_with_terms_of_three_places():
    example = worked_examples.load("i_love_apple_phones")
    terms = example.find("weights").value[:, :, None] * example.find("values").value
    printed = example.find("head_output")
    assert recomputed.agree(printed, terms.round(3).sum(axis=1))
    assert (np.abs(printed.value - terms.sum(axis=1)) > 0.0005).sum() == 4


def test_a_context_cut_off_instead_of_rounded_gives_the_printed_output_of_perform():
    example = worked_examples.load("smart_robots")
    row = recomputed.steps(example)["context"][example.tokens.index("perform")]
    assert recomputed.agree(example.find("context", "perform"), np.floor(row * 100) / 100)
    assert not recomputed.agree(example.find("context", "perform"), row)


@pytest.mark.parametrize("token", ["robots", "Smart", "complex", "tasks"])
def test_one_small_weight_left_out_of_the_sum_gives_the_printed_outputs(token):
    example = worked_examples.load("smart_robots")
    printed = example.find("context", token)
    small, large = sorted(printed.value)
    assert large == pytest.approx(small + 2 * (1 - 2 * small))
    assert not recomputed.agree(printed, recomputed.steps(example)["context"][0])


def test_a_weight_cut_off_instead_of_rounded_gives_the_printed_weights():
    example = worked_examples.load("the_cat_sat")
    for query in ("The", "cat"):
        row = recomputed.steps(example)["weights"][example.tokens.index(query)]
        assert recomputed.agree(example.find("weights", query), np.floor(row * 100) / 100)


def test_a_product_added_twice_gives_the_printed_score_of_love_with_phones():
    example = worked_examples.load("i_love_apple_phones")
    love, phones = (example.tokens.index(token) for token in ("love", "phones"))
    products = example.find("queries").value[love] * example.find("keys").value[phones]
    scores = example.find("scores").value
    assert scores[love, phones] == pytest.approx(products.sum() + products[1])
    own = example.find("queries").value[phones] @ example.find("keys").value[phones]
    assert scores[phones, phones] == pytest.approx(own + 1)


def test_other_entries_than_the_matrices_pick_give_the_printed_keys_and_values():
    example = worked_examples.load("i_love_apple_phones")
    x1, x2, x3, x4 = example.embeddings.T
    keys, values = example.find("keys").value, example.find("values").value
    np.testing.assert_allclose(keys[0], example.find("queries").value[0])
    np.testing.assert_allclose(keys[[1, 2], 1], (x2 + x4)[[1, 2]])
    np.testing.assert_allclose(keys[[2, 3], 0], (x2 + x4)[[2, 3]])
    np.testing.assert_allclose(values[[0, 1, 3], 1], (x2 + x4)[[0, 1, 3]])
    np.testing.assert_allclose(values[1, 0], x1[1])
    np.testing.assert_allclose(values[2, 1], (x2 + x3)[2])
    assert values[3, 0] == values[3, 1]


def test_a_line_repeated_is_found_once_and_different_lines_are_named():
    example = worked_examples.load("your_journey")
    assert example.find("scores", "journey") is example.printed[0]
    with pytest.raises(ValueError, match="prints nothing for scores of step; there is context of"):
        example.find("scores", "step")
    with pytest.raises(ValueError, match="prints 2 different lines for weights of I; there is '"):
        _with_another_weight().find("weights", "I")


def _with_another_weight():
    example = worked_examples.load("i_love_apple_phones")
    row = example.find("weights", "I")
    other = dataclasses.replace(row, value=row.value + 1)
    return dataclasses.replace(example, printed=(*example.printed, other))


def test_where_narrows_what_is_found():
    example = worked_examples.load("lecture_14")
    assert example.find("expression", where="a score of 50").decimals == -21


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("[[printed]]", "[[printed]", "expected a file in TOML"),
        ('title = "', 'label = "', "title: missing"),
        ('where = "', 'place = "', "printed[0].where: missing"),
        ('verdict = "scan"', 'verdict = "right"', "printed[0].verdict: "),
        ('verdict = "agrees"', 'verdict = "slip"', "printed[3].reason: "),
        ("[0, 1, 0, 1], [1", "[0, 1, 0], [1", "embeddings: "),
        ("[[1, 0, 1, 0], [0", "[[1, nan, 1, 0], [0", "embeddings[0][1]: "),
        ("decimals = 0", "decimals = 0.5", "printed[0].decimals: "),
        ('query = "The"', 'query = "the"', "printed[1].query: "),
        ("scale = true", "", "scale: missing"),
        ("scale = true", "scale = 1", "scale: "),
        ("scale = true", "scale = true\nheads = 2", "heads: "),
        ("W_K = ", "# ", "W_K: "),
        ("value = [[1, 0, 0], [0", 'value = [["1 +", 0, 0], [0', "printed[0].value[0][0]: "),
    ],
)
def test_a_malformed_file_is_named_with_its_key_in_one_line(copied, old, new, key):
    copied("the_cat_sat", old, new)
    with pytest.raises(ValueError, match="the_cat_sat") as raised:
        worked_examples.load("the_cat_sat")
    assert str(raised.value).startswith(f"data/worked_examples/the_cat_sat.toml: {key}")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('quantity = "scores"', 'quantity = "score"', "quantity 'score' is none of embeddings"),
        ('from = ["scores"]', 'from = ["scaled"]', "starts from the printed scaled, but none"),
        ('expression = "n"', 'expression = "m"', "'m' is not known here"),
        ('quantity = "sums"', 'quantity = "W_Q"', "W_Q is not among the inputs"),
    ],
)
def test_a_line_that_asks_for_what_is_not_there_is_named(copied, old, new, message):
    copied("your_journey", old, new)
    with pytest.raises(ValueError, match=r"^your_journey: .*: ") as raised:
        recomputed.recompute(worked_examples.load("your_journey"))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_number_where_a_table_should_be_is_named():
    with pytest.raises(ValueError, match=r"^x\.toml: printed\[0\]: expected a table, got 1$"):
        Fields(1, "x.toml: printed[0].")


def test_a_missing_example_is_answered_with_those_there_are():
    with pytest.raises(ValueError, match=r"data/worked_examples/robots\.toml.*smart_robots"):
        worked_examples.load("robots")


def test_a_missing_folder_is_answered_with_where_it_was_sought(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA", tmp_path)
    with pytest.raises(ValueError, match=r"data/worked_examples.*pip install -e \."):
        worked_examples.names()


def test_the_readme_of_the_data_names_every_example():
    readme = (files.DATA / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in readme] == []


def test_what_a_reader_changes_in_an_example_stays_with_them():
    load = worked_examples.load

    def rounded():
        return next(line for name in NAMES for line in load(name).printed if line.rounding)

    before = dict(rounded().rounding)
    rounded().rounding["context"] = 7
    load("the_cat_sat").embeddings[:] = 7
    assert rounded().rounding == before
    assert not (load("the_cat_sat").embeddings == 7).any()
