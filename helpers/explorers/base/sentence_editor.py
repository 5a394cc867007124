"""Where a sentence is typed: its words, and every number of its embeddings."""

from helpers.explorers.base.sentence import near_origin
from helpers.learner.parse import number
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered
from helpers.views.grid import Grid
from helpers.views.parts import Button, Field, VBox


class SentenceEditor(VBox):
    """A field for the whole sentence, a table of its numbers, and a button for one more token.

    explorer : has tokens, embeddings and a query, to change
    typed    : called with the sentence as typed, returns whether it was taken
    """

    def __init__(self, explorer, typed):
        self._explorer, self._tell = explorer, typed
        self._is_typed = False  # whether the field keeps what was typed while the explorer draws
        self.field = Field("sentence", self._on_field)
        self.grid = Grid(self._on_grid, label="embeddings as numbers")
        self.add_button = Button("add a token", self._add)
        super().__init__([self.field, self.grid, self.add_button])

    def _on_field(self, text):
        """Hand a typed sentence over; one that is refused stays in its field as typed."""
        self._is_typed = True
        try:
            taken = self._tell(text)
        finally:
            self._is_typed = False
        if taken:
            with self._explorer.telling():
                self.draw()

    def _add(self):
        tokens, embeddings = self._explorer.tokens, self._explorer.embeddings
        rows = [*embeddings.tolist(), near_origin(*embeddings.shape)]
        self._explorer.change(tokens=[*tokens, "new"], embeddings=rows)

    def _on_grid(self, report):
        """Take what was typed into the table, or remove a token."""
        row, explorer, query = report.row, self._explorer, self._explorer.query
        tokens, rows = list(explorer.tokens), explorer.embeddings.tolist()
        if row >= len(tokens):  # of the sentence when this was open last
            return
        if report.kind == "remove":
            del tokens[row], rows[row]
            query = min(query - (row < query), len(tokens) - 1)
        elif report.kind == "rename":
            tokens[row] = report.text
        elif report.column < len(rows[row]):
            try:
                rows[row][report.column] = number(report.text)
            except ValueError as error:
                explorer.refuse(str(error))
                return
        else:
            return
        explorer.change(tokens=tokens, embeddings=rows, query=query)

    def draw(self, restore=True):
        """Show every name and number as it is; words that were refused may stay as typed.

        restore : whether a field that is being typed in shows what holds, too
        """
        tokens, embeddings = list(self._explorer.tokens), self._explorer.embeddings
        if not self._is_typed:
            self.field.text = " ".join(tokens)
        self.grid.draw(
            texts=[[wording.typed(entry) for entry in row] for row in embeddings.tolist()],
            rows=tokens,
            columns=numbered("x", embeddings.shape[1]),
            names=tokens,
            renames=True,
            removes=True,
            restore=restore,
        )
