"""A role has one colour, in the figures and on the page."""

import re

import pytest
from rules.colours import of_palette, strays, strays_in_python, unknown
from rules.notebook import ROOT

from helpers import palette
from helpers.views.view import View

COLOURS = of_palette(palette)
HOME = ROOT / "helpers/palette.py"
SHEETS = sorted((ROOT / "helpers").rglob("*.css"))
SCRIPTS = sorted((ROOT / "helpers").rglob("*.js"))
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("helpers", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path != HOME
}


@pytest.mark.parametrize("role", palette.ROLES)
def test_a_role_has_on_a_light_page_the_colour_of_the_figures_and_on_a_dark_one_a_bright_one(role):
    light, dark = View._css.split(palette.DARK_PAGE)[:2]
    assert f"--{role}: {getattr(palette, role.upper().replace('-', '_'))};" in light
    (bright,) = re.findall(rf"--{role}: (.+?);", dark)
    is_own = bright != f"var(--{role.removesuffix('-text')})"
    assert not is_own or palette.contrast(bright, "#111111") >= 4.5


@pytest.mark.parametrize("path", [*SHEETS, *SCRIPTS], ids=lambda path: path.name)
def test_a_page_has_no_colour_but_those_of_the_palette(path):
    assert strays(path.read_text(encoding="utf-8")) == []


def test_what_all_views_share_names_no_explorer():
    shared = (ROOT / "helpers/views/view.css").read_text(encoding="utf-8")
    own = {path.parent.name for path in ROOT.glob("helpers/explorers/*/explorer.py")} - {"base"}
    loaded = {"view", *(path.stem for path in SHEETS if path.stem == path.parent.name)}
    assert {path.stem for path in SHEETS} == loaded <= {"view", *own}
    named = rf"(?i)\.abh-({'|'.join(own).replace('_', '-')})(?![\w-])|explorer \*/"
    assert re.findall(named, shared) == []
    assert re.findall(named, shared + ".abh-flow p {}") == ["flow"]


def test_every_variable_of_the_page_is_set():
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    sheets = "\n".join(path.read_text(encoding="utf-8") for path in SHEETS)
    by_scripts = {"--letter", "--number", "--slot", "--gutter", "--share", "--tall"}  # lengths
    assert set(unknown(f"{View._css}\n{sheets}\n{scripts}")) <= by_scripts


def test_every_colour_of_the_figures_is_written_once_and_in_the_palette():
    assert strays_in_python(SOURCES, COLOURS) == []
    assert strays_in_python({HOME.name: HOME.read_text(encoding="utf-8")}, {}) == []


def test_words_in_a_colour_read_on_the_paper_of_the_light_theme():
    inks = {name: colour for name, colour in COLOURS.items() if name.endswith("_TEXT")}
    inks |= {name: COLOURS[name] for name in ("SECOND", "NEUTRAL", "WRONG", "INK", "MUTED")}
    for name, colour in [*inks.items(), *enumerate(palette.SERIES_TEXT)]:
        assert palette.contrast(colour, palette.WHITE) >= 4.5, name


@pytest.mark.parametrize(
    ("declared", "seen"),
    [
        ("color: #0072B2;", ["#0072B2"]),
        ("border: 1px solid #08f; fill: rgb(0, 136, 255);", ["#08f", "rgb(0, 136, 255)"]),
        ("background: var(--jp-layout-color1, #fff);", ["#fff"]),
        ("background: white;", ["white"]),
        ("color: var(--key); fill: none; stroke: transparent; white-space: pre;", []),
        ("box-shadow: 0 3px 10px rgb(0 0 0 / 0.3); /* not #000 */", []),
    ],
)
def test_a_planted_colour_is_seen(declared, seen):
    assert strays(f".abh-new {{ padding: 0 1px; {declared} }}") == seen


def test_a_planted_variable_that_nothing_sets_is_seen():
    css = ".abh-new { --mine: 1px; margin: var(--mine) var(--yours, 2px); fill: var(--theirs); }"
    assert unknown(css) == ["--theirs"]


def test_a_planted_colour_in_python_is_seen():
    sources = {"a.py": 'INK = "#222222"\nMINE = "#010203"\n', "b.py": "THEIRS = '#010203'\n"}
    assert strays_in_python(sources, COLOURS) == [
        "a.py: #222222 is written before",
        "b.py: #010203 is written before",
    ]
