"""A release is made by a tag, says what has changed, and installs next year, too."""

import datetime
import re
import shutil
import subprocess
import sys

import pytest
from rules.notebook import ROOT
from test_environment import project
from test_readme import WORKFLOWS, page

VERSION = project()["version"]
TRIGGERS = {name: workflow[True] for name, workflow in WORKFLOWS.items()}  # YAML reads `on` as True
OFFICIAL = {"checkout", "setup-python", "upload-pages-artifact", "deploy-pages"}
OFFICIAL |= {"upload-artifact", "download-artifact"}
MAY_WRITE = {("release", "publish"): {"contents"}, ("site", "deploy"): {"pages", "id-token"}}


def steps(name):
    """Return the steps of all jobs of a workflow."""
    return [step for job in WORKFLOWS[name]["jobs"].values() for step in job.get("steps", [])]


def release(tag, root=ROOT):
    """Run the program that the workflow runs, and return it with what it printed."""
    command = [sys.executable, root / ".github/release.py", tag]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_tag_of_a_release_is_the_version_and_its_notes_are_those_of_the_newest_changes():
    done = release(f"v{VERSION}")
    assert done.returncode == 0, done.stderr
    (newest, text), *_ = re.findall(r"(?ms)^## (\S+)\n+(.*?)(?=^## |\Z)", page("CHANGELOG.md"))
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


def test_a_release_is_checked_tested_built_and_then_published():
    assert TRIGGERS["release"] == {"push": {"tags": ["v*"]}}
    jobs = WORKFLOWS["release"]["jobs"]
    assert jobs["check"] == {"uses": "./.github/workflows/ci.yml"}
    assert "workflow_call" in TRIGGERS["ci"]
    assert jobs["publish"]["needs"] == ["check", "build"]
    first, *made, last = [step["run"] for step in steps("release") if "run" in step]
    assert first == 'python .github/release.py "$GITHUB_REF_NAME" > notes.md'
    assert {"make class", "make site", "make slides"} < set(made)
    assert last.startswith('gh release create "$GITHUB_REF_NAME" ')
    assert " --verify-tag " in last
    assert last.endswith("--notes-file notes.md dist/*.whl dist/*.zip")
    handed_on = jobs["build"]["steps"][-1]["with"]["path"].split()
    assert handed_on == ["notes.md", "dist/*.whl", "dist/*.zip"]


def test_the_site_is_what_make_writes_once_all_has_passed():
    ci = WORKFLOWS["ci"]["name"]
    assert TRIGGERS["site"]["workflow_run"] == {
        "workflows": [ci],
        "types": ["completed"],
        "branches": ["main"],
    }
    jobs = WORKFLOWS["site"]["jobs"]
    assert "workflow_run.conclusion == 'success'" in jobs["build"]["if"]
    assert jobs["deploy"]["needs"] == "build"
    *_, made, packed = jobs["build"]["steps"]
    assert made == {"run": "make site"}
    assert f" {packed['with']['path']} " in f"{page('Makefile')} ".replace("\n", " ")


def test_the_newest_versions_are_tried_each_week():
    ((when,),) = (entry.values() for entry in TRIGGERS["ci"]["schedule"])
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", when)
    assert {"push", "pull_request"} < TRIGGERS["ci"].keys()


def test_workflows_use_github_s_own_actions_and_conda_s():
    used = [step["uses"] for name in WORKFLOWS for step in steps(name) if "uses" in step]
    foreign = [
        one for one in used if not re.fullmatch(rf"actions/({'|'.join(OFFICIAL)})@v\d+", one)
    ]
    assert foreign == ["conda-incubator/setup-miniconda@v3"]


def test_the_exact_versions_say_of_which_day_they_are():
    first, *_ = page("constraints.txt").splitlines()
    (day,) = re.fullmatch(r"# Of (\d{4}-\d\d-\d\d)\.", first).groups()
    assert datetime.date.fromisoformat(day)


TESTED = page("ACCESSIBILITY.md").partition("## What is tested")[2].partition("\n## ")[0]


def test_each_claim_of_accessibility_names_tests_that_there_are():
    claims = re.split(r"(?m)^- ", TESTED)[1:]
    assert len(claims) > 5
    for claim in claims:
        named = re.findall(r"`(tests/[\w/]+\.py)`", claim)
        assert named, claim
        for name in named:
            assert re.search(r"(?m)^def test_", page(name)), name


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_write_only_where_nothing_installed_runs_and_never_runs_for_hours(name):
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
    for job, what in WORKFLOWS[name]["jobs"].items():
        may = {part for part, how in what.get("permissions", {}).items() if how == "write"}
        assert may == MAY_WRITE.get((name, job), set())
        lines = [step.get("run", "") for step in what.get("steps", [])]
        assert not may or not any("make" in line or "pip" in line for line in lines)
        assert "uses" in what or what["timeout-minutes"] <= 90
