"""A wheel holds all that the helpers read, and works where the project is not."""

import json
import shutil
import subprocess
import sys
import sysconfig
from zipfile import ZipFile

import pytest
from rules.notebook import ROOT

SOURCES = ["helpers", "data", "pyproject.toml", "setup.py", "README.md", "LICENSE", "LICENSE-TEXT"]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
OFFLINE = ["--no-deps", "--no-index"]
# Without `site` no .pth file leads back to the project.
PROGRAM = """
import json, sys
sys.path += sys.argv[1:]
from helpers import explorers, figures
from helpers.readers import files, vocabularies, worked_examples
from helpers.jupyterlab import launch

explorer = explorers.AttentionExplorer(["a", "b"], [[1, 0], [0, 1]])
example = worked_examples.load(worked_examples.names()[0])
print(json.dumps({
    "path": sys.path,
    "data": str(files.DATA),
    "settings": sorted(path.name for path in launch.SETTINGS.rglob("*.json")),
    "examples": worked_examples.names(),
    "vocabularies": vocabularies.names(),
    "tokens": list(example.tokens),
    "shown": sorted(explorer._repr_mimebundle_()[0]),
    "scripts": {"explorer": len(explorer._esm), "style": len(explorer._css)},
}))
"""


def files(folder):
    """Return the files of a folder that belong to it, by their place in it."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if not {"__pycache__", ".fetched"} & {*path.parts}}


def run(*command, **options):
    """Return what a command prints, or fail with what it complains about."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from a copy of the sources, since building leaves a folder behind."""
    source = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    wheels = tmp_path_factory.mktemp("wheels")
    run(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", wheels, source)
    (built,) = wheels.iterdir()
    return built


def test_it_holds_every_file_of_the_helpers_and_of_the_data(wheel):
    with ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
        licences = {name.rpartition("/")[2] for name in archive.namelist() if "/licenses/" in name}
    expected = {f"helpers/{place}" for place in files(ROOT / "helpers")}
    expected |= {f"helpers/data/{place}" for place in files(ROOT / "data")}
    setting = "etc/jupyter/jupyter_server_config.d/attention_by_hand.json"
    expected.add(f"{wheel.name.partition('-py3')[0]}.data/data/{setting}")
    assert held == expected
    assert licences == {"LICENSE", "LICENSE-TEXT"}


@pytest.mark.slow
def test_installed_alone_it_opens_an_explorer_and_a_worked_example(wheel, tmp_path):
    installed, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    run(*PIP, "install", *OFFLINE, "--target", installed, wheel)
    paths = sysconfig.get_paths()
    libraries = dict.fromkeys([str(installed), paths["purelib"], paths["platlib"]])
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, *libraries]
    found = json.loads(run(*command, cwd=elsewhere))
    assert str(ROOT) not in found["path"]
    assert found["data"] == str((installed / "helpers/data").resolve())
    assert found["settings"] == [
        "attention_by_hand.json",
        "default_setting_overrides.json",
        "page_config.json",
    ]
    assert found["examples"] == sorted(p.stem for p in ROOT.glob("data/worked_examples/*.toml"))
    assert found["vocabularies"] == sorted(p.stem for p in ROOT.glob("data/vocabularies/*.toml"))
    assert found["tokens"]
    assert {"image/png", "text/plain"} <= set(found["shown"])
    assert min(found["scripts"].values()) > 10_000
