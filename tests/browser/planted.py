"""A notebook in which everything goes wrong that the browser test must see."""

import nbformat
from nbformat import v4

NAME = "99_planted.ipynb"
SOURCES = {
    "picture": "from matplotlib.figure import Figure\nFigure()",
    "number": "1 + 1",
    "within": "0.42",
    "beyond": "0.47",
    "explorer": "def SoftmaxExplorer():\n    return Figure()\n\nSoftmaxExplorer()",
    "stderr": "import sys\nprint('careful', file=sys.stderr)",
    "network": "from IPython.display import HTML\nHTML('<img src=\"http://192.0.2.1/a.png\">')",
    "error": "1 / 0",
    "never": "2 + 2",
}
STORED = {
    "picture": {"image/png": "", "text/plain": "A picture."},
    "number": {"text/plain": "3"},
    "within": {"text/plain": "0.40"},
    "beyond": {"text/plain": "0.40"},
    "explorer": {"image/png": "", "text/plain": "An explorer."},
}
TOLERANCE = {"within": {"tolerance": 0.05}, "beyond": {"tolerance": 0.05}}


def write(folder):
    """Write the notebook as if all its cells had run well."""
    cells = []
    for count, (name, source) in enumerate(SOURCES.items(), 1):
        shown = [
            v4.new_output("execute_result", data=data, execution_count=count)
            for data in filter(None, [STORED.get(name)])
        ]
        how = {"id": name, "execution_count": count, "metadata": TOLERANCE.get(name, {})}
        cells.append(v4.new_code_cell(source, outputs=shown, **how))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, folder / NAME)
