"""Whether each view of an explorer has painted the numbers that Python meant, and their states."""

import base64
import itertools
import json
import re

import numpy as np

from browser.pixels import (
    KINDS,
    Axis,
    Painted,
    across,
    down,
    named,
    near,
    number,
    same,
    states,
    texts,
)
from helpers import palette

ISOLATES = re.compile(r"[\u2066-\u2069]|\\u206[6-9]")  # around words of another direction
HEAD = 0.1  # the weight from which a number has the colour of its head
# Roles of marks over columns: of their lines, which some do without, and of their words.
LINES = {"law": "ink", "spread": "ink", "guess": "query", "end": "soft"}
WORDS = {"named": "key-text", "guess": "query-text"} | {
    role: f"{role}-text" for role in ("query", "key", "context")
}
# In a table of groups: marks of cells without a ground of their own, and whose texts have a colour.
BARE = ("empty", "later")
INKS = dict.fromkeys(("query", "asked"), "query-text") | dict.fromkeys(("hidden", "folded"), "soft")
INKS |= {"context": "context-text"}
STILL = ("ghost", "context", "mark", "tip")  # dots that can be neither moved nor chosen


def asked():
    """Return what the page is asked for."""
    return {"kinds": KINDS, "colours": palette.STEADY_ROLES}


def complaints(answer, page):
    """Return what is painted otherwise than the kernel's answer means it."""
    (folder, *views), page = (json.loads(ISOLATES.sub("", text)) for text in (answer, page))
    wrong = []
    for kind, found in page["views"].items():
        wanted = [one for one in views if one[0] == kind]
        found = [parts for parts in found if parts["own"]["seen"]]
        if len(wanted) != len(found):
            wrong.append(f"{len(found)} of {len(wanted)} {kind} are seen")
            continue
        for (_, label, scene), parts in zip(wanted, found, strict=True):
            view = Painted(kind, folder, label, scene, parts, page)
            wrong += [f"{kind} “{label}”: {one}" for one in CHECKS[kind](view)]
    return wrong


def plane(view):
    scene, dots, (sheet,) = view.scene, view.scene["dots"], view.sheet
    ways, areas = scene.get("segments") or {"roles": []}, scene.get("areas") or []
    at, roles = np.reshape(dots["at"], (-1, 2)), dots["roles"]
    spots = [("dot", at[i], (across(one), down(one))) for i, one in enumerate(view.touches)]
    spots += [
        ("point", at[i], (across(one), down(one))) for i, one in enumerate(view.points) if one.seen
    ]
    spots += [
        ("handle", at[i], (across(one), down(one)))
        for i, one in enumerate(view.handles)
        if one.seen
    ]
    corners = [np.reshape(area["at"], (-1, 2)) for area in areas]
    for what, lists, shapes in (
        ("arrow", np.reshape(ways.get("ends") or [], (-1, 2, 2)), view.segments),
        ("corner", corners, view.areas),
    ):
        yield from same(f"ends of each {what}", [len(s.points) for s in shapes], map(len, lists))
        pairs = itertools.chain(*map(zip, lists, (shape.points for shape in shapes)))
        spots += [(what, point, place) for point, place in pairs]
    if name := scene.get("map"):
        matrix, far = np.reshape(scene["matrices"][name], (2, 2)), int(np.ceil(scene["reach"]))
        lines = [
            ends
            for k in range(-far, far + 1)
            for ends in ((k, -far), (k, far), (-far, k), (far, k))
        ]
        pairs = zip(lines @ matrix, view.map[0].points, strict=True)
        spots += [("line of the map", point, place) for point, place in pairs]
    yield from view.coloured("map", view.map, [scene.get("map")], _stroke)
    x, y = Axis("across", within=0.6), Axis("up", falls=True, within=0.6)
    for what, point, place in spots:
        x.add(what, point[0], place[0])
        y.add(what, point[1], place[1])
    ticks = [one for one in view.ticks if "abh-axis-name" not in one.classes]
    yield from same("lines of the grid", [len(view.lines)], [len(ticks)])
    for line, tick in zip(view.lines, ticks, strict=False):
        axis, way, middle = (
            (x, 0, across(tick)) if line.points[0][0] == line.points[1][0] else (y, 1, down(tick))
        )
        axis.add("grid", number(tick.text), line.points[0][way])
        axis.add("grid", number(tick.text), line.points[1][way])
        if abs(middle - line.points[0][way]) > 4:
            yield f"the number {tick.text} is not at its line"
    reach, middle = scene.get("reach") or 2.5, scene.get("middle") or (0, 0)
    for way, axis in enumerate((x, y)):
        ends = [middle[way] - reach, middle[way] + reach]
        yield from axis.complaints(ends, sheet.box[way::2], least=0.7)
    if abs(abs(x.fit()[0] / y.fit()[0]) - 1) > 0.01:
        yield "it is no square"
    yield from named("names", view.names, dots["labels"])
    for name, dot in zip(view.names, view.touches, strict=True):
        wide = (name.box[2] - name.box[0] + dot.box[2] - dot.box[0]) / 2
        if name.text and abs(across(name) - across(dot)) > wide + 60:
            yield f"{name.text} is far from its dot"
    groups = dots.get("groups") or [""] * len(roles)
    yield from view.coloured(
        "dot",
        view.points,
        [
            group if role in ("off", "mean", "value") and group else role
            for role, group in zip(roles, groups, strict=True)
        ],
    )
    yield from view.coloured("name", view.names, map(_name_role, roles, groups), _fill)
    yield from view.coloured("arrow", view.segments, ways["roles"], _stroke)
    heads = [
        (one.head, role) for one, role in zip(view.segments, ways["roles"], strict=True) if one.head
    ]
    for (fill, turns), role in heads:
        if fill != view.colour(role) or turns != "auto":
            yield f"the head of {role} is {fill}, turned {turns}"
    for line, role in zip(view.segments, ways["roles"], strict=True):
        bare = role in ("ghost", "plain", "shadow") or np.hypot(*np.subtract(*line.points)) < 16
        if not bare and not line.head:
            yield f"an arrow of {role} has no head"
    yield from view.coloured("area", view.areas, [area["role"] for area in areas])
    worded = [
        pair for pair in zip(ways.get("labels") or [], ways["roles"], strict=False) if pair[0]
    ]
    if not all(one.text in ("", label) for one, (label, _) in zip(view.words, worded, strict=True)):
        yield f"arrows are called {texts(view.words)}, not {worded}"
    yield from view.coloured(
        "word",
        view.words,
        [{"shift": "context-text", "shadow": "score"}.get(role, "ink") for _, role in worded],
        _fill,
    )
    movable, rings = dots["movable"], dots.get("rings") or []
    ring = Axis("rings")
    for radius, handle in zip(rings, view.handles, strict=False):
        if radius:
            ring.add("ring", radius, (handle.box[2] - handle.box[0]) / 2)
    yield from ring.complaints()
    own = ["query" if role == "query" else "value" for role in roles]
    inks = [ink if radius else None for ink, radius in zip(own, rings, strict=False)]
    inks = (
        inks + [None] * (len(roles) - len(rings)) if rings else [["", "soft"][m] for m in movable]
    )
    yield from view.coloured("handle", view.handles, inks, _stroke)
    pressed = np.ravel(dots.get("pressed", -1)).tolist()
    yield from states(
        "dots",
        view.dots,
        "aria-pressed",
        [i in pressed if movable[i] or role not in STILL else None for i, role in enumerate(roles)],
    )


def _name_role(role, group):
    if role == "tip":
        return "query-text" if group == "query" else "key-text"
    if role == "mean" and group in ("first", "second"):
        return group
    words = {"query": "query-text", "ghost": "soft", "off": "soft"}
    return words.get(role, "context-text" if role in ("context", "guess") else "ink")


def _fill(shape):
    return shape.fill


def _stroke(shape):
    return shape.stroke


def _ink(shape):
    return shape.ink


def bars(view):
    scene, (sheet,) = view.scene, view.sheet
    x, y = Axis("across"), Axis("up", falls=True, within=1.1)
    low, high, heights = scene["low"], scene["high"], scene["heights"]
    ghosts = scene.get("ghosts") or [np.nan] * len(heights)
    yield from same("bars", [len(view.bars)], [len(heights)])
    yield from same("ghosts seen", [one.seen for one in view.ghosts], np.isfinite(ghosts).tolist())
    y.add("floor", np.clip(0, low, high), down(view.zero[0]))
    stacked = scene.get("stacked")
    for what, shapes, tall in (("bar", view.bars, heights), ("ghost", view.ghosts, ghosts)):
        floors = (scene.get("floors") if what == "bar" else None) or np.zeros(len(tall))
        if stacked:  # the first part on top
            floors = high - np.cumsum(np.nan_to_num(tall))
        for i, (shape, height, floor) in enumerate(zip(shapes, tall, floors, strict=True)):
            if not shape.seen:
                continue
            ends = np.clip([floor, high if np.isnan(height) else floor + height], low, high)
            y.add(what, max(ends), shape.box[1])
            y.add(what, min(ends), shape.box[3])
            x.add(what, int(what == "bar") if stacked else i, across(shape))
    links = scene.get("links") or []
    yield from same("links", [len(view.links)], [len(links)])
    for i, (level, link) in enumerate(zip(links, view.links, strict=True)):
        y.add("link", np.clip(level, low, high), down(link))
        x.add("link", i + 0.5, across(link))
    yield from view.coloured("link", view.links, ["soft"] * len(links), _stroke)
    for i, height in enumerate(heights):
        if scene.get("movable") and np.isfinite(height):
            y.add("handle", np.clip(height, low, high), down(view.handles[i]))
            x.add("handle", i, across(view.handles[i]))
        for what, shape in (("number", view.numbers[i]), ("name", view.labels[i])):
            if not stacked:
                yield from near(f"{what} {i}", shape, view.bars[i], 3)
    if stacked:
        yield from _beside_a_stack(view)
    ticks = scene.get("ticks") or []
    yield from same("ticks", map(number, texts(view.ticks)), map(float, ticks))
    for tick, line, text in zip(ticks, view.lines, view.ticks, strict=True):
        y.add("line", tick, down(line))
        if abs(down(text) - down(line)) > 4:
            yield f"the number {tick} is not at its line"
    yield from x.complaints()
    yield from y.complaints([low, high], sheet.box[1::2], least=0.4)
    if not all(sheet.box[0] - 1 <= across(one) <= sheet.box[2] + 1 for one in view.bars):
        yield "a bar is outside"
    wide = [one.box[2] - one.box[0] for one in view.bars]
    if wide and np.ptp(wide) > 0.1:
        yield f"bars are {wide} wide"
    yield from same("numbers", texts(view.numbers), scene["texts"])
    yield from named("names", view.labels, scene["labels"])
    yield from view.coloured("bar", view.bars, scene["roles"])
    yield from view.coloured("ghost", view.ghosts, ["ghost"] * len(heights))
    yield from view.coloured("handle", view.handles, ["ink"] * len(heights), _stroke)
    chosen = scene.get("chosen")
    can = not (scene.get("movable") or scene.get("still"))
    yield from states(
        "bars",
        view.groups,
        "aria-pressed",
        [i == chosen if can else None for i in range(len(heights))],
    )
    marked = [i for i, one in enumerate(view.groups) if "abh-chosen" in one.classes]
    yield from same("chosen", marked, [chosen] if chosen in range(len(heights)) else [])


def _beside_a_stack(view):
    """Complain where parts of one bar lack a line of their own, in their order and uncut."""
    edge, rows = view.sheet[0].box, [*zip(view.numbers, view.labels, strict=True)]
    for i, ((count, label), part, lead) in enumerate(zip(rows, view.bars, view.leads, strict=True)):
        if abs(down(count) - down(label)) > 2 or count.box[2] > label.box[0]:
            yield f"the number of part {i} isn't before its name"
        inside = part.box[2] < count.box[0] and label.box[2] < edge[2] + 1
        if not (inside and edge[1] - 1 < label.box[1] and label.box[3] < edge[3] + 1):
            yield f"what part {i} is called is cut"
        if i and min(count.box[1], label.box[1]) < rows[i - 1][0].box[3] - 3.5:  # of its own room
            yield f"what part {i} is called lies on the one before"
        start, end = lead.points[0], lead.points[-1]
        sets_out = abs(start[1] - down(part)) < 1.1 and abs(start[0] - part.box[2]) < 3
        if not sets_out or abs(end[1] - down(count)) > 4:
            yield f"no line leads from part {i} to its number"
    yield from view.coloured("lead", view.leads, ["soft"] * len(rows), _stroke)


def columns(view):
    scene, (sheet,), made = view.scene, view.sheet, view.scene["columns"]
    x, y = Axis("across", within=1.1), Axis("up", falls=True, within=1.6)
    low, high, top = scene["low"], scene["high"], scene["top"]
    ends = np.clip(np.reshape(made["ends"], (-1, 2)), low, high)
    heights = np.minimum(1, np.divide(made["heights"], top))
    yield from same("columns", [len(view.columns)], [len(heights)])
    y.add("floor", 0, down(view.floor[0]))
    x.add("floor", low, view.floor[0].points[0][0])
    x.add("floor", high, view.floor[0].points[1][0])
    for (left, right), height, one in zip(ends, heights, view.columns, strict=True):
        x.add("column", left, one.box[0])
        x.add("column", right, one.box[2])
        y.add("column", height, one.box[1])
        y.add("foot", 0, one.box[3])
    ghosts = scene.get("ghosts")
    outlined = bool(ghosts) and len(ghosts["heights"]) > 0
    yield from same("ghosts", [len(view.ghosts)], [int(outlined)])
    if outlined:
        before = np.clip(np.reshape(ghosts["ends"], (-1, 2)), low, high)
        for (left, right), height in zip(before, ghosts["heights"], strict=True):
            tops = [(p, q) for p, q in itertools.pairwise(view.ghosts[0].points) if p[1] == q[1]]
            want = np.minimum(1, height / top)
            x_at, y_at = x.at(left), y.at(want)
            if (
                x_at is not None
                and y_at is not None
                and not any(
                    abs(p[0] - x_at) < 1.5
                    and abs(q[0] - x.at(right)) < 1.5
                    and abs(p[1] - y_at) < 2
                    for p, q in tops
                )
            ):
                yield f"the outline lacks {height:.3g} from {left:.3g} to {right:.3g}"
    yield from same("ticks", map(number, texts(view.ticks)), map(float, scene["ticks"]))
    for tick, line, text in zip(scene["ticks"], view.lines, view.ticks, strict=True):
        x.add("tick", tick, across(line))
        yield from near(f"the number {tick}", text, line, 4)
    marks, spans = scene.get("marks") or [], scene.get("spans") or []
    for mark, line, text in zip(marks, view.marks, view.said, strict=True):
        x.add("mark", np.clip(mark["at"], low, high), across(line))
        y.add("foot of a mark", 0, line.points[0][1])
        yield from _beside(mark["text"], text, across(line))
    for span, path, text in zip(spans, view.spans, view.spoken, strict=True):
        x.add("span", np.clip(span["left"], low, high), path.box[0])
        x.add("span", np.clip(span["right"], low, high), path.box[2])
        y.add("span", min(1, span["lane"]), down(path))
        yield from _beside(span["text"], text, path.box[2])
    yield from x.complaints([low, high], sheet.box[::2], least=0.7)
    yield from y.complaints([0, 1], sheet.box[1::2], least=0.3)
    for shapes, said, entries in ((view.marks, view.said, marks), (view.spans, view.spoken, spans)):
        yield from same("marks say", texts(said), [one["text"] for one in entries])
        roles = [one["role"] for one in entries]
        yield from view.coloured("mark", shapes, map(LINES.get, roles), _stroke)
        yield from view.coloured("text", said, [WORDS.get(role, "ink") for role in roles], _fill)
    yield from view.coloured("column", view.columns, made["roles"])
    yield from view.coloured("outline", view.ghosts, ["ghost"] * len(view.ghosts), _stroke)
    yield from same("beyond", texts(view.beyond), scene.get("beyond") or ["", ""])


def _beside(words, text, place):
    """Complain where words do not stand beside the place that they are of."""
    if words and min(abs(text.box[0] - place), abs(text.box[2] - place)) > 10:
        yield f"“{words}” is far from its mark"


def curve(view):
    scene, (sheet,) = view.scene, view.sheet
    x, y = Axis("across", within=0.7), Axis("up", falls=True, within=0.7)
    x.add("floor", 0, view.floor[0].points[0][0])
    x.add("floor", scene["high"], view.floor[0].points[1][0])
    others = scene.get("others") or []
    for shape, tall in (
        *((one, scene["y"]) for one in (*view.line, *view.along)),
        *((one, other["y"]) for one, other in zip(view.others, others, strict=True)),
    ):
        yield from same("points of a curve", [len(shape.points)], [len(tall)])
        for at, height, place in zip(scene["x"], tall, shape.points, strict=False):
            x.add("curve", at, place[0])
            y.add("curve", height, place[1])
    steps, heights, at = scene["steps"], scene["heights"], scene["at"]
    yield from same("records", [len(view.records)], [len(steps)])
    for step, height, dot in (
        *zip(steps, heights, view.records, strict=False),
        (steps[at], heights[at], view.handle[0]),
    ):
        if dot.seen:
            x.add("record", step, across(dot))
            y.add("record", height, down(dot))
    x.add("needle", steps[at], across(view.needle[0]))
    for line in (*view.needle, *view.ghost, *view.marks):
        for height, end in zip((scene["top"], scene["low"]), line.points, strict=True):
            y.add("upright", height if line.seen else None, end[1])
    yield from same("a ghost", [view.ghost[0].seen], [scene["ghost"] >= 0])
    if scene["ghost"] >= 0:
        x.add("ghost", steps[scene["ghost"]], across(view.ghost[0]))
    for (height, text), line, said in zip(scene["levels"], view.levels, view.heights, strict=True):
        y.add("level", height, down(line))
        yield from same("level", [said.text], [text])
        if abs(down(said) - down(line)) > 4:
            yield f"the number {text} is not at its line"
    for (step, text), line, said in zip(scene["ticks"], view.ticks, view.steps, strict=True):
        x.add("tick", step, across(line))
        yield from same("tick", [said.text], [text])
        yield from near(f"the number {text}", said, line, 4)
    for mark, line, said in zip(scene.get("marks") or [], view.marks, view.said, strict=True):
        x.add("mark", mark["at"], across(line))
        yield from same("mark", [said.text], [mark["text"]])
        yield from _beside(mark["text"], said, across(line))
    yield from x.complaints([0, scene["high"]], sheet.box[::2], least=0.5)
    yield from y.complaints([scene["low"], scene["top"]], sheet.box[1::2], least=0.45)
    own = "second" if view.label == "weight" and view.folder == "training" else "spare"
    role = scene.get("role") or "score"
    role = own if role == "score" else WORDS.get(role, role)
    yield from view.coloured("line", view.line, [role], _stroke)
    roles = [WORDS.get(one["role"], one["role"]) for one in others]
    yield from view.coloured("other", view.others, roles, _stroke)
    yield from view.coloured("mark", view.marks, ["ink"] * len(view.marks), _stroke)
    yield from view.coloured("needle", view.needle, ["query"], _stroke)
    yield from view.coloured("handle", view.handle, ["query"])
    yield from view.coloured("ghost", view.ghost, ["soft"], _stroke)
    yield from view.coloured("record", view.records, [own] * len(steps))
    ends = [
        (one["y"][-1], one["name"], WORDS.get(role := one.get("role") or "score", role))
        for one in ({**scene, "name": scene.get("name")}, *others)
        if one.get("name")
    ]
    ends.sort(key=lambda one: -one[0])
    yield from same("names from above", texts(view.names), [name for _, name, _ in ends])
    yield from view.coloured("name", view.names, [role for *_, role in ends], _fill)
    yield from same("cursor", [float(view.cursor[0].aria["aria-valuenow"])], [steps[at]])


def heatmap(view):
    scene = view.scene
    rows, wide, n = scene["rows"], len(scene["columns"]), len(scene["rows"])
    yield from same("cells", [len(view.cells)], [n * wide])
    yield from named("rows", view.names, rows)
    yield from named("columns", view.columns, scene["columns"])
    yield from same("groups", texts(view.groups), [name for name, _ in scene.get("groups") or []])
    cells = np.reshape(np.array(view.cells, dtype=object), (n, wide))
    marks = scene.get("marks") or [[""] * wide] * n
    for i, j in np.ndindex(n, wide):
        cell, where = cells[i, j], f"{rows[i]}, {scene['columns'][j]}"
        yield from same(where, [cell.text], [scene["texts"][i][j]])
        if (
            abs(down(cell) - down(view.names[i])) > 3
            or abs(across(cell) - across(view.columns[j])) > 9
        ):
            yield f"{where} is not beside its names"
        yield from _filled(
            view, cell, marks[i][j], scene["fills"][i][j], scene["inks"][i][j], where
        )
    for line in (*cells, *cells.T):
        places = [(one.box[0], one.box[1]) for one in line]
        if places != sorted(places):
            yield "cells are not in their order"
    yield from _shades(view, cells)
    chosen = [i == scene["row"] for i in range(n)]
    yield from states("cells", view.cells, "aria-selected", np.repeat(chosen, wide))
    yield from same("row", ["abh-chosen" in one.classes for one in view.rows], chosen)
    yield from view.coloured(
        "row", view.names, ["query-text" if one else "ink" for one in chosen], _ink
    )
    if not scene.get("groups"):
        framed = [[view.colour("query") in one.shadow for one in line] for line in cells]
        yield from same("framed", framed, [[one] * wide for one in chosen])
    if scene.get("stretch") is not None:
        yield from states("stretch", view.stretch, "aria-pressed", [scene["stretch"]])
    if scene.get("feeds"):
        yield from _threads(view, cells)


def _filled(view, cell, mark, fill, ink, where):
    """Complain where a cell has not its colour, its ink, or its hatching."""
    hides, is_page = mark == "masked" or fill == "var(--hidden)", bool(view.scene.get("groups"))
    yield from same(f"{where} is hatched", [cell.hatched], [hides])
    ground = view.paint(fill) or (view.colour("tint") if is_page and mark not in BARE else None)
    written = INKS.get(mark) if is_page else None
    inked = view.colour(written or "ink") if written or not view.paint(ink) else view.paint(ink)
    for found, wanted in ((cell.back, None if hides else ground), (cell.ink, inked)):
        if wanted and found != wanted:
            yield f"{where} is painted {found}, not {wanted}"


def _shades(view, cells):
    """Complain where a larger number has the shade of a smaller one; groups have own scales."""
    fills = itertools.chain(*view.scene["fills"])
    seen = [
        (number(cell.text), int(shade[1]))
        for cell, fill in zip(cells.ravel(), fills, strict=True)
        if (shade := re.fullmatch(r"var\(--[ws](\d+)\)", fill))
        and re.fullmatch(r"[−\d.]+", cell.text)
    ]
    if not view.scene.get("groups") and [one for _, one in sorted(seen)] != sorted(
        one for _, one in seen
    ):
        yield f"shades do not follow the numbers: {sorted(seen)}"


def _threads(view, cells):
    """Complain where what feeds a cell is another than what is marked and led to it."""
    scene = view.scene
    fed = [place for place in np.ndindex(cells.shape) if "abh-fed" in cells[place].classes]
    pointed = [place for place in np.ndindex(cells.shape) if cells[place].pointed]
    spoken = pointed[-1:] or ([tuple(scene["spoken"])] if scene.get("spoken") else [])
    wanted = [place for place in spoken if scene["feeds"][place[0]][place[1]]]
    yield from same("fed", fed, wanted)
    feeds = [tuple(one) for i, j in wanted for one in scene["feeds"][i][j]]
    marked = [place for place in np.ndindex(cells.shape) if "abh-feeds" in cells[place].classes]
    yield from same("feeding", marked, sorted(set(feeds)))
    unique = list(dict.fromkeys(feeds))
    yield from same("threads", [len(view.threads)], [len(unique)])
    for place, thread in zip(unique, view.threads, strict=False):
        (x, y), (u, v) = thread.points[0], thread.points[-1]
        left, top, right, bottom = cells[place].box
        level = min(abs(y - edge) for edge in (top, bottom, (top + bottom) / 2))
        if not left - 4 < x < right + 14 or level > 3.5:
            yield f"a thread begins beside {place}"
        if not -4 < u - cells[wanted[0]].box[0] < 14 or abs(v - down(cells[wanted[0]])) > 2:
            yield f"a thread from {place} ends beside {wanted[0]}"
        asks = "query" if "abh-query" in cells[place].classes else "key"
        yield from view.coloured("thread", [thread], [asks], _stroke)
        if view.colour(asks) not in cells[place].shadow and not cells[place].pointed:
            yield f"{place} is not framed"
    if wanted:
        if view.colour("context") not in cells[wanted[0]].shadow and not pointed:
            yield f"{wanted[0]} is not framed"
        left, top, right, bottom = cells[wanted[0]].box
        (end,) = view.end
        if not (left - 9 < end.box[2] < left + 16 and abs(down(end) - (top + bottom) / 2) < 2):
            yield "the head of the threads is elsewhere"
        yield from view.coloured("head", view.end, ["context"])


def arcs(view):
    scene, panels = view.scene, view.scene["panels"]
    n, query, marked = len(scene["tokens"]), scene["query"], scene.get("marked", -1)
    pressed = scene.get("target", query)
    is_key = view.folder in ("training", "sentence", "real_model")
    wide, thick = Axis("thickness", within=0.05), Axis("strength", within=0.01)
    yield from named("panels", view.names, [panel["name"] for panel in panels])
    yield from states(
        "panels", view.names, "aria-pressed", [k == scene["chosen"] for k in range(len(panels))]
    )
    yield from same(
        "chosen",
        ["abh-chosen" in one.classes for one in view.panels],
        [k == scene["chosen"] and len(panels) > 1 for k in range(len(panels))],
    )
    for k, panel in enumerate(panels):
        part = slice(k * n, (k + 1) * n)
        head = "key" if is_key else f"head-{k + 1}"
        grounds, tokens, ways = view.grounds[part], view.tokens[part], view.ways[part]
        places = [across(one) for one in grounds]
        yield from same("order of words", places, sorted(places))
        yield from named("words", view.words[part], scene["tokens"])
        yield from same("numbers", texts(view.numbers[part]), panel["texts"])
        for name, shapes, weights in (
            ("arc", ways, panel["weights"]),
            ("ghost", view.ghosts[part], panel["ghosts"]),
        ):
            yield from same(f"{name}s", [one.seen for one in shapes], np.isfinite(weights).tolist())
            for j, (shape, weight) in enumerate(zip(shapes, weights, strict=True)):
                if not shape.seen:
                    continue
                wide.add(name, weight, shape.wide)
                if name == "arc":
                    thick.add(name, weight, shape.opacity)
                (x, y), (u, v) = shape.points[0], shape.points[-1]
                aside, foot = np.sign(j - query) * (x - places[query]), grounds[j].box[1]
                if abs(u - places[j]) > 1 or not (0 if j != query else -1) <= aside < 11:
                    yield f"{name} {j} leads from {x:.0f} to {u:.0f}, not to {places[j]:.0f}"
                if abs(y - v) > 1 or abs(v + 2 - foot) > 1 or not shape.box[1] < v - 8:
                    yield f"{name} {j} does not stand on the words"
        for j in range(n):
            yield from near(f"word {j}", view.words[part][j], grounds[j], 7)
            if view.numbers[part][j].seen:
                yield from near(f"number {j}", view.numbers[part][j], grounds[j], 16)
        inks = [head if not weight < HEAD else "soft" for weight in panel["weights"]]
        yield from view.coloured("number", view.numbers[part], inks, _fill)
        yield from view.coloured(
            "arc", ways, ["context" if j == marked else head for j in range(n)], _stroke
        )
        yield from view.coloured("ghost", view.ghosts[part], ["soft"] * n, _stroke)
        looks = ["context" if j == marked else "query" if j == query else "ink" for j in range(n)]
        yield from view.coloured("ground", grounds, looks, _fill)
        inks = [look if look == "ink" else f"{look}-text" for look in looks]
        yield from view.coloured("word", view.words[part], inks, _fill)
        yield from states(
            "words",
            tokens,
            "aria-checked",
            [np.isfinite(panel["ghosts"][j]) if panel["guess"] else j == pressed for j in range(n)],
        )
        yield from view.coloured("panel", [view.names[k]], [head], _ink)
    yield from wide.complaints()
    yield from thick.complaints()


def lattice(view):
    scene, high, wide = view.scene, len(view.scene["rows"]), len(view.scene["columns"])
    order = np.arange(high * wide).reshape(wide, high).T.ravel()  # the page goes row by row
    yield from same("rows", texts(view.rows), scene["rows"])
    yield from same("columns", texts(view.columns), scene["columns"])
    yield from same("acts", texts(view.acts), scene["acts"])
    names = [one.aria["aria-label"] for one in view.squares]
    yield from same("squares", names, [scene["texts"][i] for i in order])
    chosen = [i == scene["chosen"] for i in order]
    yield from states("squares", view.squares, "aria-selected", chosen)
    off = [i in scene["off"] for i in order]
    yield from same("hatched", [one.hatched for one in view.squares], off)
    layer = scene["chosen"] // high
    whole = {*range(layer * high, (layer + 1) * high)} <= {*scene["off"]}
    on = [scene["chosen"] in scene["off"], whole]
    yield from states("acts", view.acts[:2], "aria-pressed", on)
    x, y = Axis("across"), Axis("up")
    paper, key = (_channels(view.colour(role)) for role in ("paper", "key"))
    for i, square, hatched in zip(order, view.squares, off, strict=True):
        x.add("square", i // high, across(square))
        y.add("square", i % high, down(square))
        tint = np.dot(_channels(square.back) - paper, key - paper) / np.dot(
            key - paper, key - paper
        )
        if not hatched and abs(tint - scene["shares"][i]) > 0.02:
            yield f"{scene['texts'][i]} has {tint:.0%} of its colour"
    for axis in (x, y):
        yield from axis.complaints()


def ring(view):
    scene, n = view.scene, len(view.scene["names"])
    x, y = Axis("across", within=0.6), Axis("up", falls=True, within=0.6)
    for i, dot in enumerate(view.dots):
        angle = 2 * np.pi * i / n
        x.add("word", np.cos(angle), across(dot))
        y.add("word", np.sin(angle), down(dot))
    (circle,) = view.circle
    for way, axis, falls in ((0, x, 1), (1, y, -1)):
        axis.add("circle", falls, circle.box[way + 2])
        axis.add("circle", -falls, circle.box[way])
        yield from axis.complaints()
    yield from named("names", view.names, scene["names"])
    ends = np.reshape(scene["ends"], (-1, 2)).astype(int).tolist()
    yield from same("ways", [len(view.ways)], [len(ends)])
    wide = Axis("thickness", within=0.05)
    unit = (view.dots[0].box[2] - view.dots[0].box[0]) / 2  # the radius of a word's dot
    for (i, j), way, weight, text, said in zip(
        ends, view.ways, scene["weights"], view.numbers, scene["numbers"], strict=False
    ):
        wide.add("way", weight, way.wide)
        yield from same("number", [text.text], [said])
        for end, place, least in ((way.points[0], i, 1), (way.points[-1], j, 2.2)):
            far = [np.hypot(end[0] - across(dot), end[1] - down(dot)) for dot in view.dots]
            if int(np.argmin(far)) != place or not least < far[place] / unit < least + 0.9:
                yield f"a way from {i} to {j} ends at {int(np.argmin(far))}"
        role = "query" if i == scene["chosen"] else "key"
        yield from view.coloured("way", [way], [role], _stroke)
        if not way.head or way.head[0] != view.colour(role) or way.head[1] != "auto":
            yield f"the head of a way is {way.head}"
        if said and np.hypot(across(text) - across(way), down(text) - down(way)) > 6 * unit:
            yield f"{said} is far from its way"
    yield from wide.complaints()
    chosen = [i == scene["chosen"] for i in range(n)]
    yield from states("words", view.groups, "aria-pressed", chosen)
    yield from view.coloured("word", view.dots, ["query" if one else "neutral" for one in chosen])
    yield from view.coloured(
        "name", view.names, ["query-text" if one else "ink" for one in chosen], _fill
    )
    yield from view.coloured("circle", [circle], ["context" if scene["closed"] else "line"])


def lineup(view):
    scene, order, n = view.scene, view.scene["order"], len(view.scene["tokens"])
    x, y = Axis("across"), Axis("up", falls=True)
    yield from same("places", texts(view.digits), map(str, range(n)))
    for place, one in enumerate(view.places):
        x.add("place", place, across(one))
    for level in view.levels:
        y.add("level", number(level.text), level.box[1])
    y.add("floor", 0, view.frame[0].box[3] - 1.2)
    for i in range(n):
        if "abh-dragged" in view.words[i].classes:
            continue
        for what, shape in (
            ("word", view.words[i]),
            ("name", view.names[i]),
            ("bar", view.bars[i]),
        ):
            x.add(what, order.index(i), across(shape))
        yield from same("place", [view.words[i].aria["aria-posinset"]], [str(order.index(i) + 1)])
    before = np.isfinite(scene["ghosts"]).tolist()
    yield from same("ghosts", [one.seen for one in view.ghosts], before)
    for what, shapes, weights in (
        ("bar", view.bars, scene["weights"]),
        ("ghost", view.ghosts, scene["ghosts"]),
    ):
        for shape, weight in zip(shapes, weights, strict=True):
            if shape.seen:
                y.add(what, np.nan_to_num(weight), shape.box[1])
                y.add("foot", 0, shape.box[3])
    yield from x.complaints()
    yield from y.complaints()
    yield from same("levels end at", [max(map(number, texts(view.levels)))], [1.0])
    yield from same("numbers", texts(view.numbers), scene["texts"])
    yield from named("names", view.names, scene["tokens"])
    asks = [i == scene["query"] for i in range(n)]
    yield from states("words", view.words, "aria-checked", asks)
    yield from view.coloured("bar", view.bars, ["query" if one else "key" for one in asks], _back)
    yield from view.coloured("ghost", view.ghosts, ["soft"] * n, _edge)
    inks = [
        "soft" if out else "query-text" if one else "key-text"
        for one, out in zip(asks, scene["unseen"], strict=True)
    ]
    yield from view.coloured("number", view.numbers, inks, _ink)
    fills = list(itertools.chain(*scene["marks"]["fills"]))
    yield from same("marks", [one.back for one in view.cells], map(view.paint, fills))
    each = len(fills) // n
    for place in range(n) if each else ():
        spots, level = Axis("marks of a place"), [down(one) for one in view.cells]
        for k, one in enumerate(view.cells[place * each : (place + 1) * each]):
            spots.add("mark", k - (each - 1) / 2, across(one) - across(view.places[place]))
        spots.add("middle", 0, 0)
        yield from spots.complaints()
        if np.ptp(level) > 1:
            yield "marks are not level"
    dials = np.reshape(scene["marks"]["dials"], (-1, 2))
    yield from same("dials", [len(view.dials)], [len(dials)])
    turn = Axis("dials", within=0.3)
    for dial, end in zip(view.dials, dials, strict=False):
        (a, b), (u, v) = dial.points
        turn.add("hand", end[0], u - a)
        turn.add("hand", end[1], v - b)
    yield from turn.complaints()


def _back(shape):
    return shape.back


def _edge(shape):
    return shape.edge


def story(view):
    scene, cursor, weights = view.scene, view.scene["cursor"], view.scene["weights"]
    words = [one.value if one.tag == "select" else one.text for one in view.words]
    yield from same("words", words, scene["tokens"])
    yield from same("shown", texts(view.buttons), scene["shown"])
    yield from states(
        "words", view.buttons, "aria-checked", [i == cursor for i in range(len(words))]
    )
    wide, strong, tint = (
        Axis("thickness", within=0.05),
        Axis("strength", within=0.01),
        Axis("tint", within=0.02),
    )
    led = []
    for way in view.ways:
        (x, y), (u, v) = way.points[0], way.points[-1]
        at = [
            np.hypot(u - across(one), min(abs(v - one.box[1]), abs(v - one.box[3])))
            for one in view.chips
        ]
        led.append(int(np.argmin(at)))
        start = view.chips[cursor]
        if min(at) > 2 or abs(x - across(start)) > 1 or abs(y - start.box[1]) > 2:
            yield f"an arc leads from {x:.0f}, {y:.0f} to {u:.0f}, {v:.0f}"
        wide.add("arc", weights[led[-1]], way.wide)
        strong.add("arc", weights[led[-1]], way.opacity)
    looked = sorted(range(cursor), key=lambda j: -weights[j])[: len(led)]
    yield from same("arcs to", led, sorted(looked))
    if any(weights[j] > 0.05 for j in set(range(cursor)) - set(led)):
        yield "a large weight has no arc"
    yield from view.coloured(
        "arc", view.ways, ["soft" if scene["off"] else "key"] * len(led), _stroke
    )
    paper, key = (_channels(view.colour(role)) for role in ("paper", "key"))
    for chip, after in itertools.pairwise(view.chips):
        is_level = abs(chip.box[1] - after.box[1]) < 1
        side, gap = (chip.box[2], 3) if is_level else (view.chips[0].box[0], 0)
        if abs(after.box[0] - side - gap) > 1:
            yield f"“{after.text[-5:]}” is not where its line goes on"
    for i, chip in enumerate(view.chips):
        share = np.dot(_channels(chip.back) - paper, key - paper) / np.dot(key - paper, key - paper)
        tint.add("word", weights[i] if i <= cursor else 0.0, share)
    for axis in (wide, strong, tint):
        yield from axis.complaints()
    marks = ["query" if i == cursor else "line" for i in range(len(words))]
    yield from view.coloured("word", view.chips, marks, _edge)


def _channels(colour):
    """Return red, green and blue of a colour as a browser says it, from 0 to 1."""
    parts = np.array([float(one) for one in re.findall(r"[\d.]+", colour.partition("(")[2])[:3]])
    return parts / 255 if colour.startswith("rgb") else parts


def tiles(view):
    scene, n, names = view.scene, view.scene["size"], view.scene["names"]
    large, caption = view.drawn[-1], view.caption[0].text
    maps = np.reshape(scene["maps"], (len(names), n, n))
    inks = {role: np.round(255 * _channels(view.colour(role))) for role in ("key", "query")}
    for k, one in enumerate([*view.drawn[:-1], large]):
        shown = scene["chosen"] if one is large else k
        pixels = np.frombuffer(base64.b64decode(one.pixels), dtype=np.uint8).reshape(n, n, 4)
        if not np.array_equal(pixels[..., 3], maps[shown]):
            yield f"map {k} is not that of {names[shown]}"
        for i, j in np.argwhere(pixels[..., 3] > 60):
            role = "query" if i == scene["row"] else "key"
            if np.abs(pixels[i, j, :3] - inks[role]).max() > 4:
                yield f"map {k}, row {i} is {pixels[i, j]}, not {role}"
                break
    yield from same("names", [one.aria["aria-label"] for one in view.turns], names)
    yield from states(
        "maps", view.maps, "aria-pressed", [k == scene["chosen"] for k in range(len(names))]
    )
    yield from states("switches", view.turns, "aria-pressed", [not off for off in scene["off"]])
    yield from same("off", ["abh-off" in one.classes for one in view.tiles], scene["off"])
    marks = ["query" if k == scene["chosen"] else "line" for k in range(len(names))]
    yield from view.coloured("map", view.maps, marks, _edge)
    if not caption.startswith(names[scene["chosen"]]):
        yield f"the large map is called {caption}"


def slider(view):
    scene, (one,) = view.scene, view.input
    if not one.held:  # a hand may hold it between two steps
        far = abs(float(one.value) - scene["value"])
        if far > scene["step"] / 2 + 1e-9:
            yield f"is at {one.value}, not {scene['value']}"
    yield from same("ends", one.range, [scene["low"], scene["high"]])
    yield from same("says", texts([*view.name, *view.number]), [view.label, scene["text"]])
    heads = re.search(r"head (\d)$", view.label)
    if view.folder != "heads" or heads:
        role = f"head-{heads[1]}" if view.folder == "heads" else "query"
        yield from view.coloured("knob", view.input, [role], lambda shape: shape.accent)


def steps(view):
    names, at = view.scene["names"], view.scene["at"]
    yield from same("steps", texts(view.names), [f"{i + 1} {name}" for i, name in enumerate(names)])
    now = ["step" if i == at else None for i in range(len(names))]
    yield from same("now", [one.aria.get("aria-current") for one in view.names], now)
    marked = [one.under == view.colour("query") for one in view.names]
    yield from same("marked", marked, [i == at for i in range(len(names))])


def grid(view):
    scene = view.scene
    wanted = list(itertools.chain(*scene["texts"]))
    yield from same("fields", [len(view.fields)], [len(wanted)])
    for found, text in zip(view.fields, wanted, strict=False):
        if "abh-unread" not in found.classes:
            yield from same("field", [found.value], [text])
    names = [one.value if one.tag == "input" else one.text for one in view.names]
    typed = scene["names"] if scene.get("renames") else scene["rows"]
    if not any("abh-unread" in one.classes for one in view.names):
        yield from same("names", [name for name in names if name], [name for name in typed if name])
    yield from same("columns", texts(view.columns), scene["columns"])


def facts(view):
    scene = view.scene
    yield from same("names", texts(view.names), scene["names"])
    yield from same("texts", texts(view.texts), itertools.chain(*scene["texts"]))
    yield from same("columns", texts(view.columns), scene.get("columns") or [])
    main = [f"abh-{role}" if role else None for role in scene.get("roles") or []]
    if main:
        yield from same("rows", [(one.classes or [None])[0] for one in view.rows], main)


def words(view):
    scene, goals = view.scene, view.scene["goals"]
    said = texts([*view.headline, *view.more, *view.message])
    yield from same("said", said, [scene["headline"], scene["more"], scene["message"]])
    yield from same(
        "goals",
        texts(view.goals),
        [f"{'✓ reached' if one['done'] else 'goal'}: {one['text']}" for one in goals],
    )
    done = ["context-text" if one["done"] else None for one in goals]
    yield from view.coloured("goal", view.goals, done, _ink)


def switch(view):
    on = view.own.on if view.own.tag == "input" else view.own.aria.get("aria-pressed") == "true"
    yield from same("is on", [on], [view.scene["on"]])


CHECKS = {kind: globals()[kind.lower()] for kind in KINDS}
