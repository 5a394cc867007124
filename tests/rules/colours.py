"""Every colour stands once: in the palette of the figures, and at the top of the page's style."""

import re

from matplotlib.colors import is_color_like, to_hex

COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|(?<![-\w])(?:white|black)(?![-\w])"
)
QUOTED = re.compile(r"""["'](#[0-9a-fA-F]{3,8})["']""")
DARK = '[data-jp-theme-light="false"]'
# Roles that the page calls otherwise than the figures do.
NAMES = {"soft": "MUTED", "line": "FAINT", "paper": "WHITE", "first": "KEY"}
NAMES |= {
    "dark": "INK",
    "query-deep": "QUERY_TEXT",
    "context-deep": "CONTEXT_TEXT",
}  # whatever the theme


def of_palette(palette):
    """Return the colour of every name in the palette."""
    found = {name: getattr(palette, name) for name in vars(palette) if name.isupper()}
    return {name: to_hex(value) for name, value in found.items() if isinstance(value, str)}


def differs_from_the_palette(css, colours):
    """Complain about a colour of the light theme that the palette does not have by that name."""
    light = properties(rules(css)[0][1])
    complaints = []
    for role in light:
        shown, name = _resolved(role, light), NAMES.get(role, role.upper().replace("-", "_"))
        if COLOUR.fullmatch(shown) and colours.get(name) != _one_way(shown):
            complaints.append(f"--{role} is {_one_way(shown)}, palette.{name} {colours.get(name)}")
    return complaints


def strays(css, colours):
    """Complain about a colour that is written twice, or that is not written at the top."""
    found, seen = [], set()
    for place, (selector, body) in enumerate(rules(css)):
        for name, value in declarations(body):
            at_its_place = name.startswith("--") and (place == 0 or selector.startswith(DARK))
            for literal in COLOUR.findall(value):
                colour = _one_way(literal)
                if colour in seen:
                    found.append(f"{selector}: {literal} is written before")
                elif not at_its_place and colour in colours.values():
                    found.append(f"{selector}: {literal} is a colour of the palette, use its name")
                seen.add(colour)
    return found


def known_by_no_light(css):
    """Complain about a role that only the dark theme knows."""
    (_, first), *others = rules(css)
    dark = [body for selector, body in others if selector.startswith(DARK)]
    only = [role for body in dark for role in properties(body) if role not in properties(first)]
    return [f"--{role} has no colour in the light theme" for role in only]


def strays_in_python(sources, colours):
    """Complain about a colour of the palette, or one written twice, in sources by their place."""
    found, seen = [], set()
    for place, source in sources.items():
        for literal in QUOTED.findall(source):
            colour = to_hex(literal)
            if colour in seen | set(colours.values()):
                found.append(f"{place}: {literal} is written before")
            seen.add(colour)
    return found


def rules(css):
    """Return the rules of a style sheet, each with its selector and its body."""
    css = re.sub(r"(?s)/\*.*?\*/", "", css)
    return [
        (" ".join(found[0].split()), found[1]) for found in re.findall(r"([^{}]+)\{([^{}]*)\}", css)
    ]


def declarations(body):
    """Return names and values of what a rule declares."""
    pairs = (declared.partition(":") for declared in body.split(";") if declared.strip())
    return [(name.strip(), value.strip()) for name, _, value in pairs]


def properties(body):
    """Return the custom properties that a rule declares, without their dashes."""
    return {name[2:]: value for name, value in declarations(body) if name.startswith("--")}


def _one_way(literal):
    """Return a colour in the one way of writing it in which two can be compared."""
    return to_hex(literal) if is_color_like(literal) else literal


def _resolved(role, own):
    """Return a property's value where the page has no theme: fallbacks, and what they stand for."""
    value = own[role]
    while found := re.fullmatch(r"var\(--([\w-]+)(?:,\s*(.*))?\)", value):
        value = own.get(found[1], found[2] or "")
    return value
