"""The stored language model: change its story, switch heads off, and see what it says next."""

from dataclasses import replace
from functools import partial

from helpers.explorers.base.explorer import Explorer
from helpers.explorers.base.part import Part
from helpers.explorers.language_model import scenes, state, words
from helpers.explorers.language_model.state import HEADS, Reading
from helpers.learner import parse
from helpers.views.bars import Bars
from helpers.views.grid import Grid
from helpers.views.parts import Button, HBox
from helpers.views.story import Story
from helpers.views.tiles import Tiles

WRITES = {"write on": 1, "20 words": 20}
FULL = "There's no room left: the model can read at most {most} words after <story>."
ENDED = "The model ends its story here."


class LanguageModelExplorer(Explorer):
    """The model that learned to read stories: its next word, its eight heads and their maps.

    story   : a text of its words, or these words    cursor : the place whose next word is asked
    without : names of the heads that are off, such as ["1d"]    large : the head whose map is large

    A place of 0 is that of the mark before the story. A story of another length that is given
    without a cursor puts it at the end. What cannot be used leaves all as it is, and `message`
    says why.
    """

    story = Part(state.read_story)
    cursor = Part()
    without = Part(state.read_heads)
    large = Part(lambda head: parse.choice(head, "large", HEADS))
    words, goals = words, words.GOALS
    questions, resets = ("cursor", "large"), ("kept",)
    kept = None  # a typed story that the model cannot read
    state = Reading(state.read_story(state.STORY), len(state.STORY.split()))

    def __init__(self, story=None, **traits):
        given = {} if story is None else {"story": story}
        self.row = Story(self._on_story, label="the story")
        self.tiles = Tiles(self._on_tiles, label="the eight heads")
        self.bars = Bars(label="the most likely next words")
        self.typed = Grid(self._on_typed, label="the story as a text")
        does = "put the most likely next words at the end of the story"
        self.writers = [Button(text, partial(self.write, n), does) for text, n in WRITES.items()]
        self.typing = HBox([self.typed, *self.writers], "abh-typing")
        page = HBox([self.tiles, self.bars], "abh-pictures")
        super().__init__([self.typing, self.row, page], state.examples(story), **given, **traits)

    def write(self, count=1):
        """Let the model write on at the story's end, up to `count` words, and go there."""
        story = state.wrote(self.state, count)
        most = state.model().sizes["longest"] - 1
        full = FULL.format(most=most) if len(story) == most else ENDED
        message = full if len(story) < len(self.story) + count else ""
        self.change(story=story, cursor=len(story), message=message)

    def _next(self, changes, message):
        """Keep the cursor in the story; at the end of one it stays at the end."""
        now, story = self.state, changes.get("story", self.state.story)
        ended = len(story) != len(now.story)
        cursor = changes.get("cursor", len(story) if ended else now.cursor)
        changes["cursor"] = parse.place(cursor, "cursor", len(story) + 1)
        return replace(now, **changes), message

    def _on_story(self, report):
        """Ask after another word, or put another word in its place."""
        if report.kind == "choose":
            self.change(cursor=report.index)
        elif report.index:  # the mark stays
            story, words = list(self.story), self.row.scene["words"]
            story[report.index - 1] = words[report.word]
            self.change(story=story)

    def _on_tiles(self, report):
        """Look at a head, or switch it."""
        head = HEADS[report.head]
        if report.kind == "choose":
            self.change(large=head)
        else:
            self.change(without={*self.without} ^ {head}, large=head)

    def _on_typed(self, report):
        """Take a typed story; one with an unknown word stays in its field."""
        self.kept = report.text
        self.change_typed(story=report.text)

    def _after_change(self, changed):
        if changed & {"story", "message"}:  # what was refused is so no longer than it is said
            self.kept = None

    def _draw(self, _resting):
        now, wall = self.state, self.projector
        self.row.draw(**scenes.story(now, projector=wall))
        self.tiles.draw(**scenes.maps(now, projector=wall))
        self.bars.draw(**scenes.bars(now, projector=wall))
        good = " ".join(now.story)
        text = good if self.kept is None else self.kept
        fields = {"texts": [[text]], "good": [[good]], "rows": ["story"], "columns": ["typed"]}
        self.typed.draw(**fields, restore=self.restores)

    def numbers(self):
        """Return what the lines of `code` compute, by the names they give it."""
        return {"chances": self.state.chances, "weights": self.state.row}

    def picture(self):
        """Return the chosen head's map, the cursor's row framed."""
        return scenes.picture(self.state)
