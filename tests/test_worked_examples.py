import dataclasses
import shutil
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from helpers.attention import attention, project
from helpers.readers import files, recomputed, worked_examples

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
        ("your_journey", "agrees", "scan"),
        ("the_cat_sat", "recovers", "agrees"),
        ("smart_robots", "follows", "agrees"),
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
        ('where = "', 'place = "', "printed[0].where: missing"),
        ('verdict = "scan"', 'verdict = "right"', "printed[0].verdict: "),
        ("[0, 1, 0, 1], [1", "[0, 1, 0], [1", "embeddings: "),
        ('query = "The"', 'query = "the"', "printed[1].query: "),
        ("scale = true", "scale = 1", "scale: "),
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
        ('expression = "n"', 'expression = "m"', "'m' is not known here"),
    ],
)
def test_a_line_that_asks_for_what_is_not_there_is_named(copied, old, new, message):
    copied("your_journey", old, new)
    with pytest.raises(ValueError, match=r"^your_journey: .*: ") as raised:
        recomputed.recompute(worked_examples.load("your_journey"))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_example_is_answered_with_those_there_are():
    with pytest.raises(ValueError, match=r"data/worked_examples/robots\.toml.*smart_robots"):
        worked_examples.load("robots")


def test_a_missing_folder_is_answered_with_where_it_was_sought(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA", tmp_path)
    with pytest.raises(ValueError, match=r"data/worked_examples.*pip install -e \."):
        worked_examples.names()


def test_what_a_reader_changes_in_an_example_stays_with_them():
    load = worked_examples.load

    def rounded():
        return next(line for name in NAMES for line in load(name).printed if line.rounding)

    before = dict(rounded().rounding)
    rounded().rounding["context"] = 7
    load("the_cat_sat").embeddings[:] = 7
    assert rounded().rounding == before
    assert not (load("the_cat_sat").embeddings == 7).any()
