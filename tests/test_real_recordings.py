"""What's recorded of SmolLM2 and GloVe: read without them, and in the long proof compared."""

import json

import numpy as np
import pytest

from helpers.attention import attention
from helpers.readers import arrays, files, recordings
from helpers.real_model.byte_pairs import merges_of_smollm2
from helpers.real_model.record import recorded

KEYS = "The keys that the old man on the hill lost"


@pytest.fixture(scope="module")
def sentences():
    return recordings.load()


def verbs(recording, run, tokens=(" are", " is")):
    """Return the probabilities of *are* and *is*, or of other tokens, in a run."""
    return recording.probabilities(run)[[*map(recording.next_words.index, tokens)]].tolist()


@pytest.mark.parametrize(
    ("text", "whole", "without", "weight"),
    [
        (KEYS, (0.170, 0.008), (0.066, 0.108), 0.72),
        ("The keys to the cabinet", (0.159, 0.005), (0.082, 0.060), 0.73),
        ("The key to the cabinets", (0.028, 0.265), (0.042, 0.223), 0.31),
        ("The books near the tower", (0.082, 0.004), (0.046, 0.023), 0.91),
        ("The picture of the children", (0.000, 0.084), (0.006, 0.049), 0.89),
    ],
)
def test_the_verbs_and_the_weight_on_the_noun(sentences, text, whole, without, weight):
    recording = sentences[text]
    for run, known in (("whole", whole), ("without", without)):
        assert tuple(round(chance, 3) for chance in verbs(recording, run)) == known
    assert round(float(recording.rows[26, 0, recording.noun]), 2) == weight


@pytest.mark.parametrize("run", ["whole", "without"])
def test_the_likeliest_is_neither_verb_and_in_the_past_the_plural_is_the_likelier(sentences, run):
    to, were, was = verbs(sentences[KEYS], run, (" to", " were", " was"))
    assert sentences[KEYS].probabilities(run).max() == to > were > was


def test_a_recording_is_of_one_piece(sentences):
    for recording in sentences.values():
        assert "".join(recording.words) == recording.text
        row = attention(recording.queries[-1:], recording.keys, recording.values).weights[0]
        np.testing.assert_allclose(row, recording.rows[26, 0], rtol=0, atol=1e-6)
        for name, place in {"26.0": (26, 0), "27.8": (27, 8), "28.7": (28, 7)}.items():
            np.testing.assert_array_equal(recording.maps[name][-1], recording.rows[place])
            np.testing.assert_allclose(recording.maps[name].sum(axis=1), 1, atol=1e-5)
        np.testing.assert_allclose(recording.rows.sum(axis=-1), 1, atol=1e-5)
        are, is_ = np.log(verbs(recording, "whole"))
        assert recording.lens[-1] == pytest.approx(are - is_, abs=1e-4)


@pytest.mark.slow
def test_the_recordings_are_what_the_model_does(smollm2):
    assert merges_of_smollm2() == smollm2.pairs.merges
    told, found = recorded(smollm2)
    path = files.DATA / recordings.PLACE
    assert path.stat().st_size < 300_000
    stored_told, stored = arrays.read(path)
    assert found.keys() == stored.keys()
    assert told["heads"] == stored_told["heads"]
    for number, (ours, theirs) in enumerate(
        zip(told["sentences"], stored_told["sentences"], strict=True)
    ):
        words, others = ours.pop("next_words"), theirs.pop("next_words")
        assert json.dumps(ours) == json.dumps(theirs)
        both = sorted({*words} & {*others})  # the fortieth may be another on another processor
        assert len(both) >= len(words) - 2
        name = f"{number}.logits"
        found[name] = found[name][:, [words.index(word) for word in both]]
        stored[name] = stored[name][:, [others.index(word) for word in both]]
    for name, array in stored.items():
        np.testing.assert_allclose(found[name], array, rtol=0, atol=2e-4 * np.abs(array).max())
