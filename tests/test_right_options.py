"""Of every question with choices the right option is the one that is computed here."""

import re

import numpy as np
import pytest
from rules.notebook import MAIN, Notebook

from helpers import checks
from helpers.attention import (
    attention,
    causal_mask,
    simplified_attention,
)
from helpers.checks.kinds.question import Question
from helpers.checks.series import NOTEBOOKS
from helpers.readers import worked_examples

ROBOTS = worked_examples.load("smart_robots").embeddings
JOURNEY = worked_examples.load("your_journey").embeddings


def source(number, name):
    """Return the cell of a notebook that comes before or holds what is named, as text."""
    (path,) = (path for path in MAIN if path.name.startswith(number))
    (cell,) = (cell for cell in Notebook.read(path).cells if name in cell.source)
    return cell.source


def divisors_of_the_colleague():
    """Her table is that of a softmax without `keepdims`: one divisor down each column."""
    said = re.search(r"hers = np.array\((.*?)\n\)", source("03", "hers = np.array"), re.DOTALL)[1]
    powers = np.exp(simplified_attention(JOURNEY).scores)
    divisors = powers / eval(said.strip())
    assert np.allclose(divisors, powers.sum(axis=-1), rtol=0.005)
    assert not np.allclose(divisors.T, divisors.T[0], rtol=0.05)
    return "in a column by the same number"


def point_outside_the_hull():
    """The hull's edges: neither number below 0, and their sum from 1 to 2."""
    assert {tuple(word) for word in ROBOTS} == {(1, 0), (0, 1), (1, 1), (2, 0), (0, 2)}
    texts = [option.text for option in checks.unreachable_point.options]
    points = np.array([re.findall(r"[\d.]+", text) for text in texts], dtype=float)
    inside = (points >= 0).all(axis=1) & (points.sum(axis=1) >= 1) & (points.sum(axis=1) <= 2)
    assert inside.sum() == len(texts) - 1
    return texts[int(np.argmin(inside))]


def divisor_of_the_line():
    """The colleague's numbers come again with one divisor, and with no other that is offered."""
    said = re.search(r"colleague = (\[.*\])", source("07", "colleague = ["))[1]
    line = np.array(eval(said))
    divisors = {
        "By the width d_k itself": lambda d: d,
        "By the fourth root": lambda d: d**0.25,
    }
    divisors |= {"By the root of 8": lambda d: 8**0.5, "By 16": lambda d: 16}
    divisors |= {"By 256": lambda d: 256}

    def looked_at(d, divisor):
        rng = np.random.default_rng(0)
        queries, keys = rng.normal(size=(400, 1, d)), rng.normal(size=(400, 8, d))
        weights = attention(queries, keys, keys, scale=1 / divisor).weights
        return np.exp(-(weights * np.log(np.maximum(weights, 1e-300))).sum(axis=-1)).mean()

    widths = [2**i for i in range(0, 11, 5)]
    lines = {name: [looked_at(d, by(d)) for d in widths] for name, by in divisors.items()}
    (name,) = (name for name in lines if np.allclose(lines[name], line[::5], atol=0.006))
    return name


def those_who_notice_a_swap():
    """Each word takes its context along; compared word by word, under the mask and one layer."""
    words, swapped = np.random.default_rng(0).normal(size=(6, 4)), [0, 1, 3, 2, 4, 5]
    before, after = (
        attention(rows, rows, rows, allowed=causal_mask(6)).context
        for rows in (words, words[swapped])
    )
    moved = ~np.isclose(after[np.argsort(swapped)], before).all(axis=1)
    assert moved.tolist() == [False, False, True, True, False, False]
    return "Only those of the two words"


def whose_row_hears_warm():
    """Causal layers of random matrices, up to six: which rows does another last word change?"""
    rng = np.random.default_rng(0)
    words = ["the", "cat", "sat", "on", "the", "mat", "because", "it", "was", "warm"]
    before = rng.normal(size=(len(words), 4))
    after = np.vstack([before[:-1], rng.normal(size=(1, 4))])
    for _ in range(6):
        W_Q, W_K, W_V = rng.normal(size=(3, 4, 4))
        before, after = (
            rows + attention(rows @ W_Q, rows @ W_K, rows @ W_V, allowed=causal_mask(10)).context
            for rows in (before, after)
        )
        moved = ~np.isclose(after, before).all(axis=1)
        assert [word for word, one in zip(words, moved, strict=True) if one] == ["warm"]
    return "No, however many layers it has; but the row for “warm” can"


WITNESSES = {
    "softmax_divisors": divisors_of_the_colleague,
    "unreachable_point": point_outside_the_hull,
    "divisor_behind_the_line": divisor_of_the_line,
    "who_notices_a_swap": those_who_notice_a_swap,
    "it_under_the_mask": whose_row_hears_warm,
}
NAMES = [name for chapter in NOTEBOOKS.values() for name in chapter.names]


def test_every_question_has_a_witness():
    asked = {name for name in NAMES if isinstance(getattr(checks, name), Question)}
    assert asked == WITNESSES.keys()


@pytest.mark.parametrize("name", WITNESSES)
def test_the_right_option_is_the_one_that_is_computed(name):
    text, options = WITNESSES[name](), getattr(checks, name).options
    assert [option.right for option in options] == [text in option.text for option in options]
