"""The stored model over a story: what it says next, with all heads and without some."""

import functools
import re
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from helpers.attention import softmax
from helpers.forward_pass import forward_pass
from helpers.learner.messages import quoted
from helpers.readers import stored_arrays

NAMED = "stories"  # the stored model
BEGIN = "<story>"  # its first token, always
HEADS = tuple(f"{block}{letter}" for block in "12" for letter in "abcd")
NEEDED = frozenset({"1a", "1d", "2a"})  # each of the others can be missed alone: a test measures
STORY = (
    "anna took the book herself . grace found the lamp herself . the rings behind the tower are"
    " old . ben won the key himself . who has the lamp ?"
)
# The grammar's kinds of words, each by a letter.
KINDS = {
    "N": "anna ben clara david emma felix grace hugo",
    "V": "took found bought won",
    "T": "key lamp book ring coin drum",
    "U": "keys lamps books rings coins drums",
    "P": "tower garden cellar palace towers gardens cellars palaces",
    "B": "in near behind",
    "L": "old small dusty broken",
    "S": "herself himself",
}
LETTER = {word: letter for letter, words in KINDS.items() for word in words.split()}
SELF = dict(zip(KINDS["N"].split(), 4 * KINDS["S"].split(), strict=True))
TAKING, QUESTION, THE_ONE, SEVERAL = (
    tuple(kinds.split())
    for kinds in (
        "N V the T S .",
        "who has the T ? N V it .",
        "the T B the P is L .",
        "the U B the P are L .",
    )
)


@functools.cache
def model():
    """Return the stored model, read when it is first asked for."""
    return stored_arrays.load(NAMED)


def place(head):
    """Return block and place of a head, each from 0, by its name, such as "1a"."""
    return divmod(HEADS.index(head), 4)


@dataclass(frozen=True)
class Reading:
    """A story, the place whose next word is asked for, and the heads that are off.

    story : its words    cursor : a place among the tokens, of which the first is BEGIN
    without : names of heads that are off    large : the head whose map is large
    """

    story: tuple[str, ...]
    cursor: int
    without: tuple[str, ...] = ()
    large: str = "2a"

    @property
    def tokens(self):
        """The n tokens that the model reads."""
        return (BEGIN, *self.story)

    @functools.cached_property
    def whole(self):
        """The same with all heads on."""
        return Reading(self.story, self.cursor, (), self.large) if self.without else self

    @functools.cached_property
    def result(self):
        """The `ForwardPass`."""
        return forward_pass(model(), numbers(self.tokens), without=self.without)

    @functools.cached_property
    def chances(self):
        """The chance of each word to come after the cursor: (words,)."""
        return softmax(self.result.logits[self.cursor])

    @property
    def says(self):
        """The likeliest next word after the cursor."""
        return model().words[int(self.chances.argmax())]

    @property
    def row(self):
        """Where the cursor looks in the chosen head: (n,)."""
        return self.maps[HEADS.index(self.large), self.cursor]

    @functools.cached_property
    def maps(self):
        """The weights of all heads: (8, n, n)."""
        n = len(self.tokens)
        return np.asarray(self.result.weights).reshape(len(HEADS), n, n)

    @property
    def asked(self):
        """The thing that is asked for at the cursor, "" where no question ends there."""
        end = self.tokens[max(0, self.cursor - 4) : self.cursor + 1]
        return end[3] if end[:3] == ("who", "has", "the") and end[4:] == ("?",) else ""

    @property
    def takers(self):
        """Who took what is asked for, up to the cursor."""
        told, asked = self.tokens[: self.cursor + 1], self.asked
        fours = zip(told, told[1:], told[2:], told[3:], strict=False)
        named = [(one, thing) for one, verb, _, thing in fours if kinds(one, verb) == "NV"]
        return {one for one, thing in named if thing == asked != ""}


def kinds(*words):
    """Return the letters of some words' kinds, each word itself where it has none."""
    return "".join(LETTER.get(word, word) for word in words)


def numbers(tokens):
    """Return the number of each token."""
    known = {word: number for number, word in enumerate(model().words)}
    return [known[token] for token in tokens]


def read_story(given):
    """Return a story's words from one text or several, or say which word the model has not.

    In a text, full stops and question marks may stand close behind a word, as people write them.
    """
    words = re.findall(r"[^\s.?]+|[.?]", given) if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or not all(isinstance(one, str) for one in words):
        raise ValueError("The story must be a text, such as “anna took the lamp herself .”.")
    words = tuple(word.lower() for word in words[words[:1] in ([BEGIN], (BEGIN,)) :])
    most, known = model().sizes["longest"] - 1, model().words
    for word in words:
        if word not in known or word == BEGIN:
            raise ValueError(
                f"{quoted(word)} isn't in the model's vocabulary. The model still reads the words"
                f" in the boxes; press one to see the {len(known) - 1} it knows."
            )
    if not 1 <= len(words) <= most:
        raise ValueError(
            f"A story can have 1 to {most} words, the most the model can read;"
            f" this one has {len(words)}."
        )
    return words


def read_heads(given):
    """Return names of heads in their order, or say which is none."""
    names = [given] if isinstance(given, str) else given
    several = isinstance(names, list | tuple | set | frozenset)
    if not several or not all(isinstance(one, str) and one in HEADS for one in names):
        raise ValueError(f"Heads are named {HEADS[0]} to {HEADS[-1]}, such as without=['1d'].")
    return tuple(head for head in HEADS if head in names)


def wrote(now, count):
    """Return the story with the likeliest next words at its end, as many as there is room for."""
    story, room = now.story, model().sizes["longest"] - 1 - len(now.story)
    for _ in range(min(count, room)):
        word = Reading(story, len(story), now.without, now.large).says
        if word == BEGIN:  # the next story
            break
        story = (*story, word)
    return story


def strange(story):
    """Return why the model has not seen a story (n words) like this one, "" where it has.

    Held against the grammar: three takings and a description in any order, then questions.
    """
    shape = [LETTER.get(word, word) for word in story]
    starts = [i for i in range(len(story)) if shape[i : i + 3] == ["N", "V", "the"]]
    taken = {thing: story[i : i + 2] for i in starts for thing in story[i + 3 : i + 4]}
    whos = [i for i in range(len(story) - 3) if story[i] == "who"]
    asked = {story[i + 3]: story[i + 5 : i + 7] for i in whos}
    vain = [thing for thing in asked if kinds(thing) in "TUP" and thing not in taken]
    if vain:
        return f"nobody in this story takes the {vain[0]}"
    if not any(whole[: len(shape)] == shape for whole in _shapes()):
        return "its training stories had three actions and a description, then questions"
    wrong = [i for i in starts if story[i + 4 : i + 5] not in ((), (SELF[story[i]],))]
    if wrong:
        return f"in training it was always {story[wrong[0]]} {SELF[story[wrong[0]]]}"
    names, whole = {story[i] for i in starts}, [i for i in starts if i + 3 < len(story)]
    if len(names) < len(starts) or len(taken) < len(whole):
        return "in training nobody took two things, and no thing was taken twice"
    if len(asked) < len(whos):
        return "in training no two questions were about the same thing"
    if any(answer != taken[thing][: len(answer)] for thing, answer in asked.items()):
        return "in training every answer was true"
    return ""


@functools.cache
def _shapes():
    """Return every whole story of the grammar, its words as their kinds."""
    return [
        [*before, *told, *after, *3 * QUESTION]
        for told in (THE_ONE, SEVERAL)
        for before, after in ((k * TAKING, (3 - k) * TAKING) for k in range(4))
    ]


def examples(given=None):
    """Return stories to begin with, by their titles, as changes; one given and read comes first."""
    found = {}
    with suppress(ValueError):
        found["your story"] = " ".join(read_story(given))
    found |= {
        "who has the lamp ?": STORY,
        "are or is": "anna took the book herself . grace found the lamp herself . ben won the key"
        " himself . the rings behind the tower",
        "too short a story": "anna took the book . who has the book ?",
    }
    rest = {"without": (), "large": "2a"}
    return {
        title: {"story": story, "cursor": len(story.split()), **rest}
        for title, story in found.items()
    }
