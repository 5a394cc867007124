"""A role has one colour, in the figures and on the page."""

import itertools
import re
import runpy
import sys

import numpy as np
import pytest
from matplotlib.colors import rgb_to_hsv, to_hex, to_rgb
from rules.notebook import ROOT

from helpers import figures, palette
from helpers.figures import colour_maps
from helpers.views.stage import COLOURS as ROLES

NAMES = {name: getattr(palette, name) for name in vars(palette) if name.isupper()}
COLOURS = {name: to_hex(one) for name, one in NAMES.items() if str(one).startswith("#")}
# Shadows alone are no role: a veil of black.
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\((?!0 0 0 /)[^)]*\)|(?<![-\w])(?:white|black)(?![-\w])"
)
VECTORS = ("query", "key", "value", "context")
SHEETS = sorted((ROOT / "helpers").rglob("*.css"))
SCRIPTS = sorted((ROOT / "helpers").rglob("*.js"))


@pytest.mark.parametrize("role", palette.ROLES)
def test_a_role_has_on_a_light_page_the_colour_of_the_figures_and_on_a_dark_one_a_bright_one(role):
    light, dark = ROLES.split(palette.DARK_PAGE)[:2]
    assert f"--{role}: {getattr(palette, role.upper().replace('-', '_'))};" in light
    (bright,) = re.findall(rf"--{role}: (.+?);", dark)
    is_own = bright != f"var(--{role.removesuffix('-text')})"
    assert not is_own or palette.contrast(bright, "#111111") >= 4.5
    hues = [rgb_to_hsv(to_rgb(pair)) for pair in palette.ROLES[role] if pair.startswith("#")]
    apart = abs(hues[0][0] - hues[-1][0])  # of the same hue, wherever there is one
    assert min(apart, 1 - apart) < 1 / 20 or hues[0][1] == 0


@pytest.mark.parametrize("path", [*SHEETS, *SCRIPTS], ids=lambda path: path.name)
def test_a_page_has_no_colour_but_those_of_the_palette(path):
    text = re.sub(r"(?s)/\*.*?\*/", "", path.read_text(encoding="utf-8"))
    assert COLOUR.findall(text) == []


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
NAMED = "|".join((*VECTORS, "score"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_what_has_the_class_of_a_role_has_no_other_roles_colour(path):
    for selector, declared in RULE.findall(path.read_text(encoding="utf-8")):
        roles = {*re.findall(rf"\.abh-(?:group-)?({NAMED})(?![\w-])", selector)}
        assert not roles or {*re.findall(rf"var\(--({NAMED})\b", declared)} <= roles, selector


@pytest.mark.parametrize(("place", "theme"), [(0, "light"), (1, "dark")])
def test_the_links_of_the_site_read_on_its_papers_and_have_no_vectors_colour(
    monkeypatch, place, theme
):
    monkeypatch.setattr(sys, "path", [*sys.path])  # which the settings change
    settings = runpy.run_path(str(ROOT / "site/conf.py"))["html_theme_options"]
    colours = settings[f"{theme}_css_variables"]
    assert {*colours} == {f"color-brand-{name}" for name in ("primary", "content", "visited")}
    assert not {*colours.values()} & {pair[place] for pair in map(palette.ROLES.get, VECTORS)}
    papers = {"light": ("#ffffff", "#f8f9fb"), "dark": ("#131416", "#1a1c1e")}  # the theme's own
    for colour, paper in itertools.product(colours.values(), papers[theme]):
        assert palette.contrast(colour, paper) >= 4.5


def test_every_variable_of_the_page_is_set():
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    sheets = "\n".join(path.read_text(encoding="utf-8") for path in SHEETS)
    text = f"{ROLES}\n{sheets}\n{scripts}"
    by_scripts = {"--letter", "--number", "--slot", "--gutter", "--share", "--tall"}  # lengths
    unset = {*re.findall(r"var\((--[\w-]+)\)", text)} - {*re.findall(r"(--[\w-]+):", text)}
    assert unset <= by_scripts


def test_words_in_a_colour_read_on_the_paper_of_the_light_theme():
    inks = {name: colour for name, colour in COLOURS.items() if name.endswith("_TEXT")}
    inks |= {name: COLOURS[name] for name in ("VALUE", "SCORE", "WRONG", "INK", "MUTED")}
    for name, colour in [*inks.items(), *enumerate(palette.SERIES + palette.KINDS)]:
        assert palette.contrast(colour, palette.WHITE) >= 4.5, name


WORDS = np.array([[2.0, 0.2], [0.3, 1.8], [-1.0, 0.5]])
PARTS = {"query": palette.QUERY, "key": palette.KEY, "value": palette.VALUE}
PARTS |= {"context": palette.CONTEXT}


def lab(colour):
    """Return a colour in CIELAB, where a distance of 25 is plain to see."""
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    turned = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(turned @ linear / [0.9505, 1, 1.089])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("role", PARTS)
def test_what_has_no_role_has_no_roles_colour(role):
    heads = (palette.HEAD_1, palette.HEAD_2, palette.HEAD_3, palette.HEAD_4)
    own = [palette.SCORE, palette.WRONG, *(c for name, c in PARTS.items() if name != role)]
    for colour in {*palette.SERIES, *palette.KINDS, *heads, *own}:
        assert np.linalg.norm(lab(colour) - lab(PARTS[role])) > 20, colour


@pytest.mark.parametrize("shades", [colour_maps.SCORES_MAP, colour_maps.DARK_SCORES_MAP])
def test_a_negative_score_has_no_roles_hue(shades):
    roles = [rgb_to_hsv(to_rgb(colour))[0] for colour in PARTS.values()]
    for place in np.linspace(0, 0.35, 15):
        away = np.abs(rgb_to_hsv(shades(place)[:3])[0] - roles)
        assert np.minimum(away, 1 - away).min() > 1 / 15


def arrows_of(picture):
    return [
        to_hex(text.arrow_patch.get_edgecolor()).upper()
        for text in picture.axes[0].texts
        if getattr(text, "arrow_patch", None) and text.get_gid() == "vector"
    ]


def test_a_group_that_bears_a_roles_name_has_its_colour_whatever_its_place():
    for names in (["query", "keys", "context"], ["context, by the mean", "value", "query"]):
        colours = [PARTS[name.split()[0].rstrip("s,")] for name in names]
        assert arrows_of(figures.plane(WORDS, list("abc"), groups=names)) == colours
        picture = figures.plane(WORDS, list("abc"), groups=names, arrows=False)
        points = [line for line in picture.axes[0].lines if line.get_gid() == "vector"]
        assert [line.get_color() for line in points] == colours
        told = figures.succession([WORDS], list("abc"), ["now"], groups=names).axes[0].lines
        assert [line.get_color() for line in told if line.get_gid() == "word"] == colours


def test_kinds_curves_and_paths_are_drawn_in_no_roles_colour():
    kinds = figures.plane(WORDS, list("abc"), groups=list("xyz"), trails=[WORDS + 1], arrows=False)
    curves = figures.lines(
        [0, 1], {name: [k, 2 * k] for k, name in enumerate("abcdefg", 1)}, **AXES
    )
    boxes = figures.block({"block": [("norm", "attention")]})
    for picture in (kinds, curves, boxes):
        drawn = {to_hex(line.get_color()).upper() for line in picture.axes[0].lines}
        assert not drawn & {*PARTS.values()}


AXES = {"xlabel": "step", "ylabel": "loss"}
