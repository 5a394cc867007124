"""Which colour means what, in every figure and on every page, which takes them as CSS variables.

The hues of roles are those of Okabe and Ito (Color Universal Design, 2008), chosen to stay apart
under every common colour blindness; what has no role takes none of them.
"""

QUERY, KEY, CONTEXT = "#D55E00", "#0072B2", "#009E73"
QUERY_TEXT, KEY_TEXT, CONTEXT_TEXT = "#B04A00", "#00629A", "#00734F"
VALUE, SCORE, WRONG = "#AA4499", "#7B6BB0", "#B3261E"
INK, MUTED, FAINT, TINT, WHITE = "#222222", "#5F5F5F", "#D9D9D9", "#F3F3F3", "#FFFFFF"
MISSING = "#E4E4E4"  # a cell without a number
QUERY_TINT, KEY_TINT, CONTEXT_TINT, SCORE_TINT = "#FCE9DC", "#E3ECF4", "#DDF3EC", "#ECE8F6"
HULL, HULL_EDGE, SHIFT_TINT = "#F6E8F3", "#DDB8D5", "#A3DCCA"
FIRST, SECOND, NEUTRAL = "#8A7200", "#882255", "#6B6B6B"  # words of two meanings, of neither
PARTS = {"query": QUERY, "key": KEY, "value": VALUE, "context": CONTEXT, "neutral": NEUTRAL}

HEAD_1, HEAD_2, HEAD_3, HEAD_4 = "#5B4BA0", "#8A5A00", "#0B6577", "#8F1D4E"

SPARE, TEAL, BROWN = "#332288", "#11697A", "#8C4A2F"
SERIES = (SPARE, FIRST, SECOND, TEAL, BROWN, NEUTRAL, INK)
KINDS = (INK, FIRST, SECOND, NEUTRAL, TEAL, SPARE, BROWN)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 1)))

DARK_MISSING = "#3A3A3A"

# The roles of a page, each with its colour where the page is light and where it is dark.
ROLES = {
    "query": (QUERY, "#FF9A4D"),
    "key": (KEY, "#62B6EC"),
    "context": (CONTEXT, "#35C99A"),
    "value": (VALUE, "#E58BD6"),
    "score": (SCORE, "#A99BE0"),
    "wrong": (WRONG, "#FF8A80"),
    "query-text": (QUERY_TEXT, "var(--query)"),
    "key-text": (KEY_TEXT, "var(--key)"),
    "context-text": (CONTEXT_TEXT, "var(--context)"),
    "first": (FIRST, "#D9C04A"),
    "second": (SECOND, "#E39AC4"),
    "spare": (SPARE, "#A9A0F5"),
    "neutral": (NEUTRAL, "#B0B0B0"),
    "head-1": (HEAD_1, "#B9A9F2"),
    "head-2": (HEAD_2, "#F0C065"),
    "head-3": (HEAD_3, "#62C8DC"),
    "head-4": (HEAD_4, "#F29AC6"),
}
# Those that are alike on both, or as JupyterLab's theme has them where there is one.
STEADY_ROLES = {
    "ink": f"var(--jp-ui-font-color1, {INK})",
    "soft": f"var(--jp-ui-font-color2, {MUTED})",
    "line": f"var(--jp-border-color2, {FAINT})",
    "paper": f"var(--jp-layout-color1, {WHITE})",
    "tint": f"var(--jp-layout-color2, {TINT})",
    "white": WHITE,
    "query-deep": QUERY_TEXT,
    "context-deep": CONTEXT_TEXT,
    "hidden": "repeating-linear-gradient(135deg, var(--tint) 0 4px, var(--soft) 4px 5.5px)",
}
NAMED = {"black": "#000000", "white": WHITE}
DARK_PAGE = '[data-jp-theme-light="false"]'

# Of a map: two maps in one picture then leave room in a PNG of 256 colours, and 0 is a shade.
SHADES = 65


def variables(selector):
    """Return the CSS that gives what a selector finds a variable for each role, as its page is."""
    light, dark = ({role: pair[place] for role, pair in ROLES.items()} for place in (0, 1))
    return f"{rule(selector, STEADY_ROLES | light)}\n{rule(f'{DARK_PAGE} {selector}', dark)}"


def rule(selector, values):
    """Return a rule of CSS that sets variables, by their names."""
    return f"{selector} {{ {' '.join(f'--{name}: {value};' for name, value in values.items())} }}"


def turn(choices, i):
    """Return a choice by its number, starting again when they are used up."""
    return choices[i % len(choices)]


def contrast(first, second):
    """Return the contrast of two colours, from 1 (equal) to 21 (black on white).

    Source: Web Content Accessibility Guidelines 2.1, contrast ratio and relative luminance.
    """
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def text_on(background):
    """Return black or white, whichever reads better: one of them always reaches 4.5."""
    return max(("black", "white"), key=lambda ink: contrast(ink, background))


def _luminance(colour):
    """Return the relative luminance of a colour, 0 to 1."""
    if isinstance(colour, str):  # as #RRGGBB
        digits = NAMED.get(colour, colour)
        colour = [int(digits[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
