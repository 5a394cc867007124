"""Words and projections in the hand: what is set, and the matrices and attention that follow."""

from typing import NamedTuple

from helpers.attention import Attention, attention, project
from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.held_state import Held
from helpers.explorers.projection import maps, words_in_plane
from helpers.explorers.projection.maps import MATRICES, usable_matrix
from helpers.figures import wording

STATE = ("tokens", "embeddings", "query", "tied", "dropped")


class Pin(NamedTuple):
    """A state that is kept to compare with."""

    tokens: tuple
    result: Attention


def _follows(_value):
    raise ValueError("result follows from the embeddings and the matrices: set these.")


class HeldProjections(Explorer):
    """Words, three matrices and their attention, taken together or not at all.

    The traits are those of `ProjectionExplorer`, which draws what is held.
    """

    tokens = Held((), words_in_plane.usable_tokens)
    embeddings = Held(None, words_in_plane.usable_embeddings)
    W_Q = Held(None, lambda matrix: usable_matrix(matrix, "W_Q"))
    W_K = Held(None, lambda matrix: usable_matrix(matrix, "W_K"))
    W_V = Held(None, lambda matrix: usable_matrix(matrix, "W_V"))
    tied, dropped = Held(False, maps.usable_switch), Held((), maps.usable_names)
    query, result = Held(0, words_in_plane.usable_place), Held(None, _follows)

    _own = words_in_plane.PLAIN  # the matrices as they were set, by name

    @property
    def asked(self):
        """The pair whose second score is to be guessed: the query and what it looks at most."""
        weights = self.result.weights[self.query].copy()
        weights[self.query] = -1
        return self.query, wording.largest(weights)[0]

    def _read(self, wishes):
        """Read all together: the matrices that act, and the attention, follow from the rest."""
        read = super()._read(wishes)
        state = {name: read.get(name, getattr(self, name)) for name in STATE}
        if state["tied"] and "W_K" in state["dropped"]:
            if "tied" not in wishes:
                raise ValueError("W_K follows W_Q while they are tied; drop W_Q, or untie them.")
            state["dropped"] = tuple(name for name in state["dropped"] if name != "W_K")
        for name in set(wishes) & set(MATRICES):
            maps.settable(name, state["tied"], state["dropped"])
        if "query" not in wishes and state["query"] >= len(state["tokens"]):
            state["query"] = 0
        words_in_plane.fitting(state["tokens"], state["embeddings"], state["query"])
        own = {name: read.get(name, self._own[name]) for name in MATRICES}
        act = maps.acting(own, state["tied"], state["dropped"])
        result = attention(*project(state["embeddings"], **act))
        return {**read, **state, **act, "_own": own, "result": result}

    def snapshot(self):
        return Pin(self.tokens, self.result)

    def _why_pin_ends(self):
        return "it was of other words" if self.pin.tokens != self.tokens else ""
