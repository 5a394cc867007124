"""The learner's own function: whatever it does is one sentence, and the last good picture stays."""

import itertools
import warnings
from fractions import Fraction

import numpy as np
import pytest
from explorer_hand import dots, report
from test_explorer_contract import assert_code_gives_the_numbers

from helpers.attention import Attention, simplified_attention
from helpers.explorers import AttentionExplorer, MaskExplorer, OrderExplorer
from helpers.explorers.attention.state import WIDEST, ask_attend
from helpers.learner.calls import name_of

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]
UNTIL = " Until it works, you see the simplified attention from notebook 04."
STAYS = " The last good picture stays."


class Sometimes:
    """simplified_attention, until it is told to do something else."""

    __name__ = "my_attention"

    def __init__(self):
        self.does = simplified_attention

    def __call__(self, embeddings):
        return self.does(embeddings)


def drag(explorer, x, kind="release"):
    report(explorer.plane, kind=kind, index=0, x=x, y=0.25)


def made():
    """Return an explorer, its function, and the state after one good drag."""
    function = Sometimes()
    explorer = AttentionExplorer(WORDS, PLACES, function)
    drag(explorer, 1.5)
    assert explorer.message == ""
    return explorer, function, (explorer.embeddings, explorer.result)


def keeps(explorer, state):
    """Assert that the last good state is kept, as it is drawn."""
    assert (explorer.embeddings, explorer.result) == state
    np.testing.assert_array_equal(dots(explorer)["red"], state[0][0])


def is_usable(explorer, function):
    """Assert that it goes on as if nothing had been."""
    function.does = simplified_attention
    drag(explorer, -0.5)
    assert explorer.message == explorer.spoken.scene["message"] == ""
    assert not explorer.older
    np.testing.assert_array_equal(explorer.embeddings[0], [-0.5, 0.25])
    np.testing.assert_array_equal(
        explorer.result.weights, simplified_attention(explorer.embeddings).weights
    )


def fails_with(error):
    def fails(_embeddings):
        raise error

    return fails


class OfTheirOwn(BaseException):
    pass


class NoWordsError(Exception):
    def __str__(self):
        raise ValueError("no words")

    __repr__ = __str__


ENDS = "called exit. Nothing here needs that: return the result."
RAISED = [
    (SystemExit(1), ENDS),
    (OfTheirOwn("so\nlong"), "raised OfTheirOwn: so long."),
    (NoWordsError(), "raised NoWordsError: its message cannot be read."),
    (ValueError("\ud800"), "raised ValueError: ?"),
    (ValueError("x" * 10**6), f"raised ValueError: {'x' * 159}…"),
    (MemoryError(), "raised MemoryError: no message."),
]


def assert_said_and_kept(does, message, kind="release"):
    """Assert that what a function does in a drag is said, keeps the picture, and is got over."""
    explorer, function, state = made()
    function.does = does
    drag(explorer, 1.0, kind)
    assert explorer.message == explorer.spoken.scene["message"] == message
    assert explorer.older
    keeps(explorer, state)
    is_usable(explorer, function)


@pytest.mark.parametrize(("error", "words"), RAISED, ids=[words[:40] for _, words in RAISED])
def test_whatever_it_raises_in_a_drag_is_one_sentence_and_the_picture_stays(error, words):
    assert_said_and_kept(fails_with(error), f"my_attention {words}{STAYS}")


@pytest.mark.parametrize(("error", "words"), RAISED[:2])
def test_whatever_it_raises_at_first_leaves_simplified_attention(error, words):
    function = Sometimes()
    function.does = fails_with(error)
    explorer = AttentionExplorer(WORDS, PLACES, function)
    assert explorer.message == f"my_attention {words}{UNTIL}"
    np.testing.assert_array_equal(explorer.result.weights, simplified_attention(PLACES).weights)
    is_usable(explorer, function)


@pytest.mark.parametrize("kind", ["move", "release"])
def test_calls_without_end_and_an_interrupt_are_said_in_each_frame_of_a_drag(kind):
    words = "raised RecursionError: maximum recursion depth exceeded."
    assert_said_and_kept(lambda X: (f := lambda: f())(), f"my_attention {words}{STAYS}", kind)
    interrupted = fails_with(KeyboardInterrupt())
    assert_said_and_kept(interrupted, f"Interrupted.{STAYS}", kind)


# Interrupts: of a hand's drag one sentence, of a cell its end


def test_after_an_interrupt_the_rest_of_the_drag_asks_no_more_until_its_release():
    explorer, function, state = made()
    asked = []

    def slow(embeddings):
        asked.append(embeddings)
        raise KeyboardInterrupt

    function.does = slow
    for kind in ("move", "move", "move"):
        drag(explorer, 1.0, kind)
    assert len(asked) == 1
    function.does = simplified_attention
    drag(explorer, 0.5, "move")
    keeps(explorer, state)
    is_usable(explorer, function)
    drag(explorer, 0.75, "move")
    assert explorer.embeddings[0, 0] == 0.75


@pytest.mark.parametrize(
    ("name", "value"), [("embeddings", np.eye(3, 2)), ("attend", fails_with(KeyboardInterrupt()))]
)
def test_an_interrupt_in_a_cell_ends_the_cell_and_keeps_the_state(name, value):
    explorer, function, state = made()
    function.does = fails_with(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        setattr(explorer, name, value)
    keeps(explorer, state)
    assert explorer.attend is function
    assert explorer.quiet is False
    is_usable(explorer, function)


# What it returns


class Leaves:
    """NumPy asks for its numbers, and it leaves."""

    def __array__(self, *_args, **_names):
        raise SystemExit


NO_ROWS = "returned weights that are not rows of numbers"
MASKED = f"{NO_ROWS} but a masked array (fill its holes first, as .filled(0) does)."
COMPLEX = f"{NO_ROWS} but complex ones (take .real or abs of them)."
TEXTS = f"{NO_ROWS} but texts."
REFUSED = {
    "complex": (lambda n: np.full((n, n), 1 / n + 0j), COMPLEX),
    "masked": (lambda n: np.ma.masked_less(np.eye(n), 0.5), MASKED),
    "masked rows": (lambda n: [np.ma.masked_less(row, 0.5) for row in np.eye(n)], MASKED),
    "texts": (lambda n: [["0.5"] * n] * n, TEXTS),
    "one text": (lambda n: [[0.5] * (n - 1) + ["0.5"]] * n, TEXTS),
    "an endless generator": (lambda n: itertools.count(), f"{NO_ROWS}."),
    "one that leaves": (lambda n: Leaves(), ENDS),
    "a dictionary": (lambda n: {}, f"{NO_ROWS}."),
    "beyond floats": (lambda n: [[10**400] * n] * n, f"{NO_ROWS}."),
    "huge": (
        lambda n: np.broadcast_to(0.5, (n, 10**12)),
        "returned weights of shape (3, 1000000000000); expected (3, 3).",
    ),
    "a batch": (
        lambda n: [[[1.0] * n] * n],
        "returned weights of shape (1, 3, 3); expected (3, 3).",
    ),
    "NaN": (lambda n: np.full((n, n), np.nan), "returned NaN or inf in weights, row 0."),
}


@pytest.mark.parametrize("what", REFUSED)
def test_weights_that_cannot_be_drawn_are_named_and_the_picture_stays(what):
    weights, words = REFUSED[what]
    assert_said_and_kept(lambda X: (weights(len(X)), X), f"my_attention {words}{STAYS}")


@pytest.mark.parametrize("part", Attention._fields)
def test_every_part_is_looked_at(part):
    assert_said_and_kept(
        lambda X: simplified_attention(X)._replace(**{part: X[:, :1] * 1j}),
        f"my_attention {COMPLEX.replace('weights', part)}{STAYS}",
    )


def test_a_context_too_wide_to_be_read_is_not_copied():
    assert_said_and_kept(
        lambda X: (np.eye(len(X)), np.broadcast_to(0.5, (len(X), 10**12))),
        "my_attention returned 1000000000000 numbers for a row of context;"
        f" a row here has at most {WIDEST}.{STAYS}",
    )
    explorer, function, _ = made()
    function.does = lambda X: (np.eye(len(X)), np.ones((len(X), WIDEST)))
    drag(explorer, 1.0)
    assert "so there's no arrow from x to z to draw" in explorer.message


def tensor(part, **how):
    """Return numbers as a tensor that asks for its gradient."""
    return pytest.importorskip("torch").tensor(part, requires_grad=True, **how)


KINDS = {
    "lists": lambda X: X.tolist(),
    "halves": lambda X: X.astype(np.float16),
    "fractions": lambda X: [[Fraction(x) for x in row] for row in X.tolist()],
    "a leaf": tensor,
    "a computed tensor": lambda X: tensor(X) * 1,
    "numbers of tensors": lambda X: [[tensor(number) for number in row] for row in X],
    "bfloat16": lambda X: tensor(X, dtype=pytest.importorskip("torch").bfloat16),
    "a parameter": lambda X: pytest.importorskip("torch").nn.Parameter(tensor(X).detach()),
}


@pytest.mark.parametrize("rows", KINDS.values(), ids=KINDS)
def test_numbers_of_any_kind_are_drawn_and_a_gradient_is_left_behind(rows):
    explorer, function, _ = made()
    function.does = lambda X: tuple(rows(part) for part in simplified_attention(X)[-2:])
    drag(explorer, 1.0)
    assert "returned" not in explorer.message
    truth = simplified_attention(explorer.embeddings)
    np.testing.assert_allclose(explorer.result.weights, truth.weights, atol=4e-3)
    np.testing.assert_allclose(explorer.result.context, truth.context, atol=4e-3)


def test_a_complex_tensor_is_refused_as_such():
    torch = pytest.importorskip("torch")
    answer = ask_attend(lambda X: (torch.full((3, 3), 1j), X), np.array(PLACES))
    assert answer.result is None
    assert answer.message == f"attend {COMPLEX}"


def test_what_was_returned_can_be_written_into_later_and_the_picture_stays():
    given = [np.eye(3), np.array(PLACES)]
    answer = ask_attend(lambda X: tuple(given), np.array(PLACES))
    given[0][:] = given[1][:] = 7
    np.testing.assert_array_equal(answer.result.weights, np.eye(3))
    np.testing.assert_array_equal(answer.result.context, PLACES)


def test_what_a_function_warns_of_is_not_hidden():
    def warns(embeddings):
        warnings.warn("mind the gap", stacklevel=1)
        return simplified_attention(embeddings)

    with pytest.warns(UserWarning, match="mind the gap"):
        ask_attend(warns, np.array(PLACES))


# What it is called


class NoName:
    """As a learner's __getattr__ over a dictionary does, it raises KeyError."""

    def __getattr__(self, name):
        raise KeyError(name)

    def __call__(self, embeddings):
        return simplified_attention(embeddings)


class Anyname(NoName):
    def __init__(self, name):
        self.__name__ = name

    def __eq__(self, other):
        raise RuntimeError("no")

    __hash__ = object.__hash__


NAMES = {
    "built in": (lambda: simplified_attention, "simplified_attention"),
    "a lambda": (lambda: lambda X: simplified_attention(X), "attend"),
    "none": (NoName, "attend"),
    "its own": (lambda: Anyname("mine"), "mine"),
    "a number": (lambda: Anyname(5), "attend"),
    "empty": (lambda: Anyname(""), "attend"),
    "a tag": (lambda: Anyname("<b>"), "attend"),
    "endless": (lambda: Anyname("f" * 1000), "attend"),
}


@pytest.mark.parametrize("what", NAMES)
def test_a_function_has_a_name_that_can_be_said(what):
    make, name = NAMES[what]
    function = make()
    assert name_of(function, "attend") == name
    explorer = AttentionExplorer(WORDS, PLACES)
    explorer.attend = function
    explorer.attend = make()
    assert f"result = {name}(embeddings)" in explorer.code()
    assert_code_gives_the_numbers(explorer, **{name: function})


@pytest.mark.parametrize(
    ("explorer", "part"), [(MaskExplorer, "allowed"), (OrderExplorer, "positions")]
)
def test_a_picture_is_older_from_a_failure_to_the_next_change_in_every_explorer(explorer, part):
    explorer = explorer()
    explorer.change(**{part: fails_with(TypeError("no"))})
    assert "TypeError" in explorer.message
    assert explorer.older
    explorer.change(query=99)  # refused as well, but no function was asked
    assert not explorer.older
    explorer.change(**{part: fails_with(TypeError("no"))})
    explorer.change(query=1)
    assert not explorer.older
