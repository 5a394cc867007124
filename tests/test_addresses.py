"""The series has one address, none yet; what follows from it shows when it has one."""

import re
import tomllib
from urllib.parse import urlsplit

import pytest
import yaml
from rules.addresses import BEGINS, lacks_its_address, links
from rules.notebook import ROOT

ADDRESS = "https://github.com/some-one/attention.by-hand"


@pytest.fixture
def copy(tmp_path):
    """The pages as they are while the series has no address, whether it has one or not."""
    for name, begin in {"pyproject.toml": "Repository = ", **BEGINS}.items():
        text = re.sub(rf"(?m)^{begin}.*\n", "", (ROOT / name).read_text(encoding="utf-8"))
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def fill(folder, address):
    """Write the address of the repository where pyproject.toml wants it."""
    path, table = folder / "pyproject.toml", "[project.urls]\n"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(table, f'{table}Repository = "{address}"\n'), encoding="utf-8")
    urls = tomllib.loads(path.read_text(encoding="utf-8"))["project"]["urls"]
    assert urls == {"Repository": address}


def test_pages_have_the_addresses_that_follow_from_that_of_the_repository():
    assert lacks_its_address(ROOT) == []


def test_filled_in_it_is_told_which_lines_are_lacking_and_then_nothing(copy):
    assert lacks_its_address(copy) == []
    fill(copy, ADDRESS)
    told = lacks_its_address(copy)
    assert len(told) == len(BEGINS)
    for name, complaint in zip(BEGINS, told, strict=True):
        (line,) = re.fullmatch(rf"{name}: expected \['(.*)'\], found none", complaint).groups()
        with open(copy / name, "a", encoding="utf-8") as page:
            page.write(f"\n{line}\n")
    assert lacks_its_address(copy) == []
    assert yaml.safe_load((copy / "CITATION.cff").read_text("utf-8"))["repository-code"] == ADDRESS
    (copy / "pyproject.toml").write_text("[project]", encoding="utf-8")
    assert len(lacks_its_address(copy)) == len(BEGINS)


def test_no_link_is_broken_or_empty():
    found = links(ADDRESS)
    assert len(set(found.values())) == len(found)
    for name, link in found.items():
        parts = urlsplit(link)
        assert name, link
        assert (parts.scheme, bool(parts.netloc)) == ("https", True), link
        assert "attention.by-hand" in parts.path, link
        assert "some-one" in parts.netloc + parts.path, link
        assert "//" not in parts.path, link
        for place in re.findall(r"(?:blob/main/|labpath=)(.+)", link):
            assert (ROOT / place).is_file(), link
    assert (ROOT / "environment.yml").is_file()  # what Binder builds


@pytest.mark.parametrize("address", [f"{ADDRESS}/", f"{ADDRESS}.git/x", "http://example.org/a/b"])
def test_an_address_of_another_form_is_named(copy, address):
    fill(copy, address)
    (complaint,) = lacks_its_address(copy)
    assert complaint == f"pyproject.toml: expected https://github.com/OWNER/NAME, got {address}"
