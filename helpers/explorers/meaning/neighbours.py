"""The context words of an ambiguous word as check boxes, one row for each meaning."""

import ipywidgets

from helpers.explorers.meaning.scenes import GROUPS
from helpers.explorers.meaning.state import NEUTRAL, companies

OWN = "your own"
WRAP = {"flex_flow": "row wrap"}


class Company(ipywidgets.VBox):
    """Check boxes in rows, and a list of presets.

    chosen : called with the texts that the hand wants on
    rows   : the check boxes, which can be hidden
    """

    def __init__(self, chosen, **traits):
        self._chosen, self._showing, self._boxes, self._made = chosen, True, {}, {}
        self.presets = ipywidgets.Dropdown(description="company")
        self.presets.observe(self._on_preset, "value")
        self.rows = ipywidgets.VBox()
        super().__init__([self.presets, self.rows], **traits)

    def seat(self, meaning):
        """Take up the words of a vocabulary; its boxes are made once and kept."""
        name = meaning.vocabulary.name
        if name not in self._made:
            self._made[name] = self._make(meaning)
        self._boxes, self.rows.children = self._made[name]

    def _make(self, meaning):
        """Return the check boxes by their texts, and the rows that hold them."""
        made, rows = {}, []
        colours = dict(zip(meaning.meanings, GROUPS, strict=True))
        for cluster in (*meaning.meanings, NEUTRAL):
            boxes = {text: self._box(text) for text in meaning.members(cluster)}
            made |= boxes
            label = ipywidgets.HTML(f"<b>{cluster}</b>", layout={"width": "86px"})
            label.add_class(f"abh-group-{colours.get(cluster, NEUTRAL)}")
            held = ipywidgets.HBox(list(boxes.values()), layout={**WRAP, "flex": "1 1 0"})
            rows.append(ipywidgets.HBox([label, held]))
        return made, rows

    def _box(self, text):
        """Return the check box of a word."""
        box = ipywidgets.Checkbox(description=text, indent=False, layout={"width": "80px"})
        box.observe(self._on_box, "value")
        return box

    def show(self, meaning):
        """Check the boxes of the words that are on, and name the preset that they are."""
        self._showing = True
        for text, box in self._boxes.items():
            box.value = text in meaning.on
        presets = companies(meaning)
        if self.presets.options != (options := (*presets.items(), (OWN, OWN))):
            self.presets.options = options
        self.presets.value = meaning.on if meaning.on in presets.values() else OWN
        self._showing = False

    def _on_box(self, _change):
        if not self._showing:
            self._chosen([text for text, box in self._boxes.items() if box.value])

    def _on_preset(self, change):
        if not self._showing and change.new != OWN:
            self._chosen(change.new)
