"""A real language model: any text, every head to look at and to switch off, and what comes next."""

from dataclasses import replace
from typing import ClassVar

from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.part import Part
from helpers.explorers.base.scenes import arcs, row_picture
from helpers.explorers.real_model import scenes, state, words
from helpers.explorers.real_model.state import MOST, Reading
from helpers.explorers.real_model.words import TRY
from helpers.learner import parse
from helpers.views.arcs import Arcs
from helpers.views.bars import Bars
from helpers.views.lattice import Lattice
from helpers.views.parts import Again, Field, HBox

EXAMPLES = {
    "who carries the plural?": ("The keys that the old man on the hill lost", state.HEAD),
    "one key, many cabinets": ("The key to the cabinets", state.HEAD),
    "what it knows": ("The capital of France is", (23, 4)),
    "what it repeats": ("The cat, the dog, the cow. The cat, the", (18, 6)),
}


class RealModelExplorer(Explorer):
    """SmolLM2 over any text of up to 60 tokens: what it expects next, and what its heads attend to.

    prompt : the text                          word  : the position that all heads are compared at
    off    : heads that are off, such as ["26.0"], and `mean` whether they put out their mean over
             the positions of this text, and not 0
    large  : the head whose arcs are seen      model : another `RealModel` than the fetched one

    Raises what `real_model.load` raises: without a model one sentence that says how to get it.
    """

    prompt, off, large, word = Part(), Part(), Part(), Part()
    mean = Part(lambda on: parse.switch(on, "mean"))
    switches: ClassVar = {
        "mean": (
            "mean ablation",
            "a head that's off outputs its mean over this text's positions, not 0",
        )
    }
    words, also, questions = words, ("ids",), ("large", "word", "off", "mean")

    def __init__(self, prompt=None, model=None, **traits):
        model = model or state.loaded()
        first, _ = next(iter(EXAMPLES.values()))
        self.state = Reading(model, state.read_ids(model, first))
        given = {} if prompt is None else {"prompt": prompt}
        self.field = Field("any text, then Enter", lambda text: self.change_typed(prompt=text))
        does = "put the most likely next token at the end, again and again"
        self.writer = Again("write on", "stop", self.write, does)
        self.arcs = Arcs(self._on_arcs, label="what the last token attends to")
        self.squares = Lattice(self._on_squares, label="all heads")
        self.bars = Bars(label="the most likely next tokens")
        typing = HBox([self.field, self.writer], "abh-typing")
        page = HBox([self.squares, self.bars], "abh-pictures")
        examples = {
            title: {"prompt": text, "off": (), "mean": False, "large": head}
            for title, (text, head) in EXAMPLES.items()
        }
        super().__init__([typing, self.arcs, page], examples, **given, **traits)

    def write(self):
        """Put the likeliest next token at the end, while there's room."""
        self.change(ids=(*self.state.ids, self.state.first[0]))

    def _next(self, changes, message):
        """Ask in another text about what the large head attends to, its first token apart."""
        now = self.state
        if "prompt" in changes:
            changes = {"word": None, **changes, "ids": state.read_ids(now.model, changes["prompt"])}
            del changes["prompt"]
        made = replace(now, **changes)
        try:
            off, (large,) = map(now.model.read_heads, (made.off, [made.large]))
        except ValueError as error:
            raise ValueError(f"{error}.") from None
        made = replace(made, off=off, large=large)
        if made.word is None:
            made = replace(made, word=int(made.row[1:].argmax()) + 1 if made.ids[1:] else 0)
        parse.place(made.word, "word", len(made.ids))
        return made, message

    def _on_arcs(self, report):
        if report.index >= 0:  # not the panel alone
            self.change(word=report.index)

    def _on_squares(self, report):
        """Take what is wished: the large head, and all that are off."""
        heads = self.state.model.heads
        off = [divmod(place, heads) for place in report.off]
        self.change(large=divmod(report.chosen, heads), off=off)

    def _draw(self, _resting):
        now, wall = self.state, self.projector
        self.field.text = now.prompt
        self.writer.disabled = len(now.ids) == MOST or self._ends
        head, to_do = f"head {state.name(now.large)}", "" if wall else TRY
        row, off = now.row, now.large in now.off
        self.arcs.draw(**arcs(now.tokens, row, now.word, head, to_do, off=off))
        self.squares.draw(**scenes.squares(now))
        self.bars.draw(**scenes.bars(now, projector=wall))

    @property
    def _ends(self):
        """Whether the likeliest next token is the one that ends a text."""
        return self.state.model.decode(self.state.first[:1]) in ("<|endoftext|>", "<|im_end|>")

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"chances": self.state.result.chances, "weights": self.state.row}

    def picture(self):
        """Return where the last token attends in the large head, as bars."""
        now = self.state
        return row_picture(now.tokens, now.row, words.attending(now), words.headline(now))
