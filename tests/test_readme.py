"""What the pages, the workflow and the dev container tell a reader or a machine to type is true."""

import json
import re

import pytest
import yaml
from rules.anatomy import reading_minutes
from rules.commands import commands, misspelt, unknown_names
from rules.notebook import NOTEBOOKS, ROOT, Notebook

from helpers.jupyterlab.exercises import exercises

PAGES = ["README.md", "CONTRIBUTING.md", "data/README.md"]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
CONTAINER = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_every_name_in_the_commands_of_a_page_is_known(name):
    assert [line for command in commands(page(name)) for line in misspelt(command)] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_variable_file_and_helper_that_a_page_names_is_there(name):
    assert unknown_names(page(name)) == []


MINUTES = {path.name: reading_minutes(Notebook.read(path)) for path in NOTEBOOKS}
EXERCISES = {
    path.name: sum(one.minutes for one in exercises(Notebook.read(path).node)) for path in NOTEBOOKS
}
HALVES = {"": 0, "½": 0.5}


def hours(minutes, first, last):
    """Return how long the notebooks from one number to another take, to the half hour."""
    named = [name for name in MINUTES if first <= name[:2] <= last]
    return round(2 * sum(minutes(name) for name in named) / 60) / 2


def test_the_readme_gives_each_notebook_its_computed_minutes():
    """And beside them those of its exercises: 40 + 15."""
    row = r"\(notebooks/(\w+\.ipynb)\) \|.*\| (\d+)(?: \+ (\d+))? \|"
    said = re.findall(row, page("README.md"))
    assert {name: int(minutes) for name, minutes, _ in said} == MINUTES
    assert {name: int(minutes or 0) for name, _, minutes in said} == EXERCISES


@pytest.mark.parametrize("name", ["README.md", "notebooks/00_start_here.ipynb"])
def test_the_ways_through_take_as_long_as_they_say(name):
    spans = {"three lessons": ("02", "04"), "a day": ("00", "08"), "all": ("00", "A9")}
    pattern = r"(three lessons|a day|all)\b[^\n]*? (\d+)(½?) hours[^\n\d]*(\d+)(½?)"
    said = re.findall(pattern, page(name))
    assert {way for way, *_ in said} == set(spans)
    for way, whole, half, with_exercises, its_half in said:
        assert int(whole) + HALVES[half] == hours(MINUTES.get, *spans[way]), way
        together = hours(lambda one: MINUTES[one] + EXERCISES[one], *spans[way])
        assert int(with_exercises) + HALVES[its_half] == together, way


def test_the_readme_says_how_to_install_in_four_ways():
    said = commands(page("README.md"))
    for start in (
        "make lab",
        "conda env create",
        "python3 -m venv",
        "UV_TORCH_BACKEND=cpu uv pip install",
    ):
        assert any(command.startswith(start) for command in said), start


def test_the_readme_tests_as_make_does():
    (recipe,) = re.findall(r"(?m)^test:.*\n\t\$\(PYTHON\) (.*) \$\(ARGS\)$", page("Makefile"))
    assert f".venv/bin/python {recipe}" in commands(page("README.md"))


def test_every_name_in_the_commands_of_the_workflow_is_known():
    steps = [step for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step]
    said = [re.sub(r"\$\{\{.*?\}\}", "VALUE", step["run"]) for step in steps]
    for job in WORKFLOW["jobs"].values():
        said += [f"{name}={value}" for name, value in job.get("env", {}).items()]
    assert said
    assert [line for command in said for line in misspelt(command)] == []


def test_the_workflow_tries_both_ends_of_the_versions_and_two_pythons():
    tried = WORKFLOW["jobs"]["versions"]["strategy"]["matrix"]["include"]
    assert [one["resolution"] for one in tried] == ["lowest-direct", "highest"]
    lowest = re.search(r'requires-python = ">=(.*)"', page("pyproject.toml"))[1]
    assert tried[0]["python"] == lowest
    assert WORKFLOW["jobs"]["linux"]["strategy"]["matrix"]["python"] == [lowest, "3.13"]


def test_the_dev_container_installs_what_make_lab_installs():
    assert misspelt(CONTAINER["onCreateCommand"]) == []
    (needed,) = re.findall(r"(?m)^lab: \$\((\w+)\)$", page("Makefile"))
    (installed,) = re.findall(rf"(?m)^{needed} := (.*)$", page("Makefile"))
    assert CONTAINER["onCreateCommand"] == f"make {installed}"
    for name, value in CONTAINER["containerEnv"].items():
        assert misspelt(f"{name}={value}") == []
        assert f"{name}={value}" in page("README.md")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("make lap", "lap"),
        ('make lab ARGS="--no-browsers --port 9999"', "--no-browsers"),
        ('make lab ARG="--port 9999"', "ARG"),
        ("make refresh NR=03", "NR"),
        ('make test ARGS="--nbvall"', "--nbvall"),
        ("conda env create --file enviroment.yml", "enviroment.yml"),
        ("conda env create --name environment.yml", "--name"),
        ("conda activate attention-by-hands", "attention-by-hands"),
        ("python -m helpers.jupyterlabs", "helpers.jupyterlabs"),
        ("python -m helpers.sources", "helpers.sources"),
        ("python3 -m venvs .venv", "venvs"),
        ("python -m pip install --constraint constraint.txt", "constraint.txt"),
        ("uv pip install --constraints constraint.txt", "constraint.txt"),
        ("uv pip instal", "uv pip instal"),
        ('.venv/bin/python -m pip install --editable ".[tests]"', ".[tests]"),
        ('.venv/bin/python -m pip install --editables ".[test]"', "--editables"),
        (".venv/bin/python -m pytest --nbval-curent-env", "--nbval-curent-env"),
        ("UV_TORCH_BACKENDS=cpu uv venv", "UV_TORCH_BACKENDS"),
        ("uv venv --sead", "--sead"),
        ("apt-get install python3-venvs", "python3-venvs"),
        ("pyhton -m helpers.jupyterlab", "pyhton"),
    ],
)
def test_a_misspelt_name_in_a_command_is_seen(command, name):
    (complaint,) = misspelt(command)
    assert complaint.startswith((name, f"make {name}"))


@pytest.mark.parametrize(
    ("span", "is_seen"),
    [
        ("PIP_EXTRA_INDEX_URL=https://wheels.example", False),
        ("PIP_EXTRA_INDEX_URLS=https://wheels.example", True),
        ("CHROME", False),
        ("CHROMIUM", True),
        ("TIMINGS=1", False),
        ("helpers.attention", False),
        ("helpers.atention", True),
        ("helpers/attention.py", False),
        ("helpers/atention.py", True),
        ("work/", False),
        ("dat/", True),
        (".ci/run", False),
        (".ci/go", True),
    ],
)
def test_a_misspelt_name_between_backticks_is_seen(span, is_seen):
    assert bool(unknown_names(f"Take `{span}`.")) == is_seen
