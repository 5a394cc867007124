"""Where a sentence is typed: its words, and every number of its embeddings."""

import ipywidgets

from helpers.explorers.base.arithmetic import numbered
from helpers.views.grid import Grid


class SentenceEditor(ipywidgets.VBox):
    """A field for the whole sentence, a table of its numbers, and a button for one more token.

    typed : called with the sentence as typed    receive : called with the table's reports
    add : called when a token is to be added
    """

    def __init__(self, typed, receive, add):
        self._tell, self._setting = typed, False
        self.field = ipywidgets.Text(
            description="sentence", continuous_update=False, layout={"width": "min(36em, 98%)"}
        )
        self.field.observe(self._typed, "value")
        self.grid = Grid(receive, label="embeddings as numbers")
        self.add_button = ipywidgets.Button(description="add a token", layout={"width": "9em"})
        self.add_button.on_click(lambda _: add())
        super().__init__([self.field, self.grid, self.add_button])

    def _typed(self, change):
        if not self._setting:
            self._tell(change.new)

    def draw(self, sentence, keep_words=False, restore=True):
        """Show every name and number as it is; words that were refused may stay as typed.

        restore : whether a field that is being typed in shows what holds, too
        """
        if not keep_words:
            self._setting = True
            self.field.value = " ".join(sentence.tokens)
            self._setting = False
        self.grid.draw(
            texts=[[f"{entry:.6g}" for entry in row] for row in sentence.embeddings.tolist()],
            rows=list(sentence.tokens),
            columns=numbered("x", sentence.size[1]),
            names=list(sentence.tokens),
            renames=True,
            removes=True,
            restore=restore,
        )
