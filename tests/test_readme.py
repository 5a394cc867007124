"""What the pages tell a reader to type is what a test or CI runs, and the files they name exist."""

import json
import os
import re
import subprocess
import sys

import pytest
import yaml
from made import CLEAN, needs_make
from rules.notebook import NOTEBOOKS, ROOT, Notebook

from helpers.jupyterlab.minutes import SPAN, WAY
from helpers.jupyterlab.start_page import PAGE as START

PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("*.md"))}
WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in (ROOT / ".github/workflows").glob("*.yml")
}
CONTAINER = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PYTHON = r"python3?|py|\.venv/bin/python|\.venv\\Scripts\\python"
PROGRAM = re.compile(rf"(?:[A-Z_]+=\S+ )*(?:make|conda|uv|apt-get|{PYTHON}) ")
# Tried by hand: they take the network, never end, or are a system's own.
ONLY_TELLS = {
    "py --list",
    "apt-get install make python3-venv",
    "apt-get install python3-venv",
    "apt-get install bubblewrap",
    ".venv/bin/python -m pip wheel --wheel-dir wheels --constraint constraints.txt . setuptools",
    ".venv/bin/python -m pip install --no-index --find-links wheels "
    "--constraint constraints.txt --editable .",
    "python3 -m http.server 8000 --directory dist/site",
}


def commands(markdown):
    """Return the commands of a page: the lines of its fences, and its spans that are commands."""
    fences = re.findall(r"(?ms)^```\n(.*?)^```", markdown)
    prose = re.sub(r"(?ms)^```.*?^```", "", markdown)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    lines = [line.partition(" #")[0].strip() for fence in fences for line in fence.splitlines()]
    return [line for line in [*lines, *spans] if PROGRAM.match(line)]


def plainly(command):
    """Return a command in one way of writing, whatever its shell and Python are called."""
    command = re.sub(rf"^(?:{PYTHON}|py -3\.\d+|\.venv/\S*?python)(?= )", "python", command)
    command = re.sub(
        r"(-m helpers\.(?:jupyterlab|marking)\S*)( .*)?$", r"\1", command
    )  # with any options
    return command.replace("\\", "/").replace('"', "").replace(" --quiet", "").strip()


def of_the_workflows():
    """Return the lines that the steps of the workflows run."""
    jobs = [job for workflow in WORKFLOWS.values() for job in workflow["jobs"].values()]
    steps = [step for job in jobs for step in job.get("steps", [])]
    return [line for step in steps for line in step.get("run", "").splitlines()]


def of_make(system):
    """Return the lines that make runs on a plain machine to install and for what pages speak of."""
    told = [f"{name}=" for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS")]
    targets = ("test", "lab", "real", "class", "mark", "site", "slides")
    command = ["make", "--dry-run", "--always-make", *targets, f"SYSTEM={system}", *told]
    run = subprocess.run(command, cwd=ROOT, env=CLEAN, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def made():
    """Return the targets of make that CI or a test runs, with those they ask for."""
    script = [*of_the_workflows(), *(ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()]
    found = {line.split()[1] for line in script if line.startswith("make ")}
    for path in (ROOT / "tests").rglob("test_*.py"):
        found |= set(re.findall(r'\bmake\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    asked = dict(re.findall(r"(?m)^([a-z]+):(?!.*export)([^:\n]*)$", MAKEFILE))
    return found | {one for name in found & asked.keys() for one in asked[name].split()}


def test_every_target_is_run_by_ci_or_by_a_test():
    (targets,) = re.findall(r"(?m)^\.PHONY: (.*)$", MAKEFILE)
    assert set(targets.split()) - made() == set()


@needs_make
@pytest.mark.parametrize("name", [*PAGES, "START.md"])
def test_what_a_page_tells_to_type_is_what_ci_or_a_test_runs(name):
    lines = [*of_the_workflows(), *of_make("Linux"), *of_make("Darwin")]
    run = {plainly(line) for line in [*lines, CONTAINER["postCreateCommand"]]}
    targets = made()
    unknown = [
        one
        for one in commands({**PAGES, "START.md": START}[name])
        if one not in ONLY_TELLS
        if plainly(one) not in run and not (one.startswith("make ") and one.split()[1] in targets)
    ]
    assert unknown == []


@pytest.mark.parametrize("name", PAGES)
def test_a_file_that_a_page_names_is_there(name):
    named = re.findall(r"`(\.?[\w-]+(?:/[\w.-]+)+/?|\w+\.(?:py|md|txt|toml))`", PAGES[name])
    made_later = re.compile(r"work/|dist/|\.venv/|.*NN_|numpy\.py|helpers\.py|START\.md")
    places = ("", "helpers/explorers/*/")
    named = [one for one in named if not made_later.match(one)]
    missing = [one for one in named if not any([*ROOT.glob(where + one)] for where in places)]
    assert missing == []


@pytest.mark.parametrize("name", ["README.md", "notebooks/00_start_here.ipynb"])
def test_no_way_through_leaves_out_what_its_notebooks_need(name):
    ways = WAY.findall((ROOT / name).read_text(encoding="utf-8"))
    assert len(ways) == 3
    for way, said, *_ in ways:
        ends = [(one[:2], one[-2:]) for one in re.findall(SPAN, said)]
        those = {path for path in NOTEBOOKS if any(a <= path.name[:2] <= b for a, b in ends)}
        for path in those:
            first = Notebook.read(path).cells[0].source
            needed = set(re.findall(r"\]\((\w+\.ipynb)\)", first))
            assert needed <= {one.name for one in those}, f"{way}: {path.name}"


def test_the_cell_for_a_hub_makes_copies_where_no_python_is_on_the_path(tmp_path):
    (page,) = (text for text in PAGES.values() if "**JupyterHub**" in text)
    cell = page.partition("**JupyterHub**")[2].split("```")[3].removeprefix("python\n")
    env = os.environ | {"PATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", cell], cwd=tmp_path, env=env, capture_output=True)
    assert run.stderr == b""
    assert {path.name for path in NOTEBOOKS} <= {path.name for path in tmp_path.glob("attention/*")}


def test_the_dev_container_installs_what_make_lab_installs():
    (needed,) = re.findall(r"(?m)^lab: \$\((\w+)\)$", MAKEFILE)
    (installed,) = re.findall(rf"(?m)^{needed} := (.*)$", MAKEFILE)
    assert CONTAINER["onCreateCommand"] == f"make {installed}"
