"""The capstone goes on with what the reader wrote, part by part, and runs to its end."""

import re

import numpy as np
import pytest
import torch
from nbclient import NotebookClient
from rules.notebook import CAPSTONE, ROOT, Notebook
from torch import nn

from helpers import checks
from helpers.checks.build_it_yourself import EXERCISES, parts, reference, texts
from helpers.jupyterlab.exercises import exercises, with_solutions
from helpers.learner import progress
from helpers.readers import stored_models
from helpers.training import loop, read_stories, stories

NOTEBOOK = Notebook.read(ROOT / f"notebooks/{CAPSTONE}.ipynb")


@pytest.fixture(autouse=True)
def begun_anew(monkeypatch):
    """Begin and end with no part of the reader's, and keep no attempt."""
    monkeypatch.setattr(progress, "record", lambda *_: "")
    monkeypatch.setattr(reference, "own", {})


@pytest.mark.parametrize("name", EXERCISES)
def test_a_part_that_is_not_written_is_taken_from_a_reference_that_is_right(name):
    assert getattr(parts, name) is getattr(reference, name)
    assert getattr(checks, name)(getattr(reference, name)).correct


def test_a_part_is_the_readers_as_long_as_it_is_right():
    def own(queries, keys, values):
        return reference.masked_head(queries, keys, values)

    heads = parts.ManyHeads(8, 2)
    assert "0 of the 10" in parts.whose()
    assert parts.YOURS in checks.masked_head(own).words
    assert parts.masked_head is own
    assert parts.whose().startswith("1 of the 10 parts is yours.\nOurs: ManyHeads, RowNorm, ")
    own_calls = []
    reference.own["masked_head"] = lambda *roles: own_calls.append(1) or own(*roles)
    heads(torch.zeros(1, 3, 8))  # ours, made before: it calls the reader's head
    assert own_calls
    for wrong in (lambda queries, keys, values: values, ...):
        checks.masked_head(own)
        assert parts.masked_head is own  # of two right ones the later
        assert parts.OURS in checks.masked_head(wrong).words
        assert parts.masked_head is reference.masked_head


def test_it_says_of_each_part_whose_it_is():
    own = {"RowNorm", "one_step", "one_more"}
    for name in own:
        getattr(checks, name)(getattr(reference, name))
    checks.train(lambda *_: [])
    rest = ", ".join(name for name in EXERCISES if name not in own)
    assert parts.whose() == f"3 of the 10 parts are yours.\nOurs: {rest}."
    for name in EXERCISES:
        getattr(checks, name)(getattr(reference, name))
    assert parts.whose() == "10 of the 10 parts are yours.\nYou wrote all of it."


BELOW = {
    "ManyHeads": {"masked_head"},
    "Block": {"ManyHeads", "RowNorm"},
    "Model": {"Block", "RowNorm"},
    "one_step": {"next_token_loss"},
    "train": {"one_step"},
}


def learned(name, *how):
    """Let our part take a step, or a loop of one, with a small model."""
    model, *batch = texts.texts_and_model(np.random.default_rng(0), [4, 3])
    optimizer = torch.optim.SGD(model.parameters())
    given = {"one_step": (model, optimizer, *batch), "train": (model, lambda: batch, 1, 0.1, 1)}
    return getattr(parts, name)(*given[name], *how)


USES = {
    "ManyHeads": lambda: parts.ManyHeads(8, 2)(torch.zeros(1, 3, 8)),
    "Block": lambda: parts.Block(8, 2)(torch.zeros(1, 3, 8)),
    "Model": lambda: parts.Model(5, 8, 2, 1, 9)(torch.zeros(1, 3, dtype=torch.long)),
    "one_step": lambda: learned("one_step"),
    "train": lambda: learned("train", lambda *_: None),
}


@pytest.mark.parametrize("name", BELOW)
def test_a_part_of_ours_is_made_of_the_readers_below_it(name, monkeypatch):
    taken = set()
    for below in EXERCISES:

        def own(*given, below=below):
            taken.add(below)
            return getattr(reference, below)(*given)

        reference.own[below] = own
    monkeypatch.delitem(reference.own, name)
    USES[name]()
    assert BELOW[name] <= taken


@pytest.mark.parametrize("name", BELOW)
def test_a_check_is_made_with_our_other_parts(name):
    for below in EXERCISES:
        reference.own[below] = lambda *_: 1 / 0
    assert getattr(checks, name)(getattr(reference, name)).correct
    assert reference.own.keys() == set(EXERCISES)
    assert reference.own[name] is getattr(reference, name)


def test_a_name_that_is_no_part_is_refused():
    with pytest.raises(AttributeError, match=r"the parts are masked_head, .*; got 'head'"):
        _ = parts.head


def test_the_parts_together_are_the_stored_model_and_its_training():
    stored = stored_models.load("stories")[0]
    built = parts.Model(len(stories.WORDS), 64, 4, 2, stories.LONGEST)
    built.load_state_dict(stored.state_dict())
    tokens = stories.batch(read_stories.new_stories(3))[0]
    torch.testing.assert_close(built(tokens), stored(tokens), atol=1e-4, rtol=1e-4)
    told = parts.continue_text(stored, stories.numbers(["<story>", "anna"]), 20)
    assert stories.words_of(told[2:]) == read_stories.continued(stored, "<story> anna", 20).split()

    def draw():
        inputs, targets = batch()
        return nn.functional.pad(inputs, (0, 1)), (targets != stories.NO_TARGET).sum(1) + 1

    batch, pupil = read_stories.drawn(0), parts.Model(len(stories.WORDS), 64, 4, 2, stories.LONGEST)
    pupil.load_state_dict(read_stories.untrained(0).state_dict())
    losses = parts.train(pupil, draw, 4, 3e-3, 100, lambda *_: None)
    how = read_stories.OPTIONS | {"steps": 4}
    right = loop.train(
        read_stories.untrained(0), read_stories.drawn(0), read_stories.loss_of, **how
    )
    np.testing.assert_allclose(losses, right, rtol=1e-5)


def shortened(notebook):
    """Return a notebook that trains for a few steps only."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = re.sub(r"\b[12]000\b", "12", cell.source)
    return notebook


def said(notebook, tag_or_name):
    """Return what the check of an exercise, or a cell by its id, has shown."""
    (cell,) = (one for one in notebook.cells if one.id == tag_or_name)
    return "".join(one.get("text") or one.data["text/plain"] for one in cell.outputs)


BROKEN = {
    "masked_head": "def masked_head(queries, keys, values):\n    raise OSError",
    "Block": "class Block(nn.Module):\n    def __init__(self, d_model, num_heads):\n        1 / 0",
    "train": "def train(model, *others):\n    return others",
}


@pytest.mark.slow
@pytest.mark.parametrize("broken", [pytest.param((), id="none"), pytest.param(tuple(BROKEN))])
def test_with_the_solutions_it_runs_to_its_end_and_says_whose_parts_they_are(broken):
    node = shortened(with_solutions(NOTEBOOK.node))
    for exercise in exercises(node):
        if exercise.name in broken:
            exercise.stub.source = BROKEN[exercise.name]
    place = {"metadata": {"path": str(NOTEBOOK.path.parent)}}
    NotebookClient(node, timeout=240, kernel_name="python3", resources=place).execute()
    own = len(EXERCISES) - len(broken)
    assert f"{own} of the 10 parts are yours." in said(node, "n18-4-whose")
    right = [one.name for one in exercises(node) if "✓" in said(node, one.check.id)]
    assert right == [name for name in EXERCISES if name not in broken]
    assert said(node, "n18-2-answer").split()[2] == "emma"
