"""A recorded sentence of a real language model, with one of its heads to switch off."""

from dataclasses import replace
from functools import partial

from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.part import Part
from helpers.explorers.base.scenes import arcs, row_picture
from helpers.explorers.sentence import scenes, words
from helpers.explorers.sentence.state import Reading, read_sentence, recorded
from helpers.explorers.sentence.words import HEAD, TRY
from helpers.learner import parse
from helpers.views.arcs import Arcs
from helpers.views.bars import Bars
from helpers.views.parts import HBox, Toggle

DOES = "the head passes on nothing", "the head attends as before, and passes on this instead"


class SentenceExplorer(Explorer):
    """What a real model expects after a sentence, as recorded, and one of its heads.

    sentence : one of those in the menu    word : the position whose attention weight is said
    off      : whether the head is off     swapped : whether its value at the noun is another noun's
    """

    sentence = Part(read_sentence)
    off = Part(lambda on: parse.switch(on, "off"))
    swapped = Part(lambda on: parse.switch(on, "swapped"))
    word = Part()
    words, questions = words, ("word", "off", "swapped")

    def __init__(self, **traits):
        self.arcs = Arcs(self._on_arcs, label="what the last word attends to")
        self.bars = Bars(label="the most likely next words")
        silence, swap = (partial(setattr, self, name) for name in ("off", "swapped"))
        self.off_button = Toggle("switch the head off", silence, DOES[0])
        self.swap_button = Toggle("", swap, DOES[1])
        switches = HBox([self.off_button, self.swap_button], "abh-row")
        first, *_ = examples = {
            text: {"sentence": text, "off": False, "swapped": False} for text in recorded()
        }
        self.state = Reading(first)
        page = HBox([self.arcs, self.bars], "abh-pictures")
        super().__init__([page, switches], examples, **traits)

    def _next(self, changes, message):
        """Ask about the noun of another sentence; a word stays in its sentence."""
        made = replace(self.state, **changes)
        if "sentence" in changes and "word" not in changes:
            made = replace(made, word=made.recording.noun)
        parse.place(made.word, "word", len(made.words))
        return made, message

    def _on_arcs(self, report):
        if report.index >= 0:  # not the panel alone
            self.change(word=report.index)

    def _draw(self, _resting):
        now, wall = self.state, self.projector
        marked, to_do = now.recording.noun if now.run == "swapped" else -1, "" if wall else TRY
        how = {"off": now.off, "marked": marked}
        self.arcs.draw(**arcs(now.words, now.row, now.word, HEAD, to_do, **how))
        self.bars.draw(**scenes.bars(now, projector=wall))
        self.off_button.on, self.swap_button.on = now.off, now.swapped
        self.swap_button.text = "give “{}” the value of “{}”".format(*now.nouns)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        are, is_ = self.state.verbs()
        return {"are": are, "is_": is_, "weights": self.state.row}

    def picture(self):
        """Return what the last word attends to, as bars."""
        now = self.state
        return row_picture(now.words, now.row, words.attending(now), words.headline(now))
