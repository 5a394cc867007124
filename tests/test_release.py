"""A release is made by a tag, says what has changed, and installs next year, too."""

import re
import shutil
import subprocess
import sys

import pytest
from rules.notebook import ROOT
from test_environment import project
from test_readme import PAGES, WORKFLOWS

VERSION = project()["version"]
MAY_WRITE = {("release", "publish"): {"contents"}, ("site", "deploy"): {"pages", "id-token"}}


def release(tag, root=ROOT):
    """Run the program that the workflow runs, and return it with what it printed."""
    command = [sys.executable, root / ".github/release.py", tag]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_tag_of_a_release_is_the_version_and_its_notes_are_those_of_the_newest_changes():
    done = release(f"v{VERSION}")
    assert done.returncode == 0, done.stderr
    (newest, text), *_ = re.findall(r"(?ms)^## (\S+)\n+(.*?)(?=^## |\Z)", PAGES["CHANGELOG.md"])
    assert newest == VERSION
    assert done.stdout.strip() == text.strip()
    for tag in ("v0.0.1", VERSION):
        done = release(tag)
        assert done.returncode == 1
        assert done.stderr.strip() == f"release: expected the tag v{VERSION}, got {tag}"


def test_a_version_of_which_nothing_is_said_is_not_released(tmp_path):
    for name in ("pyproject.toml", "CHANGELOG.md", ".github/release.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text(changes.read_text("utf-8").replace(f"## {VERSION}\n", f"## {VERSION}0\n"))
    done = release(f"v{VERSION}", tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"release: CHANGELOG.md: expected a part ## {VERSION}")


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_write_only_where_nothing_installed_runs_and_never_runs_for_hours(name):
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
    for job, what in WORKFLOWS[name]["jobs"].items():
        may = {part for part, how in what.get("permissions", {}).items() if how == "write"}
        assert may == MAY_WRITE.get((name, job), set())
        lines = [step.get("run", "") for step in what.get("steps", [])]
        assert not may or not any("make" in line or "pip" in line for line in lines)
        assert "uses" in what or what["timeout-minutes"] <= 90
