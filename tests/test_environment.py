"""The lists of dependencies - pip's, conda's, the exact ones - say the same."""

import tomllib

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from rules.notebook import ROOT

# Where conda-forge calls a package by another name than pip.
CONDA_NAMES = {"torch": "pytorch-cpu", "matplotlib": "matplotlib-base"}


def project():
    """Return the tables of pyproject.toml that name Python and packages."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def environment():
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def constraints():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def ranges(requirements):
    """Return each package's version range, by its canonical name."""
    parsed = [Requirement(requirement) for requirement in requirements]
    return {canonicalize_name(found.name): found.specifier for found in parsed}


def conda_ranges(dependencies):
    """Return the range of each conda entry by its pip name; python is one of them."""
    pip_names = {conda: pip for pip, conda in CONDA_NAMES.items()}
    found = {}
    for entry in dependencies:
        if isinstance(entry, str):
            requirement = Requirement(entry.replace(" ", ""))
            found[pip_names.get(requirement.name, requirement.name)] = requirement.specifier
    return found


def unpinned(lines, required):
    """Complain about each required package without one exact version in its range."""
    exact = ranges(lines)
    complaints = []
    for name, allowed in required.items():
        versions = [
            spec.version for spec in exact.get(name, SpecifierSet()) if spec.operator == "=="
        ]
        if len(versions) != 1 or "*" in versions[0]:
            complaints.append(f"{name} has no exact version")
        elif not allowed.contains(versions[0], prereleases=True):
            complaints.append(f"{name} {versions[0]} is outside {allowed}")
    return complaints


def test_conda_and_pip_install_the_same_ranges():
    pip = ranges(project()["dependencies"])
    pip["python"] = SpecifierSet(project()["requires-python"])
    conda = conda_ranges(environment()["dependencies"])
    conda.pop("pip")
    assert conda == pip


def test_conda_installs_the_package_itself_last_and_editable():
    assert environment()["channels"] == ["conda-forge"]
    assert environment()["dependencies"][-1] == {"pip": ["-e ."]}


def test_every_constraint_is_exact_and_every_direct_dependency_has_one_in_its_range():
    direct = sum(project()["optional-dependencies"].values(), project()["dependencies"])
    assert unpinned(constraints(), ranges(direct)) == []
    assert unpinned(constraints(), dict.fromkeys(ranges(constraints()), SpecifierSet())) == []


def test_the_citation_says_what_the_package_says():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    said = project()
    assert [cited["version"], cited["abstract"]] == [said["version"], said["description"]]
    assert " AND ".join(cited["license"]) == said["license"]
    first_line = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n")[0]
    assert first_line == f"# {cited['title']}"
