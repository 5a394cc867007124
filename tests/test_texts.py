"""What people read names no machine, and its links lead somewhere."""

import json

import pytest
from rules.notebook import ROOT
from rules.texts import has_dead_anchors, has_dead_links, names_a_machine, texts

TEXTS = texts(ROOT)
PAGES = [path for path in TEXTS if path.suffix == ".md"]


def place(path):
    return path.relative_to(ROOT).as_posix()


def test_no_text_names_a_machine():
    assert [line for path in TEXTS for line in names_a_machine(ROOT, path)] == []


@pytest.mark.parametrize("path", PAGES, ids=place)
def test_the_links_of_a_page_lead_to_files(path):
    assert has_dead_links(path.name, path.parent, path.read_text(encoding="utf-8")) == []
    assert has_dead_anchors(path) == []


@pytest.mark.parametrize(
    ("name", "line", "seen"),
    [
        ("README.md", "cd /" + "root/attention", True),
        ("README.md", "https://py" + "pi.org/project/numpy", True),
        ("README.md", "pip install -i https://wheels.example/root/sim" + "ple/ numpy", True),
        ("INSTALL.md", "--extra-index-url https://download.pytorch" + ".org/whl/cpu", False),
        ("constraints.txt", "https://download.pytorch" + ".org/whl/cpu", True),
        ("README.md", "your copies are in work/, the tests in tests/tmp/ and ~/work", False),
    ],
)
def test_paths_and_package_hosts_are_seen(tmp_path, name, line, seen):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"one\n{line}\n", encoding="utf-8")
    complaints = names_a_machine(tmp_path, path)
    assert bool(complaints) == seen
    assert all(complaint.startswith(f"{name} line 2: ") for complaint in complaints)


def test_dead_links_are_seen(tmp_path):
    (tmp_path / "here.md").touch()
    markdown = "[a](here.md#part) [b](#part) [c](https://example.org) [d](gone.md) `[e](f.md)`"
    assert has_dead_links("x.md", tmp_path, markdown + '<img src="p.png">') == [
        "x.md: link to gone.md, which is not there",
        "x.md: link to p.png, which is not there",
    ]


def test_dead_anchors_are_seen(tmp_path):
    cells = [{"source": ["## 2.1 Score `x` · by\n", "hand"]}]
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    page = tmp_path / "x.md"
    page.write_text(
        "# A: day, or two\n[a](#a-day-or-two) [b](#b) [c](n.ipynb#21-score-x--by)\n"
        "[d](n.ipynb#d) [e](https://example.org/e#f) `[f](#f)`\n```\n# b\n```\n",
        encoding="utf-8",
    )
    assert has_dead_anchors(page) == [
        "x.md: link to #b, a heading that is not there",
        "x.md: link to n.ipynb#d, a heading that is not there",
    ]
