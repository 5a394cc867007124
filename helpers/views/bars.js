// Draws upright bars, or one bar of parts; a movable bar's end follows the pointer at once.

import { consume, html, keyed, labelled, onKeys, set, shortened, svg, write, writeAt } from "./elements.js";
import { floats, follow } from "./wire.js";
import { createPlaces, createPress, invite } from "./press.js";
import { createRoom } from "./room.js";

const TOP = 30;
const SLOT = { least: 44, most: 84, all: 440 };
const LETTER = 7; // pixels that a letter of a name is wide
const STACK = { wide: 56, before: 14, away: 20, line: 17, number: 66 }; // pixels of one bar of parts, and beside it

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-bars" });
  const caption = html("div", { class: "abh-caption" });
  const picture = svg("svg", { role: "group" });
  const ticks = svg("g", { class: "abh-ticks" });
  const zero = svg("line", { class: "abh-axis" });
  const links = svg("g", { class: "abh-links" });
  const bars = svg("g");
  picture.append(ticks, zero, links, bars);
  root.append(caption, picture);
  el.append(root);

  let slot = SLOT.most;
  let tall = 0;
  let left = 0;
  let foot = 0;
  let width = 0;
  let beyond = 0; // how far off the axis the bar was when a hand took it
  let crowded = false; // whether every other name stands a line lower

  const scene = () => view.scene;
  const clamp = (h) => Math.max(scene().low, Math.min(scene().high, h));
  const py = (h) => TOP + ((scene().high - clamp(h)) / (scene().high - scene().low)) * (tall - TOP - foot);
  const rounded = (height) => Math.round(height * 100) / 100; // Esc gives back more digits than these
  const places = createPlaces(channel);
  const part = (i) => /** @type {SVGElement} */ (bars.children[i]);
  const press = createPress(channel, { movable: () => scene().movable, where, at: here, put, choose, part });
  const unseen = invite(root);
  const room = createRoom(root, () => paint(scene()));
  const heightOf = (i) => places.get(i)?.[0] ?? floats(scene().heights)[i];

  function here(i) {
    const height = heightOf(i);
    beyond = height - clamp(height);
    return [height];
  }

  function pullTo(i, height, kind, inside = clamp) {
    const pulled = inside(height);
    places.put(i, [pulled]);
    paint(scene());
    const report = { kind, index: i, height: pulled };
    if (kind === "release") places.put(i, [pulled], channel.settle(report));
    else channel.move(report);
  }

  // A drag ends on rounded heights; one that was taken back ends on all its digits, also off the axis.
  function put(i, [height], kind, by) {
    pullTo(i, kind === "move" ? rounded(height - beyond) : height, kind, by === "esc" ? (one) => one : clamp);
  }

  function choose(index) {
    if (!scene().movable && !scene().still) channel.settle({ kind: "choose", index });
  }

  function where(event) {
    const box = picture.getBoundingClientRect();
    const y = ((event.clientY - box.top) * tall) / box.height;
    return [scene().high - ((y - TOP) / (tall - TOP - foot)) * (scene().high - scene().low)];
  }

  function createBar(i) {
    const bar = svg("g", { "data-index": i });
    for (const name of ["touch", "ghost", "bar", "handle", "text", "label", "lead"]) {
      const shape = { text: "text", label: "text", lead: "path" }[name] ?? "rect";
      bar.append(svg(shape, { class: `abh-${name}` }));
    }
    press.listen(bar, i);
    onKeys(bar, (event) => onKey(event, i));
    return bar;
  }

  function onKey(event, i) {
    const ways = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };
    const ends = { Home: "low", End: "high" };
    if (scene().still) return;
    if (!scene().movable) {
      if (event.key !== "Enter" && event.key !== " ") return;
      choose(i);
    } else if (ways[event.key]) {
      press.keyed(i);
      const step = scene().step * (event.shiftKey ? 0.1 : 1);
      pullTo(i, rounded(heightOf(i) + ways[event.key] * step), "release");
    } else if (ends[event.key]) {
      press.keyed(i);
      pullTo(i, scene()[ends[event.key]], "release");
    } else if (event.key === "Escape") press.undo(i);
    else return;
    consume(event);
  }

  function box(element, i, height, role, wide, floor = 0) {
    // What is not a number has no height: its outline takes the whole place.
    const ends = [py(floor), Number.isNaN(height) ? py(scene().high) : py(floor + height)];
    set(element, {
      x: left + slot * (i + 0.5 - wide / 2),
      width: slot * wide,
      y: Math.min(...ends),
      height: Math.max(1, Math.abs(ends[0] - ends[1])),
      class: `abh-bar abh-${role}`,
    });
  }

  // How many letters of a name fit under its bar.
  function letters() {
    return Math.floor(slot / (LETTER * room.large));
  }

  function paintFrame(now, count) {
    const longest = Math.max(0, ...(now.ticks ?? []).map((tick) => String(tick).length));
    left = longest && Math.max(26, 8 + LETTER * longest) * room.large; // all of a number is seen
    tall = now.tall ?? 230;
    const all = now.fits && room.wide ? Math.min(SLOT.all, room.wide - left) : SLOT.all;
    slot = Math.max(SLOT.least, Math.min(SLOT.most, all / count));
    crowded = Boolean(now.fits) && !now.stacked && now.labels.some((label) => [...label].length > letters());
    foot = 8 + (now.low < 0 ? 18 : 0) + 14 * room.large * (crowded ? 2 : 1);
    width = left + (now.stacked ? all : slot * count);
    write(caption, now.caption || "");
    caption.hidden = !now.caption;
    set(picture, { viewBox: `0 0 ${width} ${tall}`, "aria-label": view.label });
    picture.style.maxWidth = `calc(${width}px * var(--zoom, 1))`;
    const end = now.stacked ? left + STACK.before + 4 + STACK.wide : width;
    set(zero, { x1: left, x2: end, y1: py(0), y2: py(0) });
    labelled(ticks, now.ticks ?? [], "line", (line, text, tick) => {
      set(line, { x1: left, x2: end, y1: py(tick), y2: py(tick) });
      set(text, { x: left - 5, y: py(tick) + 4 });
      write(text, String(tick).replace("-", "−"));
    });
    // From the end of one bar to where the next begins.
    const levels = now.links ? floats(now.links) : [];
    keyed(links, levels.length, () => svg("line"), (line, i) => {
      set(line, { x1: left + slot * (i + 0.2), x2: left + slot * (i + 1.8), y1: py(levels[i]), y2: py(levels[i]) });
    });
  }

  function paintBar(now, bar, i, before) {
    const [touch, ghost, body, handle, text, label, lead] = bar.childNodes;
    const height = heightOf(i);
    const shown = Number.isFinite(height) ? height : 0;
    const floor = now.floors ? floats(now.floors)[i] : 0;
    set(bar, {
      tabindex: now.still ? null : 0,
      role: now.still ? "img" : now.movable ? "slider" : "button",
      "aria-label": now.movable ? now.labels[i] : `${now.labels[i]}: ${now.texts[i]}`,
      "aria-pressed": now.movable || now.still ? null : String(now.chosen === i),
      "aria-valuenow": now.movable ? shown : null,
      "aria-valuemin": now.movable ? now.low : null,
      "aria-valuemax": now.movable ? now.high : null,
      "aria-valuetext": now.movable ? now.texts[i] : null,
      class: `${now.still ? "" : now.movable ? "abh-pull" : "abh-press"}${now.chosen === i ? " abh-chosen" : ""}`,
    });
    set(touch, { x: left + i * slot + 1, y: TOP - 20, width: slot - 2, height: tall - TOP + 19 });
    ghost.style.display = Number.isFinite(before) ? "" : "none";
    if (Number.isFinite(before)) box(ghost, i, before, "ghost", 0.76);
    box(body, i, height, now.roles[i], 0.6, floor);
    lead.style.display = now.stacked ? "" : "none";
    for (const words of [text, label]) words.style.textAnchor = "";
    handle.style.display = now.movable && Number.isFinite(height) ? "" : "none";
    set(handle, { x: left + slot * (i + 0.5) - 12, width: 24, y: py(shown) - 2.5, height: 5, rx: 2.5 });
    const middle = left + (i + 0.5) * slot;
    const missing = Number.isNaN(height);
    const aside = height < 0 ? 15 : -6;
    const isStruck = Math.abs(py(before) - py(height) - aside + 4) < 9; // by the end of the ghost
    const y = missing ? (py(0) + py(now.high)) / 2 : py(isStruck ? before : floor + height) + aside;
    set(text, { x: middle, y, class: `abh-number abh-${now.roles[i]}` });
    set(label, { x: middle, y: tall - 6 - (crowded && i % 2 === 0 ? 14 * room.large : 0), class: "abh-label" });
    write(text, now.texts[i]);
    write(label, shortened(now.labels[i], letters() * (crowded ? 2 : 1) - (crowded ? 1 : 0)));
  }

  // Where the parts of one bar end that lie on one another, the first on top; the last end is the foot.
  function edges(parts) {
    let level = scene().high;
    return [level, ...[...parts].map((part) => (level -= part || 0))].map(py);
  }

  // The names of the parts, each on a line of its own and as near to its part as the others let it be.
  function lines(ends, count) {
    const high = STACK.line * room.large;
    const at = Array.from({ length: count }, (_, i) => (ends[i] + ends[i + 1]) / 2);
    for (let i = 1; i < count; i += 1) at[i] = Math.max(at[i], at[i - 1] + high);
    at.push(tall + high / 2);
    for (let i = count - 1; i >= 0; i -= 1) at[i] = Math.min(at[i], at[i + 1] - high);
    return at;
  }

  // A part of the bar between two ends, a pixel from its neighbours where it has the room.
  function share(ends, i) {
    const high = ends[i + 1] - ends[i];
    const gap = Math.min(1, high / 2);
    return { y: ends[i] + gap / 2, height: Math.max(0.4, high - gap) };
  }

  function stack(now, ghosts) {
    const ends = edges(floats(now.heights));
    const before = edges(ghosts);
    const at = lines(ends, now.labels.length);
    const [x, edge] = [left + STACK.before + 4, left + STACK.before + 4 + STACK.wide];
    const beside = edge + STACK.away;
    const number = beside + STACK.number * room.large;
    bars.childNodes.forEach((bar, i) => {
      const [touch, ghost, body, , text, label, lead] = bar.childNodes;
      set(body, { x, width: STACK.wide, ...share(ends, i) });
      if (ghosts.length) set(ghost, { x: left, width: STACK.before, ...share(before, i) });
      set(lead, { d: `M${edge + 1} ${(ends[i] + ends[i + 1]) / 2} L${beside - 5} ${at[i]} H${beside}` });
      set(touch, { x: beside, width: width - beside, y: at[i] - 8 * room.large, height: 16 * room.large });
      writeAt(text, now.texts[i], number, at[i] + 4.5 * room.large, "end");
      const letters = Math.floor((width - number - 8) / (LETTER * room.large));
      writeAt(label, shortened(now.labels[i], letters), number + 8, at[i] + 4.5 * room.large, "start");
    });
  }

  function paint(now) {
    if (!now.heights) return;
    const count = now.labels.length;
    places.forgetAnswered(count);
    paintFrame(now, count);
    const ghosts = now.ghosts ? floats(now.ghosts) : [];
    keyed(bars, count, createBar, (bar, i) => paintBar(now, bar, i, ghosts[i]));
    root.classList.toggle("abh-stacked", Boolean(now.stacked));
    if (now.stacked) stack(now, ghosts);
  }

  return follow(view, channel, paint, { ends: [room.end, unseen] });
}
