"""Every notebook keeps the rules, and every rule sees a fault that is planted."""

import functools

import nbformat
import pytest
from nbformat import v4
from nbformat.warnings import DuplicateCellId
from rules import anatomy, exercises, outputs, pictures, seeds, series, trained, wording
from rules.notebook import MAIN, NOTEBOOKS, Notebook
from sample_notebook import NAME, cell, code, picture, sample_notebook, words

EVERYWHERE = [*anatomy.RULES, *outputs.RULES, *pictures.RULES, *seeds.RULES, *trained.RULES]
EVERYWHERE += wording.RULES
RULES = [*EVERYWHERE, *anatomy.MAIN_LINE_RULES]
MAIN_LINE_RULES = [*anatomy.MAIN_LINE_RULES, *exercises.RULES]  # faults: test_exercise_rules


@pytest.fixture
def read(tmp_path):
    """Store a notebook, among others of its folder, and read it as the rules do."""

    def store(node, name=NAME, others=()):
        for other in others:
            (tmp_path / other).touch()
        path = tmp_path / name
        nbformat.write(node, path)
        return Notebook.read(path)

    return store


stored = functools.cache(Notebook.read)


@pytest.mark.parametrize("rule", EVERYWHERE, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_keeps_the_rule(path, rule):
    assert rule(stored(path)) == []


@pytest.mark.parametrize("rule", MAIN_LINE_RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("path", MAIN, ids=lambda path: path.stem)
def test_a_notebook_of_the_main_line_keeps_the_rule(path, rule):
    assert rule(stored(path)) == []


def test_the_sample_keeps_every_rule(read):
    notebook = read(sample_notebook())
    assert [complaint for rule in RULES for complaint in rule(notebook)] == []


def rewrite(name, old, new):
    """Return a fault: in the cell called `name`, `old` becomes `new`."""

    def plant(notebook):
        found = cell(notebook, name)
        assert old in found.source
        found.source = found.source.replace(old, new)

    return plant


def show(text, name="first", tags=()):
    """Return a fault: the cell puts out this text, under these tags."""

    def plant(notebook):
        cell(notebook, name).outputs = [
            v4.new_output("execute_result", {"text/plain": text}, execution_count=2)
        ]
        cell(notebook, name).metadata.tags = list(tags)

    return plant


def put(name, *new):
    """Return a fault: these cells stand after the cell called `name`, counts in order."""

    def plant(notebook):
        place = notebook.cells.index(cell(notebook, name)) + 1
        notebook.cells[place:place] = [new_cell.copy() for new_cell in new]
        recount(notebook)

    return plant


def drop(*names):
    """Return a fault: these cells are gone, counts in order."""

    def plant(notebook):
        notebook.cells = [c for c in notebook.cells if c.id not in names]
        recount(notebook)

    return plant


def recount(notebook):
    counted = (c for c in notebook.cells if c.cell_type == "code")
    for count, found in enumerate(counted, start=1):
        found.execution_count = count


def change(name, **fields):
    """Return a fault: these fields of the cell called `name` are set."""
    return lambda notebook: cell(notebook, name).update(fields)


def output(name, new):
    """Return a fault: the cell called `name` also puts this out."""
    return lambda notebook: cell(notebook, name).outputs.append(new)


def metadata(where, **fields):
    """Return a fault: metadata of the notebook ("") or of a cell."""
    return lambda notebook: (cell(notebook, where) if where else notebook).metadata.update(fields)


def swap_pngs(notebook):
    """Let two cells change their PNGs, and nothing else."""
    first, second = (cell(notebook, name).outputs[0].data for name in ("second", "explore"))
    first["image/png"], second["image/png"] = second["image/png"], first["image/png"]


def shown(**fields):
    """Return a fault: the metadata of the second cell's picture have these fields."""
    return lambda notebook: cell(notebook, "second").outputs[0].metadata["image/png"].update(fields)


def cut_off(notebook):
    data = cell(notebook, "second").outputs[0].data
    data["image/png"] = data["image/png"][:60]


def trains(lines, where="imports"):
    """Return a fault: the sample trains, and these lines stand in one of its cells."""

    def plant(notebook):
        change("third", source="seed = 0\ntrain(model)")(notebook)
        cell(notebook, where).source += f"\n\n{lines}"

    return plant


def trained_to(text, **metadata):
    """Return a fault: the first cell is trained, says this, and has these metadata."""

    def plant(notebook):
        show(text, tags=["trained"])(notebook)
        cell(notebook, "first").metadata.update(metadata)

    return plant


def without_ids(notebook):
    notebook.nbformat_minor = 4
    for found in notebook.cells:
        found.metadata.collapsed = "neither true nor false"
        del found["id"]


def reversed_sections(notebook):
    rewrite("first-words", "4.1", "4.3")(notebook)
    rewrite("third-words", "4.3", "4.1")(notebook)


WIDGET = v4.new_output("display_data", {outputs.WIDGET_VIEW: {"model_id": "1"}, "text/plain": "w"})
PATH = "/" + "root/notes.txt"
ONE_THREAD = "torch.set_num_threads(1)  # small matrices: a second thread only waits"
LONG = "\n".join(["x = 1"] * 21)

# rule, fault, what the complaint says
FAULTS = [
    (anatomy.has_its_title, rewrite("title", "# 4.", "# 5."), "cell 1: begin with the title `# 4."),
    (anatomy.has_its_title, rewrite("title", "**You need**", "Needed:"), "say **You need**"),
    (
        anatomy.has_its_computed_time,
        rewrite("title", "10 minutes", "30 minutes"),
        "give the computed **Time**: 10 minutes",
    ),
    (
        anatomy.has_its_computed_time,
        put("first", words("word " * 5000, "book")),
        "takes 60 minutes, at most 50",
    ),
    (
        anatomy.keeps_to_one_line_of_thought,
        put("first", words("word " * 2500, "book")),
        "words, at most 2500",
    ),
    (
        anatomy.keeps_to_one_line_of_thought,
        put("first", *(code("1", f"more-{i}", 0) for i in range(32))),
        "37 code cells, at most 36",
    ),
    (
        anatomy.names_one_side_trip_at_most,
        rewrite("first-notice", "Notice", "See A2, and A4. Notice"),
        "names the side trips A2, A4: one at most",
    ),
    (
        anatomy.says_where_its_vectors_come_from,
        rewrite("title", "placed by hand", "made of numbers"),
        "say before the first section whether",
    ),
    (anatomy.imports_first, rewrite("imports", "import math", "math = 3"), "imports only"),
    (anatomy.imports_first, change("imports", source="import math\n" * 10), "10 lines of imports"),
    (anatomy.imports_first, rewrite("third", "math.", "import os\nmath."), "cell 13: import os in"),
    (
        anatomy.installs_and_sets_nothing,
        rewrite("imports", "import math", "%pip install numpy"),
        "cell 2: `%`: no installs",
    ),
    (
        anatomy.installs_and_sets_nothing,
        change("first", source='import sys\nsys.path.append("..")'),
        "cell 5: `sys.path`",
    ),
    (anatomy.numbers_its_sections, reversed_sections, "numbered 4.3, 4.2, 4.1"),
    (anatomy.has_its_parts_in_order, rewrite("third-words", "## 4.3", "### 4.3"), "2 numbered"),
    (anatomy.has_its_parts_in_order, drop("question"), "0 parts `## The question`"),
    (
        anatomy.has_its_parts_in_order,
        put("source", code("1", "one", 0), code("2", "two", 0)),
        "2 code cells, at most 1",
    ),
    (
        anatomy.has_its_parts_in_order,
        put("recap", words("## Afterthought\n\nMore.", "after")),
        "in the order The question; 4.1",
    ),
    (
        anatomy.begins_each_part_with_a_cell,
        rewrite("first-notice", "Notice", "Seen.\n\n## 4.2 Hidden\n\nNotice"),
        "cell 6: `## 4.2 Hidden` must begin a cell of its own",
    ),
    (anatomy.opens_each_section_with_words, change("first-words", source="## 4.1 Bare"), "0 words"),
    (
        anatomy.opens_each_section_with_words,
        put("first-words", words("word " * 111, "lecture")),
        "129 words before",
    ),
    (anatomy.opens_each_section_with_words, drop("third"), "`4.3 Foretell` has no code cell"),
    (anatomy.has_an_explorer, drop("explore"), "no explorer"),
    (anatomy.has_an_explorer, drop("second"), "a static figure stands above each explorer"),
    (anatomy.asks_for_a_prediction, metadata("third", tags=[]), "no cell is tagged `predict`"),
    (anatomy.asks_for_a_prediction, drop("third-asks"), "cell 12: the cell above must ask"),
    (anatomy.ends_with_a_recap, drop("recap"), "no part `## Recap`"),
    (anatomy.ends_with_a_recap, rewrite("recap", "- Nothing", "Nothing"), "2 sentences"),
    (anatomy.ends_with_a_recap, rewrite("recap", ", whatever their order.", ""), "not a sentence"),
    (
        anatomy.ends_with_a_recap,
        rewrite("recap", "halves?</summary>", "halves</summary>"),
        "2 folded answers under **Three questions**, not 3",
    ),
    (anatomy.ends_with_a_recap, rewrite("recap", "- *A second", "*A second"), "1 references"),
    (
        anatomy.ends_with_a_recap,
        rewrite("recap", "read it for the picture of a mean as a point between points.", "2002."),
        "a reference without its reason: *A second book*",
    ),
    (
        anatomy.ends_with_a_recap,
        rewrite("recap", "**Read on**", "**Next** [5](05_x.ipynb)\n\n**Read on**"),
        "no next notebook yet",
    ),
    (anatomy.ends_with_a_recap, put("recap", code("1", "late", 5)), "no code in the recap"),
    (outputs.is_a_valid_file, without_ids, "neither true nor false"),
    (outputs.is_small, show("x" * 401_000), "KB, at most 400"),
    (outputs.has_short_code, change("first", source=LONG), "cell 5: code cell has 21 lines"),
    (
        outputs.has_short_code,
        lambda n: [change(name, source="x = 1\n" * 6)(n) for name in ("first", "second", "third")],
        "median of 6",
    ),
    (
        outputs.never_three_code_cells_in_a_row,
        put("first", code("1", "again", 0), code("2", "and-again", 0)),
        "cell 7: third code cell in a row",
    ),
    (outputs.prints_little, show("line\n" * 13), "cell 5: 13 lines of text output"),
    (
        outputs.labels_its_outputs,
        show("array([[0.25, 0.5],\n       [0.5, 0.75]])"),
        "without names",
    ),
    (outputs.labels_its_outputs, show("[1 2 3 4 5 6 7]"), "cell 5: 7 numbers in a row without"),
    (
        outputs.seldom_says_only_true,
        put("first", *(code("1 < 2", f"so-{i}", 0, {"text/plain": "True"}) for i in range(4))),
        "the 4th bare True or False, at most 3",
    ),
    (
        outputs.is_counted_in_order,
        change("second", execution_count=None),
        "cell 8: no execution count - run `make refresh NB=04`",
    ),
    (outputs.is_counted_in_order, change("second", execution_count=7), "count 7, not 3"),
    (outputs.is_counted_in_order, change("second", source="\n"), "cell 8: empty code cell"),
    (outputs.keeps_only_what_stays, metadata("", widgets={}), "metadata.widgets must not"),
    (outputs.keeps_only_what_stays, metadata("", kernelspec={"name": "mine"}), "kernelspec must"),
    (outputs.keeps_only_what_stays, metadata("first", execution={}), "cell 5: times of execution"),
    (outputs.keeps_only_what_stays, output("first", WIDGET), "cell 5: widget view stored"),
    (
        outputs.shows_no_error,
        output("first", v4.new_output("stream", name="stderr", text="Warning: slow\n  x = 1")),
        "cell 5: stderr: Warning: slow",
    ),
    (
        outputs.shows_no_error,
        output("first", v4.new_output("error", ename="NameError", evalue="x", traceback=[])),
        "cell 5: error output NameError: x",
    ),
    (outputs.is_the_same_on_every_run, show("<module at 0x7f3a2b10>"), "an address in memory"),
    (outputs.is_the_same_on_every_run, show("np.float64(0.25)"), "a NumPy scalar"),
    (outputs.is_the_same_on_every_run, show("np.True_"), "a NumPy scalar"),
    (outputs.is_the_same_on_every_run, show("tensor(1., grad_fn=<Sum>)"), "its gradient"),
    (outputs.is_the_same_on_every_run, show("[-0.   0.25]"), "'-0.', a minus before zero"),
    (outputs.is_the_same_on_every_run, show("<Figure size 640x480>"), "the repr of an object"),
    (outputs.is_the_same_on_every_run, show("took 12 ms"), "a time, '2 ms'"),
    (outputs.is_compared, metadata("first", tags=["nbval-skip"]), "cell 5: tags: nbval-skip"),
    (outputs.is_compared, metadata("first", tags=["timing"]), "no nbval-ignore-output"),
    (outputs.is_compared, rewrite("first", "1 / 4", "# NBVAL_SKIP\n1 / 4"), "NBVAL_SKIP"),
    (outputs.shows_its_figures, show("Bars.", "second"), "cell 8: draws but stores no image"),
    (
        outputs.shows_its_figures,
        lambda n: cell(n, "second").outputs[0].data.pop("text/plain"),
        "cell 8: the figure has no words",
    ),
    (
        outputs.shows_its_figures,
        show("Softmax.", "explore"),
        "cell 10: draws but stores no",
    ),
    (
        pictures.ties_each_picture_to_its_words,
        swap_pngs,
        "cell 8: the stored PNG says 'Softmax",
    ),
    (
        pictures.ties_each_picture_to_its_words,
        swap_pngs,
        "cell 10: the stored PNG says 'Bars",
    ),
    (
        pictures.ties_each_picture_to_its_words,
        lambda n: cell(n, "second").outputs[0].data.update({"text/plain": "Bars: a 0.35, b 0.50."}),
        "the output 'Bars: a 0.35, b 0.50.' - run `make refresh NB=04`",
    ),
    (
        pictures.ties_each_picture_to_its_words,
        shown(alt="Bars."),
        "the picture's alt is 'Bars.', ",
    ),
    (
        pictures.ties_each_picture_to_its_words,
        lambda n: cell(n, "second").outputs[0].metadata.clear(),
        "cell 8: the picture's alt is nothing, the output says 'Bars: a 0.25",
    ),
    (
        pictures.stores_each_picture_once,
        lambda n: cell(n, "second").outputs[0].data.update({"image/svg+xml": "<svg/>"}),
        "cell 8: an output holds a second copy of its picture, image/svg+xml",
    ),
    (
        pictures.stores_each_picture_once,
        lambda n: cell(n, "second").outputs[0].data.update({"text/html": "<img src='data:'>"}),
        "cell 8: an output holds a second copy of its picture, text/html",
    ),
    (pictures.ties_each_picture_to_its_words, shown(width=3), "PNG has (4, 2) pixels, not (6, 2)"),
    (
        pictures.ties_each_picture_to_its_words,
        cut_off,
        "cell 8: the stored PNG cannot be read",
    ),
    (trained.keeps_to_one_thread, trains(""), "cell 2: trains, so it needs a line `torch.set_num"),
    (trained.keeps_to_one_thread, trains("torch.set_num_threads(2)"), "cell 2: trains, so it need"),
    (trained.keeps_to_one_thread, trains("torch.set_num_threads(1)  # faster"), "say in a comment"),
    (trained.keeps_to_one_thread, trains(ONE_THREAD, "first"), "cell 5: the number of threads is"),
    (
        seeds.seeds_each_training,
        change("third", source="seed = 0\nmodel = Net()\nloop.train(model, draw)"),
        "cell 13: `loop.train` draws numbers that `seed` does not set",
    ),
    (seeds.earns_its_tags, metadata("first", tags=["trained"]), "nothing that it uses was trained"),
    (seeds.earns_its_tags, metadata("first", tags=["timing"]), "nothing that it uses was timed"),
    (trained.names_its_tolerance, trained_to("0.47"), "cell 5: prints decimals of a training, so"),
    (
        trained.names_its_tolerance,
        metadata("first", tolerance=0.02),
        "cell 5: names a tolerance, but is not tagged `trained`",
    ),
    (trained.names_its_tolerance, trained_to("yes", tolerance=0.02), "5: names a tolerance, but s"),
    (trained.names_its_tolerance, trained_to("0.47", tolerance=0), "tolerance is 0, not a number"),
    (trained.names_its_tolerance, trained_to("0.47", tolerance="0.02"), "is '0.02', not a number"),
    (trained.names_its_tolerance, trained_to("0.47", tolerance=True), "tolerance is True, not a n"),
    (
        trained.names_its_tolerance,
        trained_to("a 0.43, b 0.93", tolerance=0.3),
        "the tolerance 0.3 is wider than 0.25",
    ),
    (trained.names_its_tolerance, trained_to("0.47", tolerance=0.3), "0.3 is wider than 0.235"),
    (wording.does_not_belittle, rewrite("first-notice", "Notice", "Simply notice"), "'Simply'"),
    (wording.promises_nothing, rewrite("first-notice", "Notice", "Coming soon:"), "'Coming soon'"),
    (
        wording.names_only_notebooks_that_exist,
        rewrite("first-notice", "Notice", "Notebooks 04 and 07 explain"),
        "cell 6: 'Notebooks 04 and 07': there is no notebook 07",
    ),
    (
        wording.names_only_notebooks_that_exist,
        rewrite("first-notice", "Notice", "[Heads](07_heads.ipynb):"),
        "no file 07_heads.ipynb",
    ),
    (
        wording.uses_only_names_introduced,
        rewrite("imports", "import math", "import math\nfrom torch import nn"),
        "cell 2: uses `torch`",
    ),
    (
        wording.uses_only_names_introduced,
        change("first", source="attention.causal_mask(3)"),
        "cell 5: uses `causal_mask`",
    ),
    (
        wording.uses_only_names_introduced,
        rewrite("imports", "figures", "figures, layers"),
        "cell 2: uses `helpers.layers`",
    ),
    (
        wording.binds_each_name_once,
        lambda n: [change(name, source="half = 1 / 2")(n) for name in ("first", "third")],
        "cell 13: binds 'half' again, after cell 5",
    ),
    (
        wording.binds_each_name_once,
        lambda n: [
            change(c, source="for i in [1]:\n    a, b = i, 2")(n) for c in ("first", "third")
        ],
        "binds 'b' again",
    ),
    (
        wording.binds_each_name_once,
        change("third", source="math += 1"),
        "binds 'math' again, after cell 2",
    ),
    (
        wording.names_every_column,
        rewrite("first-notice", "Notice", "| | b |\n|---|---|\n| 1 | 2 |\n\nNotice"),
        "cell 6: a column without a name: | | b |",
    ),
    (
        wording.holds_its_own_pictures,
        rewrite("first-notice", "Notice", "![a map](https://example.org/a.png)"),
        "cell 6: picture from elsewhere",
    ),
    (wording.names_no_path_of_a_machine, show(PATH), "cell 5: path of one machine"),
]


@pytest.mark.parametrize(
    ("rule", "fault", "complaint"), FAULTS, ids=[f"{f[0].__name__}-{f[2]}" for f in FAULTS]
)
def test_a_planted_fault_is_named(read, rule, fault, complaint):
    node = sample_notebook()
    fault(node)
    complaints = rule(read(node))
    assert any(complaint in line for line in complaints), complaints
    assert all(line.startswith(NAME) and "\n" not in line for line in complaints)


def test_every_rule_has_seen_a_fault():
    assert {rule.__name__ for rule in RULES} <= {rule.__name__ for rule, _, _ in FAULTS}


def test_a_notebook_that_trains_may_set_its_threads_among_the_imports(read):
    node = sample_notebook()
    trains(ONE_THREAD)(node)
    notebook = read(node)
    assert anatomy.imports_first(notebook) + trained.keeps_to_one_thread(notebook) == []


@pytest.mark.parametrize(
    ("text", "tolerance"),
    [("a 0.43, b 0.93", 0.25), ("0.47", 0.02), ("above 0.75: yes", None), ("0.5 of 7", None)],
)
def test_what_is_trained_may_differ_by_its_tolerance(read, text, tolerance):
    node = sample_notebook()
    trained_to(text, **({"tolerance": tolerance} if tolerance else {}))(node)
    cell(node, "first").source = "limits = [0.75, 0.5]"
    assert trained.names_its_tolerance(read(node)) == []


@pytest.mark.parametrize("rule", series.RULES, ids=lambda rule: rule.__name__)
def test_the_series_keeps_the_rule(rule):
    assert rule([stored(path) for path in NOTEBOOKS]) == []


def test_an_id_that_two_cells_share_is_named(read):
    notebooks = [read(sample_notebook()), read(sample_notebook(), "05_next.ipynb")]
    complaints = series.has_unique_ids(notebooks)
    assert len(complaints) == len(notebooks[0].cells)
    assert complaints[0] == f"05_next.ipynb cell 1: has the id 'title', like {NAME} cell 1"


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
    put("second", code("figures.bars(colours)", "again", 0, picture(alt)))(node)
    assert series.tells_its_pictures_apart([read(node)]) == []
    put("second", code("figures.bars(red)", "red", 0, picture(alt, "red")))(node)
    assert series.tells_its_pictures_apart([read(node)]) == [
        f"{NAME} cell {number}: draws another picture than {NAME} cell {number - 1}, in its words"
        for number in (9, 10)
    ]


def test_the_recap_must_lead_on_when_there_is_a_next_notebook(read):
    others = ["03_before.ipynb", "05_next.ipynb", "06_later.ipynb"]
    notebook = read(sample_notebook(), others=others)
    assert anatomy.ends_with_a_recap(notebook) == [
        f"{NAME} cell 15: after the recap, **Next** must link to 05_next.ipynb"
    ]
    node = sample_notebook()
    rewrite("recap", "**Read on**", "**Next** [Next](05_next.ipynb)\n\n**Read on**")(node)
    assert anatomy.ends_with_a_recap(read(node, others=others)) == []


def test_a_cell_of_timings_may_change_and_ignores_its_output(read):
    node = sample_notebook()
    show("took 12 ms", tags=["timing", "nbval-ignore-output"])(node)
    notebook = read(node)
    assert outputs.is_the_same_on_every_run(notebook) + outputs.is_compared(notebook) == []


def test_an_explorer_is_demanded(read):
    node = sample_notebook()
    drop("explore")(node)
    assert anatomy.has_an_explorer(read(node)) != []
