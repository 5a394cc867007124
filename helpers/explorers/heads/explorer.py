"""Several heads over one sentence: edit one, see where each looks and what stands side by side."""

import traitlets

from helpers.explorers.base.readers import is_place
from helpers.explorers.heads import words
from helpers.explorers.heads.editor import HeadEditor
from helpers.explorers.heads.examples import APPLE, OWN, examples, own
from helpers.explorers.heads.goals import goals
from helpers.explorers.heads.layer import identity
from helpers.explorers.heads.panels import VIEWS, Panels
from helpers.explorers.heads.picture import picture
from helpers.explorers.heads.state import Guess, HeldHeads


class HeadsExplorer(HeldHeads):
    """One to four heads over one sentence, one of them edited.

    tokens  : 2 to 8 names    embeddings : (n, d_model), d_model up to 8
    heads   : (W_Q, W_K, W_V) for each head, at most 4 columns each
    W_O     : (all heads' d_v, d_out), or None where the heads stay side by side
    head    : the place of the head that is edited    query : the place of the token that asks
    view    : "all" heads' weights, or "one" with its queries, keys and values
    stretch : whether colours span the weights' own range
    result  : the `MultiHead`

    What is left out of tokens, embeddings and heads is the source's. `example` is the title of
    another example to begin with. What cannot be used leaves all as it is, and `message` says why.
    """

    view = traitlets.Enum(tuple(VIEWS), default_value="all")
    stretch = traitlets.Bool()

    def __init__(self, tokens=None, embeddings=None, heads=None, *, example=APPLE, **traits):
        self._examples, refused = examples(), {}
        try:
            if not (tokens is None and embeddings is None and heads is None):
                mine = own(tokens, embeddings, heads, traits.pop("W_O", None))
                self._examples, example = {OWN: mine, **self._examples}, OWN
            elif not isinstance(example, str) or example not in self._examples:
                raise ValueError(f"The examples here are: {', '.join(self._examples)}.")
        except ValueError as error:
            refused, example = {"message": str(error)}, APPLE
        self._panels = Panels(self._choose, self._guess, lambda: self.set_trait("guessing", False))
        self._editor = HeadEditor(self._typed, self.turn, self._add, self._remove, self._mix)
        self._commit(self._read(self._example(example)))
        titles = [example, *(title for title in self._examples if title != example)]
        super().__init__([self._panels, self._editor], titles, **{**traits, **refused})

    def _example(self, title):
        """Return an example as it begins."""
        begun = self._examples[title]
        parts = {**begun.layer.parts, "query": begun.query, "head": 0, "note": begun.note}
        return {**parts, "_bases": {}}

    def _listen(self):
        super()._listen()
        self.presets.layout.width = "28em"
        traitlets.link((self, "stretch"), (self._panels.stretch, "value"))

    @property
    def goals(self):
        """Return the goals; the slide's claim only where its words are."""
        return goals(self.tokens)

    def _choose(self, view=None, **places):
        """Take a view, a head or a query that the hand chose."""
        if view is not None and not self.quiet:
            self.view = view
        if places:
            self.change(**places)

    def _guess(self, place, weight, resting):
        part = {"place": place} if weight is None else {"weight": weight}
        self.place_guess(resting, **part)

    def _typed(self, name, row, column, text):
        """Take a number typed into a matrix, unless that has gone while the report was coming."""
        matrix = self.matrix(name)
        rows, columns = (0, 0) if matrix is None else matrix.shape
        if is_place(row, rows) and is_place(column, columns):
            rows = matrix.tolist()
            rows[row][column] = text
            self.put(name, rows)

    def _add(self):
        """Add a copy of the chosen head, its factor too, to be edited."""
        bases = {**self._bases, len(self.heads): self.base}
        self.change(heads=[*self.heads, self.heads[self.head]], head=len(self.heads), _bases=bases)

    def _remove(self):
        """Remove the chosen head; those after it move up, each with its factor."""
        gone, heads = self.head, self.heads
        bases = {i - (i > gone): base for i, base in self._bases.items() if i != gone}
        self.change(heads=[*heads[:gone], *heads[gone + 1 :]], _bases=bases)

    def _mix(self, on):
        """Mix the heads' numbers, by the identity at first, or leave them side by side."""
        if on != (self.W_O is not None):
            self.change(W_O=identity(self.layer.width) if on else None)

    def _draw(self, resting):
        self._panels.draw(self, resting)
        self._editor.draw(self, self.base[1], resting)

    def _project(self, on):
        super()._project(on)
        self._editor.shrink(on)

    def _words(self):
        if self.guessing:
            return words.asked(self)
        said = [words.result(self)]
        if self.guess is not None and self.guess != Guess():
            weights = self.result.heads[self.head].weights[self.query]
            said.insert(0, words.judged(self.guess, weights, self.tokens, self.query))
        if self.pin is not None:
            said.append(words.since(self.pin, self))
        return "\n".join(said)

    def code(self):
        return words.code(self.layer, self.query)

    def picture(self):
        return picture(self)
