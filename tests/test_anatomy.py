"""Every notebook keeps the rules, and every rule sees a fault that is planted."""

import functools

import pytest
from nbformat import v4
from rules import (
    anatomy,
    every,
    exercises,
    names,
    numbers,
    outputs,
    pictures,
    series,
    texts,
    trained,
    wording,
)
from rules.notebook import NOTEBOOKS, Notebook
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


def output(new):
    """Return a fault: the first cell also puts this out."""
    return lambda notebook: cell(notebook, "first").outputs.append(new)


def notice(text):
    """Return a fault: the sentence after the first section begins with this."""
    return rewrite("first-notice", "Notice", text)


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
WARNED = v4.new_output("stream", name="stderr", text="Warning: slow\n  x = 1")

# rule, what its complaint says, fault
FAULTS = [
    (anatomy.has_its_title, "say **Time**", rewrite("title", "**Time**", "Time:")),
    (
        anatomy.keeps_to_one_line_of_thought,
        "words, at most 2500",
        put("first", words("word " * 2500, "book")),
    ),
    (
        anatomy.installs_and_sets_nothing,
        "cell 2: `%`: no installs",
        rewrite("imports", "import math", "%pip install numpy"),
    ),
    (
        anatomy.numbers_its_sections,
        "numbered 4.9, 4.2, 4.3",
        rewrite("first-words", "4.1", "4.9"),
    ),
    (
        anatomy.begins_each_part_with_a_cell,
        "cell 6: `## 4.2 Hidden` must begin",
        notice("Seen.\n\n## 4.2 Hidden\n\nNotice"),
    ),
    (
        anatomy.asks_for_a_prediction,
        "cell 12: the cell above must ask",
        drop("third-asks"),
    ),
    (
        anatomy.ends_with_a_recap,
        "2 folded answers",
        rewrite("recap", "halves?</summary>", "halves</summary>"),
    ),
    (outputs.is_a_valid_file, "neither true nor false", without_ids),
    (outputs.is_small, "KB, at most 400", show("x" * 401_000)),
    (
        outputs.labels_its_outputs,
        "without names",
        show("array([[0.25, 0.5],\n       [0.5, 0.75]])"),
    ),
    (
        outputs.is_counted_in_order,
        "count None, not 3 - run `make refresh NB=04`",
        change("second", execution_count=None),
    ),
    (outputs.keeps_only_what_stays, "cell 5: widget view stored", output(WIDGET)),
    (outputs.shows_no_error, "cell 5: stderr: Warning: slow", output(WARNED)),
    (outputs.is_the_same_on_every_run, "a time, '2 ms'", show("took 12 ms")),
    (outputs.is_compared, "cell 5: tags: nbval-skip", show("0.75", tags=["nbval-skip"])),
    (outputs.shows_its_figures, "cell 8: draws but stores no image", show("Bars.", "second")),
    (pictures.ties_each_picture_to_its_words, "cell 8: the stored PNG says 'Softmax", swap_pngs),
    (trained.is_seeded, "no cell is tagged `trained`", TRAINS),
    (trained.keeps_to_one_thread, "cell 2: trains, so it needs a line `torch.set_num", TRAINS),
    (
        trained.names_its_tolerance,
        "0.3 is wider than 0.235",
        show("0.47", tags=["trained"], tolerance=0.3),
    ),
    (
        wording.names_only_notebooks_that_exist,
        "cell 6: 'Notebooks 04 and 07': there is no notebook 07",
        notice("Notebooks 04 and 07 say"),
    ),
    (
        wording.links_to_the_notebook_it_names,
        "the link 'notebook 03' leads to 04_s",
        notice("See [notebook 03](04_sample.ipynb):"),
    ),
    (
        wording.names_only_sections_that_exist,
        "'sections 4.1 and 4.9': there is no 4.9",
        notice("See sections 4.1 and 4.9:"),
    ),
    (
        wording.uses_only_names_introduced,
        "cell 2: uses `torch`",
        rewrite("imports", "import math", "import math, torch"),
    ),
    (
        wording.binds_each_name_once,
        "binds 'math' again, after cell 2",
        change("third", source="math += 1"),
    ),
    (
        wording.names_every_column,
        "a column without a name: | | b |",
        notice("| | b |\n|---|---|\n| 1 | 2 |\n\nNotice"),
    ),
    (
        wording.holds_its_own_pictures,
        "cell 6: picture from elsewhere",
        notice("![a map](https://example.org/a.png)"),
    ),
    (
        wording.names_no_path_of_a_machine,
        "cell 5: path of one machine",
        show("/" + "root/a.txt"),
    ),
    (
        numbers.states_only_what_is_shown,
        "cell 6: 0.99 is in no output above it in its section",
        notice("Notice 0.99, then"),
    ),
    (names.names_only_what_exists, "`softmx(x)`: there is no", notice("Call `softmx(x)`.")),
    (texts.links_to_what_is_there, "link to gone.md", notice("See [this](gone.md).")),
]


@pytest.mark.parametrize(
    ("rule", "complaint", "fault"), FAULTS, ids=lambda part: getattr(part, "__name__", "")
)
def test_a_planted_fault_is_named(read, rule, complaint, fault):
    node = sample_notebook()
    fault(node)
    complaints = rule(read(node))
    assert any(complaint in line for line in complaints), complaints
    assert all(line.startswith(NAME) and "\n" not in line for line in complaints)


def test_all_that_a_notebook_lacks_is_told_at_once(read):
    node = sample_notebook()
    rewrite("title", "**You need**", "Needed:")(node)
    told = every.complaints(read(node))
    for said in ("say **You need**", "has no row in the README", "0 exercises"):
        assert any(said in line for line in told), said


@pytest.mark.parametrize("rule", series.RULES, ids=lambda rule: rule.__name__)
def test_the_series_keeps_the_rule(rule):
    assert rule([stored(path) for path in NOTEBOOKS]) == []


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
