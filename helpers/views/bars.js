// Draws upright bars; a movable bar's end follows the pointer at once.

import { consume, html, keyed, labelled, onKeys, set, shortened, svg, write } from "./elements.js";
import { floats, follow } from "./wire.js";
import { createPlaces, createPress, invite } from "./press.js";
import { createRoom } from "./room.js";

const TOP = 30;
const SLOT = { least: 44, most: 84, all: 440 };
const LETTER = 7; // pixels that a letter of a name is wide

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-bars" });
  const caption = html("div", { class: "abh-caption" });
  const picture = svg("svg", { role: "group" });
  const ticks = svg("g", { class: "abh-ticks" });
  const zero = svg("line", { class: "abh-axis" });
  const bars = svg("g");
  picture.append(ticks, zero, bars);
  root.append(caption, picture);
  el.append(root);

  let slot = SLOT.most;
  let tall = 0;
  let left = 0;
  let foot = 0;
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
    return [heightOf(i)];
  }

  function pullTo(i, height, kind) {
    const pulled = clamp(height);
    places.put(i, [pulled]);
    paint(scene());
    const report = { kind, index: i, height: pulled };
    if (kind === "release") places.put(i, [pulled], channel.settle(report));
    else channel.move(report);
  }

  // A drag ends on rounded heights; one that was taken back ends on all its digits.
  function put(i, [height], kind) {
    pullTo(i, kind === "move" ? rounded(height) : height, kind);
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
    for (const name of ["touch", "ghost", "bar", "handle", "text", "label"]) {
      bar.append(svg(name === "text" || name === "label" ? "text" : "rect", { class: `abh-${name}` }));
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

  function box(element, i, height, role, wide) {
    // What is not a number has no height: its outline takes the whole place.
    const ends = [py(0), Number.isNaN(height) ? py(scene().high) : py(height)];
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
    crowded = Boolean(now.fits) && now.labels.some((label) => [...label].length > letters());
    foot = 8 + (now.low < 0 ? 18 : 0) + 14 * room.large * (crowded ? 2 : 1);
    const width = left + slot * count;
    write(caption, now.caption || "");
    caption.hidden = !now.caption;
    set(picture, { viewBox: `0 0 ${width} ${tall}`, "aria-label": view.label });
    picture.style.maxWidth = `calc(${width}px * var(--zoom, 1))`;
    set(zero, { x1: left, x2: width, y1: py(0), y2: py(0) });
    labelled(ticks, now.ticks ?? [], "line", (line, text, tick) => {
      set(line, { x1: left, x2: width, y1: py(tick), y2: py(tick) });
      set(text, { x: left - 5, y: py(tick) + 4 });
      write(text, String(tick).replace("-", "−"));
    });
  }

  function paintBar(now, bar, i, before) {
    const [touch, ghost, body, handle, text, label] = bar.childNodes;
    const height = heightOf(i);
    const shown = Number.isFinite(height) ? height : 0;
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
    box(body, i, height, now.roles[i], 0.6);
    handle.style.display = now.movable && Number.isFinite(height) ? "" : "none";
    set(handle, { x: left + slot * (i + 0.5) - 12, width: 24, y: py(shown) - 2.5, height: 5, rx: 2.5 });
    const middle = left + (i + 0.5) * slot;
    const missing = Number.isNaN(height);
    const aside = height < 0 ? 15 : -6;
    const isStruck = Math.abs(py(before) - py(height) - aside + 4) < 9; // by the end of the ghost
    const y = missing ? (py(0) + py(now.high)) / 2 : py(isStruck ? before : height) + aside;
    set(text, { x: middle, y, class: `abh-number abh-${now.roles[i]}` });
    set(label, { x: middle, y: tall - 6 - (crowded && i % 2 === 0 ? 14 * room.large : 0), class: "abh-label" });
    write(text, now.texts[i]);
    write(label, shortened(now.labels[i], letters() * (crowded ? 2 : 1) - (crowded ? 1 : 0)));
  }

  function paint(now) {
    if (!now.heights) return;
    const count = now.labels.length;
    places.forgetAnswered(count);
    paintFrame(now, count);
    const ghosts = now.ghosts ? floats(now.ghosts) : [];
    keyed(bars, count, createBar, (bar, i) => paintBar(now, bar, i, ghosts[i]));
  }

  return follow(view, channel, paint, { ends: [room.end, unseen] });
}
