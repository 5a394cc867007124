"""What's recorded of SmolLM2 and GloVe: read without them, and in the long proof compared."""

import json

import numpy as np
import pytest
from safetensors.numpy import load_file

from helpers.attention import attention
from helpers.readers import arrays, files, recordings, word_vectors
from helpers.real_model.byte_pairs import merges_of_smollm2
from helpers.real_model.record import recorded

KEYS = "The keys that the old man on the hill lost"


@pytest.fixture(scope="module")
def sentences():
    return recordings.load()


def verbs(recording, run):
    """Return the probabilities of *are* and *is* in a run."""
    chances = recording.probabilities(run)
    return [float(chances[recording.next_words.index(verb)]) for verb in (" are", " is")]


def gap(recording, run):
    """Return the logit of *are* minus that of *is*."""
    return float(-np.diff(np.log(verbs(recording, run)))[0])


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


def test_a_recording_is_of_one_piece(sentences):
    for recording in sentences.values():
        n = len(recording.words)
        assert "".join(recording.words) == recording.text
        assert recording.rows.shape == (30, 9, n)
        row = attention(recording.queries[-1:], recording.keys, recording.values).weights[0]
        np.testing.assert_allclose(row, recording.rows[26, 0], rtol=0, atol=1e-6)
        heads = {"26.0": (26, 0), "27.8": (27, 8), "28.7": (28, 7)}
        assert recording.maps.keys() == heads.keys()
        for name, place in heads.items():
            np.testing.assert_array_equal(recording.maps[name][-1], recording.rows[place])
        assert recording.lens[-1] == pytest.approx(gap(recording, "whole"), abs=1e-4)
        assert {recording.noun, sentences[recording.other].noun} == {1}


def test_the_value_says_plural_and_swapping_it_turns_the_verb(sentences):
    keys, key = sentences[KEYS], sentences[sentences[KEYS].other]
    assert [round(float(one.values[1] @ one.readout)) for one in (keys, key)] == [124, -60]
    assert [round(gap(keys, run), 2) for run in ("whole", "swapped")] == [3.09, -1.63]


@pytest.mark.parametrize(("run", "turned"), [("without", [0]), ("swapped", [0, *range(2, 10)])])
def test_which_sentences_change_their_verb_and_that_and_is_too_hard(sentences, run, turned):
    before, after = ([gap(one, each) > 0 for one in sentences.values()] for each in ("whole", run))
    assert np.flatnonzero(np.not_equal(before, after)).tolist() == turned
    assert ([*sentences][10], before[10]) == ("The key and the book", False)


def test_the_file_is_read_as_its_library_reads_it():
    path = files.DATA / recordings.PLACE
    told, found = arrays.read(path)
    theirs = load_file(path)
    assert found.keys() == theirs.keys()
    for name, array in theirs.items():
        np.testing.assert_array_equal(found[name], array)
    assert [*told] == ["heads", "sentences"]
    assert path.stat().st_size < 300_000


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:5],
        lambda raw: raw[:-1],
        lambda raw: b"<html>" * 9,
        lambda raw: b"",
        lambda raw: raw.replace(b"0.rows", b"9.ears"),
        lambda raw: raw.replace(b"F32", b"F31"),
    ],
)
def test_a_damaged_recording_says_so_in_one_line(tmp_path, monkeypatch, damage):
    raw = (files.DATA / recordings.PLACE).read_bytes()
    monkeypatch.setattr(files, "DATA", tmp_path)
    (tmp_path / "models").mkdir()
    (tmp_path / recordings.PLACE).write_bytes(damage(raw))
    with pytest.raises(ValueError, match=r"^data/models/smollm2_recorded.safetensors is [^\n]+$"):
        recordings.load()


def test_a_vector_of_another_width_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA", tmp_path)
    (tmp_path / "word_vectors").mkdir()
    (tmp_path / "word_vectors/glove.toml").write_text("bat = [1.0, 2.0]\n")
    with pytest.raises(ValueError, match=r"glove.toml: bat: expected 50 numbers, got \(2,\)$"):
        word_vectors.load()


@pytest.mark.slow
def test_the_recordings_are_what_the_model_does(smollm2):
    assert merges_of_smollm2() == smollm2.pairs.merges
    told, found = recorded(smollm2)
    stored_told, stored = arrays.read(files.DATA / recordings.PLACE)
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
