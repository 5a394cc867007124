"""What people read names no machine, and its links lead somewhere."""

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
