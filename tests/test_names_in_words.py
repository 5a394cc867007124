"""What stands in backticks can be typed: in notebooks, on their pages, in what a check tells."""

import functools

import nbformat
import pytest
from rules.names import names_of, names_only_what_exists, told, unknown
from rules.notebook import NOTEBOOKS, ROOT, Notebook
from sample_notebook import NAME, cell, sample_notebook

PAGES = ["README.md", "CONTRIBUTING.md", "data/README.md"]
CHECKS = sorted((ROOT / "helpers/checks").rglob("*.py"))


@functools.cache
def all_names():
    """Return the names of all notebooks."""
    return {name for path in NOTEBOOKS for name in names_of(Notebook.read(path))}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_names_only_what_exists(path):
    assert names_only_what_exists(Notebook.read(path)) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_what_exists(page):
    text = (ROOT / page).read_text(encoding="utf-8").replace("checks.NAME", "NAME")  # any name
    assert unknown(text, all_names() | {"NAME"}, alone=False) == []


def test_what_a_check_tells_names_only_what_exists():
    texts = [text for path in CHECKS for text in told(path.read_text(encoding="utf-8"))]
    assert sum("`" in text for text in texts) > 50
    assert [complaint for text in texts for complaint in unknown(text, all_names())] == []


@pytest.mark.parametrize(
    "text",
    [
        "Call `softmax(scores)`, or `helpers.attention.causal_mask(5)`, or `np.tri(n)`.",
        "`torch.eye(5).bool()`, `nn.Linear`",
        "`model.W_K.detach().numpy()`, `nn.functional.cross_entropy`, `lookup.Lookup`",
        "`x.mine(three)` of this notebook, `h` heads, `mine`",
        "Run `make lab DEV=1`, see `helpers/jupyterlab/gone.py` and `press.js`.",
        "A fence:\n\n```python\nsoftmx(rows)\n```",
        "``softmx(rows)`` and no `end",
    ],
)
def test_names_that_exist_pass(text):
    assert unknown(text, {"mine", "three", "scores"}) == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Call `softmx(scores)`.", "softmx"),
        ("Call `helpers.attention.causal_maskk`.", "causal_maskk"),
        ("Call `helpers.attention.rotated`.", "helpers.attention.rotated"),
        ("Call `lookup.Loockup(3)`.", "Loockup"),
        ("Call `lookup.train`.", "lookup.train"),
        ("Call `np.softmax(scores)`.", "np.softmax"),
        ("Call `nn.functional.crossentropy`.", "crossentropy"),
        ("Call `scores.detatch()`.", "detatch"),
        ("Say `scores[mine + thyne]`.", "thyne"),
        ("Use `causal_maskk`.", "causal_maskk"),
    ],
)
def test_a_name_that_does_not_exist_is_named(text, missing):
    names = {"mine", "scores"}
    (complaint,) = unknown(text, names)
    assert complaint.endswith(f": there is no {missing!r}")
    bare = text in ("Use `causal_maskk`.", "Say `scores[mine + thyne]`.")
    assert unknown(text, names, alone=False) == ([] if bare else [complaint])


def test_a_name_in_a_notebooks_prose_is_sought_in_its_code(tmp_path):
    node = sample_notebook()
    cell(node, "first-notice").source = "`math.sqrt(16)` and `mat.sqroot(16)`"
    nbformat.write(node, tmp_path / NAME)
    complaints = names_only_what_exists(Notebook.read(tmp_path / NAME))
    assert complaints == [
        f"{NAME} cell 6: `mat.sqroot(16)`: there is no {name!r}" for name in ("sqroot", "mat")
    ]


def test_a_text_of_a_program_is_what_it_tells():
    source = '"""A docstring with `softmx(x)`."""\nsay("one `a(x)` " "and", f"`{name}` is `b(x)`")'
    assert sorted(told(source)) == ["`…` is `b(x)`", "one `a(x)` and"]
