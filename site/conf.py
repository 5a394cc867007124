"""Settings of Sphinx for `make site`: pages of the README and of the notebooks as stored."""

import os
import sys
from pathlib import Path

from helpers import palette

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "site"))

project = "Attention by hand"
author = "the authors of Attention by hand"
project_copyright = f"{author}. Text CC BY 4.0, code MIT"
language = "en"
root_doc = "README"
extensions = ["myst_nb", "pages"]
include_patterns = ["*.md", "notebooks/*.ipynb", "data/README.md"]
exclude_patterns = [".venv", "dist", "work", "**/.ipynb_checkpoints"]

nb_execution_mode = "off"
nb_ipywidgets_js = {}  # what is dragged is recorded
myst_enable_extensions = ["dollarmath", "html_image"]
myst_heading_anchors = 4
mathjax_path = "mathjax/tex-svg.js"

html_theme = "furo"
html_title = project
html_baseurl = os.environ.get("SITE_URL", "")  # with the last slash; a preview of a link needs it
html_favicon = "favicon.svg"
ACCENTS = {"primary": "spare", "content": "spare", "visited": "second"}  # a link is no key
LIGHT, DARK = (
    {f"color-brand-{name}": palette.ROLES[role][theme] for name, role in ACCENTS.items()}
    for theme in (0, 1)
)
html_theme_options = {
    "light_css_variables": LIGHT,
    "dark_css_variables": DARK,
    "top_of_page_buttons": [],  # the notebook itself is offered on its page
}
html_copy_source = True
html_sourcelink_suffix = ""
html_show_sphinx = False
html_static_path = ["pages.css", "pages.js"]
html_css_files = ["pages.css", "recorded.css"]
html_js_files = ["recorded.js", ("pages.js", {"defer": "defer"})]
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
