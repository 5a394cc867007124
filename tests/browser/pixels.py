"""How what the views of an explorer have painted is read, and held against numbers.

A place or a length on the page must be a straight, rising map of its number; what belongs to a
role has its class, to which the style sheets give the colour (`tests/test_colours.py`); what is
marked, pressed or checked is what the scene says. Nothing here knows how a view computes pixels.
"""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np

READ = Path(__file__).with_suffix(".js").read_text(encoding="utf-8").rstrip().rstrip(";")
# In the kernel: every view that is to be seen, and every switch, in the order of the page.
MEANT = """
import json as _json, numpy as _np
from helpers.views.parts import Toggle as _Toggle
from helpers.views.view import View as _AView
def _listed(part):
    if isinstance(part, memoryview):
        return _np.frombuffer(part).tolist()
    if isinstance(part, dict):
        return {n: list(p) if n == "maps" else _listed(p) for n, p in part.items()}
    return [_listed(p) for p in part] if isinstance(part, list) else part
def _meant(one):
    if one.hidden:
        return
    if isinstance(one, _AView):
        kinds = (k.__name__ for k in type(one).__mro__ if k.__module__.startswith("helpers.views."))
        yield next(kinds), one.label, _listed(one.scene)
    elif isinstance(one, _Toggle):
        yield "Switch", one.text, {"on": one.on}
    for inner in one.children:
        yield from _meant(inner)
"""
ASKED = "_json.dumps([*_meant(explorer.root)])"

# How each kind of view is found on the page, and then each of its parts: its name and a selector.
FOUND = """
Plane: .abh-plane; dots=.abh-dot; touches=.abh-dot .abh-touch; points=.abh-dot .abh-point;
    handles=.abh-dot .abh-handle; names=.abh-names text; segments=.abh-segments line;
    words=.abh-words text; areas=.abh-areas polygon; map=.abh-turned path;
    lines=.abh-grid line; ticks=.abh-grid text; sheet=svg
Bars: .abh-bars:not(.abh-columns, .abh-curve); groups=[data-index]; bars=[data-index]
    .abh-bar:not(.abh-ghost); ghosts=[data-index] rect:nth-child(2); handles=.abh-handle;
    numbers=.abh-number; labels=.abh-label; zero=line.abh-axis; lines=.abh-ticks line;
    ticks=.abh-ticks text; links=.abh-links line; leads=.abh-lead; sheet=svg
Columns: .abh-columns; columns=.abh-columns rect; ghosts=.abh-ghosts path; lines=.abh-ticks line;
    ticks=.abh-ticks text; marks=.abh-marks line; said=.abh-marks text; spans=.abh-spans path;
    spoken=.abh-spans text; beyond=.abh-beyond text; floor=line.abh-axis; sheet=svg
Curve: .abh-curve; cursor=.abh-cursor; line=path.abh-line; along=path.abh-along;
    records=.abh-records circle; ghost=line.abh-ghost; needle=.abh-needle; handle=.abh-handle;
    others=.abh-others path; marks=.abh-marks line; said=.abh-marks text; levels=.abh-levels line;
    heights=.abh-levels text; ticks=.abh-ticks line; steps=.abh-ticks text; names=.abh-names text;
    floor=line.abh-axis; sheet=svg
Heatmap: .abh-heatmap; rows=tbody tr; names=tbody th; columns=thead tr:last-child th;
    groups=th[scope=colgroup]; cells=[role=gridcell]; stretch=.abh-switch
Arcs: .abh-arcs; panels=.abh-arc-panel; names=.abh-arc-name; ways=.abh-ways path;
    ghosts=.abh-ghosts path; numbers=.abh-numbers text; tokens=.abh-token; grounds=.abh-token
    rect; words=.abh-token text; strip=.abh-strip-part, .abh-strip-mixed
Lattice: .abh-lattice; squares=[role=gridcell][tabindex]; columns=[role=columnheader];
    rows=[role=rowheader]; detail=.abh-detail; acts=button
Ring: .abh-ring; groups=[data-index]; dots=[data-index] circle:not(.abh-touch); names=[data-index]
    text; ways=.abh-way; numbers=.abh-weight; circle=svg > circle
Lineup: .abh-lineup; words=.abh-carried; names=.abh-lineup-name; bars=.abh-lineup-bar;
    ghosts=.abh-lineup-ghost; numbers=.abh-number; places=.abh-lineup-place;
    digits=.abh-lineup-place > span; levels=.abh-lineup-levels span; cells=.abh-lineup-mark i;
    dials=.abh-lineup-mark line; frame=.abh-lineup-bars
Story: .abh-story; chips=.abh-chip; words=.abh-chip > :first-child; buttons=.abh-chip button;
    ways=path
Tiles: .abh-tiles; tiles=.abh-tile; maps=.abh-map; turns=.abh-turn; drawn=canvas;
    caption=figcaption
Slider: .abh-slider; name=label; input=input; number=output
Steps: .abh-steps; names=.abh-step-names button
Grid: table.abh-grid; fields=td input; names=tbody th > :not([hidden]); columns=thead th
Facts: table.abh-facts; rows=tbody tr; names=tbody th; columns=thead th; texts=tbody td
Words: div.abh-words; headline=.abh-headline; more=.abh-more; message=.abh-message;
    goals=.abh-goals li > :first-child
Switch: .abh-button[aria-pressed], .abh-tick input
"""
KINDS = {}
for one in re.split(r"\n(?=\S)", FOUND.strip()):
    kind, found = one.split(": ", 1)
    view, *parts = re.sub(r"\s+", " ", found).split("; ")
    KINDS[kind] = view, dict(part.split("=", 1) for part in parts)


class Painted(SimpleNamespace):
    """A view: its scene, and its parts as they are drawn, each a list of shapes."""

    def __init__(self, kind, label, scene, parts):
        own, *others = parts.items()
        shapes = {name: [SimpleNamespace(**one) for one in ones] for name, ones in others}
        super().__init__(**{name: [] for name in KINDS[kind][1]} | shapes)
        self.own, self.label, self.scene = SimpleNamespace(**own[1]), label, scene

    def marked(self, what, shapes, names):
        """Complain about each shape that lacks the class of its name; "" is for none."""
        for i, (shape, name) in enumerate(zip(shapes, names, strict=bool(names))):
            if shape.seen and name and f"abh-{name}" not in shape.classes:
                yield f"{what} {i} is {' '.join(shape.classes)}, not {name}"


class Axis:
    """Numbers and where they are painted: one straight, rising line through all of them."""

    def __init__(self, name, falls=False, within=1.0):
        self.name, self.falls, self.within = name, falls, within
        self.pairs = []

    def add(self, what, number, place):
        """Note where a number is painted."""
        if number is not None and np.isfinite(number):
            self.pairs.append((what, float(number), float(place)))

    def fit(self):
        """Return the slope and where 0 is; None where the numbers are all alike."""
        numbers = np.array([number for _, number, _ in self.pairs])
        if not numbers.size or np.ptp(numbers) <= 1e-9 * np.abs(numbers).max():
            return None
        unit = np.abs(numbers).max()  # whose square may be beyond all numbers
        slope, start = np.polyfit(numbers / unit, [place for *_, place in self.pairs], 1)
        return slope / unit, start

    def at(self, number):
        """Return where a number belongs, None where the numbers are all alike."""
        line = self.fit()
        return None if line is None else np.polyval(line, number)

    def complaints(self, ends=None, box=None, least=0.5):
        """Complain about what lies off the line, and where it leads down instead of up.

        ends, box : numbers whose places must fill so much of these pixels, and stay inside
        """
        line = self.fit()
        if line is None:
            return
        if (line[0] > 0) == self.falls:
            yield f"{self.name} runs the wrong way"
        off = [abs(np.polyval(line, number) - place) for _, number, place in self.pairs]
        if max(off) > self.within:
            what, number, place = self.pairs[int(np.argmax(off))]
            yield f"{self.name}: {what} of {number:.4g} is {max(off):.1f} off, at {place:.1f}"
        numbers = [number for _, number, _ in self.pairs]
        if ends is not None and np.ptp(numbers) > np.ptp(ends) / 50:  # else it is too far to tell
            first, last = sorted(np.polyval(line, ends))
            if first < box[0] - 1 or last > box[1] + 1 or last - first < least * (box[1] - box[0]):
                yield f"{self.name}: from {first:.0f} to {last:.0f} in {box[0]:.0f} to {box[1]:.0f}"


def across(shape):
    """Return the middle of a shape, from the left."""
    return (shape.box[0] + shape.box[2]) / 2


def down(shape):
    """Return the middle of a shape, from above."""
    return (shape.box[1] + shape.box[3]) / 2


def number(text):
    """Return the number that a text shows."""
    return float(text.replace("−", "-"))


def same(what, found, wanted):
    """Complain where one list is not another."""
    found, wanted = list(found), list(wanted)
    if found != wanted:
        yield f"{what} {found}, not {wanted}"


def states(what, shapes, name, wanted):
    """Complain where a state that is read out is not the scene's; None: it has none."""
    told = [None if one is None else str(bool(one)).lower() for one in wanted]
    yield from same(f"{what}: {name}", [shape.aria.get(name) for shape in shapes], told)


def texts(shapes):
    """Return what is written on shapes."""
    return [shape.text for shape in shapes]


def short(text, most):
    """Return a text as a page shortens it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def alike(found, wanted):
    """Return whether a text is another, perhaps cut short."""
    return found == wanted or (found.endswith("…") and wanted.startswith(found[:-1]))


def named(what, shapes, wanted):
    """Complain where a name, perhaps cut short, is another."""
    found = texts(shapes)
    if len(found) != len(wanted) or not all(map(alike, found, wanted)):
        yield f"{what} {found}, not {wanted}"


def near(what, shape, other, within):
    """Complain where the middle of a shape is far from another's, across."""
    if shape.seen and shape.text and abs(across(shape) - across(other)) > within:
        yield f"{what} is {across(shape) - across(other):.1f} pixels beside its own"
