"""The heads in the hand: a layer that is taken whole or refused, its guess and its pin."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.held_state import Held
from helpers.explorers.base.readers import place_of, said
from helpers.explorers.heads import layer as reading
from helpers.explorers.heads.layer import NAMES, PARTS, Layer


@dataclass(frozen=True)
class Guess:
    """The word that the query may look at most, and its weight; None before one is chosen."""

    place: int | None = None
    weight: float | None = None


class HeldHeads(Explorer):
    """Tokens, embeddings, heads and W_O, which hang together: `HeadsExplorer` draws them."""

    tokens, embeddings = Held((), reading.read_tokens), Held(None, reading.read_embeddings)
    heads, W_O = Held((), reading.read_heads), Held(None, reading.read_mixing)
    head, query = Held(0), Held(0)

    goes_along = ("_layer", "_bases", "note")
    unguessed: ClassVar = {"guess": None}
    note, guess = "", None
    _layer = None
    _bases = {}  # noqa: RUF012 - replaced, never changed: the place of a head to (W_Q, factor)

    @property
    def layer(self):
        """Return the present `Layer`."""
        return self._layer

    @property
    def result(self):
        """Return the `MultiHead` of the present layer."""
        return self._layer.result

    def hides(self, place):
        """Return whether the query's weights in this head are still to be guessed."""
        return self.guessing and place == self.head

    def matrix(self, name):
        """Return one matrix of the chosen head, or W_O."""
        return self.W_O if name == "W_O" else self.heads[self.head][NAMES.index(name)]

    def put(self, name, matrix, resting=True, **wishes):
        """Put another matrix into the chosen head, or in the place of W_O."""
        if name == "W_O":
            return self.change(resting, W_O=matrix, **wishes)
        heads = [list(head) for head in self.heads]
        heads[self.head][NAMES.index(name)] = matrix
        return self.change(resting, heads=heads, **wishes)

    def turn(self, factor, resting=True):
        """Multiply the W_Q of the chosen head, as it was before the first factor."""
        base = self.base[0]
        bases = {**self._bases, self.head: (base, factor)}
        self.put("W_Q", _times(base, factor), resting, _bases=bases)

    @property
    def base(self):
        """Return the chosen head's W_Q before its factor, and the factor: 1 for one that is new."""
        W_Q = self.matrix("W_Q")
        base, factor = self._bases.get(self.head, (W_Q, 1.0))
        return (base, factor) if np.array_equal(_times(base, factor), W_Q) else (W_Q, 1.0)

    def place_guess(self, resting, **part):
        """Take a part of the guess: its place or its weight, 0 to 1."""
        if self.guessing and part.get("place", 0) in range(len(self.tokens)):
            self.guess = replace(self.guess, **part)
            self._redraw(resting)

    def _read(self, wishes):
        """Read parts of the layer together, and places as places in it."""
        read, here = super()._read(wishes), self._layer
        if set(PARTS) & read.keys():
            here, message = self._fitting(read)
            read |= {**here.parts, "_layer": here, **message}
        for name, count in (("query", len(here.tokens)), ("head", len(here.heads))):
            if name in wishes:
                read[name] = _place(name, wishes[name], count)
            elif getattr(self, name) >= count:
                read[name] = count - 1
        return read

    def _fitting(self, read):
        """Return the layer that is wished for; a W_O that nobody wished for gives way."""
        parts = {name: read.get(name, getattr(self, name)) for name in PARTS}
        bare = Layer(**{**parts, "W_O": None})
        if "W_O" in read or self.W_O is None or len(self.W_O) == bare.width:
            return Layer(**parts), {}
        message = (
            f"{bare.width} numbers stand side by side now, so W_O begins again as the identity."
        )
        return replace(bare, W_O=reading.identity(bare.width)), {"message": message}

    def _after_change(self, changed):
        """Let go of a guess at something else."""
        anew = changed & {"guessing", "query", "head", "tokens"}
        if self.guessing and (anew or self.guess is None):
            self.guess = Guess()
        elif not self.guessing and any(map(self.is_held, changed)):
            self.guess = None

    def snapshot(self):
        return self.layer

    def _why_pin_ends(self):
        same = _sizes(self.pin) == _sizes(self.layer)
        return "" if same else "it had other words or another number of heads"


def _place(name, value, count):
    """Return the place of a head or a query, or say in one sentence which places there are."""
    place = place_of(value, count)
    if place is None:
        raise ValueError(f"{name} must be a place from 0 to {count - 1}; {said(value)} is none.")
    return place


def _times(W_Q, factor):
    """Return a matrix times a factor, without the noise of its last digits."""
    return np.round(W_Q * factor, 10)


def _sizes(layer):
    """Return how many words and how many heads a layer has."""
    return len(layer.tokens), len(layer.heads)
