"""What the pages, the workflow and the dev container tell a reader or a machine to type is true."""

import json
import os
import re
import subprocess
import sys
import tomllib

import pytest
import yaml
from made import CLEAN, needs_make
from rules import anatomy
from rules.anatomy import reading_minutes
from rules.commands import POWERSHELL, commands, misspelt, unknown_names
from rules.notebook import NOTEBOOKS, ROOT, Notebook

from helpers.jupyterlab.exercises import exercises
from helpers.jupyterlab.start_page import PAGE as START

PAGES = ["README.md", "CONTRIBUTING.md", "TEACHING.md", "data/README.md"]
PAGES += ["ACCESSIBILITY.md", "CHANGELOG.md"]
WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in (ROOT / ".github/workflows").glob("*.yml")
}
JOBS = [job for workflow in WORKFLOWS.values() for job in workflow["jobs"].values()]
WORKFLOW = WORKFLOWS["ci"]
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


WAYS = ("an afternoon", "a day", "the course")


def ways(text):
    """Yield each way through: its name, its notebooks by their two characters, hours as said."""
    span = r"\w\d(?:-\w\d)?"
    begin = rf"({'|'.join(WAYS)})\b\W*({span}(?:, {span}| and {span})*)"
    for way, named, said in re.findall(rf"{begin}\D*?(\d+½? hours\D*\d+½?)", text):
        ends = [(one[:2], one[-2:]) for one in re.findall(span, named)]
        those = [file for file in MINUTES if any(a <= file[:2] <= b for a, b in ends)]
        yield way, those, [int(n) + HALVES[half] for n, half in re.findall(r"(\d+)(½?)", said)]


def hours(minutes):
    """Return minutes as hours, to the half hour."""
    return round(2 * sum(minutes) / 60) / 2


def test_the_readme_gives_each_notebook_its_computed_minutes():
    """And beside them those of its exercises: 40 + 15."""
    row = r"\(notebooks/(\w+\.ipynb)\) \|.*\| (\d+)(?: \+ (\d+))? \|"
    said = re.findall(row, page("README.md"))
    assert {name: int(minutes) for name, minutes, _ in said} == MINUTES
    assert {name: int(minutes or 0) for name, _, minutes in said} == EXERCISES


@pytest.mark.parametrize("name", ["README.md", "notebooks/00_start_here.ipynb"])
def test_the_ways_through_take_as_long_as_they_say(name):
    said = list(ways(page(name)))
    assert tuple(way for way, *_ in said) == WAYS
    assert said[-1][1] == list(MINUTES)
    for way, those, times in said:
        alone = [MINUTES[one] for one in those]
        together = [*alone, *(EXERCISES[one] for one in those)]
        assert times == [hours(alone), hours(together)], way


@pytest.mark.parametrize("name", ["README.md", "notebooks/00_start_here.ipynb"])
def test_no_way_through_leaves_out_what_its_notebooks_need(name):
    for way, those, _ in ways(page(name)):
        for one in those:
            first = Notebook.read(ROOT / "notebooks" / one).cells[0].source
            needed = re.findall(r"\]\((\w+\.ipynb)\)", first)
            assert set(needed) <= set(those), f"{way}: {one} needs {needed}"


def test_the_readme_says_how_to_install_in_five_ways():
    said = commands(page("README.md"))
    for start in (
        "make lab",
        "py -3.13 -m venv",
        "conda env create",
        "python3 -m venv",
        "UV_TORCH_BACKEND=cpu uv pip install",
    ):
        assert any(command.startswith(start) for command in said), start


def test_the_readme_tests_as_make_does():
    (recipe,) = re.findall(r"(?m)^test:.*\n\t\$\(PYTHON\) (.*) \$\(ARGS\)$", page("Makefile"))
    assert f".venv/bin/python {recipe}" in commands(page("README.md"))


def test_contributing_gives_the_numbers_that_rules_and_settings_hold():
    said = " ".join(page("CONTRIBUTING.md").split())
    limits = f"{anatomy.MOST_WORDS:,} words, {anatomy.MOST_CELLS} code cells and {anatomy.LONGEST}"
    assert f"at most {limits} minutes" in said
    few, many = re.findall(r'"(?:test|prove)": (\d+)', page("tests/conftest.py"))
    assert f"| {few} examples each | {many} examples each |" in said


def test_contributing_names_each_target_and_traces_its_ways_through_six_files_at_most():
    text = page("CONTRIBUTING.md")
    (targets,) = re.findall(r"(?m)^\.PHONY: (.*)$", page("Makefile"))
    assert [name for name in targets.split() if f"`make {name}" not in text] == []
    traced = text.partition("## Three ways")[2].partition("\n## ")[0].split("\n\n**")[1:]
    assert len(traced) == 3
    for way in traced:
        assert 3 <= len(set(re.findall(r"`([\w/.]+/[\w.]+)`", way))) <= 6, way


@pytest.mark.parametrize("name", PAGES)
def test_a_name_in_a_file_stands_there(name):
    said = " ".join(page(name).split())
    pairs = re.findall(r"((?:`\w+`(?:, | and )?)+) in `([\w/]+\.\w+)`", said)
    assert pairs or name != "CONTRIBUTING.md"
    missing = [
        (word, path)
        for words, path in pairs
        for word in re.findall(r"\w{2,}", words)
        if word != "and" and word not in page(path)
    ]
    assert missing == []


def of_the_workflows():
    """Return the lines that the steps of the workflows run."""
    steps = [step for job in JOBS for step in job.get("steps", [])]
    return [line for step in steps for line in step.get("run", "").splitlines()]


TARGETS = ("test", "lab", "class", "site", "slides")


def of_make(system):
    """Return the lines that make runs on a plain machine to install and for what pages speak of."""
    told = [f"{name}=" for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS")]
    command = ["make", "--dry-run", "--always-make", *TARGETS, f"SYSTEM={system}", *told]
    run = subprocess.run(command, cwd=ROOT, env=CLEAN, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def plainly(command):
    """Return a command in one way of writing, whatever its shell and Python are called."""
    command = POWERSHELL.sub(r"\1=\2 ", command).replace("\\", "/").replace('"', "")
    command = re.sub(r"^(\.venv/\S*?python|python3|py -3\.\d+)(?= )", "python", command)
    command = re.sub(r"(-m helpers\.jupyterlab\S*)( .*)?$", r"\1", command)  # with any options
    return command.replace(" --quiet", "").strip()


PLACES = {name: page(name) for name in ("README.md", "CONTRIBUTING.md", "TEACHING.md")}
PLACES["START.md"] = START
ONLY_TELLS = {"py --list", "apt-get install make python3-venv", "apt-get install python3-venv"}
# Tried by hand, since they take the network or never end: a stick with wheels, a site for a room.
ONLY_TELLS |= {
    ".venv/bin/python -m pip wheel --wheel-dir wheels --constraint constraints.txt . setuptools",
    ".venv/bin/python -m pip install --no-index --find-links wheels "
    "--constraint constraints.txt --editable .",
    "python3 -m http.server 8000 --directory dist/site",
}


@needs_make
@pytest.mark.parametrize("name", PLACES)
def test_what_a_page_tells_to_type_instead_of_make_is_what_ci_runs(name):
    lines = [*of_the_workflows(), *of_make("Linux"), *of_make("Darwin")]
    lines.append(CONTAINER["postCreateCommand"])
    run = {plainly(line) for line in lines}
    said = {one for one in commands(PLACES[name]) if " " in one and not one.startswith("make ")}
    assert sorted(one for one in said - ONLY_TELLS if plainly(one) not in run) == []
    assert len(said) >= 5 or name == "CONTRIBUTING.md"


def test_the_cell_for_a_hub_makes_copies_where_no_python_is_on_the_path(tmp_path):
    cell = page("README.md").partition("**JupyterHub**")[2].split("```")[3].removeprefix("python\n")
    env = os.environ | {"PATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", cell], cwd=tmp_path, env=env, capture_output=True)
    assert run.stderr == b""
    assert {path.name for path in NOTEBOOKS} <= {path.name for path in tmp_path.glob("attention/*")}


def test_every_name_in_the_commands_of_the_workflows_is_known():
    said = [line for line in of_the_workflows() if not line.startswith("gh release create ")]
    for job in JOBS:
        said += [f"{name}={value}" for name, value in job.get("env", {}).items()]
    said = [re.sub(r"\$\{\{.*?\}\}", "VALUE", line) for line in said]
    assert said
    assert [line for command in said for line in misspelt(command)] == []


def test_the_workflow_tries_both_ends_of_the_versions():
    tried = WORKFLOW["jobs"]["versions"]["strategy"]["matrix"]["include"]
    assert [one["resolution"] for one in tried] == ["lowest-direct", "highest"]
    pythons = WORKFLOW["jobs"]["linux"]["strategy"]["matrix"]["python"]
    assert [one["python"] for one in tried] == [pythons[0], pythons[-1]]


@needs_make
def test_make_tries_them_with_every_extra_and_then_installs_no_other():
    tried, built = (step["run"] for step in WORKFLOW["jobs"]["versions"]["steps"] if "run" in step)
    for resolution in ("lowest-direct", "highest"):
        *_, installed, _, tested = dry_run(tried.replace("${{ matrix.resolution }}", resolution))
        assert f" --resolution {resolution} " in installed
        (extras,) = re.findall(r"\.\[([\w,]+)\]", installed)
        project = tomllib.loads(page("pyproject.toml"))["project"]
        assert {*extras.split(",")} == {*project["optional-dependencies"]}
        assert " -m pytest --nbval " in tested
    sphinx, slides = dry_run(built)
    assert "-m sphinx" in sphinx
    assert "site/slides.py" in slides


def dry_run(command):
    """Return the lines that a call of make would run."""
    words = [*re.sub(r"\$\{\{.*?\}\}", "VALUE", command).split(), "--dry-run", "--always-make"]
    run = subprocess.run(words, cwd=ROOT, env=CLEAN, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_the_dev_container_installs_what_make_lab_installs():
    assert misspelt(CONTAINER["onCreateCommand"]) == []
    (needed,) = re.findall(r"(?m)^lab: \$\((\w+)\)$", page("Makefile"))
    (installed,) = re.findall(rf"(?m)^{needed} := (.*)$", page("Makefile"))
    assert CONTAINER["onCreateCommand"] == f"make {installed}"


def test_the_dev_container_opens_the_learners_copies_in_its_editor():
    assert CONTAINER["postCreateCommand"] == ".venv/bin/python -m helpers.jupyterlab.copies"
    assert misspelt(CONTAINER["postCreateCommand"]) == []
    editor = CONTAINER["customizations"]["vscode"]
    assert {"ms-python.python", "ms-toolsai.jupyter"} == set(editor["extensions"])
    assert editor["settings"]["python.defaultInterpreterPath"].endswith("/.venv/bin/python")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("make lap", "lap"),
        ('make lab ARGS="--no-browsers --port 9999"', "--no-browsers"),
        ('make lab ARG="--port 9999"', "ARG"),
        ("make refresh NR=03", "NR"),
        ('make test ARGS="--nbvall"', "--nbvall"),
        ("make bench ARGS=--quicks", "--quicks"),
        ("conda env create --file enviroment.yml", "enviroment.yml"),
        ("conda env create --name environment.yml", "--name"),
        ("conda activate attention-by-hands", "attention-by-hands"),
        ("python -m helpers.jupyterlabs", "helpers.jupyterlabs"),
        ("python -m helpers.readers", "helpers.readers"),
        ("python3 -m venvs .venv", "venvs"),
        ("python -m pip install --constraint constraint.txt", "constraint.txt"),
        ("uv pip install --constraints constraint.txt", "constraint.txt"),
        ("uv pip instal", "uv pip instal"),
        ('.venv/bin/python -m pip install --editable ".[tests]"', ".[tests]"),
        ('.venv/bin/python -m pip install --editable ".[test,sites]"', ".[test,sites]"),
        ('.venv/bin/python -m pip install --editables ".[test]"', "--editables"),
        (".venv/bin/python -m pytest --nbval-curent-env", "--nbval-curent-env"),
        ("UV_TORCH_BACKENDS=cpu uv venv", "UV_TORCH_BACKENDS"),
        ('$env:UV_TORCH_BACKENDS = "cpu"; uv venv', "UV_TORCH_BACKENDS"),
        ('$env:UV_TORCH_BACKEND = "cpu"; uv venv --sead', "--sead"),
        ("py -3.13 -m venvs .venv", "venvs"),
        ("py -2.7 -m venv .venv", "-2.7"),
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
        ("$env:OMP_NUM_THREADS = 2", False),
        ("$env:OMP_NUM_THREAD = 2", True),
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
