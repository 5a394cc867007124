"""Any value from code is taken, or refused in a sentence."""

import itertools
import traceback

import numpy as np
import pytest
import traitlets
from explorer_hand import report
from kept_explorer import KINDS, again, is_kept, is_well, names_of, own_traits, views
from test_explorer_contract import seen

from helpers import explorers
from helpers.attention import simplified_attention
from helpers.explorers import AttentionExplorer, SoftmaxExplorer
from helpers.explorers.base.part import Part
from helpers.views.grid import Grid

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]


class Hostile:
    """Whatever is asked of it raises."""

    def _raise(self, *_):
        raise RuntimeError("no")

    __array__ = __iter__ = __len__ = __getitem__ = __float__ = __int__ = __index__ = _raise
    __str__ = __repr__ = __eq__ = __bool__ = __format__ = _raise
    __hash__ = object.__hash__


class Endless:
    """A sequence that says it is long, and never ends."""

    def __len__(self):
        return 10**9

    def __getitem__(self, place):
        return 0.0


def fails():
    """Yield one number, then raise."""
    yield 0
    raise RuntimeError("no")


def inside_itself():
    held = []
    held += [held, held]
    return held


def nonsense():
    """Return values that a trait can hardly mean, made anew."""
    plain = [None, True, -2, 10**6, 10**400, 10**5000, 1.5, 1j, b"bytes", np.nan, np.inf]
    texts = ["", "a\nb", "x" * 100_000, "\ud800", [["0.5", "a"], ["b", "1"], ["2", "3"]]]
    lists = [[], {"a": 1}, [None] * 3, [[], []], [[1], [1, 2], [3]], inside_itself(), Endless()]
    arrays = [np.full((3, 2), np.nan), np.ones((3, 2)) * (1 + 1j)]
    arrays += [np.ma.masked_greater(np.arange(6.0).reshape(3, 2), 3)]
    strange = [object(), ..., lambda *_: None, int]
    strange += [Hostile(), [Hostile()] * 3, [[Hostile()] * 2] * 3]
    endless = [itertools.count(), itertools.repeat(itertools.count()), [itertools.count()] * 3]
    return [*plain, *texts, *lists, *arrays, *strange, *endless, fails()]


TRAITS = [(kind, name) for kind in KINDS for name in names_of(kind)]


@pytest.mark.parametrize(
    ("kind", "name"), TRAITS, ids=[f"{kind.__name__}-{name}" for kind, name in TRAITS]
)
def test_whatever_a_trait_is_set_to_is_taken_or_refused(kind, name):
    """One rule: what is held refuses in a sentence; a plain trait raises traitlets' own error."""
    trait, explorer = kind.class_traits()[name], again(kind)
    held = isinstance(trait, Part)
    assert held or isinstance(trait, traitlets.Bool | traitlets.Enum | traitlets.Unicode)
    before, picture = own_traits(explorer), seen(explorer)
    for value in nonsense():
        if held:
            setattr(explorer, name, value)
            refused = explorer.message != "" and explorer.spoken.scene["message"]
        else:
            refused = is_refused_by_traitlets(explorer, name, value)
        assert refused or type(value) is not object
        stands_in = refused and name == "attend" and callable(value)
        if refused and not stands_in:
            is_kept(explorer, before)
            assert not held or seen(explorer) == picture
        explorer.message = explorer.message if held else ""
        is_well(explorer)
        if refused:
            explorer.message = ""
        else:  # what was refused has left it as new
            explorer = again(kind)
        if stands_in or not refused:
            before, picture = own_traits(explorer), seen(explorer)


def is_refused_by_traitlets(explorer, name, given):
    """Set a plain trait; return whether traitlets raised."""
    try:
        setattr(explorer, name, given)
    except Exception as error:  # it compares the value and shows its repr, which may raise as well
        frames = traceback.extract_tb(error.__traceback__)
        own = explorers.__path__[0]
        assert not any(frame.filename.startswith(own) for frame in frames)
        return True
    return False


TYPED = ["", "nan", "-inf", "1e400", "٣", "🍎", "\u202eabc", "99999", "-7", "0x10", "2.5", "-0,5"]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_whatever_is_typed_becomes_a_state_or_one_sentence(kind):
    explorer = again(kind)
    for name in explorer.switches:
        setattr(explorer, name, True)
    grids = [view for view in views(explorer) if isinstance(view, Grid)]
    ways = itertools.product(grids, ("type", "rename"), (0, 1), (0, 1))
    for (grid, how, row, column), text in itertools.product(ways, [*TYPED, "x" * 600]):
        before = own_traits(explorer)
        report(grid, kind=how, row=row, column=column, text=text)
        if explorer.message:
            is_kept(explorer, before)
            assert explorer.spoken.scene["message"] == explorer.message
        is_well(explorer)
        explorer.message = ""


@pytest.mark.parametrize("given", [True, np.True_, 0.0, "0", None, 99, 10**400, [0]])
@pytest.mark.parametrize(
    ("kind", "name"), [pair for pair in TRAITS if pair[1] in ("query", "head", "target", "chosen")]
)
def test_only_a_whole_number_is_a_place(kind, name, given):
    explorer = again(kind)
    before = own_traits(explorer)
    setattr(explorer, name, given)
    is_kept(explorer, before)
    assert explorer.message.endswith(".")
    assert explorer.message.count(". ") == 0
    setattr(explorer, name, np.int64(1))
    assert (getattr(explorer, name), explorer.message) == (1, "")


@pytest.mark.parametrize("given", [5, "red green", None, [1, 2], lambda s: 5])
def test_a_sentence_is_a_sentence(given):
    explorer = AttentionExplorer(WORDS, PLACES)
    before = own_traits(explorer)
    explorer.sentence = given
    is_kept(explorer, before)
    assert explorer.message.startswith("A sentence is set by tokens and embeddings; got ")


def test_a_change_with_a_plain_part_that_is_refused_changes_nothing():
    explorer = SoftmaxExplorer()
    before = own_traits(explorer)
    with pytest.raises(traitlets.TraitError):
        explorer.change(scores=(1, 2, 3), naive="yes")
    is_kept(explorer, before)
    explorer.scores = (1, 2, 3)
    assert (explorer.scores, explorer.message) == ((1, 2, 3), "")


def test_complex_masked_and_typed_embeddings_are_refused_and_a_tensor_is_read():
    explorer = AttentionExplorer(WORDS, PLACES)
    for value, words in (
        (np.array(PLACES) * 1j, "not complex ones"),
        (np.ma.masked_less(PLACES, 0), "not a masked array"),
        ([["0.5", "1"]] * 3, "not texts"),
    ):
        explorer.embeddings = value
        assert words in explorer.message
        assert explorer.message.startswith("The embeddings must be rows of numbers of one length")
    torch = pytest.importorskip("torch")
    explorer.embeddings = torch.eye(3, 2, requires_grad=True)
    assert explorer.message == ""
    np.testing.assert_array_equal(explorer.embeddings, np.eye(3, 2))
    np.testing.assert_array_equal(
        explorer.result.weights, simplified_attention(np.eye(3, 2)).weights
    )
