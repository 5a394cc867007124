"""Stored models: what is loaded is what was saved, and a damaged file says what to run."""

import json
import shutil

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from helpers.language_model import LanguageModel
from helpers.readers import files, stored_arrays, stored_models
from helpers.readers.stored_models import TrainingRecord, load, save

PLACE = "data/models/stories.safetensors"
RUN = "run `python -m helpers.training.read_stories`, about five minutes"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder `data` of its own, with the story model in it."""
    (tmp_path / "models").mkdir()
    shutil.copy(files.DATA / PLACE.removeprefix("data/"), tmp_path / "models")
    monkeypatch.setattr(files, "DATA", tmp_path)
    return tmp_path / "models"


def rewrite(path, tensors=None, **told):
    """Store the file again with other tensors, or with other things told beside them."""
    with safe_open(path, framework="pt") as file:
        kept, metadata = {key: file.get_tensor(key) for key in file.keys()}, file.metadata()  # noqa: SIM118
    metadata |= {key: json.dumps(value) for key, value in told.items()}
    save_file(kept if tensors is None else tensors(kept), path, metadata)


def test_what_is_loaded_is_what_was_saved(folder):
    torch.manual_seed(5)
    model = LanguageModel(9, d_model=8, num_heads=2, blocks=3, longest=11)
    seen = {"loss": np.array([2.5, 0.1]), "answered": np.array([0.0, 1 / 3])}
    told = {"a, b": np.array([0.5, 1.0, 0.25])}
    save("stories", model, TrainingRecord(("a", "b"), 7, np.array([0, 50]), seen, told))
    again, record = load("stories")
    tokens = torch.tensor([[1, 8, 0]])
    torch.testing.assert_close(again(tokens), model(tokens), atol=0, rtol=0)
    assert not again.training
    assert again.blocks[0].attention.num_heads == 2
    assert (record.words, record.seed, record.steps.tolist()) == (("a", "b"), 7, [0, 50])
    np.testing.assert_equal([record.seen, record.by_seed], [seen, told])
    assert [path.name for path in folder.iterdir()] == ["stories.safetensors"]


def test_loading_draws_no_random_number_and_the_model_can_be_trained_on():
    torch.manual_seed(1)
    drawn = torch.rand(3)
    torch.manual_seed(1)
    model, _ = load("stories")
    assert torch.equal(torch.rand(3), drawn)
    model(torch.arange(20)).sum().backward()
    assert all(parameter.grad is not None for parameter in model.parameters())


def test_a_missing_file_says_what_to_run(folder):
    (folder / "stories.safetensors").unlink()
    with pytest.raises(FileNotFoundError) as raised:
        load("stories")
    assert str(raised.value) == f"{PLACE} is not there: {RUN}"


def truncated(path):
    path.write_bytes(path.read_bytes()[:-1000])


def cut_in_its_head(path):
    path.write_bytes(path.read_bytes()[:100])


def empty(path):
    path.write_bytes(b"")


def text(path):
    path.write_text("version https://git-lfs.github.com/spec/v1\n" * 3)


def a_key_less(path):
    rewrite(path, lambda kept: {key: value for key, value in kept.items() if key != "norm.bias"})


def another_shape(path):
    rewrite(path, lambda kept: kept | {"embed.weight": kept["embed.weight"][:-1].clone()})


def not_a_number(path):
    rewrite(path, lambda kept: kept | {"norm.bias": torch.full((64,), torch.nan)})


def heads_exchanged(*layers):
    """Return a damage: two heads' slices are exchanged in these layers of the first block."""

    def exchange(kept):
        tensors = dict(kept)
        for layer in layers:
            key = f"blocks.0.attention.{layer}.weight"
            axis = 1 if layer == "out_proj" else 0  # the heads' places in its input
            first, second, *others = tensors[key].chunk(4, dim=axis)
            tensors[key] = torch.cat([second, first, *others], dim=axis)
        return tensors

    return lambda path: rewrite(path, exchange)


def heads_exchanged_and_summed(path):
    """Exchange the slices of two heads, and tell the checksum of what that gives."""
    heads_exchanged("q_proj")(path)
    with safe_open(path, framework="pt") as file:
        arrays = {key: file.get_tensor(key).numpy() for key in file.keys()}  # noqa: SIM118
    rewrite(path, checksum=stored_arrays.checksum(arrays))


def nothing_told(path):
    with safe_open(path, framework="pt") as file:
        save_file({key: file.get_tensor(key) for key in file.keys()}, path)  # noqa: SIM118


DAMAGES = {
    truncated: "",
    cut_in_its_head: "",
    empty: "",
    text: "",
    a_key_less: "norm.bias",
    another_shape: "embed.weight",
    not_a_number: "norm.bias holds a number that is nan",
    heads_exchanged("q_proj"): "its numbers are not those that were saved",
    heads_exchanged("q_proj", "k_proj", "v_proj", "out_proj"): "its numbers are not those that",
    heads_exchanged_and_summed: "it answers otherwise than it did when it was saved",
    lambda path: rewrite(path, answer=[0.5] * 50): "it answers otherwise",
    nothing_told: "sizes is missing",
    lambda path: rewrite(path, sizes={"words": 47}): "places.weight",
    lambda path: rewrite(path, sizes={"wide": 47}): "wide",
    lambda path: rewrite(path, sizes=[1]): "",
    lambda path: rewrite(path, words=None): "",
}
# Of the record of the training, which the arrays are read without.
DAMAGED_RECORDS = {
    lambda path: rewrite(path, seen={"loss": [1.0]}): "loss has 1 numbers",
    lambda path: rewrite(path, seen=[1.0]): "",
    lambda path: rewrite(path, steps="many"): "many",
    lambda path: rewrite(path, by_seed={"grace, book": "few"}): "few",
}


@pytest.mark.parametrize("damage", DAMAGES | DAMAGED_RECORDS)
def test_a_damaged_file_says_so_in_one_line_and_what_to_run(folder, damage):
    damage(folder / "stories.safetensors")
    for read in (load, stored_arrays.load)[: 1 if damage in DAMAGED_RECORDS else 2]:
        with pytest.raises(ValueError, match=r"^[^\n]+$") as raised:
            read("stories")
        told, reason = str(raised.value), (DAMAGES | DAMAGED_RECORDS)[damage]
        assert told.startswith(f"{PLACE} is damaged (")
        assert told.endswith(f"): {RUN}, to make it anew")
        assert reason in told or (read is not load and not reason.startswith("it"))
        assert str(folder) not in told


@pytest.mark.parametrize("read", [load, stored_arrays.load])
def test_another_name_is_answered_with_those_there_are(read):
    with pytest.raises(ValueError, match=r"model 'story'; there is stories, course_prose$"):
        read("story")


def test_a_stored_model_is_read_whatever_the_default_device(request):
    request.addfinalizer(lambda: torch.set_default_device(None))
    torch.set_default_device("meta")
    model, _ = stored_models.load("stories")
    assert {one.device.type for one in model.parameters()} == {"cpu"}
