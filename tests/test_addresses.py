"""What follows from the one address of the series stands on its pages: none yet."""

import re
import tomllib

from rules.notebook import ROOT

ADDRESS = "https://github.com/some-one/attention.by-hand"
FIRST = "notebooks/00_start_here.ipynb"
BEGINS = {"README.md": "On the web: ", "CITATION.cff": "repository-code: "}


def links(address):
    """Return the addresses that follow from that of the repository, by what a reader calls them."""
    owner, name = address.split("/")[-2:]
    return {
        "the site": f"https://{owner}.github.io/{name}/",
        "nbviewer": f"https://nbviewer.org/github/{owner}/{name}/blob/main/{FIRST}",
        "Binder": f"https://mybinder.org/v2/gh/{owner}/{name}/main?labpath={FIRST}",
        "Colab": f"https://colab.research.google.com/github/{owner}/{name}/blob/main/{FIRST}",
        "report a fault": f"{address}/issues",
    }


def lacks_its_address(texts):
    """Return each line that a page should have, by the address in pyproject.toml, and hasn't."""
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    address = project.get("urls", {}).get("Repository", "")
    told = address and ", ".join(f"[{name}]({link})" for name, link in links(address).items())
    wanted = {name: [begin + told] for name, begin in BEGINS.items()} if address else {}
    if address:
        wanted["CITATION.cff"] = [BEGINS["CITATION.cff"] + address]
    return {
        name: wanted.get(name)
        for name, begin in BEGINS.items()
        if re.findall(rf"(?m)^{begin}.*$", texts[name]) != wanted.get(name, [])
    }


def pages():
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in ["pyproject.toml", *BEGINS]}


def test_pages_have_the_addresses_that_follow_from_that_of_the_repository():
    assert lacks_its_address(pages()) == {}


def test_once_there_is_an_address_it_is_told_which_lines_are_lacking():
    texts = pages()
    bare = re.sub(r"(?m)^Repository = .*\n", "", texts["pyproject.toml"])
    table = "[project.urls]\n"
    texts["pyproject.toml"] = bare.replace(table, f'{table}Repository = "{ADDRESS}"\n')
    lacking = lacks_its_address(texts)
    assert lacking["CITATION.cff"] == [f"repository-code: {ADDRESS}"]
    assert "https://some-one.github.io/attention.by-hand/" in lacking["README.md"][0]
    for name, (line,) in lacking.items():
        texts[name] += f"\n{line}\n"
    assert lacks_its_address(texts) == {}
