"""`make bench` and `make picture`, which need a browser, run to their end."""

import shutil

import moving_picture
import pytest
from made import make, needs_make
from PIL import Image
from rules.notebook import ROOT

PARTS = (
    "attention, n = 512",
    "import helpers.attention",
    "streaming_attention, n = 512, d = 64, float64, against attention",
    "torch's fused function, n = 1,024, time",
    "a token of a model with 4 blocks of width 256, one thread, behind 32 others",
    "MultiHeadAttention (1, 6, 4, 2), forward + backward, threads: 2",
    "make lab to an explorer that answers, warm, against JupyterLab",
    "AttentionExplorer, 12 tokens, updates while dragging",
    "Explorer, input to paint, p50",
    "AttentionExplorer, growth of the browser",
)


def in_a_browser(test):
    """Mark a test that runs make, and a browser in it."""
    return needs_make(pytest.mark.slow(pytest.mark.usefixtures("browser")(test)))


@in_a_browser
def test_every_part_of_the_bench_runs():
    done = make("bench", "ARGS=--quick")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [part for part in PARTS if part not in done.stdout] == []


def test_the_stored_moving_picture_was_made_of_this_code_and_these_colours():
    stored = Image.open(moving_picture.PLACE)
    assert stored.info["comment"].decode() == moving_picture.made_of(), "run make picture"


@in_a_browser
def test_the_moving_picture_is_drawn_and_moves(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "tests", tmp_path / "tests")
    (tmp_path / ".github").mkdir()
    done = make("picture", "ARGS=4", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    made, stored = (Image.open(root / ".github/what_you_see.gif") for root in (tmp_path, ROOT))
    assert made.width == stored.width
    bars = []
    for place in (0, 4 + 1, made.n_frames - 1):  # before, once a switch is pressed, and at the end
        made.seek(place)
        part = [int(share * made.width) for share in (0.6, 0.1, 0.95, 0.35)]
        bars.append(made.convert("RGB").crop(part).tobytes())
    assert bars[0] == bars[2] != bars[1]
