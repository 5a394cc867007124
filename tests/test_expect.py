"""What attention cannot take is refused in one sentence: what was expected, and what came."""

import numpy as np
import pytest

from helpers.attention import (
    attention,
    causal_mask,
    multi_head_attention,
    padding_mask,
    prefix_mask,
    project,
    simplified_attention,
    softmax,
    streaming_attention,
    window_attention,
    window_mask,
)

X, WIDE, NAN = np.ones((2, 3)), np.ones((2, 4)), np.array([[0.0, 1], [np.nan, 1]])
ERRORS = {
    "widths": (lambda: attention(X, WIDE, X), r"one width d_k.*\(2, 3\).*\(2, 4\)"),
    "counts": (lambda: attention(X, X, X[:1]), r"one value.*\(2, 3\).*\(1, 3\)"),
    "no rows": (lambda: attention(X[0], X, X), r"queries.*2 axes.*\(3,\)"),
    "batch": (
        lambda: attention(np.ones((2, 2, 3)), np.ones((3, 2, 3)), X),
        r"batch axes.*\(3, 2, 3\)",
    ),
    "empty": (lambda: attention(X[:0], X, X), r"queries.*one row.*\(0, 3\)"),
    "ragged": (lambda: simplified_attention([[1, 2], [3]]), "rectangular"),
    "text": (lambda: softmax(["a"]), "scores must hold real numbers, got dtype <U1"),
    "None": (lambda: softmax(None), "scores must hold real numbers, got None"),
    "nan": (lambda: simplified_attention(NAN), "queries must be finite, got NaN or inf in row 1"),
    "nan scores": (lambda: softmax(NAN), "row 1 of the scores holds NaN"),
    "inf scores": (lambda: softmax([[0, 1], [0, np.inf]]), r"row 1 of the scores reaches \+inf"),
    "overflow": (
        lambda: streaming_attention([[1.0], [1.0], [1e200]], [[1e200]], [[1.0]], block=2),
        r"query 2 and key 0 are too large: .* 1e\+200 and 1e\+200, scaled by 1, .* float64 ends",
    ),
    "nowhere": (lambda: softmax([[0, 1], [-np.inf, -np.inf]]), "row 1 .* look nowhere"),
    "blind": (
        lambda: attention(X, X, X, allowed=np.eye(2, dtype=bool) & [[True], [False]]),
        "query 1 .*nowhere",
    ),
    "mask dtype": (lambda: attention(X, X, X, allowed=np.ones((2, 2))), "boolean.*float64"),
    "mask shape": (
        lambda: attention(X, X, X, allowed=np.ones((3, 2), bool)),
        r"\(2, 2\), got \(3, 2\)",
    ),
    "mask of the keys alone": (
        lambda: attention(X, X, X, allowed=[True, False]),
        r"a row per query and a column per key, .* got \(2,\): write allowed\[None, :\]",
    ),
    "mask of the heads' count": (
        lambda: attention(*np.ones((3, 2, 2, 3, 1)), allowed=padding_mask([1, 3], 3)),
        r"all 4 of the scores \(2, 2, 3, 3\), got \(2, 1, 3\): write allowed\[:, None\]",
    ),
    "axis": (lambda: softmax([1.0], axis=1), r"axis .*\(1,\), got 1"),
    "axis None": (lambda: softmax([1.0], axis=None), "axis must be a whole number, got None"),
    "no score": (lambda: softmax([]), "at least one score"),
    "scale": (
        lambda: attention(X, X, X, scale=np.nan),
        "scale must be a finite number in float64, got nan",
    ),
    "scales": (lambda: attention(X, X, X, scale=np.eye(5)), "scale must be a number, got array"),
    "projection": (
        lambda: project(X, np.ones((4, 2)), *np.ones((2, 3, 2))),
        r"W_Q must have 3 rows.*\(4, 2\)",
    ),
    "projection widths": (
        lambda: project(X, np.ones((3, 2)), *np.ones((2, 3, 1))),
        r"one width.*\(3, 2\).*\(3, 1\)",
    ),
    "projection of nan": (
        lambda: project(NAN, *np.ones((3, 2, 1))),
        "embeddings must be finite, got NaN or inf in row 1",
    ),
    "projection too large": (
        lambda: project(np.float16([[1], [300]]), *np.full((3, 1, 1), 300, np.float16)),
        r"queries pass 6.55e\+04 in row 1, where float16 ends",
    ),
    "no heads": (lambda: multi_head_attention(X, []), "at least one"),
    "half a head": (lambda: multi_head_attention(X, [(X, X)]), "head 0 .*2 parts"),
    "W_O": (
        lambda: multi_head_attention(X, [np.ones((3, 3, 2))], X.T),
        r"W_O must have 2 rows.*\(3, 2\)",
    ),
    "causal": (lambda: causal_mask(3, 2), "n=3, m=2"),
    "block": (lambda: streaming_attention(X, X, X, block=0), "block must be at least 1, got 0"),
    "window": (lambda: window_attention(X, X[:1], X[:1], 1), "n=2, m=1"),
    "width": (lambda: window_mask(3, -1), "width must be at least 0, got -1"),
    "prefix": (lambda: prefix_mask(3, 4), "length must be from 0 to 3, got 4"),
    "lengths": (lambda: padding_mask([1, 0], 3), r"lengths\[1\] must be from 1 to 3, got 0"),
    "one length": (
        lambda: padding_mask(3, 3),
        "lengths must be a sequence of one length per sentence, got 3",
    ),
    "whole": (lambda: causal_mask(2.5), "n must be a whole number, got 2.5"),
}


@pytest.mark.parametrize(("call", "message"), ERRORS.values(), ids=ERRORS)
def test_bad_input_is_told_in_one_line_what_was_expected_and_what_came(call, message):
    with pytest.raises(ValueError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


MASKED = np.ma.array(np.ones((2, 3)), mask=np.eye(2, 3))
SQUARE = np.ones((3, 3))
READ = {
    "scores": lambda it: softmax(it),
    "a score in a list": lambda it: softmax([1.0, np.ma.masked]),
    "a list of rows": lambda it: attention(X, X, list(it)),
    "streamed": lambda it: streaming_attention(X, X, it),
    "embeddings": lambda it: simplified_attention(it),
    "allowed": lambda it: attention(X, X, X, allowed=it[:, :2] > 0),
    "lengths": lambda it: padding_mask(np.ma.array([1, 2], mask=[0, 1]), 3),
}


@pytest.mark.parametrize("call", READ.values(), ids=READ)
def test_a_masked_array_is_refused_wherever_arrays_are_read(call):
    with pytest.raises(ValueError, match="masked"):
        call(MASKED)


def test_what_is_refused_as_masked_is_taken_when_it_is_plain():
    for name, call in READ.items():
        if name not in {"a score in a list", "lengths"}:  # these bring their own mask
            call(MASKED.data)
