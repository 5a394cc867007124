"""What the explorer of a recorded sentence says, beside the recording, and what it teaches."""

import re

import pytest
from explorer_hand import details, done, goal, said

from helpers.explorers import SentenceExplorer
from helpers.readers import recordings

RECORDED = recordings.load()
KEYS, *_ = RECORDED
RUNS = {"whole": {}, "without": {"off": True}, "swapped": {"swapped": True}}


@pytest.mark.parametrize("sentence", RECORDED)
@pytest.mark.parametrize("run", RUNS)
def test_its_headline_compares_the_two_verbs_as_they_were_recorded(sentence, run):
    explorer, kept = SentenceExplorer(sentence=sentence, **RUNS[run]), RECORDED[sentence]
    are, is_ = (kept.probabilities(run)[kept.next_words.index(verb)] for verb in (" are", " is"))
    likelier = "“are” .* “is”" if are > is_ else "“is” .* “are”"
    headline = explorer.text().headline
    assert re.search(f"{likelier} \\(", headline)
    shown = [float(number) for number in re.findall(r"([\d.]+)%", headline)]
    assert shown == pytest.approx([100 * max(are, is_), 100 * min(are, is_)], abs=0.5)
    assert explorer.message == ""


def test_a_newcomer_reads_no_name_of_a_head():
    explorer = SentenceExplorer()
    for run in RUNS.values():
        explorer.change(off=False, swapped=False)
        explorer.change(**run)
        words = [explorer.spoken.scene, explorer.arcs.scene, explorer.bars.scene, explorer.code()]
        assert "26.0" not in repr(words)
        assert "one of the model's 270 attention heads" in said(explorer)


def test_no_bar_changes_its_place_or_its_axis_when_a_switch_is_turned():
    explorer = SentenceExplorer()
    for sentence in RECORDED:
        explorer.sentence = sentence
        frames = set()
        for run in RUNS.values():
            explorer.change(**{"off": False, "swapped": False, **run})
            frames.add((*explorer.bars.scene["labels"], explorer.bars.scene["high"]))
        assert len(frames) == 1


def test_the_verb_turns_where_the_recording_says_so_and_is_no_goal_elsewhere():
    explorer = SentenceExplorer()
    assert done(explorer) == [False] * 3
    explorer.swapped = True
    assert done(explorer) == [True, True, False]
    assert goal(explorer, "make the head attend less")["hint"].startswith("It can't be done")
    explorer.sentence = "The key that the old man on the hill lost"
    assert [one.text.split()[0] for one in explorer.goals] == ["change", "make"]


def test_of_a_head_that_is_off_no_value_matters_and_that_is_said():
    explorer = SentenceExplorer(off=True)
    alone = explorer.text().headline
    explorer.swapped = True
    assert explorer.text().headline == alone
    assert "it doesn't matter" in said(explorer)
    assert details(explorer)["with the head off"] == "7% · 11%"
