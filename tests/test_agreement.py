"""Trained outputs agree up to a tolerance: numbers are compared, the text around them is equal."""

import pytest
from nbformat import v4

from helpers import figures
from helpers.jupyterlab.agreement import agree, pictures_agree, texts_agree
from helpers.tables import table

STEPS = range(1, 41)


def falls(rate, title="It learns"):
    """Return a picture of a loss that falls."""
    losses = {"loss": [2.4 * rate**step for step in STEPS]}
    return figures.lines(STEPS, losses, title=title, xlabel="step", ylabel="loss")


def shown(*values, **data):
    """Return the outputs that a notebook stores of these pictures."""
    bundles = [value._repr_mimebundle_() for value in values]
    return [v4.new_output("display_data", {**said, **data}) for said, _ in bundles]


def tabled(*values, **options):
    """Return the output that a notebook stores of a table."""
    drawn = table({"two layers": values}, columns=["share right"] * len(values), **options)
    data = {"text/plain": repr(drawn), "text/html": drawn._repr_html_()}
    return [v4.new_output("execute_result", data, execution_count=1)]


@pytest.mark.parametrize(
    ("stored", "drawn"),
    [
        ("share 0.47", "share 0.49"),
        ("share -0.01", "share 0.01"),
        ("share -0.01", "share −0.02"),
        ("left  9.99\nright 0.10", "left 10.01\nright 0.10"),
        ("from 0.50-0.90", "from 0.51-0.89"),
        ("loss 1,234.50", "loss 1,234.51"),
    ],
)
def test_what_differs_by_the_tolerance_agrees(stored, drawn):
    assert texts_agree(stored, drawn, 0.02)
    assert texts_agree(drawn, stored, 0.02)


@pytest.mark.parametrize(
    ("stored", "drawn"),
    [
        ("share 0.47", "share 0.50"),
        ("share 0.47", "share -0.47"),
        ("share 0.47", "share nan"),
        ("share 0.47", "share 0.470"),
        ("share 0.47", "share 0.47 0.47"),
        ("share 0.47", "share 0.47 of all"),
        ("at step 40", "at step 41"),
        ("a 0.47\nb 0.93", "a 0.93\nb 0.47"),
        ("a 0.47\nb 0.93", "a 0.47 b 0.93"),
        ("layer1 0.47", "layer2 0.47"),
    ],
)
def test_what_differs_by_more_or_in_words_does_not_agree(stored, drawn):
    assert not texts_agree(stored, drawn, 0.02)
    assert not texts_agree(drawn, stored, 0.02)


def test_a_table_is_compared_as_text_and_as_html():
    assert agree(tabled(0.47, 0.93), tabled(0.48, 0.92), 0.02)
    assert not agree(tabled(0.47, 0.93), tabled(0.47, 0.96), 0.02)
    assert not agree(tabled(0.47), tabled(0.471, decimals=3), 0.02)
    other = tabled(0.47, 0.93)
    other[0].data["text/html"] = tabled(0.47, 0.96)[0].data["text/html"]
    assert not agree(tabled(0.47, 0.93), other, 0.02)
    del other[0].data["text/html"]
    assert not agree(tabled(0.47, 0.93), other, 0.02)


def test_a_stream_agrees_however_it_was_cut():
    whole = [v4.new_output("stream", name="stdout", text="step 1: 0.47\nstep 2: 0.93\n")]
    cut = [
        v4.new_output("stream", name="stdout", text=text)
        for text in ("step 1: 0.48\n", "step 2: 0.92\n")
    ]
    assert agree(whole, cut, 0.02)
    assert not agree(whole, cut[:1], 0.02)
    cut[1].name = "stderr"
    assert not agree(whole, cut, 0.02)


def test_a_curve_that_moves_by_less_than_its_line_agrees_and_another_runs_does_not():
    stored = shown(falls(0.9))
    assert pictures_agree(stored, shown(falls(0.901)))
    assert agree(stored, shown(falls(0.901)), 0.05)
    assert not agree(stored, shown(falls(0.901)), 0.0005)
    words = {"text/plain": falls(0.9).alt}
    for other in (falls(0.93), falls(0.9, "It earns"), figures.bars([0.2, 0.8], ["a", "b"])):
        assert not pictures_agree(stored, shown(other))
        assert not agree(stored, shown(other, **words), 0.05)
    assert not agree(stored, stored * 2, 0.05)
    assert not agree(stored, tabled(0.47), 0.05)
    assert not pictures_agree(stored, [])
