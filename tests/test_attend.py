"""The learner's own function: whatever it does is one sentence, and the last good picture stays."""

import asyncio
import itertools
from fractions import Fraction

import numpy as np
import pytest
from explorer_hand import report

from helpers.attention import Attention, simplified_attention
from helpers.explorers import AttentionExplorer
from helpers.explorers.attention.state import WIDEST, ask_attend
from helpers.learner.calls import name_of

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]
UNTIL = " Until then you see simplified attention, that of notebook 04."
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
    at = np.frombuffer(explorer.plane.scene["dots"]["at"]).reshape(-1, 2)
    np.testing.assert_array_equal(at[0], state[0][0])


def is_usable(explorer, function):
    """Assert that it goes on as if nothing had been."""
    function.does = simplified_attention
    drag(explorer, -0.5)
    assert explorer.message == explorer.spoken.scene["message"] == ""
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


class NoReturnError(Exception):
    def __str__(self):
        return 5


class Nameless(type):
    @property
    def __name__(cls):
        raise RuntimeError("no name")


class OddError(Exception, metaclass=Nameless):
    pass


ENDS = "called exit. Nothing here needs that: return the result."
RAISED = {
    "exit": (fails_with(SystemExit(1)), ENDS),
    "exit with words": (fails_with(SystemExit("good bye\nall")), ENDS),
    "an own kind": (fails_with(OfTheirOwn("so\nlong")), "raised OfTheirOwn: so long."),
    "a generator's end": (fails_with(GeneratorExit()), "raised GeneratorExit: no message."),
    "a task's end": (fails_with(asyncio.CancelledError()), "raised CancelledError: no message."),
    "a group": (
        fails_with(BaseExceptionGroup("two", [OfTheirOwn(), ValueError()])),
        "raised BaseExceptionGroup: two (2 sub-exceptions).",
    ),
    "no words": (fails_with(NoWordsError()), "raised NoWordsError: its message cannot be read."),
    "words that are none": (
        fails_with(NoReturnError()),
        "raised NoReturnError: its message cannot be read.",
    ),
    "no name": (fails_with(OddError("odd")), "raised OddError: odd."),
    "a name of two lines": (
        fails_with(type("Two\nlines", (Exception,), {})("x")),
        "raised Two lines: x.",
    ),
    "a long name": (fails_with(type("N" * 500, (Exception,), {})("x")), f"raised {'N' * 39}…: x."),
    "half a surrogate": (fails_with(ValueError("\ud800")), "raised ValueError: ?"),
    "many words": (fails_with(ValueError("x" * 10**6)), f"raised ValueError: {'x' * 159}…"),
    "no memory": (fails_with(MemoryError()), "raised MemoryError: no message."),
    "no end of calls": (
        lambda X: (f := lambda: f())(),
        "raised RecursionError: maximum recursion depth exceeded.",
    ),
}


@pytest.mark.parametrize("what", RAISED)
@pytest.mark.parametrize("kind", ["move", "release"])
def test_whatever_it_raises_in_a_drag_is_one_sentence_and_the_picture_stays(what, kind):
    explorer, function, state = made()
    function.does, words = RAISED[what]
    drag(explorer, 1.0, kind)
    assert explorer.message == f"my_attention {words}{STAYS}"
    assert explorer.spoken.scene["message"] == explorer.message
    keeps(explorer, state)
    is_usable(explorer, function)


@pytest.mark.parametrize("what", RAISED)
def test_whatever_it_raises_at_first_leaves_simplified_attention(what):
    function = Sometimes()
    function.does, words = RAISED[what]
    explorer = AttentionExplorer(WORDS, PLACES, function)
    assert explorer.message == f"my_attention {words}{UNTIL}"
    np.testing.assert_array_equal(explorer.result.weights, simplified_attention(PLACES).weights)
    is_usable(explorer, function)


# Interrupts: of a hand's drag one sentence, of a cell its end


@pytest.mark.parametrize("kind", ["move", "release"])
def test_an_interrupt_in_a_drag_is_said_and_the_picture_stays(kind):
    explorer, function, state = made()
    function.does = fails_with(KeyboardInterrupt())
    drag(explorer, 1.0, kind)
    assert explorer.message == "Interrupted; the last good picture stays."
    assert explorer.spoken.scene["message"] == explorer.message
    keeps(explorer, state)
    is_usable(explorer, function)


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
    keeps(explorer, state)
    function.does = simplified_attention
    drag(explorer, 0.5, "move")
    keeps(explorer, state)
    is_usable(explorer, function)
    drag(explorer, 0.75, "move")
    assert explorer.embeddings[0, 0] == 0.75


@pytest.mark.parametrize(
    "act",
    [
        lambda e: setattr(e, "embeddings", np.eye(3, 2)),
        lambda e: setattr(e, "attend", fails_with(KeyboardInterrupt())),
    ],
    ids=["a value", "a function"],
)
def test_an_interrupt_in_a_cell_ends_the_cell_and_keeps_the_state(act):
    explorer, function, state = made()
    function.does = fails_with(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        act(explorer)
    keeps(explorer, state)
    assert explorer.attend is function
    assert explorer.quiet is False
    function.does = simplified_attention
    drag(explorer, -0.5)
    assert explorer.message == ""


def test_an_interrupted_function_that_was_not_taken_says_nothing_of_the_one_that_is():
    explorer, _, _ = made()
    with pytest.raises(KeyboardInterrupt):
        explorer.attend = fails_with(KeyboardInterrupt())
    drag(explorer, 1.0, "move")
    assert explorer.embeddings[0, 0] == 1.0


def test_an_interrupt_in_its_first_cell_ends_that_cell():
    with pytest.raises(KeyboardInterrupt):
        AttentionExplorer(WORDS, PLACES, fails_with(KeyboardInterrupt()))


# What it returns


class Hostile:
    """Whatever NumPy asks of it raises."""

    def _raise(self, *_args, **_names):
        raise RuntimeError("no")

    __array__ = __len__ = __getitem__ = __iter__ = __float__ = __repr__ = _raise


class Long:
    """A sequence that says it has a billion numbers, and has no end."""

    def __len__(self):
        return 10**9

    def __getitem__(self, place):
        return 0.5


class Leaves:
    """NumPy asks for its numbers, and it leaves."""

    def __array__(self, *_args, **_names):
        raise SystemExit


def inside_itself():
    held = []
    held += [held, held, held]
    return held


NO_ROWS = "returned weights that are not rows of numbers"
MASKED = f"{NO_ROWS} but a masked array (fill its holes first, as .filled(0) does)."
COMPLEX = f"{NO_ROWS} but complex ones (take .real or abs of them)."
TEXTS = f"{NO_ROWS} but texts."
REFUSED = {
    "complex": (lambda n: np.full((n, n), 1 / n + 0j), COMPLEX),
    "complex in lists": (lambda n: [[1j] * n] * n, COMPLEX),
    "complex objects": (lambda n: np.full((n, n), 1j, dtype=object), f"{NO_ROWS}."),
    "masked": (lambda n: np.ma.masked_less(np.eye(n), 0.5), MASKED),
    "masked, no hole": (lambda n: np.ma.array(np.eye(n)), MASKED),
    "masked rows": (lambda n: [np.ma.masked_less(row, 0.5) for row in np.eye(n)], MASKED),
    "masked numbers": (lambda n: [[np.ma.masked] * n] * n, MASKED),
    "texts": (lambda n: [["0.5"] * n] * n, TEXTS),
    "an array of texts": (lambda n: np.full((n, n), "0.5"), TEXTS),
    "one text": (lambda n: [[0.5] * (n - 1) + ["0.5"]] * n, TEXTS),
    "objects that are texts": (lambda n: np.full((n, n), "0.5", dtype=object), TEXTS),
    "bytes": (lambda n: [[b"0.5"] * n] * n, TEXTS),
    "times": (lambda n: np.full((n, n), np.timedelta64(1)), f"{NO_ROWS}."),
    "an endless generator": (lambda n: itertools.count(), f"{NO_ROWS}."),
    "rows without end": (lambda n: [itertools.count()] * n, f"{NO_ROWS}."),
    "a list in itself": (lambda n: inside_itself(), f"{NO_ROWS}."),
    "a long sequence": (lambda n: Long(), f"{NO_ROWS}."),
    "long rows": (lambda n: [Long()] * n, f"{NO_ROWS}."),
    "hostile": (lambda n: Hostile(), f"{NO_ROWS}."),
    "rows of hostile": (lambda n: [[Hostile()] * n] * n, f"{NO_ROWS}."),
    "one that leaves": (lambda n: Leaves(), ENDS),
    "a dictionary": (lambda n: {}, f"{NO_ROWS}."),
    "a set": (lambda n: {1, 2}, f"{NO_ROWS}."),
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
    explorer, function, state = made()
    weights, words = REFUSED[what]
    function.does = lambda X: (weights(len(X)), X)
    drag(explorer, 1.0)
    assert explorer.message == f"my_attention {words}{STAYS}"
    keeps(explorer, state)
    is_usable(explorer, function)


@pytest.mark.parametrize("part", Attention._fields)
def test_every_part_is_looked_at(part):
    explorer, function, state = made()
    function.does = lambda X: simplified_attention(X)._replace(**{part: X[:, :1] * 1j})
    drag(explorer, 1.0)
    words = f"returned {part} that are not rows of numbers but complex ones"
    assert explorer.message.startswith(f"my_attention {words}")
    keeps(explorer, state)


def test_a_context_too_wide_to_be_read_is_not_copied():
    explorer, function, state = made()
    function.does = lambda X: (np.eye(len(X)), np.broadcast_to(0.5, (len(X), 10**12)))
    drag(explorer, 1.0)
    assert explorer.message == (
        "my_attention returned 1000000000000 numbers for a row of context;"
        f" a row here has at most {WIDEST}.{STAYS}"
    )
    keeps(explorer, state)
    function.does = lambda X: (np.eye(len(X)), np.ones((len(X), WIDEST)))
    drag(explorer, 1.0)
    assert "there is no way from x to z to draw" in explorer.message


@pytest.mark.parametrize(
    "rows",
    [
        lambda X: X.tolist(),
        lambda X: tuple(map(tuple, X.tolist())),
        lambda X: X.astype(np.float16),
        lambda X: X.astype(np.longdouble),
        lambda X: [[Fraction(x) for x in row] for row in X.tolist()],
        lambda X: np.asfortranarray(X),
    ],
    ids=["lists", "tuples", "halves", "long", "fractions", "columns first"],
)
def test_numbers_of_any_kind_are_drawn(rows):
    explorer, function, _ = made()
    function.does = lambda X: tuple(rows(part) for part in simplified_attention(X)[-2:])
    drag(explorer, 1.0)
    assert "returned" not in explorer.message
    truth = simplified_attention(explorer.embeddings)
    np.testing.assert_allclose(explorer.result.context, truth.context, atol=1e-3)


def tensors(part, **how):
    """Return numbers as a tensor that asks for its gradient."""
    return pytest.importorskip("torch").tensor(part, requires_grad=True, **how)


@pytest.mark.parametrize(
    "rows",
    [
        tensors,
        lambda part: tensors(part) * 1,
        lambda part: [tensors(row) for row in part],
        lambda part: [[tensors(number) for number in row] for row in part],
        lambda part: tensors(part, dtype=pytest.importorskip("torch").bfloat16),
        lambda part: pytest.importorskip("torch").nn.Parameter(tensors(part).detach()),
    ],
    ids=["a leaf", "computed", "rows", "numbers", "bfloat16", "a parameter"],
)
def test_a_tensor_is_drawn_and_its_gradient_left_behind(rows):
    explorer, function, _ = made()
    function.does = lambda X: tuple(rows(part) for part in simplified_attention(X)[-2:])
    drag(explorer, 1.0)
    assert "returned" not in explorer.message
    truth = simplified_attention(explorer.embeddings)
    np.testing.assert_allclose(explorer.result.weights, truth.weights, atol=4e-3)


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
    explorer.buttons["code"].value = True
    assert f"result = {name}(embeddings)" in explorer.spoken.scene["code"]
