"""A learner's saved notebook holds pictures and numbers, never a live view without its kernel."""

import copy
import json

import pytest
from lab_server import jupyterlab
from nbformat import v4

from helpers.jupyterlab import launch, saving

VIEW = {"version_major": 2, "version_minor": 0, "model_id": "0" * 32}
STATE = {"application/vnd.jupyter.widget-state+json": {"state": {}}}


def widget(**others):
    """Return the output of a cell that shows a live widget, and what stands beside it."""
    data = {saving.WIDGET_VIEW: VIEW, **others}
    metadata = {saving.WIDGET_VIEW: {"height": 3}} if others else {}
    return v4.new_output("execute_result", data=data, metadata=metadata, execution_count=1)


@pytest.fixture
def ran():
    """A notebook as JupyterLab holds it after a run."""
    outputs = {
        "explorer": [widget(**{"image/png": "iVBORw0KGgo=", "text/plain": "z = 0.5"})],
        "only": [v4.new_output("stream", text="before\n"), widget()],
        "plain": [v4.new_output("execute_result", data={"text/plain": "3"}, execution_count=1)],
    }
    cells = [
        v4.new_code_cell("1", id=name, outputs=shown, execution_count=1)
        for name, shown in outputs.items()
    ]
    cells.append(v4.new_markdown_cell("Words.", id="words"))
    return json.loads(json.dumps(v4.new_notebook(cells=cells, metadata={"widgets": STATE})))


def outputs(notebook, name):
    (cell,) = (cell for cell in notebook["cells"] if cell["id"] == name)
    return cell["outputs"]


def test_the_picture_and_the_numbers_stay_where_the_live_view_was(ran):
    (output,) = outputs(saving.without_widgets(ran), "explorer")
    assert output["data"] == {"image/png": "iVBORw0KGgo=", "text/plain": "z = 0.5"}
    assert output["metadata"] == {}


def test_nothing_live_is_left_and_nothing_else_is_lost(ran):
    before = copy.deepcopy(ran)
    saving.without_widgets(ran)
    assert "widget" not in json.dumps(ran)
    assert outputs(ran, "plain") == outputs(before, "plain")
    assert outputs(ran, "only") == outputs(before, "only")[:1]
    assert ran["cells"][-1] == before["cells"][-1]


@pytest.mark.parametrize(
    "model",
    [
        {"type": "file", "content": "text"},
        {"type": "directory"},
        {"type": "notebook", "content": None},
        {"type": "notebook", "content": {"nbformat": 3, "worksheets": []}},
    ],
)
def test_whatever_else_is_saved_is_left_alone(model):
    before = copy.deepcopy(model)
    saving.before_saving(model=model, path="x", contents_manager=None)
    assert model == before


def test_a_notebook_saved_under_make_lab_is_scrubbed(ran, tmp_path):
    originals = tmp_path / "originals"
    originals.mkdir()
    (originals / launch.FIRST).write_text(json.dumps(ran))
    with jupyterlab(originals, tmp_path, "--no-browser") as server:
        body = {"type": "notebook", "format": "json", "content": ran}
        path = server.work / launch.FIRST
        server.ask("PUT", f"api/contents/{launch.FIRST}", body)
    stored = json.loads(path.read_text())
    assert outputs(stored, "explorer")[0]["data"].keys() == {"image/png", "text/plain"}
    assert "widget" not in json.dumps(stored)
