"""Where a sentence is typed: its words, and every number of its embeddings."""

import ipywidgets

from helpers.explorers.base.sentence import near_origin
from helpers.learner.parse import number
from helpers.numerals import wording
from helpers.numerals.arithmetic import numbered
from helpers.views.grid import Grid


class SentenceEditor(ipywidgets.VBox):
    """A field for the whole sentence, a table of its numbers, and a button for one more token.

    explorer : has tokens, embeddings and a query, to change
    typed    : called with the sentence as typed, returns whether it was taken
    """

    def __init__(self, explorer, typed):
        self._explorer, self._tell = explorer, typed
        self._keeps_field = False  # as it is typed, also while the explorer draws
        self.field = ipywidgets.Text(
            description="sentence", continuous_update=False, layout={"width": "min(36em, 98%)"}
        )
        self.field.observe(self._on_field, "value")
        self.grid = Grid(self._on_grid, label="embeddings as numbers")
        self.add_button = ipywidgets.Button(description="add a token", layout={"width": "9em"})
        self.add_button.on_click(lambda _: self._add())
        super().__init__([self.field, self.grid, self.add_button])

    def _on_field(self, change):
        """Hand a typed sentence over; one that is refused stays in its field as typed."""
        if self._keeps_field:
            return
        self._keeps_field = True
        try:
            taken = self._tell(change.new)
        finally:  # an interrupt, too, leaves a field that listens
            self._keeps_field = False
        if taken:
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
        if not self._keeps_field:
            self._keeps_field = True
            self.field.value = " ".join(tokens)
            self._keeps_field = False
        self.grid.draw(
            texts=[[wording.typed(entry) for entry in row] for row in embeddings.tolist()],
            rows=tokens,
            columns=numbered("x", embeddings.shape[1]),
            names=tokens,
            renames=True,
            removes=True,
            restore=restore,
        )
