"""Keeps of a live widget, in a saved notebook, the picture and the numbers that stand beside it.

A notebook that holds the live view shows "model not found" once its kernel is gone, although it
holds the picture too. This file is also a Jupyter server extension, enabled by a file that is
installed among Jupyter's settings, and by `launch.py`.
"""

import re

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# An environment may serve other notebooks, too, whose live views are not ours to drop.
OURS = re.compile(r"\b(from|import) helpers\b")


def without_outputs(notebook):
    """Take all outputs and counts from a notebook, and return it as nobody has run it."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def without_widgets(notebook):
    """Take live views and their state out of a notebook of format 4, in place, and return it.

    Outputs that held nothing else go; all others stay as they are.
    """
    notebook["metadata"].pop("widgets", None)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [output for output in cell["outputs"] if _has_more(output)]
    return notebook


def _has_more(output):
    """Drop the live view of an output, in place, and say whether anything is left of it."""
    if WIDGET_VIEW not in output.get("data", ()):
        return True
    del output["data"][WIDGET_VIEW]
    output["metadata"].pop(WIDGET_VIEW, None)
    return bool(output["data"])


def before_saving(model, **_where):
    """Scrub what Jupyter is about to save, if it's a notebook of ours; what is open stays live."""
    content = model.get("content")
    if model.get("type") == "notebook" and content and content.get("nbformat") == 4:
        sources = ["".join(cell["source"]) for cell in content["cells"]]
        if any(map(OURS.search, sources)):
            without_widgets(content)


def _link_jupyter_server_extension(server):
    """Configure the hook, so that a contents manager that replaces Jupyter's own has it, too.

    Jupyter calls this before it makes a contents manager.
    """
    if "pre_save_hook" not in server.config.ContentsManager:
        server.config.ContentsManager.pre_save_hook = before_saving


def _load_jupyter_server_extension(server):
    """Register the hook where the user has configured another one: then both are called."""
    if server.contents_manager.pre_save_hook is not before_saving:
        server.contents_manager.register_pre_save_hook(before_saving)


def _jupyter_server_extension_points():
    """Tell Jupyter where the extension is: here."""
    return [{"module": __name__}]
