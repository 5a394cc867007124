// Draws dots, segments and areas in a square; a movable dot follows the pointer at once.

import { consume, html, keyed, onKeys, set, svg, uniqueName, write } from "./elements.js";
import { floats, follow } from "./wire.js";
import { createPlaces, createPress, invite } from "./press.js";
import { STICKS, discs, placeNames } from "./names.js";
import { createArrows } from "./arrows.js";

const SIZE = 440;
// Beside the square, where its numbers stand, no dot comes: `margin`; `letter` is the names' size.
const LAYOUTS = { page: { margin: 32, letter: 13, number: 11 }, projector: { margin: 48, letter: 27, number: 27 } };
const STILL = ["ghost", "context", "mark", "tip"]; // roles of dots that only show a place
const RING = 11; // pixels: the handle of what moves
const STEPS = { plain: 0.1, fine: 0.01 }; // of a plane that reaches 2.5

const rounded = (number) => Math.round(number * 1000) / 1000;

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-plane" });
  const prompt = html("p", { class: "abh-prompt" });
  const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group" });
  const layers = {};
  for (const name of ["grid", "turned", "areas", "segments", "words", "names", "dots"]) {
    layers[name] = svg("g", { class: `abh-${name}` });
    picture.append(layers[name]);
  }
  const own = uniqueName("abh-map");
  const frame = svg("rect");
  const cut = svg("clipPath", { id: own });
  cut.append(frame);
  picture.prepend(cut);
  layers.turned.append(svg("path"));
  set(layers.turned, { "clip-path": `url(#${own})` });
  const arrows = createArrows(picture, layers.segments, layers.words, SIZE);
  root.append(prompt, picture);
  el.append(root);

  let layout = LAYOUTS.page;
  let [reach, middle] = [0, [0, 0]];
  let drawn = ""; // the frame that the grid shows
  let scale = []; // where axes and their numbers are, which names keep clear of too
  let boxes = []; // of the names
  let sticks = STICKS.rest; // how much a name keeps to where it is
  let aside = []; // how far each name stands from its dot, across and down
  let keys = null; // the dot that arrow keys are moving
  const scene = () => view.scene;
  const movable = (i) => scene().dots.movable[i];
  const here = (i) => position(floats(scene().dots.at), i);
  const places = createPlaces(channel);
  const part = (i) => /** @type {SVGElement} */ (layers.dots.children[i]);
  const press = createPress(channel, { movable, where, at: here, put, choose, part });
  const unseen = invite(root);

  const px = (x) => layout.margin + ((x - middle[0] + reach) / (2 * reach)) * (SIZE - 2 * layout.margin);
  const py = (y) => layout.margin + ((middle[1] + reach - y) / (2 * reach)) * (SIZE - 2 * layout.margin);
  const position = (at, i) => places.get(i) ?? [at[2 * i], at[2 * i + 1]];
  const inside = (number, way) => rounded(Math.max(middle[way] - reach, Math.min(middle[way] + reach, number)));

  function where(event) {
    const box = picture.getBoundingClientRect();
    const unit = (SIZE / box.width) * ((2 * reach) / (SIZE - 2 * layout.margin));
    const edge = (layout.margin / SIZE) * box.width;
    const [across, down] = [event.clientX - box.left - edge, event.clientY - box.top - edge];
    return [middle[0] - reach + across * unit, middle[1] + reach - down * unit];
  }

  function moveTo(index, at, kind, how = {}) {
    const [x, y] = how.by === "esc" ? at : at.map(inside); // Esc gives back every digit
    places.put(index, [x, y]);
    carry(index);
    const report = { kind, index, x, y, ...how };
    if (kind === "release") places.put(index, [x, y], channel.settle(report));
    else channel.move(report);
  }

  function put(i, at, kind, by) {
    moveTo(i, at, kind, by ? { by } : {});
  }

  // Arrow keys let go of their own dot, whatever a pointer holds.
  function endKeys(i) {
    if (keys !== i) return;
    keys = null;
    moveTo(i, here(i), "release", { by: "keys" });
  }

  function createDot(i) {
    const dot = svg("g", {});
    dot.append(svg("circle", { r: 16, class: "abh-touch" }), svg("circle", { r: 6, class: "abh-point" }));
    dot.append(svg("circle", { r: RING, class: "abh-handle" }));
    press.listen(dot, i, taken);
    onKeys(dot, (event) => onKey(event, i));
    for (const name of ["keyup", "blur"]) dot.addEventListener(name, () => endKeys(i));
    return dot;
  }

  // Of some dots the one whose middle is nearest to the pointer, and how many pixels away it is.
  function nearest(event, which) {
    const spot = where(event);
    const away = (j) => Math.hypot(...here(j).map((number, k) => number - spot[k])) * (px(1) - px(0));
    const found = scene().dots.labels.map((_, j) => [away(j), j]).filter(([, j]) => which(j));
    return found.sort(([a], [b]) => a - b)[0];
  }

  // A press chooses the nearest dot; what moves is taken by its whole ring, whatever lies under it.
  function taken(event, i) {
    const [away, ringed] = nearest(event, movable) ?? [Infinity];
    return away <= RING ? ringed : nearestThatActs(event, i);
  }

  const nearestThatActs = (event, i) => nearest(event, (j) => acts(scene().dots, j))?.[1] ?? i;

  function choose(i, event) {
    const onDot = event && layers.dots.contains(event.target); // and not on a name
    const index = onDot ? nearestThatActs(event, i) : i;
    channel.settle({ kind: "choose", index });
  }

  // What only shows a place can be neither moved nor chosen.
  function acts(dots, i) {
    return dots.movable[i] || !STILL.includes(dots.roles[i]);
  }

  // A dot is taken by its name as well.
  function createName(i) {
    const name = svg("text");
    press.listen(name, i);
    return name;
  }

  function onKey(event, i) {
    const step = (event.shiftKey ? STEPS.fine : STEPS.plain) * Math.max(1, reach / 2.5);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (ways[event.key] && movable(i)) {
      const [x, y] = here(i);
      press.keyed(i);
      keys = i;
      moveTo(i, [x + ways[event.key][0] * step, y + ways[event.key][1] * step], "move");
    } else if (event.key === "Escape" && movable(i)) {
      keys = null;
      press.undo(i);
    } else if (event.key === "Enter" || event.key === " ") choose(i);
    else return;
    consume(event);
  }

  function paintGrid(axes) {
    const close = reach < 2 && layout === LAYOUTS.page; // a projected one has no room for decimals
    const usual = reach > 5 ? Math.ceil(reach / 5) : close ? 0.5 : 1;
    const least = (1.6 * layout.number * 2 * reach) / (SIZE - 2 * layout.margin); // that keeps large numbers apart
    const unit = [usual, 2, 5, 10, 20, 50].find((one) => one >= Math.max(usual, least)) ?? usual;
    const [across, up] = middle.map((center) => {
      const first = Math.ceil((center - reach) / unit);
      const count = Math.floor((center + reach) / unit) - first + 1;
      return Array.from({ length: count }, (_, k) => (first + k) * unit);
    });
    const ends = [layout.margin, SIZE - layout.margin];
    const name = (t) => (t ? "" : "abh-axis");
    const left = layout.margin - (close ? 4 : 8); // “−0.5” needs more room; a dot at the edge, less of it
    const low = SIZE - layout.margin + 8 + layout.number;
    const written = (t) => String(t).replace("-", "−");
    layers.grid.replaceChildren(
      ...across.map((t) => svg("line", { x1: px(t), x2: px(t), y1: ends[0], y2: ends[1], class: name(t) })),
      ...up.map((t) => svg("line", { y1: py(t), y2: py(t), x1: ends[0], x2: ends[1], class: name(t) })),
      ...across.map((t) => svg("text", { x: px(t), y: low, "text-anchor": "middle" }, written(t))),
      ...up.map((t) => svg("text", { x: left, y: py(t) + 0.36 * layout.number, "text-anchor": "end" }, written(t))),
      svg("text", { x: SIZE - 2, y: py(0) - 6, class: "abh-axis-name", "text-anchor": "end" }, axes[0] ?? ""),
      svg("text", { x: px(0) + 7, y: layout.letter - 1, class: "abh-axis-name", "text-anchor": "start" }, axes[1] ?? ""),
    );
    scale = [
      { left: px(0) - 2, right: px(0) + 2, top: 0, bottom: SIZE },
      { left: 0, right: SIZE, top: py(0) - 2, bottom: py(0) + 2 },
      { left: SIZE - 17, right: SIZE, top: py(0) - 6 - layout.letter, bottom: py(0) - 3 },
      ...across.map((t) => ({ left: px(t) - 12, right: px(t) + 12, top: low - 10, bottom: low + 2 })),
      ...up.map((t) => ({ left: 0, right: left, top: py(t) - 6, bottom: py(t) + 6 })),
    ];
  }

  // Where a map takes the lines of the grid; as many on each side of the origin as the square has.
  function paintMap(matrix, role) {
    const [[a, b, c, d], far] = [matrix ? floats(matrix) : [0, 0, 0, 0], Math.ceil(reach)];
    const at = (i, j) => `${rounded(px(i * a + j * c))} ${rounded(py(i * b + j * d))}`;
    const lines = Array.from({ length: 2 * far + 1 }, (_, k) => k - far);
    const both = (k) => `M${at(k, -far)} L${at(k, far)} M${at(-far, k)} L${at(far, k)}`;
    const [near, wide] = [layout.margin, SIZE - 2 * layout.margin];
    set(frame, { x: near, y: near, width: wide, height: wide });
    set(layers.turned.firstChild, { d: matrix ? lines.map(both).join(" ") : null, class: `abh-${role}` });
  }

  function paintDots(dots, segments) {
    const at = floats(dots.at);
    const rings = dots.rings ? floats(dots.rings) : [];
    const radii = dots.labels.map((_, i) => rings[i] ?? 10); // names keep clear of a handle
    const spots = dots.labels.map((_, i) => position(at, i)).map(([x, y]) => [px(x), py(y)]);
    arrows.paint(segments, px, py, layout.letter, [...scale, ...discs(spots, radii).flat()], sticks);
    keyed(layers.dots, dots.labels.length, createDot, (dot, i) => {
      const [x, y] = spots[i];
      const role = dots.roles[i];
      set(dot, {
        transform: `translate(${x} ${y})`,
        class: `abh-dot abh-${role} abh-group-${dots.groups?.[i]}${dots.movable[i] ? " abh-movable" : ""}${acts(dots, i) ? "" : " abh-still"}`,
        tabindex: acts(dots, i) || role === "context" ? 0 : null,
        role: acts(dots, i) ? "button" : "img",
        "aria-pressed": acts(dots, i) ? String([dots.pressed].flat().includes(i)) : null,
        "aria-label": [dots.labels[i], dots.texts[i]].filter(Boolean).join(": "),
        "data-index": i,
        style: rings[i] ? `--ring: ${rounded(rings[i])}px` : null,
      });
    });
    paintNames(dots, spots, radii);
  }

  // A dot goes with the pointer, and its name beside it: all else waits for Python.
  function carry(i) {
    const [x, y] = position([], i);
    set(layers.dots.children[i], { transform: `translate(${px(x)} ${py(y)})` });
    set(layers.names.children[i], { x: px(x) + aside[i][0], y: py(y) + aside[i][1] });
  }

  function paintNames(dots, spots, radii) {
    const others = [...scale, ...arrows.drawn()];
    boxes = placeNames(dots.labels, spots, radii, SIZE, others, layout.letter, boxes, sticks);
    aside = boxes.map((box, i) => [box.x - spots[i][0], box.y - spots[i][1]]);
    keyed(layers.names, dots.labels.length, createName, (name, i) => {
      const taken = acts(dots, i) ? (dots.movable[i] ? " abh-movable" : " abh-acts") : "";
      set(name, { x: boxes[i].x, y: boxes[i].y, class: `abh-name abh-${dots.roles[i]} abh-group-${dots.groups?.[i]}${taken}` });
      write(name, boxes[i].text);
    });
  }

  function paintAreas(areas) {
    keyed(layers.areas, areas.length, () => svg("polygon"), (area, i) => {
      const at = floats(areas[i].at);
      const corners = Array.from({ length: at.length / 2 }, (_, k) => `${px(at[2 * k])},${py(at[2 * k + 1])}`);
      set(area, { points: corners.join(" "), class: `abh-area abh-${areas[i].role}` });
    });
  }

  function paint(now) {
    if (!now.dots) return;
    places.forgetAnswered(now.dots.labels.length);
    set(picture, { "aria-label": view.label });
    write(prompt, now.prompt ?? "");
    prompt.hidden = !now.prompt;
    sticks = now.glides === false ? STICKS.way : sticks === STICKS.way ? 0 : STICKS.rest; // 0: it has arrived
    layout = el.closest(".abh-projector") ? LAYOUTS.projector : LAYOUTS.page;
    const square = JSON.stringify([now.reach, now.middle, now.axes, layout]);
    if (boxes.length !== now.dots.labels.length) boxes = []; // other dots have other names
    if (square !== drawn) {
      drawn = square;
      boxes = [];
      set(picture, { style: `--letter: ${layout.letter}px; --number: ${layout.number}px` });
      [reach, middle] = [now.reach || 2.5, now.middle ?? [0, 0]];
      paintGrid(now.axes ?? []);
    }
    paintMap(now.matrices?.[now.map], now.map);
    paintAreas(now.areas ?? []);
    paintDots(now.dots, now.segments);
  }

  return follow(view, channel, paint, { root, ends: [unseen] }); // whether it is projected shows once it is in its explorer
}
