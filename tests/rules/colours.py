"""Every colour stands once, in the palette; a style sheet names its role."""

import re

from matplotlib.colors import to_hex

# Shadows alone are no role: a veil of black.
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\((?!0 0 0 /)[^)]*\)|(?<![-\w])(?:white|black)(?![-\w])"
)
QUOTED = re.compile(r"""["'](#[0-9a-fA-F]{3,8})["']""")
COMMENT = r"(?s)/\*.*?\*/"


def of_palette(palette):
    """Return the colour of every name in the palette."""
    found = {name: getattr(palette, name) for name in vars(palette) if name.isupper()}
    return {name: to_hex(value) for name, value in found.items() if str(value).startswith("#")}


def strays(css):
    """Return the colours that a style sheet has of its own, in their order."""
    return COLOUR.findall(re.sub(COMMENT, "", css))


def unknown(css):
    """Return the variables that a style sheet uses without a fallback and nothing in it sets."""
    used = re.findall(r"var\((--[\w-]+)\)", css)
    return sorted(set(used) - set(re.findall(r"(--[\w-]+):", css)))


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
