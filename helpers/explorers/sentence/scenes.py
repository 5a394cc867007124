"""What is drawn of a recorded sentence: the next words as bars."""

from helpers.explorers.base import scenes
from helpers.explorers.sentence.state import VERBS
from helpers.readers import recordings


def bars(now, *, projector=False):
    """Return the scene of the likeliest next words, with those of the whole model as ghosts."""
    kept, chosen = now.recording, now.likeliest
    verbs = [verb.strip() for verb in VERBS]
    words = [kept.next_words[i].strip() for i in chosen]
    if projector:  # the verbs, and as many others as there's room for
        room = {words.index(verb) for verb in verbs} | {*range(3)}
        chosen, words = ([one[i] for i in sorted(room)] for one in (chosen, words))
    whole = None if now.run == "whole" else kept.probabilities()[chosen]
    caption = "the most likely next words" + ("" if whole is None else "; dashed: before")
    high = scenes.axis_end([kept.probabilities(run)[now.likeliest] for run in recordings.RUNS])
    chances = kept.probabilities(now.run)[chosen]
    return scenes.next_words(words, chances, whole, verbs, caption, high=high, projector=projector)
