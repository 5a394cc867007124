"""What the notebooks say of a training holds over five seeds, and over one and two threads."""

import ast

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError
from rules.notebook import NOTEBOOKS, Notebook
from rules.trained import is_repeated, is_seeded
from rules.wording import bound
from sample_notebook import NAME, sample_notebook
from trained_claims import CLAIMS

TRAINING = [
    path for path in NOTEBOOKS if any("trained" in cell.tags for cell in Notebook.read(path).code)
]
# Of these `make test` runs one by nbval, seed 0 with one thread. The others, and what proves that
# they close, start many kernels with torch: they are part of the long proof. Every seed comes once
# there, by turns on two threads and on one.
RUNS = [(0, 2), (1, 1), (2, 2), (3, 1), (4, 2)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_that_trains_has_one_seed_and_tags_what_rests_on_it(path):
    assert is_seeded(Notebook.read(path)) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", TRAINING, ids=lambda path: path.stem)
def test_a_trained_result_does_not_hang_on_the_seed_or_the_threads(path):
    assert is_repeated(Notebook.read(path), *RUNS, claims=CLAIMS.get(path.stem)) == []


@pytest.mark.parametrize(("stem", "claims"), CLAIMS.items(), ids=list(CLAIMS))
def test_a_claim_speaks_of_what_a_trained_cell_has_found(stem, claims):
    (path,) = (path for path in TRAINING if path.stem == stem)
    code, names = Notebook.read(path).code, set()
    for cell in code:
        names |= {name for statement in cell.tree.body for name in bound(statement)}
        for claim in claims.get(cell.node.id, ()):
            nodes = list(ast.walk(ast.parse(claim, mode="eval")))
            assert names & {node.id for node in nodes if isinstance(node, ast.Name)}, claim
            assert any(isinstance(node, ast.Compare) for node in nodes), claim
    assert claims.keys() <= {cell.node.id for cell in code if "trained" in cell.tags}


def planted(tmp_path, source, tags=("trained",), output="4\n", **metadata):
    """Return the sample notebook with this code and output in its first code cell."""
    node = sample_notebook()
    first = next(cell for cell in node.cells if cell.cell_type == "code")
    first.source, first.metadata = source, {"tags": list(tags), **metadata}
    first.outputs = [nbformat.v4.new_output("stream", name="stdout", text=output)]
    node.cells = [first]
    nbformat.write(node, tmp_path / NAME)
    return Notebook.read(tmp_path / NAME)


@pytest.mark.slow
def test_a_result_that_hangs_on_the_seed_is_named(tmp_path):
    notebook = planted(tmp_path, "seed = 0\nprint(4 + seed)")
    assert is_repeated(notebook, (0, 1)) == []
    (complaint,) = is_repeated(notebook, (0, 1), (3, 1), (0, 1))
    assert complaint.endswith("cell 1: stored '4', with seed 3 and 1 threads '7'")


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["", "torch.set_num_threads(1)\n", "torch.set_num_threads(1 + 0)\n"]
)
def test_a_result_that_hangs_on_the_threads_is_named(tmp_path, line):
    notebook = planted(tmp_path, f"import torch\n{line}print(3 + torch.get_num_threads())")
    assert is_repeated(notebook, (0, 1)) == []
    (complaint,) = is_repeated(notebook, (0, 2), (0, 1))
    assert complaint.endswith("cell 1: stored '4', with seed 0 and 2 threads '5'")


@pytest.mark.slow
def test_a_run_that_did_not_keep_its_threads_is_named(tmp_path):
    aside = "import torch\nlimit = torch.set_num_threads\nlimit(1)\nprint(4)"
    assert is_repeated(planted(tmp_path, aside), (0, 1)) == []
    (complaint,) = is_repeated(planted(tmp_path, aside), (0, 2))
    assert complaint.endswith("with seed 0 and 2 threads: torch had 1 at the end")


@pytest.mark.slow
def test_a_run_has_no_name_of_the_last(tmp_path):
    notebook = planted(tmp_path, 'print(5 if "seen" in globals() else 4)\nseen = True')
    assert is_repeated(notebook, (0, 1), (1, 1)) == []


@pytest.mark.slow
def test_what_is_not_tagged_may_hang_on_the_seed(tmp_path):
    assert is_repeated(planted(tmp_path, "seed = 0\nprint(4 + seed)", tags=()), (3, 1)) == []


@pytest.mark.slow
def test_a_claim_is_held_in_each_run_in_place_of_the_output(tmp_path):
    notebook = planted(tmp_path, "seed = 0\nshare = 0.9 - seed / 8\nprint(share)", output="0.9\n")
    first = notebook.code[0].node.id
    claims = {first: ["share > 0.6", "share < 0.95"]}
    assert is_repeated(notebook, (0, 1), (2, 1), claims=claims) == []
    (complaint,) = is_repeated(notebook, (2, 1), (3, 2), claims=claims)
    assert complaint.endswith("cell 1: with seed 3 and 2 threads not so: share > 0.6")


@pytest.mark.slow
def test_without_a_claim_a_number_holds_in_each_run_up_to_its_tolerance(tmp_path):
    source = "seed = 0\nprint(0.9 - seed / 100)"
    notebook = planted(tmp_path, source, output="0.9\n", tolerance=0.02)
    (complaint,) = is_repeated(notebook, (2, 1), (3, 1))
    assert complaint.endswith("cell 1: stored '0.9', with seed 3 and 1 threads '0.87'")


@pytest.mark.slow
def test_a_training_that_fails_for_one_seed_is_no_result(tmp_path):
    notebook = planted(tmp_path, "seed = 0\nassert seed != 3\nprint(4)")
    assert is_repeated(notebook, (2, 1)) == []
    with pytest.raises(CellExecutionError, match="seed != 3"):
        is_repeated(notebook, (3, 1))


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
