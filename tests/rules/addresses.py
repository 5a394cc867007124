"""What follows from the one address of the series, that of its repository in pyproject.toml."""

import re
import tomllib

ADDRESS = r"https://github\.com/([\w-]+)/([\w.-]*[\w-])"
FIRST = "notebooks/00_start_here.ipynb"
BEGINS = {"README.md": "On the web: ", "CITATION.cff": "repository-code: "}


def links(address):
    """Return the addresses that follow from that of the repository, by what a reader calls them."""
    owner, name = re.fullmatch(ADDRESS, address).groups()
    return {
        "the site": f"https://{owner}.github.io/{name}/",
        "nbviewer": f"https://nbviewer.org/github/{owner}/{name}/blob/main/{FIRST}",
        "Binder": f"https://mybinder.org/v2/gh/{owner}/{name}/main?labpath={FIRST}",
        "Colab": f"https://colab.research.google.com/github/{owner}/{name}/blob/main/{FIRST}",
        "report a fault": f"{address}/issues",
    }


def lacks_its_address(root):
    """Complain about each page whose line with addresses is not what pyproject.toml asks for.

    Without an address there, no page has such a line.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address = project.get("urls", {}).get("Repository", "")
    if address and not re.fullmatch(ADDRESS, address):
        return [f"pyproject.toml: expected https://github.com/OWNER/NAME, got {address}"]
    told = address and ", ".join(f"[{name}]({link})" for name, link in links(address).items())
    complaints = []
    for (name, begin), said in zip(BEGINS.items(), (told, address), strict=True):
        text = (root / name).read_text(encoding="utf-8")
        wanted, found = [begin + said] * bool(said), re.findall(rf"(?m)^{begin}.*$", text)
        if found != wanted:
            complaints.append(f"{name}: expected {wanted or 'no line'}, found {found or 'none'}")
    return complaints
