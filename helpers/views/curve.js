// Draws a curve, and others beside it; its cursor follows the pointer at once, from record to record.

import { consume, html, keyed, labelled, onKeys, set, svg, writeAt } from "./elements.js";
import { floats, follow } from "./wire.js";
import { createPlaces, createPress, invite } from "./press.js";
import { createRoom } from "./room.js";

// In pixels of its own; it is as wide as its room, and all letters keep their size.
const SIZE = { wide: 480, tall: 200, left: 40, right: 12, top: 20, foot: 34, bare: 8, letter: 7, aside: 10, line: 14 };
const GRIP = 16; // pixels on both sides of the cursor where the pointer takes it
const FAR = 5; // records that a page key goes

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-bars abh-curve" });
  const picture = svg("svg", { role: "group" });
  const layers = {};
  for (const name of ["levels", "ticks", "others", "marks", "names"]) picture.append((layers[name] = svg("g", { class: `abh-${name}` })));
  const floor = svg("line", { class: "abh-axis" });
  const names = [svg("text", { class: "abh-axis-name" }), svg("text", { class: "abh-axis-name" })];
  // All that can be dragged is one slider, with one focus.
  const cursor = svg("g", { class: "abh-cursor", role: "slider", tabindex: 0 });
  const paper = svg("rect", { class: "abh-touch" });
  const line = svg("path", { class: "abh-line" });
  const along = svg("path", { class: "abh-along" });
  const dots = svg("g", { class: "abh-records" });
  const ghost = svg("line", { class: "abh-ghost" });
  const needle = svg("line", { class: "abh-needle" });
  const grip = svg("rect", { class: "abh-touch abh-grip", width: 2 * GRIP });
  const handle = svg("circle", { class: "abh-handle", r: 7 });
  cursor.append(paper, ghost, line, dots, along, needle, grip, handle);
  picture.append(floor, ...names, cursor, layers.marks); // what a mark says stands above the needle
  root.append(picture);
  el.append(root);

  const CURSOR = 0;
  const room = createRoom(root, () => paint(scene()));
  let [wide, tall, left, right] = [SIZE.wide, SIZE.tall, SIZE.left, SIZE.right];
  let steps = new Float64Array();
  let apart = 0; // steps from the pointer to the cursor, where a press beside it took it
  let scrolls = false; // a finger that begins on the paper scrolls the page

  const scene = () => view.scene;
  const places = createPlaces(channel);
  const at = () => Math.min(places.get(CURSOR) ?? scene().at, steps.length - 1);
  const base = () => tall - (scene().ticks.length ? SIZE.foot : SIZE.bare) * room.large;
  const across = () => wide - left - right;
  const px = (step) => left + (step / scene().high) * across();
  const py = (loss) => base() - ((loss - scene().low) / (scene().top - scene().low)) * (base() - SIZE.top * room.large);

  const press = createPress(channel, {
    movable: () => !scrolls,
    where,
    at: () => [steps[at()]],
    put: (_, [step], kind, by) => goTo(nearest(kind === "move" ? step - apart : step), kind, by ? { by } : {}),
    choose: () => goTo(nearest(steps[at()] - apart), "release"),
    part: () => cursor,
  });
  const unseen = invite(root);

  function where(event) {
    const box = picture.getBoundingClientRect();
    const step = ((((event.clientX - box.left) * wide) / box.width - left) / across()) * scene().high;
    if (event.type === "pointerdown") {
      scrolls = event.target === paper && event.pointerType !== "mouse";
      apart = event.target === grip ? 0 : steps[at()] - step;
    }
    return [step];
  }

  function nearest(step) {
    let best = 0;
    for (const i of steps.keys()) if (Math.abs(steps[i] - step) < Math.abs(steps[best] - step)) best = i;
    return best;
  }

  function goTo(index, kind, how = {}) {
    const stays = index === at() && kind === "move";
    const report = { kind, place: index, ...how };
    places.put(CURSOR, index);
    if (kind === "release") places.put(CURSOR, index, channel.settle(report));
    else if (!stays) channel.move(report);
    paint(scene());
  }

  function onKey(event) {
    const [here, last] = [at(), steps.length - 1];
    const ways = { ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1,
      PageDown: here - FAR, PageUp: here + FAR, Home: 0, End: last };
    if (event.key in ways) {
      press.keyed(CURSOR);
      goTo(Math.max(0, Math.min(last, ways[event.key])), "release", { by: "keys" });
    } else if (event.key === "Escape") press.undo(CURSOR);
    else if (event.key === "Enter") channel.settle({ kind: "choose", place: here });
    else return;
    consume(event);
  }

  press.listen(cursor, CURSOR);
  onKeys(cursor, onKey);

  function paintAxes(now) {
    const [foot, large] = [base(), room.large];
    labelled(layers.levels, now.levels, "line", (line, label, [height, text]) => {
      set(line, { x1: left, x2: wide - right, y1: py(height), y2: py(height) });
      writeAt(label, text, left - SIZE.aside, py(height) + 4 * large, "end");
    });
    labelled(layers.ticks, now.ticks, "line", (line, label, [step, text]) => {
      const x = px(step);
      set(line, { x1: x, x2: x, y1: foot, y2: foot + 4 });
      writeAt(label, text, x, foot + 16 * large);
    });
    set(floor, { x1: left, x2: wide - right, y1: foot, y2: foot });
    writeAt(names[0], now.caption ?? view.label, 2, 12 * large, "start");
    writeAt(names[1], now.across, wide - right, foot + 30 * large, "end");
  }

  const way = (x, y) => [...y.keys()].map((i) => `${i ? "L" : "M"}${px(x[i]).toFixed(1)} ${py(y[i]).toFixed(1)}`).join("");

  // The other curves, marked places, and the names of all curves at their ends, none on another.
  function paintOthers(now) {
    const [x, others, marks] = [floats(now.x), now.others ?? [], now.marks ?? []];
    keyed(layers.others, others.length, () => svg("path"), (path, k) =>
      set(path, { d: way(x, floats(others[k].y)), class: `abh-${others[k].role}` }));
    labelled(layers.marks, marks, "line", (line, label, mark) => {
      const [spot, foot, turned] = [px(mark.at), base(), mark.at > 0.62 * now.high];
      const raised = marks.indexOf(mark) * SIZE.line * room.large;
      set(line, { x1: spot, x2: spot, y1: SIZE.top * room.large, y2: foot });
      writeAt(label, mark.text, turned ? spot - 5 : spot + 5, foot - 6 - raised, turned ? "end" : "start");
    });
    const ends = named(now).map(({ y, name, role }) => ({ name, role, y: py(floats(y).at(-1)) }));
    ends.sort((a, b) => a.y - b.y);
    ends.forEach((end, k) => (end.y = Math.max(end.y, k ? ends[k - 1].y + SIZE.line * room.large : 0)));
    keyed(layers.names, ends.length, () => svg("text"), (text, k) => {
      set(text, { class: `abh-${ends[k].role}` });
      writeAt(text, ends[k].name, wide - right + SIZE.aside, ends[k].y + 4 * room.large, "start");
    });
  }

  function named(now) {
    return [{ y: now.y, name: now.name, role: now.role ?? "score" }, ...(now.others ?? [])].filter(({ name }) => name);
  }

  function paintCurve(now) {
    const [x, y, heights] = [now.x, now.y, now.heights].map(floats);
    for (const path of [line, along]) set(path, { d: way(x, y) });
    set(line, { class: `abh-line abh-${now.role ?? "score"}` });
    keyed(dots, steps.length, () => svg("circle"), (dot, i) => set(dot, { cx: px(steps[i]), cy: py(heights[i]), r: 2.2 }));
    set(paper, { x: left, y: 0, width: across() + SIZE.right, height: tall });
    ghost.style.display = now.ghost < 0 ? "none" : "";
    if (now.ghost >= 0) set(ghost, { x1: px(steps[now.ghost]), x2: px(steps[now.ghost]), y1: SIZE.top * room.large, y2: base() });
    const spot = px(steps[at()]);
    set(needle, { x1: spot, x2: spot, y1: SIZE.top * room.large, y2: base() });
    set(grip, { x: spot - GRIP, y: 0, height: tall });
    set(handle, { cx: spot, cy: py(heights[at()]) });
  }

  function paint(now) {
    if (!now.steps) return;
    steps = floats(now.steps);
    places.forgetAnswered(1);
    wide = room.wide || SIZE.wide;
    tall = now.tall ?? SIZE.tall;
    const longest = Math.max(0, ...now.levels.map(([, text]) => text.length));
    left = Math.max(SIZE.left * room.large, SIZE.aside + longest * SIZE.letter * room.large); // all is seen
    const ends = Math.max(0, ...named(now).map(({ name }) => name.length));
    right = SIZE.right + (ends && SIZE.aside + ends * SIZE.letter * room.large);
    set(picture, { viewBox: `0 0 ${wide} ${tall}`, "aria-label": view.label });
    set(cursor, {
      class: `abh-cursor${now.guess ? " abh-guess" : ""}`,
      "aria-label": now.guess ? "your guess, along the curve" : now.cursor,
      "aria-valuemin": steps[0],
      "aria-valuemax": steps.at(-1),
      "aria-valuenow": steps[at()],
      "aria-valuetext": now.at === at() ? now.text : (now.texts?.[at()] ?? `${now.across} ${steps[at()]}`),
    });
    paintAxes(now);
    paintOthers(now);
    paintCurve(now);
  }

  return follow(view, channel, paint, { ends: [room.end, unseen] });
}
