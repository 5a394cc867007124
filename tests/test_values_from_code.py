"""Any value from code is taken, or refused in a sentence."""

import itertools

import numpy as np
import pytest
import traitlets
from explorer_hand import report
from kept_explorer import KINDS, again, is_kept, is_well, names_of, own_traits, views
from test_explorer_contract import seen

from helpers.attention import simplified_attention
from helpers.explorers import AttentionExplorer
from helpers.explorers.base.part import Part
from helpers.views.grid import Grid

WORDS, PLACES = ("red", "green", "blue"), [[2.0, 0.5], [0.5, 1.0], [-1.0, 0.5]]


def nonsense():
    """Return values that a trait can hardly mean, made anew."""
    plain = [None, True, -2, 10**400, 1.5, 1j, np.nan, "", "a\nb", object(), lambda *_: None]
    lists = [[], {"a": 1}, [None] * 3, [[1], [1, 2], [3]], [["0.5", "a"], ["b", "1"], ["2", "3"]]]
    return [*plain, *lists, np.full((3, 2), np.nan), np.ones((3, 2)) * (1 + 1j)]


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
    except (traitlets.TraitError, ValueError):  # the latter from NumPy, of an array it compares
        return True
    return False


TYPED = ["", "nan", "-inf", "1e400", "٣", "🍎", "99999", "2.5", "-0,5", "x" * 600]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_whatever_is_typed_becomes_a_state_or_one_sentence(kind):
    explorer = again(kind)
    for name in explorer.switches:
        setattr(explorer, name, True)
    grids = [view for view in views(explorer) if isinstance(view, Grid)]
    ways = itertools.product(grids, ("type", "rename"), (0, 1), (0, 1))
    for (grid, how, row, column), text in itertools.product(ways, TYPED):
        before = own_traits(explorer)
        report(grid, kind=how, row=row, column=column, text=text)
        if explorer.message:
            is_kept(explorer, before)
            assert explorer.spoken.scene["message"] == explorer.message
        is_well(explorer)
        explorer.message = ""


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
    explorer.sentence = "red green"
    assert explorer.message.startswith("A sentence is set by tokens and embeddings; got ")
    torch = pytest.importorskip("torch")
    explorer.embeddings = torch.eye(3, 2, requires_grad=True)
    assert explorer.message == ""
    np.testing.assert_array_equal(explorer.embeddings, np.eye(3, 2))
    np.testing.assert_array_equal(
        explorer.result.weights, simplified_attention(np.eye(3, 2)).weights
    )
