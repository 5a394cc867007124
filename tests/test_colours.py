"""A role has one colour, in the figures and on the page."""

import pytest
from rules.colours import (
    differs_from_the_palette,
    known_by_no_light,
    of_palette,
    properties,
    rules,
    strays,
    strays_in_python,
)
from rules.notebook import ROOT

from helpers import palette

STYLE = (ROOT / "helpers/views/view.css").read_text(encoding="utf-8")
COLOURS = of_palette(palette)
HOME = ROOT / "helpers/palette.py"
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("helpers", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path != HOME
}
ROLES = {"query", "key", "context", "score", "wrong", "ink", "soft", "line", "paper", "tint"}
ROLES |= {"query-text", "key-text", "context-text", "first", "second", "neutral"}


def test_a_role_has_on_the_page_the_colour_that_it_has_in_the_figures():
    assert properties(rules(STYLE)[0][1]).keys() >= ROLES
    assert differs_from_the_palette(STYLE, COLOURS) == []


def test_every_colour_of_the_page_is_written_once_and_at_the_top():
    assert strays(STYLE, COLOURS) + known_by_no_light(STYLE) == []


def test_every_colour_of_the_figures_is_written_once_and_in_the_palette():
    assert strays_in_python(SOURCES, COLOURS) == []
    assert strays_in_python({HOME.name: HOME.read_text(encoding="utf-8")}, {}) == []


def test_words_in_a_colour_read_on_the_paper_of_the_light_theme():
    inks = {name: colour for name, colour in COLOURS.items() if name.endswith("_TEXT")}
    inks |= {name: COLOURS[name] for name in ("SECOND", "NEUTRAL", "WRONG", "INK", "MUTED")}
    for name, colour in inks.items():
        assert palette.contrast(colour, palette.WHITE) >= 4.5, name


SHEET = """
/* A comment: #0072b2. */
.abh-explorer, .abh-plane { --white: #fff; --soft: var(--jp-ui-font-color2, #5f5f5f);
  --paper: var(--jp-layout-color1, var(--white)); --key: #0072b2; --first: var(--key);
  --query-deep: #b04a00; --query-text: var(--query-deep); --zoom: 1; }
[data-jp-theme-light="false"] .abh-plane { --key: #62b6ec; --first: var(--key); }
@container abh (max-width: 600px) { .abh-plane { color: var(--soft); --group: var(--first); } }
.abh-new { padding: 0 1px; DECLARED }
"""


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ("color: #0072B2;", "#0072B2 is written before"),
        ("border: 1px solid #08f; fill: rgb(0, 136, 255); stroke: #0088ff;", "#0088ff is written"),
        ("background: var(--jp-layout-color1, #fff);", "#fff is written before"),
        ("background: white;", "white is written before"),
        ("--mine: #FCE9DC;", "#FCE9DC is a colour of the palette"),
    ],
)
def test_a_planted_colour_is_seen(declared, complaint):
    (line,) = strays(SHEET.replace("DECLARED", declared), COLOURS)
    assert line.startswith(".abh-new: ")
    assert complaint in line


@pytest.mark.parametrize(
    "declared",
    [
        "color: var(--key);",
        "fill: none; stroke: transparent;",
        "white-space: pre;",
        "fill: #0a8f3c;",
    ],
)
def test_a_rule_may_be_added(declared):
    css = SHEET.replace("DECLARED", declared)
    assert strays(css, COLOURS) + known_by_no_light(css) == []
    assert differs_from_the_palette(css, COLOURS) == []


def test_a_planted_difference_between_page_and_figures_is_seen():
    css = SHEET.replace("#0072b2;", "#0072b3;").replace("#b04a00", "#b04b00")
    assert differs_from_the_palette(css.replace("#5f5f5f", "#5e5e5e"), COLOURS) == [
        "--soft is #5e5e5e, palette.MUTED #5f5f5f",
        "--key is #0072b3, palette.KEY #0072b2",
        "--first is #0072b3, palette.KEY #0072b2",
        "--query-deep is #b04b00, palette.QUERY_TEXT #b04a00",
        "--query-text is #b04b00, palette.QUERY_TEXT #b04a00",
    ]


def test_a_planted_role_that_only_one_theme_or_only_the_page_knows_is_seen():
    css = SHEET.replace("--zoom: 1;", "--novel: #123456;")
    assert differs_from_the_palette(css, COLOURS) == ["--novel is #123456, palette.NOVEL None"]
    css = SHEET.replace("--key: #62b6ec;", "--lock: #62b6ec;")
    assert known_by_no_light(css) == ["--lock has no colour in the light theme"]


def test_a_planted_colour_in_python_is_seen():
    sources = {"a.py": 'INK = "#222222"\nMINE = "#010203"\n', "b.py": "THEIRS = '#010203'\n"}
    assert strays_in_python(sources, COLOURS) == [
        "a.py: #222222 is written before",
        "b.py: #010203 is written before",
    ]
