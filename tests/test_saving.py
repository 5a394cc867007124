"""A learner's saved notebook holds pictures and numbers, never a live view without its kernel."""

import copy
import json

import pytest
from lab_server import START, jupyterlab
from nbformat import v4

from helpers.jupyterlab import launch, saving

# As `jupyter lab` is started by somebody who has never heard of our launcher.
PLAIN = """
import sys
from jupyterlab.labapp import LabApp
root = f"--ServerApp.root_dir={sys.argv[2]}"
LabApp.launch_instance([root, "--no-browser", "--allow-root", *sys.argv[3:]])
"""
# What jupytext does to the server when it's loaded, after our extensions.
REPLACING = """
def _load_jupyter_server_extension(server):
    class Another(server.contents_manager_class):
        pass
    server.contents_manager = Another(parent=server, log=server.log)
    server.session_manager.contents_manager = server.contents_manager
    server.web_app.settings["contents_manager"] = server.contents_manager

def _jupyter_server_extension_points():
    return [{"module": "replacing"}]
"""
VIEW = {"version_major": 2, "version_minor": 0, "model_id": "0" * 32}
STATE = {"application/vnd.jupyter.widget-state+json": {"state": {}}}


def widget(**others):
    """Return the output of a cell that shows a live widget, and what stands beside it."""
    data = {saving.WIDGET_VIEW: VIEW, **others}
    metadata = {saving.WIDGET_VIEW: {"height": 3}} if others else {}
    return v4.new_output("execute_result", data=data, metadata=metadata, execution_count=1)


FOREIGN = v4.new_code_cell("import ipywidgets", outputs=[widget()])  # of another project


@pytest.fixture
def ran():
    """A notebook as JupyterLab holds it after a run."""
    outputs = {
        "explorer": [widget(**{"image/png": "iVBORw0KGgo=", "text/plain": "z = 0.5"})],
        "only": [v4.new_output("stream", text="before\n"), widget()],
        "plain": [v4.new_output("execute_result", data={"text/plain": "3"}, execution_count=1)],
    }
    cells = [
        v4.new_code_cell("from helpers import explorers", id=name, outputs=shown, execution_count=1)
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
        {"type": "notebook", "content": None},
        {"type": "notebook", "content": v4.new_notebook(cells=[FOREIGN])},
    ],
)
def test_whatever_else_is_saved_is_left_alone(model):
    before = copy.deepcopy(model)
    saving.before_saving(model=model, path="x", contents_manager=None)
    assert model == before


@pytest.mark.parametrize("start", [START, PLAIN], ids=["make lab", "jupyter lab"])
def test_a_saved_notebook_is_scrubbed_whatever_contents_manager_saves_it(ran, tmp_path, start):
    (tmp_path / "replacing.py").write_text(REPLACING)
    originals = tmp_path / "originals"
    for folder in (originals, tmp_path / "work"):
        folder.mkdir()
        (folder / launch.FIRST).write_text(json.dumps(ran))
    options = ["--no-browser", "--ServerApp.jpserver_extensions={'replacing': True}"]
    environment = {"PYTHONPATH": str(tmp_path)}
    with jupyterlab(originals, tmp_path, *options, start=start, **environment) as server:
        body = {"type": "notebook", "format": "json", "content": ran}
        path = server.work / launch.FIRST
        server.ask("PUT", f"api/contents/{launch.FIRST}", body)
    stored = json.loads(path.read_text())
    assert outputs(stored, "explorer")[0]["data"].keys() == {"image/png", "text/plain"}
    assert "widget" not in json.dumps(stored)
