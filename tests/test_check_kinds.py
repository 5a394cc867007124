"""A check calls on copies and fresh numbers, compares with a tolerance, and shows plain words."""

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from helpers.attention import attention
from helpers.checks.kinds import edits, mistakes, verdict
from helpers.checks.kinds.function import Function, Lure, Mistake
from helpers.checks.kinds.value import Fault, Value
from helpers.learner import progress
from helpers.learner.calls import call

PAGE = np.array([[2.0, 4.0], [6.0, 8.0]])
halves = Function(
    name="halves",
    expected=lambda rows: rows / 2,
    shown=(np.array([[2.0, 4.0], [6.0, 8.0]]),),
    draw=lambda rng: (rng.normal(size=(3, 2)),),
    mistakes=(Mistake("You double.", lambda rows: rows * 2),),
    done="Halved.",
    also={"one number": (np.array([[1e300]]),)},
)
pair = Function(
    name="pair",
    expected=lambda rows: (rows.sum(axis=0), rows.sum(axis=1)),
    shown=(np.array([[1.0, 2.0, 3.0]]),),
    draw=lambda rng: (rng.normal(size=(2, 4)),),
    mistakes=(),
    done="Both.",
)


def moved(rows, up=1, by=2, back=1):
    return (rows + up) * by - back


three_steps = Function(
    name="three_steps",
    expected=moved,
    shown=(PAGE,),
    draw=lambda rng: (rng.normal(size=(3, 2)),),
    mistakes=(
        Mistake("Nothing is added.", partial(moved, up=0)),
        Mistake("You triple.", partial(moved, by=3)),
        Mistake("Two are taken away.", partial(moved, back=2)),
        Mistake("Two are added.", partial(moved, up=2)),
        Mistake("You triple.", lambda rows: (rows + 1) * 3 - 1),
    ),
    done="Moved.",
)
third = Value(
    name="third",
    shape=(),
    faults=(
        Fault(lambda one: one > 0.34, lambda one: f"{one:.2f} is too much."),
        Fault(lambda one: one < 0.33, "Too little."),
    ),
    done="A third.",
)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (lambda rows: rows * 2, "You double. With this page’s numbers: first difference at [0, 0]"),
        (lambda rows: rows / 2 + 1, "With this page’s numbers: first difference at [0, 0]: exp"),
        (lambda rows: rows / 2 if len(rows) != 3 else rows, "Right for the numbers on this page"),
        (lambda rows: rows / 2 if len(rows) != 3 else rows, "It was called with `rows = [[0.1"),
        (lambda rows: rows / 2 if rows.max() < 1e9 else rows, "With one number: first difference"),
        (lambda rows: (rows / 2).astype(int), "everything after the decimal point is dropped"),
        (lambda rows: (rows / 2).T.reshape(rows.shape), "in the wrong order"),
        (lambda rows: (rows / 2).ravel(), "right, but they're in the wrong shape"),
        (lambda rows: rows[:1] / 2, "You're returning only the first row"),
        (lambda rows: rows[-1] / 2, "You're returning only the last one"),
        (lambda rows: abs(rows / 2), "some of the signs are wrong"),
        (lambda rows: np.broadcast_to(1.0, (10**6, 10**6)), "far larger than it should be"),
        (lambda rows: [np.broadcast_to(1.0, (10**6, 10**6))], "far larger than it should be"),
        (lambda rows: PAGE / 2 + 0 * rows.mean(), "It reads `PAGE`, the page’s own table"),
        (lambda rows: PAGE.fill(rows[0, 0]), "changes `PAGE`, which isn't one of its arguments"),
        (lambda rows: rows / 2 * np.ones(3), "there 2 meets 3"),
        (lambda rows: attention(rows[0], rows, rows), "a single vector of 2 numbers"),
        (lambda rows: rows.sort() + rows, "in place return None"),
        (lambda rows: rows ** ("2" ^ 1), "`**` is"),
        (lambda rows: [rows[0, 0] / 2], "should be shape (2, 2), but is shape (1,)"),
        (lambda rows: "rows", "should return numbers, but returned a str."),
        (lambda: 1, "takes (nothing), but is called with 1 argument,"),
        (lambda a, b: a, "takes (a, b), but is called with 1 argument,"),
        (np.ones((2, 2)), "Pass `halves` itself, without brackets"),
        (lambda rows: rows / 2 if len(rows) < 3 else 1 / 0, "with fresh numbers: `your function`"),
        (lambda rows: rows * 2 if len(rows) < 3 else 1 / 0, "You double."),
        (lambda rows: rows + 1 if len(rows) < 3 else 1 / 0, "first difference at [0, 0]"),
        (lambda rows: rows + 1, "should be [1, 2]; yours is [3, 5]. It was called with `rows = [["),
        (lambda rows: rows + 1 if len(rows) > 2 else rows / 2, "With fresh numbers: first diff"),
        (lambda rows: rows @ np.ones((3, 1)), "2 columns on the left meet 3 rows."),
        (lambda rows: np.full(rows.shape, np.nan), "expected 1, yours is nan."),
    ],
)
def test_a_function_is_told_what_it_does(given, says):
    said = halves(given)
    assert said.state == "not yet"
    assert says in said.words


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"up": 0, "by": 3}, "Two things at once. Nothing is added. You triple. With this"),
        ({"up": 2, "back": 2}, "Two things at once. Two are taken away. Two are added. With this"),
        ({"up": 0, "by": 3, "back": 2}, "With this page’s numbers: first difference"),
    ],
)
def test_two_mistakes_at_once_are_both_named(wrong, says):
    assert three_steps(partial(moved, **wrong)).words.startswith(says)


def test_where_several_pairs_would_do_only_what_they_share_is_named():
    alike = Mistake("One more is taken away.", partial(moved, back=2))
    twins = replace(three_steps, mistakes=(*three_steps.mistakes, alike))
    said = twins(partial(moved, by=3, back=2)).words
    assert said.startswith("Two things at once, and this is one of them. You triple. With this")


TEXT = """```python
import numpy as np


def halves(rows):
    moved = rows + 0
    return moved / 2
```

You
double.
- `moved / 2` → `moved * 2`
- `halves(rows) * 4`

One is added.
- `rows + 0` → `rows + 1`

You add two of your own.
- `rows + 0⏎` → `rows + 0⏎    moved = 0 + moved + 2⏎`, `/ 2` → `/ 1`

ROUNDED_E
- `rows / 2.7`
"""


@pytest.fixture
def read(tmp_path):
    """Read a text that lies beside a check's module."""

    def read(text, pack=bytes):
        (tmp_path / "halves.md").write_bytes(pack(text.encode()))
        return edits.read(tmp_path / "halves.py")

    return read


def test_mistakes_are_edits_of_a_right_answer(read):
    (right,), found = read(TEXT)
    check = replace(halves, expected=right, mistakes=found)
    assert check(right.edited()).correct
    for words, given in {
        "You double. With": lambda rows: rows * 2,
        "Two things at once. You double. One is added. With": lambda rows: rows * 2 + 2,
        "You add two of your own. With": lambda rows: rows + 2,
        f"{mistakes.ROUNDED_E} With": lambda rows: rows / 2.7,
    }.items():
        assert check(given).words.startswith(words)


def test_the_students_text_shows_no_solution_and_reads_alike(read):
    assert b"moved" not in edits.packed(TEXT.encode())
    assert [one.words for one in read(TEXT, edits.packed)[1]] == [
        one.words for one in read(TEXT)[1]
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("- `moved / 2`", "- `moved / 3`", "'You double.': 'moved / 3' stands 0 times in halves"),
        ("- `moved / 2`", "- `moved`", "'You double.': 'moved' stands 2 times in halves"),
        ("One is added.\n", "", "'- `rows + 0` → `rows + 1`': a mistake needs its sentence"),
        ("- `rows + 0` → `rows + 1`\n", "", "'One is added.': a mistake needs its sentence and"),
        ("→ `rows + 1`", "→ rows + 1", "'One is added.': expected `old` → `new`"),
        ("`, `/ 2`", "`; `/ 2`", "'You add two of your own.': expected `old` → `new`"),
    ],
)
def test_a_text_that_does_not_fit_names_its_file_and_mistake(read, old, new, says):
    with pytest.raises(ValueError, match=re.escape(f"halves.md, {says}")):
        read(TEXT.replace(old, new))


def test_what_is_kept_from_one_call_to_the_next_is_noticed():
    calls = []

    def tires(rows):
        calls.append(rows)
        return rows / 2 if len(calls) <= 5 else rows

    assert "what does it keep from one call to the next?" in halves(tires).words


@pytest.mark.parametrize(
    "given",
    [
        lambda rows: rows / 2,
        lambda rows: (rows / 2).tolist(),
        lambda rows: [[one / 2 for one in row] for row in rows],
        lambda rows: rows / 2 + 1e-12,
        lambda rows: [[Fraction(one) / 2 for one in row] for row in rows],
        lambda rows: np.array([[Decimal(one) / 2 for one in row] for row in rows]),
        np.vectorize(lambda one: one / 2),
    ],
)
def test_rounding_noise_lists_and_ways_do_not_matter(given):
    assert halves(given).correct


def test_a_result_of_two_parts_says_which_is_wrong():
    assert pair(lambda rows: (rows.sum(axis=0), rows.sum(axis=1))).correct
    said = pair(lambda rows: (rows.sum(axis=0), rows.sum(axis=1) + 1)).words
    assert "first difference at [0] of result 2: expected 6, yours is 7." in said
    said = pair(lambda rows: (rows.sum(axis=0), rows.sum()))
    assert "result 2 should be shape (1,), but is one number." in said.words
    assert "should return 2 things, but returned 3 things" in pair(lambda rows: (1, 2, 3)).words
    assert "should return 2 things, but returned an ndarray" in pair(lambda rows: rows).words
    said = pair(lambda rows: rows.sum(axis=1)).words
    assert "should return 2 things, but returned an ndarray, result 2 alone." in said


def test_parts_may_come_as_one_stacked_array():
    twice = replace(pair, expected=lambda rows: (rows, 2 * rows), shown=(PAGE,))
    assert twice(lambda rows: np.array([rows, 2 * rows])).correct
    assert "things, but returned an ndarray, result 1 alone." in twice(lambda rows: rows).words
    assert "first difference at [0, 0]" in twice(lambda rows: np.array([rows + 1, rows])).words


def test_a_lure_shows_a_mistake_that_is_too_small_elsewhere():
    large = replace(
        halves, also={}, lures=(Lure((np.array([[1e9]]),), Mistake("Cut.", np.zeros_like)),)
    )
    assert large(lambda rows: rows / 2).correct
    assert large(lambda rows: np.where(rows > 1e6, 0, rows / 2)).words == "Cut."
    assert large(lambda rows: rows / 2 if rows.max() < 1e6 else 1 / 0).correct


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (1 / 3, "A third."),
        (Fraction(1, 3), "A third."),
        (Decimal(1) / 3, "A third."),
        (np.broadcast_to(1.0, (10**6, 10**6)), "`third` is an array of shape (1000000, 1000000)"),
        (np.float32(1 / 3), "A third."),
        (0.5, "0.50 is too much."),
        (0.1, "Too little."),
        ([1 / 3], "A third."),
        ([0.3, 0.3], "`third` should be one number, but is a list of 2 numbers."),
        (["a"], "`third` should be one number; something in it isn't a number"),
        ("a third", "`third` should be one number, not a str."),
        (None, "`third` should be one number, not None."),
        (float("nan"), "`third` holds NaN or inf"),
    ],
)
def test_a_value_is_told_its_first_fault(given, says):
    assert third(given).words.startswith(says)


def test_a_tensor_is_a_value_too():
    torch = pytest.importorskip("torch")
    assert third(torch.tensor(1 / 3)).correct


def test_what_is_said_of_a_right_value_may_depend_on_it():
    praised = replace(third, done=lambda one: f"{one:.2f} it is.")
    assert praised(1 / 3).correct
    assert praised(1 / 3).words == "0.33 it is."


def test_whole_numbers_are_told_only_where_they_swallow_something():
    of_whole = replace(halves, shown=(np.array([[1, 3]]),), also={})

    def swallows(rows):
        result = np.zeros_like(rows)
        result[:] = rows / 2
        return result

    assert "after the decimal point" in of_whole(swallows).words
    assert "after the decimal point" not in of_whole(lambda rows: rows * 3).words


def test_an_attempt_is_kept_and_an_untouched_stub_is_none():
    before = progress.read().get("third")
    assert third(...).state == "untouched"
    assert halves(lambda rows: ...).state == "untouched"
    assert progress.read().get("third") == before
    third(0.5)
    third(1 / 3)
    third(0.5)
    kept = progress.read()["third"]
    assert kept.attempts == (before.attempts if before else 0) + 3
    assert kept.solved


def test_the_inputs_of_the_check_stay_as_they_are():
    shown = np.array([1.0, 2.0])
    assert "changes the array" in call(lambda one: one.fill(0), (shown,)).trouble
    assert shown.tolist() == [1.0, 2.0]


def test_a_list_and_a_model_stay_as_they_are():
    torch = pytest.importorskip("torch")
    assert "changes the list" in call(lambda pairs: pairs.append(0), ([],)).trouble
    assert "changes the list" in call(lambda pairs: pairs[0].add_(1), ([torch.zeros(2)],)).trouble
    changes = torch.no_grad()(lambda model: model.weight.add_(1))
    assert "numbers of the model" in call(changes, (torch.nn.Linear(1, 1),)).trouble


def test_an_input_that_is_put_back_up_to_rounding_is_not_changed():
    def put_back(one):
        one += 0.1
        one -= 0.1

    assert call(put_back, (np.array([0.3, 0.7]),)).trouble == ""


def test_a_verdict_is_text_and_html_of_the_same_words():
    said = verdict.Verdict("not yet", "`f(x) < 1` is <b>", "The record is kept & safe.")
    assert repr(said) == "✗ Not yet. `f(x) < 1` is <b>\nThe record is kept & safe."
    html = said._repr_html_()
    assert "<code>f(x) &lt; 1</code> is &lt;b&gt;<br>The record is kept &amp; safe." in html
    assert "<b>✗ Not yet.</b>" in html
    assert verdict.Verdict("correct", "A lone ` stays.")._repr_html_().count("code") == 0


@pytest.mark.parametrize(
    ("words", "html"),
    [
        ("*At* i, *said of* it.", "<em>At</em> i, <em>said of</em> it."),
        ("`*a*` is *at* `i`", "<code>*a*</code> is <em>at</em> <code>i</code>"),
        ("(*a, **b) and 2*n*d or 2 * n * d", "(*a, **b) and 2*n*d or 2 * n * d"),
        ("A lone ` stays, *too*.", "A lone ` stays, <em>too</em>."),
    ],
)
def test_what_stands_between_stars_is_stressed_in_html_and_code_is_not(words, html):
    said = verdict.Verdict("not yet", words)
    assert f"</b> {html}</div>" in said._repr_html_()
    assert repr(said) == f"✗ Not yet. {words}"
