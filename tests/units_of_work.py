"""What a test worker does in one go: a file; in the browser, one explorer or one notebook."""

import re

from browser.cases import CASES
from rules.notebook import NOTEBOOKS
from xdist.scheduler import LoadFileScheduling

# They are opened once, for the tests of all browser files.
PAGES = {*CASES} | {path.stem for path in NOTEBOOKS}
# Each of its tests with parameters is a long run by itself.
ALONE = "tests/test_trained_results.py"


def unit(nodeid):
    """Return the name of the unit of work that a test belongs to."""
    file, _, test = nodeid.partition("::")
    if file == ALONE and "[" in test:
        return nodeid
    if file.startswith("tests/browser/"):
        pages = PAGES.intersection(re.split(r"[\[\]-]", test))
        return f"tests/browser {min(pages)}" if pages else file
    return file


class UnitsOfWork(LoadFileScheduling):
    """Gives a worker that has little left to do the next unit, in the order of collection."""

    def _split_scope(self, nodeid):
        return unit(nodeid)
