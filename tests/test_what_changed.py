"""`make check` runs the tests that belong to a change, and no others."""

import subprocess
import sys

import pytest
import what_changed
from made import make, needs_make
from rules.notebook import MAIN
from what_changed import words


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("helpers/tables.py", {"tables"}),
        ("helpers/figures/planes.py", {"figures", "planes"}),
        ("helpers/explorers/dot_product/words.py", {"dot_product", "dotproduct"}),
        ("dot_product", {"dot_product", "dotproduct"}),
        (f"notebooks/{MAIN[3].name}", {MAIN[3].stem, "[03-"}),
    ],
)
def test_a_file_belongs_to_the_tests_that_are_called_like_it_or_its_folder(place, said):
    assert words(place) == said


@pytest.mark.slow
def test_what_no_test_is_called_like_is_not_green():
    command = [sys.executable, what_changed.__file__, "--what=benchmarks/limit_of_nothing.py"]
    assert subprocess.run(command, capture_output=True).returncode != 0


@needs_make
@pytest.mark.slow
def test_make_check_runs_what_is_named():
    done = make("check", "WHAT=test_tables")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed," in done.stdout
