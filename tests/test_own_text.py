"""A text of one's own: its windows, its losses, its files, and the stored model of the course."""

import json
import math
from collections import Counter
from itertools import pairwise

import pytest
import torch

from helpers.readers import files, stored_models
from helpers.training import course_prose, own_text
from helpers.training.own_text import SHORTEST

SAID = "the key looks for the query, and the value follows.\n"
STRING = SAID * 90 + "0123456789" * 52  # the end, a tenth, has signs that nothing before it has


@pytest.fixture(scope="module")
def prose():
    return own_text.read(course_prose.CORPUS)


def test_a_text_is_its_characters_in_order_and_its_end_is_kept_apart():
    text = own_text.split(STRING)
    assert text.characters == tuple(sorted(set(STRING)))
    assert text.string(text.training) == SAID * 90
    assert text.string(text.apart) == "0123456789" * 52
    assert text.string(text.tokens("key, 7")) == "key, 7"
    assert text.tokens("").tolist() == []


def test_characters_that_the_text_lacks_are_named():
    with pytest.raises(ValueError, match=r"occur in the text, got 'Z', 'ß'$"):
        own_text.split(STRING).tokens("ß the Z")


def test_targets_are_the_windows_one_further_on_and_none_reaches_what_is_kept_apart():
    text, signs = own_text.split(STRING), Counter()
    draw = own_text.drawn(text, 3, length=40, count=50)
    for _ in range(200):
        inputs, targets = draw()
        assert inputs.shape == targets.shape == (50, 40)
        assert torch.equal(inputs[:, 1:], targets[:, :-1])
        for row, last in zip(inputs, targets[:, -1:], strict=True):
            assert text.string(torch.cat([row, last])) in SAID * 90
        signs.update(inputs[:, 0].tolist())
    assert signs.keys() == set(text.training.tolist())


def test_every_window_can_be_drawn_and_the_seed_decides_which():
    text = own_text.Text(tuple("abcdefg"), torch.arange(6), torch.tensor([6]))
    draw = own_text.drawn(text, 0, length=3, count=100)
    inputs, targets = draw()
    assert {tuple(row) for row in inputs.tolist()} == {(0, 1, 2), (1, 2, 3), (2, 3, 4)}
    assert targets.max() == 5
    assert torch.equal(own_text.drawn(text, 0, length=3, count=100)()[0], inputs)
    assert not torch.equal(own_text.drawn(text, 1, length=3, count=100)()[0], inputs)
    for length in (0, 6):
        with pytest.raises(ValueError, match=r"length must be (from|at least) 1"):
            own_text.drawn(text, 0, length=length)


def test_the_loss_by_counting_pairs_is_what_a_count_by_hand_says():
    text = own_text.split(SAID * 100)
    read, apart = text.string(text.training), text.string(text.apart)
    pairs, firsts = Counter(pairwise(read)), Counter(read[:-1])
    length = 24  # the windows are no multiple of a batch
    guessed = [*pairwise(apart)][: (len(apart) - 1) // length * length]
    many = len(text.characters)
    expected = sum(
        -math.log((pairs[one, other] + 1) / (firsts[one] + many)) for one, other in guessed
    )
    counts = own_text.pair_counts(text)
    found = own_text.loss(lambda tokens: counts.log()[tokens], text.apart, length=length)
    assert found == pytest.approx(expected / len(guessed), rel=1e-5)
    with pytest.raises(ValueError, match="expected 25 tokens or more, got 24"):
        own_text.loss(lambda tokens: counts.log()[tokens], text.apart[:24], length=24)


@pytest.mark.parametrize(
    "content",
    [
        STRING.encode(),
        b"\xef\xbb\xbf" + STRING.encode(),
        b"\xfe\xff" + STRING.encode("utf-16-be"),
        STRING.replace("\n", "\r\n").encode(),
    ],
    ids=["UTF-8", "mark", "big end first", "Windows"],
)
def test_the_same_text_comes_from_every_kind_of_file(tmp_path, content):
    path = tmp_path / "text.txt"
    path.write_bytes(content)
    text = own_text.read(str(path))
    assert text.string(torch.cat([text.training, text.apart])) == STRING


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", f"expected {SHORTEST:,} characters or more, got 0"),
        (b"caf\xe9 " * SHORTEST, "expected a text in UTF-8, got byte 0xe9 at place 3; open it in"),
        (b"\xff\xfea\x00b", "expected a text in UTF-8, got byte 0x62 at place 4; "),
    ],
    ids=["empty", "Windows-1252", "broken UTF-16"],
)
def test_a_file_that_is_no_text_to_learn_from_says_what_came(tmp_path, content, words):
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"^mine.txt: expected [^\n]+$") as raised:
        own_text.read(path)
    assert words in str(raised.value)


@pytest.mark.parametrize("name", ["gone.txt", "."])
def test_a_file_that_is_not_there_is_named_with_where_it_should_be(tmp_path, name):
    path = tmp_path / name
    with pytest.raises(FileNotFoundError, match=r"expected the name of a text file") as raised:
        own_text.read(path)
    assert str(raised.value).startswith(f"{path}: ")


def test_a_text_of_one_character_teaches_nothing_and_is_refused():
    with pytest.raises(ValueError, match=r"2 different characters or more, got 'a' alone$"):
        own_text.split("a" * SHORTEST)


def test_prose_is_what_remains_of_markdown(tmp_path):
    source = [
        "## 1.1 Look *up*\n\n",
        "The **query** of [notebook 02](02_x.ipynb) is $W^Q$ times `x`,\n\n$$q = xW^Q$$\n\n",
        "| a | b |\n|---|---|\n\n",
        "<details><summary>What there was</summary>\n\n- about $\\frac{1}{2}$ − 1…\n",
        "```python\nx = 1\n```\n\n</details>\n\n*5 minutes, ●●○*\n\n`<story>` 2 < 3",
    ]
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": source},
        {"cell_type": "code", "metadata": {}, "source": ["hidden"]},
        {"cell_type": "markdown", "metadata": {"tags": ["solution"]}, "source": ["secret"]},
        {"cell_type": "markdown", "metadata": {"tags": ["exercise"]}, "source": ["second"]},
    ]
    (tmp_path / "one.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert course_prose.snapshot(tmp_path).split("\n\n") == [
        "1.1 Look up",
        "The query of notebook 02 is W^Q times x,",
        "What there was",
        "about 1/2 - 1...",
        "<story> 2 < 3",
        "second",
    ]


def test_the_stored_model_has_the_loss_that_its_record_tells(prose):
    model, record = stored_models.load("course_prose")
    assert record.words == prose.characters
    assert record.steps.tolist() == [*range(0, course_prose.STEPS + 1, course_prose.EVERY)]
    found = own_text.loss(course_prose.stored(prose), prose.apart)
    assert found == pytest.approx(record.seen["apart"][-1], abs=1e-3)
    assert found < 1.45
    assert record.seen["loss"][0] == pytest.approx(math.log(len(prose.characters)), abs=0.3)
    counts = own_text.pair_counts(prose)
    assert found < own_text.loss(lambda tokens: counts.log()[tokens], prose.apart) - 0.9
    assert sum(one.numel() for one in model.parameters()) < 700_000
    assert (files.DATA / "models" / "course_prose.safetensors").stat().st_size < 3_000_000


def test_the_stored_model_is_not_given_other_characters_or_other_sizes(prose):
    with pytest.raises(ValueError, match=r"others: train .* with steps above 0"):
        course_prose.stored(own_text.split(STRING))
    with pytest.raises(ValueError, match=r"other sizes are asked for: .* with steps above 0"):
        course_prose.stored(prose, blocks=2)


def test_training_is_recorded_and_one_stopped_by_hand_stores_nothing(monkeypatch, tmp_path):
    text = own_text.split(SAID * 60)
    model, record = course_prose.trained(text, 3, steps=2)
    assert record.steps.tolist() == [0, 2]
    inputs, targets = own_text.drawn(text, 3)()
    first = course_prose.untrained(text, 3)(inputs).log_softmax(-1)
    expected = -first.gather(-1, targets[..., None]).mean().item()
    assert own_text.learn(course_prose.untrained(text, 3), text, 3, steps=1) == [
        pytest.approx(expected, rel=1e-5)
    ]
    assert record.seen["apart"][-1] == pytest.approx(own_text.loss(model, text.apart), rel=1e-5)
    monkeypatch.setattr(files, "DATA", tmp_path)
    monkeypatch.setattr(course_prose, "trained", lambda text: (model, record))
    monkeypatch.setattr(course_prose.torch, "set_num_threads", lambda count: None)
    monkeypatch.setattr(course_prose.sys, "argv", ["course_prose"])
    with pytest.raises(SystemExit, match="stopped"):
        course_prose.main()
    assert list(tmp_path.iterdir()) == []
