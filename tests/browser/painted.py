"""Whether each view of an explorer has painted the numbers, roles and states that Python meant."""

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

ISOLATES = re.compile(r"[\u2066-\u2069]|\\u206[6-9]")  # around words of another direction
FAINT = 0.1  # a weight whose number is pale
STILL = ("ghost", "context", "mark", "tip")  # dots that can be neither moved nor chosen


def asked():
    """Return what the page is asked for."""
    return {"kinds": KINDS}


def complaints(answer, page):
    """Return what is painted otherwise than the kernel's answer means it."""
    views, page = (json.loads(ISOLATES.sub("", text)) for text in (answer, page))
    wrong = []
    for kind, found in page["views"].items():
        wanted = [one for one in views if one[0] == kind]
        found = [parts for parts in found if parts["own"]["seen"]]
        if len(wanted) != len(found):
            wrong.append(f"{len(found)} of {len(wanted)} {kind} are seen")
            continue
        for (_, label, scene), parts in zip(wanted, found, strict=True):
            view = Painted(kind, label, scene, parts)
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
    yield from view.marked("map", view.map, [scene.get("map")])
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
    yield from view.marked("dot", view.dots, roles)
    yield from view.marked("group", view.dots, [f"group-{one}" for one in dots.get("groups") or []])
    yield from view.marked("name", view.names, roles)
    yield from view.marked("arrow", view.segments, ways["roles"])
    turns = [one.turns for one in view.segments if one.turns]
    yield from same("heads turn", turns, ["auto"] * len(turns))
    for line, role in zip(view.segments, ways["roles"], strict=True):
        bare = role in ("ghost", "plain", "shadow") or np.hypot(*np.subtract(*line.points)) < 16
        if not bare and not line.turns:
            yield f"an arrow of {role} has no head"
    yield from view.marked("area", view.areas, [area["role"] for area in areas])
    worded = [
        pair for pair in zip(ways.get("labels") or [], ways["roles"], strict=False) if pair[0]
    ]
    if not all(one.text in ("", label) for one, (label, _) in zip(view.words, worded, strict=True)):
        yield f"arrows are called {texts(view.words)}, not {worded}"
    yield from view.marked("word", view.words, [role for _, role in worded])
    movable, rings = dots["movable"], dots.get("rings") or []
    ring = Axis("rings")
    for radius, handle in zip(rings, view.handles, strict=False):
        if radius:
            ring.add("ring", radius, (handle.box[2] - handle.box[0]) / 2)
    yield from ring.complaints()
    pressed = np.ravel(dots.get("pressed", -1)).tolist()
    yield from states(
        "dots",
        view.dots,
        "aria-pressed",
        [i in pressed if movable[i] or role not in STILL else None for i, role in enumerate(roles)],
    )


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
    yield from view.marked("bar", view.bars, scene["roles"])
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
        yield from view.marked("mark", shapes, roles)
        yield from view.marked("text", said, roles)
    yield from view.marked("column", view.columns, made["roles"])
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
    yield from view.marked("line", view.line, [scene.get("role") or "score"])
    yield from view.marked("other", view.others, [one["role"] for one in others])
    ends = [
        (one["y"][-1], one["name"], one.get("role") or "score")
        for one in ({**scene, "name": scene.get("name")}, *others)
        if one.get("name")
    ]
    ends.sort(key=lambda one: -one[0])
    yield from same("names from above", texts(view.names), [name for _, name, _ in ends])
    yield from view.marked("name", view.names, [role for *_, role in ends])
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
        mark, fill = marks[i][j], scene["fills"][i][j]
        yield from same(f"{where} has", cell.style, [fill, scene["inks"][i][j]])
        is_hidden = mark == "masked" or fill == "var(--hidden)"
        yield from same(f"{where} is hatched", [cell.hatched], [is_hidden])
        yield from view.marked(where, [cell], [mark])
    for line in (*cells, *cells.T):
        places = [(one.box[0], one.box[1]) for one in line]
        if places != sorted(places):
            yield "cells are not in their order"
    chosen = [i == scene["row"] for i in range(n)]
    yield from states("cells", view.cells, "aria-selected", np.repeat(chosen, wide))
    yield from same("row", ["abh-chosen" in one.classes for one in view.rows], chosen)
    if scene.get("stretch") is not None:
        yield from states("stretch", view.stretch, "aria-pressed", [scene["stretch"]])


def arcs(view):
    scene, panels = view.scene, view.scene["panels"]
    n, query, marked = len(scene["tokens"]), scene["query"], scene.get("marked", -1)
    pressed = scene.get("target", query)
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
        pale = ["faint" if weight < FAINT else "" for weight in panel["weights"]]
        yield from view.marked("number", view.numbers[part], pale)
        yield from view.marked("arc", ways, ["marked" if j == marked else "" for j in range(n)])
        for name, place in (("query", query), ("marked", marked)):
            yield from view.marked(name, tokens, [name if j == place else "" for j in range(n)])
        yield from states(
            "words",
            tokens,
            "aria-checked",
            [np.isfinite(panel["ghosts"][j]) if panel["guess"] else j == pressed for j in range(n)],
        )
        yield from view.marked("panel", [view.panels[k]], [f"head-{k + 1}"])
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
    for i, square in zip(order, view.squares, strict=True):
        x.add("square", i // high, across(square))
        y.add("square", i % high, down(square))
        if abs(square.share / 100 - scene["shares"][i]) > 0.001:
            yield f"{scene['texts'][i]} has {square.share}% of its colour"
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
        yield from view.marked("way", [way], [role])
        yield from same("head turns", [way.turns], ["auto"])
        if said and np.hypot(across(text) - across(way), down(text) - down(way)) > 6 * unit:
            yield f"{said} is far from its way"
    yield from wide.complaints()
    chosen = [i == scene["chosen"] for i in range(n)]
    yield from states("words", view.groups, "aria-pressed", chosen)
    yield from view.marked("word", view.groups, ["query" if one else "" for one in chosen])
    yield from view.marked("circle", [circle], ["closed" if scene["closed"] else "open"])


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
    yield from view.marked("asks", view.words, ["query" if one else "" for one in asks])
    yield from view.marked("word", view.words, ["unseen" if out else "" for out in scene["unseen"]])
    fills = list(itertools.chain(*scene["marks"]["fills"]))
    yield from same("marks", [one.style[0] for one in view.cells], fills)
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
        Axis("tint", within=1),
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
    for chip, after in itertools.pairwise(view.chips):
        is_level = abs(chip.box[1] - after.box[1]) < 1
        side, gap = (chip.box[2], 3) if is_level else (view.chips[0].box[0], 0)
        if abs(after.box[0] - side - gap) > 1:
            yield f"“{after.text[-5:]}” is not where its line goes on"
    for i, chip in enumerate(view.chips):
        tint.add("word", weights[i] if i <= cursor else 0.0, chip.share)
    for axis in (wide, strong, tint):
        yield from axis.complaints()
    marks = ["query" if i == cursor else "" for i in range(len(words))]
    yield from view.marked("word", view.chips, marks)


def tiles(view):
    scene, n, names = view.scene, view.scene["size"], view.scene["names"]
    large, caption = view.drawn[-1], view.caption[0].text
    maps = np.reshape(scene["maps"], (len(names), n, n))
    for k, one in enumerate([*view.drawn[:-1], large]):
        shown = scene["chosen"] if one is large else k
        pixels = np.frombuffer(base64.b64decode(one.pixels), dtype=np.uint8).reshape(n, n, 4)
        if not np.array_equal(pixels[..., 3], maps[shown]):
            yield f"map {k} is not that of {names[shown]}"
    yield from same("names", [one.aria["aria-label"] for one in view.turns], names)
    yield from states(
        "maps", view.maps, "aria-pressed", [k == scene["chosen"] for k in range(len(names))]
    )
    yield from states("switches", view.turns, "aria-pressed", [not off for off in scene["off"]])
    yield from same("off", ["abh-off" in one.classes for one in view.tiles], scene["off"])
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


def steps(view):
    names, at = view.scene["names"], view.scene["at"]
    yield from same("steps", texts(view.names), [f"{i + 1} {name}" for i, name in enumerate(names)])
    now = ["step" if i == at else None for i in range(len(names))]
    yield from same("now", [one.aria.get("aria-current") for one in view.names], now)
    yield from view.marked(
        "step", view.names, ["now" if i == at else "" for i in range(len(names))]
    )


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


def switch(view):
    on = view.own.on if view.own.tag == "input" else view.own.aria.get("aria-pressed") == "true"
    yield from same("is on", [on], [view.scene["on"]])


CHECKS = {kind: globals()[kind.lower()] for kind in KINDS}
