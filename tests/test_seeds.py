"""A tag says what its cell does."""

import nbformat
import pytest
from rules.notebook import Notebook
from rules.seeds import earns_its_tags
from sample_notebook import NAME, code

SEEDED = "seed = 0\ntorch.manual_seed(seed)\n"
IN_A_FUNCTION = """
def fetch(make):
    torch.manual_seed(seed)
    model, draws = make(), torch.Generator().manual_seed(seed)
    return model, train(model, lambda: task.draw(draws), steps=9)
"""
RING = """
class Ring(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_K = nn.Parameter(torch.eye(2))


ring = Ring()
optimizer = torch.optim.SGD(ring.parameters(), lr=1.0)
for _ in range(9):
    optimizer.step()
    losses.append(ring(X))
"""


def planted(tmp_path, *sources, tags=()):
    """Return a notebook of these code cells, the last with these tags."""
    cells = [code(source, f"cell-{k}", k) for k, source in enumerate(sources, start=1)]
    cells[-1].metadata.tags = list(tags)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / NAME)
    return Notebook.read(tmp_path / NAME)


TRAINED = f"{SEEDED}model = Net()\nlosses = loop.train(model, task.draw)"


@pytest.mark.parametrize(
    ("sources", "tag", "earned"),
    [
        ([TRAINED], "trained", True),
        ([TRAINED, "figures.lines(losses)"], "trained", True),
        ([TRAINED, "share = right(model)", "table([share])"], "trained", True),
        ([RING, "ring(X)"], "trained", True),
        ([IN_A_FUNCTION, "runs = fetch(Net)", "runs[0]"], "trained", True),
        ([TRAINED, "1 / 4 + 1 / 2"], "trained", False),
        (["untrained = Net()", "untrained(X)", TRAINED, "untrained(X)"], "trained", False),
        (["losses = [0.47]", "figures.lines(losses)"], "trained", False),
        (["from helpers.measure import median_times", "median_times(both)"], "timing", True),
        (["from helpers import measure", "measure.peak_memory(one)"], "timing", True),
        (["import time", "start = time.perf_counter()", "print(start)"], "timing", True),
        (["import time\nfrom helpers import measure", "1 / 4 + 1 / 2"], "timing", False),
        ([TRAINED, "losses[0]"], "timing", False),
    ],
)
def test_a_tag_is_earned(tmp_path, sources, tag, earned):
    assert (earns_its_tags(planted(tmp_path, *sources, tags=[tag])) == []) == earned
