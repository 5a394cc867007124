"""The explorer of the stored model: against the torch model, the grammar, and what a hand does."""

import random
from types import SimpleNamespace

import numpy as np
import pytest
from explorer_hand import details, done, numbers, report, said

from helpers.explorers import LanguageModelExplorer
from helpers.explorers.language_model import state
from helpers.explorers.language_model.state import BEGIN, HEADS, KINDS, NEEDED, STORY, Reading
from helpers.explorers.language_model.trial import answers
from helpers.training import stories


@pytest.mark.parametrize("without", [(), ("1d",), ("1a", "2a", "2d")])
def test_chances_and_weights_are_those_of_the_torch_model(without):
    explorer = LanguageModelExplorer(without=without)
    chances, weights = answers(explorer.story, without)
    for cursor in (0, 5, 31):
        explorer.cursor = cursor
        np.testing.assert_allclose(explorer.state.chances, chances[cursor], atol=1e-5)
    np.testing.assert_allclose(explorer.state.maps, weights, atol=1e-5)


def questions(count=77):
    """Return so many stories up to a question's end, each with its answer."""
    rng, found = random.Random(1), []
    while len(found) < count:
        story = stories.story(rng)[1:]
        ends = [i for i, word in enumerate(story) if word == "?"]
        found += [(tuple(story[: i + 1]), story[i + 1]) for i in ends]
    return found[:count]


def test_three_heads_are_needed_and_each_other_one_can_be_missed_alone():
    asked = questions()

    def right(*without):
        says = [Reading(story, len(story), without).says == answer for story, answer in asked]
        return sum(says) / len(says)

    assert right() == 1
    alone = {head: right(head) for head in HEADS}
    assert {head for head in HEADS if alone[head] < 0.8} == NEEDED
    assert all(alone[head] > 0.95 for head in {*HEADS} - NEEDED)
    assert alone["1d"] < 0.3 < min(alone["1a"], alone["2a"])
    assert right(*(head for head in HEADS if head not in NEEDED)) > 0.9


def test_the_kinds_of_words_are_the_grammars():
    several = stories.SEVERAL
    places = (*stories.PLACES, *(several[place] for place in stories.PLACES))
    kinds = {
        "N": stories.NAMES,
        "V": stories.VERBS,
        "T": stories.THINGS,
        "P": places,
        "U": tuple(several[thing] for thing in stories.THINGS),
        "B": stories.BETWEEN,
        "L": stories.LOOKS,
        "S": ("herself", "himself"),
    }
    assert {letter: tuple(words.split()) for letter, words in KINDS.items()} == kinds


def test_no_story_of_the_grammar_is_strange_wherever_it_ends():
    rng = random.Random(0)
    for _ in range(60):
        story = tuple(stories.story(rng, all_asked=True)[1:])
        assert [state.strange(story[:end]) for end in range(1, len(story) + 1)] == [""] * len(story)


@pytest.mark.parametrize(
    ("story", "reason"),
    [
        ("anna took the book . who has the book ?", "three actions"),
        ("who has the lamp ?", "nobody in this story takes the lamp"),
        (STORY.replace("grace", "anna"), "nobody took two things"),
        (STORY.replace("key", "lamp"), "no thing was taken twice"),
        (STORY.replace("lamp ?", "drum ?"), "nobody in this story takes the drum"),
        (f"{STORY} grace found it . who has the lamp ?", "no two questions were about the same"),
        ("who has the lamp ? anna took the lamp herself .", "three actions"),
        (STORY.replace("lamp herself", "lamp himself"), "it was always grace herself"),
        (f"{STORY} ben found", "every answer was true"),
        (f"{STORY} grace took", "every answer was true"),
    ],
)
def test_a_story_like_none_of_the_training_is_answered_and_told(story, reason):
    explorer = LanguageModelExplorer(story)
    assert explorer.text().headline.startswith("After “")
    assert "The model has never seen a story like this: " in said(explorer)
    assert reason in said(explorer)


def test_a_head_that_is_switched_off_changes_headline_bars_and_tile():
    explorer = LanguageModelExplorer()
    report(explorer.tiles, kind="turn", head=HEADS.index("1d"))
    assert (explorer.without, explorer.large) == (("1d",), "1d")
    assert explorer.text().headline == "Without 1d it says ben, not grace."
    assert details(explorer)["with all heads"] == "grace 99.6%"
    chances, maps = answers(explorer.story, ())
    scene, whole = explorer.bars.scene, chances[31]
    tokens, at = [BEGIN, *explorer.story], maps[3][31].argmax()
    most = f"In head 1d “?” attends most to “{tokens[at]}”, word {at}"
    assert f"{most}, with {maps[3][31][at]:.2f}, but the head is off." in said(explorer)
    words = [state.model().words.index(label) for label in scene["labels"]]
    assert scene["roles"][scene["labels"].index("ben")] == "context"
    np.testing.assert_allclose(numbers(scene["ghosts"]), 100 * whole[words], atol=1e-3)
    assert explorer.tiles.scene["off"].index(True) == 3
    report(explorer.tiles, kind="turn", head=3)
    report(explorer.tiles, kind="turn", head=1)
    assert explorer.text().headline == "Without 1b it still says grace, at 99.6%."
    assert details(explorer)["1b attends to"].endswith(", off")
    assert LanguageModelExplorer(without=["1b", "1c"]).text().headline.startswith("Without 1b and")


def test_a_map_holds_each_weight_as_a_byte():
    scene = LanguageModelExplorer().tiles.scene
    drawn = np.frombuffer(scene["maps"], dtype=np.uint8).reshape(8, 32, 32)
    expected = answers(tuple(STORY.split()), ())[1]
    assert np.abs(drawn / 255 - expected).max() <= 0.5 / 255 + 1e-5


def test_a_chip_changes_one_word_and_the_mark_stays():
    explorer = LanguageModelExplorer()
    words = explorer.row.scene["words"]
    report(explorer.row, kind="change", index=7, word=words.index("felix"))
    assert explorer.story[6] == "felix"
    assert done(explorer) == [False, True, False]
    report(explorer.row, kind="change", index=0, word=0)
    assert explorer.state.tokens[:2] == (BEGIN, "anna")
    report(explorer.row, kind="choose", index=5)
    assert explorer.cursor == 5


def test_an_unknown_word_is_named_and_what_was_typed_stays_in_the_field():
    explorer = LanguageModelExplorer()
    report(explorer.typed, kind="type", row=0, column=0, text="anna took the zebra .")
    assert "zebra" in explorer.message
    assert explorer.typed.scene["texts"] == [["anna took the zebra ."]]
    assert explorer.typed.scene["good"] == [[STORY]]
    assert explorer.story == tuple(STORY.split())
    report(explorer.row, kind="choose", index=3)
    assert (explorer.message, explorer.typed.scene["texts"]) == ("", [[STORY]])
    report(explorer.typed, kind="type", row=0, column=0, text="Anna took the lamp .")
    assert (explorer.message, explorer.cursor) == ("", 5)
    assert explorer.typed.scene["texts"] == [["anna took the lamp ."]]


def test_a_stop_may_stand_close_behind_its_word_and_an_empty_field_is_filled_by_reset():
    explorer = LanguageModelExplorer("Ben took the lamp himself.\nWho has the lamp?")
    opened = "ben took the lamp himself . who has the lamp ?"
    assert (explorer.message, " ".join(explorer.story)) == ("", opened)
    assert explorer.toolbar.presets.chosen == "your story"
    report(explorer.typed, kind="type", row=0, column=0, text="")
    assert explorer.typed.scene["texts"] == [[""]]
    explorer.reset()
    assert explorer.typed.scene["texts"] == [[opened]]


@pytest.mark.parametrize("story", ["", "the " * 54, 7, ["the", 3]])
def test_a_story_of_no_words_or_too_many_is_refused_in_one_sentence(story):
    explorer = LanguageModelExplorer(story)
    assert explorer.story == tuple(STORY.split())
    assert explorer.message
    assert LanguageModelExplorer("the " * 53).message == ""


def test_it_writes_on_as_the_torch_model_would_up_to_its_end():
    explorer = LanguageModelExplorer()
    words = state.model().words
    for _ in range(3):
        told = explorer.story
        explorer.writers[0].press()
        assert explorer.story == (*told, words[answers(told, ())[0][-1].argmax()])
    explorer.writers[1].press()
    assert " ".join(explorer.story).startswith(f"{STORY} grace found it . who has the ")
    assert explorer.message == "The model ends its story here."
    explorer.change(story="the " * 52)
    explorer.write(20)
    assert len(explorer.story) <= 53
    assert explorer.cursor == len(explorer.story)


def test_the_goal_of_three_heads_says_what_they_still_do():
    explorer = LanguageModelExplorer(without=["1b", "1c", "2b", "2c"])
    explorer.without = {*HEADS} - NEEDED
    assert done(explorer)[0]
    reached = f"{explorer.goals[0].text}: here they're enough, and it says grace"
    assert explorer.spoken.scene["goals"][0]["text"] == reached


def test_the_still_is_a_map_whose_words_name_story_and_answer():
    picture = LanguageModelExplorer().picture()
    assert all(part in " ".join(picture.alt.split()) for part in (STORY, "it says grace", "2a"))
    for without, on in ((["1d", "2a"], "1a 1b 1c 2b 2c 2d"), (HEADS, "none")):
        drawn = LanguageModelExplorer(without=without).picture()
        assert drawn.axes[0].texts[0].get_text() == f"head 2a; on: {on}" == drawn.alt.split("\n")[0]


def test_a_pin_tells_what_the_answer_was():
    explorer = LanguageModelExplorer(pinned=True)
    explorer.without = ["1d"]
    assert "At the pin it said grace, at 99.6%; now it says ben, at 78%." in said(explorer)


def test_a_sentence_holds_a_mark_in_quotes_and_no_mark_of_a_next_story():
    explorer = LanguageModelExplorer(cursor=5)
    assert explorer.text().headline == "After “herself” it says “.”, at over 99.9%."
    explorer.write(20)
    assert explorer.text().headline == "After “.” it says that the story ends, at over 99.9%."
    ends = SimpleNamespace(says=BEGIN, whole=SimpleNamespace(says=BEGIN))
    assert explorer.goals[0].outcome(ends).endswith("and it says that the story ends")
