"""What the notebooks say of a training holds over five seeds, and over one and two threads."""

import nbformat
import pytest
import torch
from rules.notebook import NOTEBOOKS, Notebook
from rules.trained import is_repeated, is_seeded
from sample_notebook import NAME, sample_notebook

TRAINING = [
    path for path in NOTEBOOKS if any("trained" in cell.tags for cell in Notebook.read(path).code)
]
# nbval runs seed 0 with one thread. Two threads come once: beside another test they crawl.
RUNS = [(0, 2), (1, 1), (2, 1), (3, 1), (4, 1)]


@pytest.fixture
def threads():
    before = torch.get_num_threads()
    yield torch.set_num_threads
    torch.set_num_threads(before)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_that_trains_has_one_seed_and_tags_what_rests_on_it(path):
    assert is_seeded(Notebook.read(path)) == []


@pytest.mark.parametrize(("seed", "count"), RUNS)
@pytest.mark.parametrize("path", TRAINING, ids=lambda path: path.stem)
def test_a_trained_result_does_not_hang_on_the_seed_or_the_threads(
    path, seed, count, threads, monkeypatch
):
    monkeypatch.chdir(path.parent)  # where a kernel would start
    threads(count)
    assert is_repeated(Notebook.read(path), seed) == []


def planted(tmp_path, source, tags=("trained",), output="4\n"):
    """Return the sample notebook with this code and output in its first code cell."""
    node = sample_notebook()
    first = next(cell for cell in node.cells if cell.cell_type == "code")
    first.source, first.metadata["tags"] = source, list(tags)
    first.outputs = [nbformat.v4.new_output("stream", name="stdout", text=output)]
    node.cells = [first]
    nbformat.write(node, tmp_path / NAME)
    return Notebook.read(tmp_path / NAME)


def test_a_result_that_hangs_on_the_seed_is_named(tmp_path):
    notebook = planted(tmp_path, "seed = 0\nprint(4 + seed)")
    assert is_repeated(notebook, 0) == []
    (complaint,) = is_repeated(notebook, 3)
    assert complaint.endswith("cell 1: stored '4', with seed 3 '7'")


def test_what_is_not_tagged_may_hang_on_the_seed(tmp_path):
    assert is_repeated(planted(tmp_path, "seed = 0\nprint(4 + seed)", tags=()), 3) == []


@pytest.mark.parametrize(
    ("source", "tags", "complaints"),
    [
        ("optimizer.step()", ("trained",), ["needs one line `seed = 0`, found 0"]),
        ("seed = 0\ntrain(model)", (), ["no cell is tagged `trained`"]),
        ("seed = 0\nloss = train(model)", ("trained",), []),
        ("print(4)", (), []),
    ],
)
def test_a_training_without_seed_or_tag_is_named(tmp_path, source, tags, complaints):
    found = is_seeded(planted(tmp_path, source, tags))
    assert len(found) == len(complaints)
    for line, complaint in zip(found, complaints, strict=True):
        assert line.endswith(complaint)
