"""What's in backticks can be typed: on the notebooks' pages, in what a check tells."""

import ast
import functools

import pytest
from rules.names import names_of, unknown
from rules.notebook import NOTEBOOKS, ROOT, Notebook

CHECKS = sorted((ROOT / "helpers/checks").rglob("*.py"))


@functools.cache
def all_names():
    """Return the names of all notebooks."""
    return {name for path in NOTEBOOKS for name in names_of(Notebook.read(path))}


def test_what_a_check_tells_names_only_what_exists():
    nodes = [node for path in CHECKS for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    texts = [getattr(node, "value", None) for node in nodes if isinstance(node, ast.Constant)]
    told = [text for text in texts if isinstance(text, str) and "`" in text]
    assert len(told) > 50
    assert [complaint for text in told for complaint in unknown(text, all_names())] == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`helpers.attention.causal_mask(5)`, `np.tri(n)`, `x.mine(three)`, `press.js`", []),
        ("Run `make lab DEV=1`, and no `end.\n\n```python\nsoftmx(rows)\n```", []),
        ("Call `softmx(scores, …)`.", ["softmx"]),
        ("Call `scores.detatch()`, `nn.functional.crossentropy`.", ["detatch", "crossentropy"]),
    ],
)
def test_a_name_that_does_not_exist_is_named(text, missing):
    found = unknown(text, {"mine", "three", "scores"})
    assert [line.split("'")[1] for line in found] == missing
