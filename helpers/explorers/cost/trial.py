"""How the explorer of costs is tried, and the numbers that it must then show."""

from helpers.explorers.base.trial import *


def as_shown(number, step):
    """Return a count in the largest unit that it fills, with the three digits that are shown."""
    while number >= step:
        number /= step
    return number if number == int(number) else float(f"{number:.3g}" if number < 999 else number)


def in_hundredths(part, total):
    """Return a share as it is shown: whole, unless it is near none or all."""
    hundredths = 100 * part / total
    return round(hundredths) if 10 <= hundredths <= 90 else hundredths


def numbers(state):
    """Return the shares of the work, the work of the pairs, and the bytes that direct stores."""
    n, d = state["n"], state["d"]
    work = (4 * n * d * d, 2 * n * n * d, 8 * n * d * d)
    stored = state["heads"] * n * n * state["bytes_each"]
    return {
        "shares": [in_hundredths(part, sum(work)) for part in work],
        "pairs": [as_shown(work[1], 1000)],
        "direct": [as_shown(stored, 1024)],
    }


def picture(place):
    """Return the selector of the left picture, or of the right one."""
    return f".abh-pictures > :nth-child({place + 1}) "


WORK, HELD = (f"{picture(place)}.abh-grip" for place in (0, 1))

CASE = Case(
    "from helpers.explorers import CostExplorer\nexplorer = CostExplorer()",
    ("n", "d", "heads", "layers", "bytes_each", "window", "memory"),
    numbers,
    {
        "shares": (".abh-columns .abh-marks text", None),
        "pairs": (f"{picture(0)}[role=slider]", "aria-valuetext"),
        "direct": (f"{picture(1)}[role=slider]", "aria-valuetext"),
    },
    (
        *(Drag(WORK, (by, 4), "n") for by in (60, -30)),
        Drag(slider("width d"), (30, 0), "d"),
        Drag(HELD, (-50, 4), "n"),
        Drag(slider("tokens n"), (40, 0), "n"),
        "edit",
        Drag(slider("width d"), (-50, 0), "d"),
        Drag(WORK, (20, 0), "n"),
        "edit",
        Drag(slider("tokens n"), (-20, 0), "n"),
    ),
    tuple(
        Typing(f"[aria-label='{name}, typed']", text, name, chosen(number))
        for name, text, number in (
            ("n", "2048", 2_048),
            ("heads", "16", 16),
            ("n", "3001", 3_001),
            ("memory", "0,5", 0.5),
        )
    ),
    (
        Key(".abh-cursor", "End", "n", lambda *_: 1_000_000),
        Key(".abh-cursor", "ArrowLeft", "n", lambda *_: 800_000),
        Key(".abh-cursor", "PageDown", "n", lambda *_: 250_000),
        Key(".abh-cursor", "ArrowUp", "n", lambda *_: 320_000),
        Key(".abh-cursor", "Escape", "n", back),
        Key("input[type=range]", "Home", "n", lambda *_: 16),
        Key("input[type=range]", "ArrowRight", "n", lambda *_: 20),
        Key("input[type=range]", "Escape", "n", back),
    ),
    edit=("edit",),
)

# The slider has ten stops for a factor of ten.
BENCH = Technique(
    "from helpers.explorers import CostExplorer\nCostExplorer()",
    slider("tokens n"),
    texts_of(".abh-headline"),
    "jump",
    (-60, 0),
)
