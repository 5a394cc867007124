"""Every notebook keeps the rules, and every rule sees a fault that is planted."""

import functools

import pytest
from nbformat import v4
from nbformat.warnings import DuplicateCellId
from rules import (
    anatomy,
    every,
    exercises,
    names,
    numbers,
    outputs,
    pictures,
    seeds,
    series,
    texts,
    trained,
    wording,
)
from rules.notebook import CAPSTONE, NOTEBOOKS, REAL, Notebook
from sample_notebook import (
    NAME,
    cell,
    code,
    drop,
    picture,
    put,
    rewrite,
    sample_notebook,
    stored_in,
    words,
)

RULES = [rule for rule in [*every.ALL, *every.MAIN_LINE] if rule not in exercises.RULES]


@pytest.fixture
def read(tmp_path):
    """Store a notebook in a folder of its own, and read it as the rules do."""
    return functools.partial(stored_in, tmp_path)


stored = functools.cache(Notebook.read)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_keeps_every_rule(path):
    """All that is missing is told at once, one line each."""
    if complaints := every.complaints(stored(path)):
        pytest.fail("\n".join(complaints), pytrace=False)


def test_the_sample_keeps_every_rule(read):
    notebook = read(sample_notebook())
    assert [complaint for rule in RULES for complaint in rule(notebook)] == []


def show(text, name="first", tags=(), **metadata):
    """Return a fault: the cell puts out this text, under these tags and metadata."""

    def plant(notebook):
        cell(notebook, name).outputs = [
            v4.new_output("execute_result", {"text/plain": text}, execution_count=2)
        ]
        cell(notebook, name).metadata.update(tags=list(tags), **metadata)

    return plant


def change(name, **fields):
    """Return a fault: these fields of the cell called `name` are set."""
    return lambda notebook: cell(notebook, name).update(fields)


def output(name, new):
    """Return a fault: the cell called `name` also puts this out."""
    return lambda notebook: cell(notebook, name).outputs.append(new)


def metadata(where, **fields):
    """Return a fault: metadata of the notebook ("") or of a cell."""
    return lambda notebook: (cell(notebook, where) if where else notebook).metadata.update(fields)


def notice(text):
    """Return a fault: the sentence after the first section begins with this."""
    return rewrite("first-notice", "Notice", text)


def draws(data):
    """Return a fault: the output of the cell that draws holds this too."""
    return lambda notebook: cell(notebook, "second").outputs[0].data.update(data)


def together(*faults):
    """Return a fault: all of these."""
    return lambda notebook: [fault(notebook) for fault in faults]


def swap_pngs(notebook):
    """Let two cells change their PNGs, and nothing else."""
    first, second = (cell(notebook, name).outputs[0].data for name in ("second", "explore"))
    first["image/png"], second["image/png"] = second["image/png"], first["image/png"]


def without_ids(notebook):
    notebook.nbformat_minor = 4
    for found in notebook.cells:
        found.metadata.collapsed = "neither true nor false"
        del found["id"]


TRAINS = change("third", source="seed = 0\ntrain(model, draw)")
WIDGET = v4.new_output("display_data", {outputs.WIDGET_VIEW: {"model_id": "1"}, "text/plain": "w"})
ERROR = v4.new_output("error", ename="NameError", evalue="x", traceback=[])
WARNED = v4.new_output("stream", name="stderr", text="Warning: slow\n  x = 1")
ONE_THREAD = "torch.set_num_threads(1)  # small matrices: a second thread only waits"

# rule, what its complaint says, fault
FAULTS = {
    anatomy.has_its_title: {
        "cell 1: begin with the title `# 4.": rewrite("title", "# 4.", "# 5."),
        "say **Time**": rewrite("title", "**Time**", "Time:"),
    },
    anatomy.keeps_to_one_line_of_thought: {
        "words, at most 2500": put("first", words("word " * 2500, "book")),
        "37 code cells, at most 36": put("first", *(code("1", f"more-{i}", 0) for i in range(32))),
        "70 minutes, at most 60": put("first", words("word " * 6000, "book")),
    },
    anatomy.imports_first: {
        "imports only": rewrite("imports", "import math", "math = 3"),
        "10 lines of imports": change("imports", source="import math\n" * 10),
        "cell 13: import os in": rewrite("third", "math.", "import os\nmath."),
    },
    anatomy.installs_and_sets_nothing: {
        "cell 2: `%`: no installs": rewrite("imports", "import math", "%pip install numpy"),
    },
    anatomy.numbers_its_sections: {
        "numbered 4.9, 4.2, 4.3": rewrite("first-words", "4.1", "4.9"),
    },
    anatomy.has_its_parts_in_order: {
        "2 numbered": rewrite("third-words", "## 4.3", "### 4.3"),
        "0 parts `## The question`": drop("question"),
        "2 code cells, at most 1": put("source", code("1", "one", 0), code("2", "two", 0)),
        "in the order The question; 4.1": put("recap", words("## Afterthought\n\nMore.", "after")),
    },
    anatomy.begins_each_part_with_a_cell: {
        "cell 6: `## 4.2 Hidden` must begin": notice("Seen.\n\n## 4.2 Hidden\n\nNotice")
    },
    anatomy.has_an_explorer: {"no explorer": drop("explore")},
    anatomy.asks_for_a_prediction: {
        "no cell is tagged `predict`": metadata("third", tags=[]),
        "cell 12: the cell above must ask": drop("third-asks"),
    },
    anatomy.ends_with_a_recap: {
        "no part `## Recap`": drop("recap"),
        "2 folded answers": rewrite("recap", "halves?</summary>", "halves</summary>"),
    },
    outputs.is_a_valid_file: {"neither true nor false": without_ids},
    outputs.is_small: {"KB, at most 400": show("x" * 401_000)},
    outputs.prints_little: {"cell 5: 13 lines of text output": show("line\n" * 13)},
    outputs.labels_its_outputs: {
        "without names": show("array([[0.25, 0.5],\n       [0.5, 0.75]])"),
        "cell 5: 7 numbers in a row without": show("[1 2 3 4 5 6 7]"),
    },
    outputs.is_counted_in_order: {
        "count None, not 3 - run `make refresh NB=04`": change("second", execution_count=None),
        "count 7, not 3": change("second", execution_count=7),
        "cell 8: empty code cell": change("second", source="\n"),
    },
    outputs.keeps_only_what_stays: {
        "metadata.widgets must be null": metadata("", widgets={}),
        "cell 5: times of execution": metadata("first", execution={}),
        "cell 5: widget view stored": output("first", WIDGET),
    },
    outputs.shows_no_error: {
        "cell 5: stderr: Warning: slow": output("first", WARNED),
        "cell 5: error output NameError: x": output("first", ERROR),
    },
    outputs.is_the_same_on_every_run: {
        "an address in memory": show("<module at 0x7f3a2b10>"),
        "a NumPy scalar": show("np.float64(0.25)"),
        "its gradient": show("tensor(1., grad_fn=<Sum>)"),
        "'-0.', a minus before zero": show("[-0.   0.25]"),
        "the repr of an object": show("<Figure size 640x480>"),
        "a time, '2 ms'": show("took 12 ms"),
    },
    outputs.is_compared: {
        "cell 5: tags: nbval-skip": metadata("first", tags=["nbval-skip"]),
        "no nbval-ignore-output": metadata("first", tags=["timing"]),
        "NBVAL_SKIP": rewrite("first", "1 / 4", "# NBVAL_SKIP\n1 / 4"),
    },
    outputs.shows_its_figures: {
        "cell 8: draws but stores no image": show("Bars.", "second"),
        "cell 8: the figure has no words": lambda n: (
            cell(n, "second").outputs[0].data.pop("text/plain")
        ),
    },
    pictures.ties_each_picture_to_its_words: {
        "cell 8: the stored PNG says 'Softmax": swap_pngs,
        "the output 'Bars: a 0.35, b 0.50.' - run": draws({"text/plain": "Bars: a 0.35, b 0.50."}),
        "cell 8: the picture's alt is nothing": lambda n: (
            cell(n, "second").outputs[0].metadata.clear()
        ),
        "cell 8: the stored PNG cannot be read": draws({"image/png": "aaaa"}),
    },
    pictures.stores_each_picture_once: {
        "a second copy of its picture, image/svg+xml": draws({"image/svg+xml": "<svg/>"}),
    },
    trained.is_seeded: {"no cell is tagged `trained`": TRAINS},
    trained.keeps_to_one_thread: {
        "cell 2: trains, so it needs a line `torch.set_num": TRAINS,
        "cell 5: the number of threads is": change("first", source=ONE_THREAD),
    },
    seeds.earns_its_tags: {
        "nothing that it uses was trained": metadata("first", tags=["trained"]),
        "nothing that it uses was timed": metadata("first", tags=["timing"]),
    },
    trained.names_its_tolerance: {
        "cell 5: prints decimals of a training, so": show("0.47", tags=["trained"]),
        "5: names a tolerance, but s": show("yes", tags=["trained"], tolerance=0.02),
        "is '0.02', not a number": show("0.47", tags=["trained"], tolerance="0.02"),
        "0.3 is wider than 0.235": show("0.47", tags=["trained"], tolerance=0.3),
    },
    wording.names_only_notebooks_that_exist: {
        "cell 6: 'Notebooks 04 and 07': there is no notebook 07": notice("Notebooks 04 and 07 say"),
        "no file 07_heads.ipynb": notice("[Heads](07_heads.ipynb):"),
    },
    wording.links_to_the_notebook_it_names: {
        "the link 'notebook 03' leads to 04_s": notice("See [notebook 03](04_sample.ipynb):"),
    },
    wording.names_only_sections_that_exist: {
        "'sections 4.1 and 4.9': there is no 4.9": notice("See sections 4.1 and 4.9:"),
    },
    wording.uses_only_names_introduced: {
        "cell 2: uses `torch`": rewrite("imports", "import math", "import math, torch"),
        "cell 5: uses `causal_mask`": change("first", source="attention.causal_mask(3)"),
    },
    wording.binds_each_name_once: {
        "cell 13: binds 'half' again, after cell 5": together(
            *(change(name, source="half = 1 / 2") for name in ("first", "third"))
        ),
        "binds 'math' again, after cell 2": change("third", source="math += 1"),
    },
    wording.names_every_column: {
        "a column without a name: | | b |": notice("| | b |\n|---|---|\n| 1 | 2 |\n\nNotice")
    },
    wording.holds_its_own_pictures: {
        "cell 6: picture from elsewhere": notice("![a map](https://example.org/a.png)")
    },
    wording.names_no_path_of_a_machine: {"cell 5: path of one machine": show("/" + "root/a.txt")},
    numbers.states_only_what_is_shown: {
        "cell 6: 0.99 is in no output above it in its section": notice("Notice 0.99, then"),
    },
    names.names_only_what_exists: {
        "`softmx(x)`: there is no 'softmx'": notice("Call `softmx(x)`.")
    },
    texts.links_to_what_is_there: {"link to gone.md": notice("See [this](gone.md).")},
}


@pytest.mark.parametrize(
    ("rule", "complaint"),
    [(rule, complaint) for rule, faults in FAULTS.items() for complaint in faults],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_a_planted_fault_is_named(read, rule, complaint):
    node = sample_notebook()
    FAULTS[rule][complaint](node)
    complaints = rule(read(node))
    assert any(complaint in line for line in complaints), complaints
    assert all(line.startswith(NAME) and "\n" not in line for line in complaints)


def test_all_that_a_notebook_lacks_is_told_at_once(read):
    node = sample_notebook()
    rewrite("title", "**You need**", "Needed:")(node)
    drop("explore")(node)
    told = every.complaints(read(node))
    for said in ("say **You need**", "no explorer", "has no row in the README", "0 exercises"):
        assert any(said in line for line in told), said


def test_every_rule_has_seen_a_fault():
    assert set(RULES) == FAULTS.keys()


@pytest.mark.parametrize(
    ("text", "tolerance"), [("a 0.43, b 0.93", 0.25), ("0.47", 0.02), ("above 0.75: yes", None)]
)
def test_what_is_trained_may_differ_by_its_tolerance(read, text, tolerance):
    node = sample_notebook()
    show(text, tags=["trained"], **({"tolerance": tolerance} if tolerance else {}))(node)
    cell(node, "first").source = "limit = 0.75"
    assert trained.names_its_tolerance(read(node)) == []


@pytest.mark.parametrize("fault", FAULTS[anatomy.keeps_to_one_line_of_thought].values())
@pytest.mark.parametrize("name", [CAPSTONE, REAL])
def test_the_last_two_alone_may_be_long(read, fault, name):
    node = sample_notebook()
    fault(node)
    assert anatomy.keeps_to_one_line_of_thought(read(node, f"{name}.ipynb")) == []


@pytest.mark.parametrize(
    ("name", "tags", "complaint"),
    [
        (CAPSTONE, ["trained", "nbval-skip"], None),
        (CAPSTONE, ["trained"], "tags: no nbval-skip"),
        ("05_next", ["trained", "nbval-skip"], "tags: nbval-skip"),
    ],
)
def test_the_trained_cells_of_the_capstone_alone_are_left_to_the_long_proof(
    read, name, tags, complaint
):
    node = sample_notebook()
    show("yes", tags=tags)(node)
    found = outputs.is_compared(read(node, f"{name}.ipynb"))
    assert [complaint in line for line in found] == ([True] if complaint else [])


@pytest.mark.parametrize("rule", series.RULES, ids=lambda rule: rule.__name__)
def test_the_series_keeps_the_rule(rule):
    assert rule([stored(path) for path in NOTEBOOKS]) == []


def test_an_id_that_a_notebook_has_twice_is_named(read):
    notebook = read(sample_notebook())
    text = notebook.path.read_text(encoding="utf-8")
    notebook.path.write_text(text.replace('"id": "second"', '"id": "first"'), encoding="utf-8")
    with pytest.warns(DuplicateCellId):
        again = Notebook.read(notebook.path)
    assert series.has_unique_ids([again]) == [
        f"{NAME} cell 8: has the id 'first', like {NAME} cell 5"
    ]


def test_different_pictures_with_the_same_words_are_named(read):
    node = sample_notebook()
    alt = cell(node, "second").outputs[0].data["text/plain"]
    put("second", code("figures.bars(red)", "red", 0, picture(alt, "red")))(node)
    assert series.tells_its_pictures_apart([read(node)]) == [
        f"{NAME} cell 9: draws another picture than {NAME} cell 8, in its words"
    ]


def test_the_recap_must_lead_on_when_there_is_a_next_notebook(read, tmp_path):
    (tmp_path / "05_next.ipynb").touch()
    node = sample_notebook()
    assert anatomy.ends_with_a_recap(read(node)) == [
        f"{NAME} cell 15: after the recap, **Next** must link to 05_next.ipynb"
    ]
    rewrite("recap", "**Read on**", "**Next** [Next](05_next.ipynb)\n\n**Read on**")(node)
    assert anatomy.ends_with_a_recap(read(node)) == []


def test_a_cell_of_timings_may_change_and_ignores_its_output(read):
    node = sample_notebook()
    show("took 12 ms", tags=["timing", "nbval-ignore-output"])(node)
    notebook = read(node)
    assert outputs.is_the_same_on_every_run(notebook) + outputs.is_compared(notebook) == []
