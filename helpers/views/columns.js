// Draws thin columns over an axis, with marks and brackets; nothing here can be pulled.

import { html, keyed, labelled, set, svg, write, writeAt } from "./elements.js";
import { floats, follow } from "./wire.js";
import { createRoom } from "./room.js";

// In pixels of its own; it is as wide as its room, and all letters keep their size.
const SIZE = { wide: 420, tall: 190, left: 26, right: 14, top: 34, foot: 22 };
const LEAST = 1.5; // pixels of a column, if it is there at all

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-bars abh-columns" });
  const caption = html("div", { class: "abh-caption" });
  const picture = svg("svg", { role: "img" });
  const layers = {};
  for (const name of ["ticks", "columns", "ghosts", "marks", "spans", "beyond"]) {
    layers[name] = svg("g", { class: `abh-${name}` });
    picture.append(layers[name]);
  }
  const floor = svg("line", { class: "abh-axis" });
  picture.append(floor);
  root.append(caption, picture);
  el.append(root);

  const room = createRoom(root, () => paint(scene()));
  let [wide, base] = [SIZE.wide, SIZE.tall - SIZE.foot];
  let [left, right] = [SIZE.left, SIZE.right];

  const scene = () => view.scene;
  const inside = (x) => Math.max(scene().low, Math.min(scene().high, x));
  const px = (x) => left + ((inside(x) - scene().low) / (scene().high - scene().low)) * (wide - left - right);
  const py = (height) => base - Math.min(1, height / scene().top) * (base - SIZE.top);

  // Words beside a place stand on the side that has more room.
  function beside(element, words, x, y) {
    const left = x > 0.62 * wide;
    writeAt(element, words, left ? x - 6 : x + 6, y, left ? "end" : "start");
  }

  function paintColumns({ ends, heights, roles }) {
    const [at, tall] = [floats(ends), floats(heights)];
    keyed(layers.columns, tall.length, () => svg("rect"), (column, i) => {
      const [x, end] = [px(at[2 * i]), px(at[2 * i + 1])];
      const height = tall[i] > 0 ? Math.max(LEAST, base - py(tall[i])) : 0;
      set(column, { x, y: base - height, width: Math.max(1, end - x), height, class: `abh-bar abh-${roles[i]}` });
    });
  }

  // One outline, down to the floor wherever two columns do not touch.
  function paintGhosts(ghosts) {
    const at = ghosts ? floats(ghosts.ends) : [];
    const tall = ghosts ? floats(ghosts.heights) : [];
    keyed(layers.ghosts, tall.length ? 1 : 0, () => svg("path", { class: "abh-bar abh-ghost" }), (outline) => {
      const way = [`M${px(at[0])} ${base}`];
      tall.forEach((height, i) => {
        if (i && at[2 * i] > at[2 * i - 1]) way.push(`V${base} H${px(at[2 * i])}`);
        way.push(`V${py(height)} H${px(at[2 * i + 1])}`);
      });
      set(outline, { d: `${way.join(" ")} V${base}` });
    });
  }

  function paintAxis(now) {
    set(floor, { x1: left, x2: wide - right, y1: base, y2: base });
    labelled(layers.ticks, now.ticks, "line", (line, text, tick) => {
      const x = px(tick);
      set(line, { x1: x, x2: x, y1: base, y2: base + 5 });
      writeAt(text, String(tick).replace("-", "−"), x, base + 16);
    });
  }

  function paintMarks(marks) {
    labelled(layers.marks, marks, "line", (line, label, { at, text, role, lane }) => {
      const y = py(lane * scene().top);
      set(line, { x1: px(at), x2: px(at), y1: base, y2: Math.min(y, base) - 8 });
      beside(label, text, px(at), y + 4);
      for (const mark of [line, label]) set(mark, { class: `abh-mark abh-${role}` });
    });
  }

  function paintSpans(spans) {
    labelled(layers.spans, spans, "path", (path, label, { left, right, text, role, lane }) => {
      const [from, to, y] = [px(left), px(right), py(lane * scene().top)];
      set(path, { d: `M${from} ${y - 5} V${y + 5} M${from} ${y} H${to} M${to} ${y - 5} V${y + 5}` });
      beside(label, text, to, to > 0.62 * wide ? y - 7 : y + 4);
      for (const mark of [path, label]) set(mark, { class: `abh-span abh-${role}` });
    });
  }

  function paint(now) {
    if (!now.columns) return;
    write(caption, now.caption || "");
    root.classList.toggle("abh-glides", Boolean(now.glides));
    caption.hidden = !now.caption;
    const tall = now.tall ?? SIZE.tall;
    wide = room.wide || SIZE.wide;
    [left, right] = [SIZE.left * room.large, SIZE.right * room.large];
    base = tall - SIZE.foot;
    set(picture, { viewBox: `0 0 ${wide} ${tall}`, "aria-label": [view.label, now.text].filter(Boolean).join(": ") });
    paintAxis(now);
    paintColumns(now.columns);
    paintGhosts(now.ghosts);
    paintMarks(now.marks ?? []);
    paintSpans(now.spans ?? []);
    keyed(layers.beyond, 2, () => svg("text"), (words, k) => {
      const x = k ? wide - right : left;
      writeAt(words, now.beyond?.[k] ?? "", x, 12, k ? "end" : "start");
    });
  }

  return follow(view, channel, paint, { ends: [room.end] });
}
