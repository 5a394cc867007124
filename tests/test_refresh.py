"""`make refresh` stores what the cells really show, and nothing that changes by itself."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest
from lab_server import foreign_kernel, until
from made import helpers_copied, make, needs_make
from nbformat import v4, write
from rules.notebook import ROOT
from rules.outputs import METADATA
from sample_notebook import last_line

from helpers.jupyterlab import minutes, refresh

STALE = "99999"
SOURCES = {
    "import": "import time\nimport ipywidgets\nfrom IPython.display import display\n"
    "from helpers import figures",
    "picture": "figures.bars([0.25, 0.75], ['a', 'b'], title='Two')",
    "widget": "ipywidgets.IntSlider(3)",
    "display": "display({'text/plain': 'shown'}, raw=True, display_id=True);",
    "slow print": "for i in range(3):\n    print(i, flush=True)\n    time.sleep(0.3)",
    "folder": "import pathlib\npathlib.Path('beside.txt').read_text()",
    "timing": "time.perf_counter_ns()",
}
# Stored numbers, and whether 0.48 agrees with them.
TRAINED = {"0.47": True, "0.49": True, "0.53": False, "0.470": False, "right": False}
# Some shells have what they start in the background ignore Ctrl-C.
INTERRUPTED = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from helpers.jupyterlab import minutes, refresh
sys.exit(refresh.main([], Path(sys.argv[1])))
"""


def notebook(path, sources, **tags):
    """Write a notebook as an editor leaves it: stale outputs, timestamps, widget state."""
    cells = [v4.new_markdown_cell("# A title", id="title")]
    for name, source in sources.items():
        shown = v4.new_output("execute_result", data={"text/plain": STALE}, execution_count=41)
        metadata = {"execution": {"iopub.status.busy": "2001-01-01"}, "tags": tags.get(name, [])}
        cell = v4.new_code_cell(
            source, id=re.sub(r"\W", "-", name), execution_count=41, outputs=[shown]
        )
        cell.metadata.update(metadata)
        cells.append(cell)
    metadata = {
        "kernelspec": {"display_name": "my own", "language": "python", "name": "elsewhere"},
        "language_info": {"name": "python", "version": "3.1"},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}}},
    }
    write(v4.new_notebook(cells=cells, metadata=metadata), path)
    return path


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The bytes of the notebook after one run and after two."""
    folder = tmp_path_factory.mktemp("notebooks")
    (folder / "beside.txt").write_text("found")
    path = notebook(folder / "03_small.ipynb", SOURCES, timing=["timing", "nbval-ignore-output"])
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*foreign_kernel(folder).popitem())
        for _ in range(2):
            assert refresh.main(["03"], folder) == 0, "not by the Python that launched"
            found.append(path.read_bytes())
    return found


@pytest.fixture
def cells(runs):
    """The code cells after a run, by name."""
    found = [cell for cell in json.loads(runs[0])["cells"] if cell["cell_type"] == "code"]
    return {cell["id"].replace("-", " "): cell for cell in found}


def text(cell):
    return "".join(cell["outputs"][0]["data"]["text/plain"])


def test_two_runs_give_the_same_bytes(runs):
    assert runs[0] == runs[1]
    assert runs[0].endswith(b"}\n")
    assert not runs[0].endswith(b"\n\n")


def test_what_the_cells_show_takes_the_place_of_what_was_stored(cells):
    assert text(cells["picture"]).startswith("Two")
    assert cells["picture"]["outputs"][0]["data"]["image/png"]
    assert text(cells["folder"]) == "'found'"
    assert text(cells["display"]) == "shown"
    assert STALE not in json.dumps([cells[name] for name in cells if name != "timing"])


def test_every_code_cell_is_counted_in_order(cells):
    assert [cell["execution_count"] for cell in cells.values()] == list(range(1, len(cells) + 1))
    results = [(c["execution_count"], o) for c in cells.values() for o in c["outputs"]]
    assert all(o.get("execution_count", count) == count for count, o in results)


def test_what_changes_by_itself_is_not_stored(runs, cells):
    metadata = json.loads(runs[0])["metadata"]
    assert metadata == METADATA
    assert list(cells["widget"]["outputs"][0]["data"]) == ["text/plain"]
    assert all("execution" not in cell["metadata"] for cell in cells.values())
    assert "transient" not in runs[0].decode()


def test_a_stream_printed_in_pieces_is_stored_whole(cells):
    assert [output["text"] for output in cells["slow print"]["outputs"]] == [["0\n", "1\n", "2\n"]]


@pytest.fixture(scope="module", params=["0", "1"], ids=["kept", "asked for"])
def ran(request, tmp_path_factory):
    """Whether timings and trained numbers are asked for; cells with such, as stored and as run."""
    share = 'class Share:\n    __repr__ = lambda share: "0.48"\n\nShare()'
    trained = dict.fromkeys(TRAINED, share)
    sources = {"clock": "6 * 7", "clock that has shown nothing": "6 * 7"} | trained
    folder = tmp_path_factory.mktemp("kept")
    path = notebook(
        folder / "03_kept.ipynb", sources, **{name: ["timing"] for name in list(sources)[:2]}
    )
    node = json.loads(path.read_text())
    node["cells"][2]["outputs"] = []
    for cell, stored in zip(node["cells"][3:], TRAINED, strict=True):
        cell["metadata"]["tolerance"] = 0.02
        cell["outputs"][0]["data"]["text/plain"] = stored
    path.write_text(json.dumps(node))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMINGS", request.param)
        patch.setenv("TRAINED", request.param)
        assert refresh.main([], folder) == 0
    cells = json.loads(path.read_text())["cells"][1:]
    found = [text(cell) if cell["outputs"] else "" for cell in cells]
    return request.param == "1", dict(zip(sources, found, strict=True))


def test_timings_are_kept_unless_asked_for(ran):
    asked, found = ran
    assert found["clock"] == ("42" if asked else STALE)
    assert found["clock that has shown nothing"] == "42"


def test_trained_numbers_that_agree_are_kept_unless_asked_for(ran):
    asked, found = ran
    for stored, agrees in TRAINED.items():
        assert found[stored] == (stored if agrees and not asked else "0.48")


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("raise ValueError('two\\nlines')", "03_bad.ipynb, cell 3: ValueError: two lines"),
        ("import os\nos._exit(1)", "03_bad.ipynb, cell 3: its kernel died"),
        (
            "import sys\nprint('careful', file=sys.stderr)",
            "03_bad.ipynb, cell 3: it writes to stderr: careful",
        ),
    ],
)
def test_a_cell_that_fails_is_named_and_its_file_left_alone(tmp_path, capfd, source, complaint):
    path = notebook(tmp_path / "03_bad.ipynb", {"good": "1 + 1", "bad": source, "later": "3"})
    before = path.read_bytes()
    assert refresh.main([], tmp_path) == 1
    assert last_line(capfd) == f"refresh: {complaint}"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def is_over(process_id):
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to a whole console")
def test_ctrl_c_is_one_line_and_leaves_neither_changes_nor_a_kernel(tmp_path):
    endless = "import os\nfrom pathlib import Path\nPath('id.part').write_text(str(os.getpid()))\n"
    endless += "os.replace('id.part', 'id')\nwhile True: pass"
    path = notebook(tmp_path / "03_endless.ipynb", {"good": "1 + 1", "endless": endless})
    before = path.read_bytes()
    command = [sys.executable, "-c", INTERRUPTED, tmp_path]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        until((tmp_path / "id").exists, "the cell")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors.strip() == "refresh: stopped at 03_endless.ipynb, which is as it was"
    assert process.returncode == 128 + signal.SIGINT
    assert path.read_bytes() == before
    kernel = int((tmp_path / "id").read_text())
    until(lambda: is_over(kernel), "the end of the kernel")


@needs_make
def test_make_refresh_runs_the_notebook_that_is_named(tmp_path):
    folder = helpers_copied(tmp_path) / "notebooks"
    folder.mkdir()
    named = notebook(folder / "03_named.ipynb", {"sum": "6 * 7"})
    other = notebook(folder / "04_other.ipynb", {"sum": "6 * 7"})
    before = other.read_bytes()
    done = make("refresh", "NB=03", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert text(json.loads(named.read_text())["cells"][1]) == "42"
    assert other.read_bytes() == before


def test_an_unknown_number_is_answered_with_what_there_is(tmp_path, capfd):
    (tmp_path / "03_a.ipynb").touch()
    assert refresh.main(["07"], tmp_path) == 1
    assert "refresh: no notebook 07: there are 03" in capfd.readouterr().err
    with pytest.raises(ValueError, match="found none"):
        refresh.chosen([], tmp_path / "nowhere")


def test_a_refresh_would_change_no_minutes():
    assert [path.name for path in minutes.rewritten(ROOT / "notebooks")] == []


def test_minutes_that_are_not_those_computed_are_written_anew(tmp_path):
    for name in ("notebooks", "README.md", "TEACHING.md"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    spoilt = {
        "notebooks/02_score_with_dot_products.ipynb": {r"(\*\*Time\*\*) \d+": r"\1 99"},
        "notebooks/00_start_here.ipynb": {r"[\d½]+ hours \| [\d½]+": "99 hours | 98"},
        "README.md": {r"\| \d+ \|": "| 99 |", r"in [\d½]+ hours": "in 99 hours"},
        "TEACHING.md": {r"\| \d+ (\| 00 \| 0)": r"| 99 \1", r"\| \d+ (\| 0\.2)": r"| 99 \1"},
    }
    for name, changes in spoilt.items():
        text = (tmp_path / name).read_text(encoding="utf-8")
        for right, wrong in changes.items():
            text, times = re.subn(right, wrong, text, count=1)
            assert times, right
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = minutes.rewritten(tmp_path / "notebooks")
    assert {path.relative_to(tmp_path).as_posix() for path in found} == spoilt.keys()
    for path, text in found.items():
        assert text == (ROOT / path.relative_to(tmp_path)).read_text(encoding="utf-8")
