// Draws words on a circle and arrows between them; a word can be chosen.

import { arrowHeads, consume, html, keyed, onKeys, set, shortened, svg, uniqueName, write } from "./elements.js";
import { floats, follow } from "./wire.js";

const HIGH = 214;
const WIDTH = { least: 230, most: 330, circle: 128 }; // beside the circle stand the names
const DOT = 8; // radius of a word's dot
const HEAD = 12; // length of an arrow's head
const LAYOUTS = { page: { letter: 13, zoom: 1 }, projector: { letter: 20, zoom: 1.25 } };
const LONGEST = 9; // letters of a name

export function render({ view, el, channel }) {
  const own = uniqueName("abh-ring");
  const root = html("div", { class: "abh-ring" });
  const caption = html("p", { class: "abh-ring-caption" });
  const picture = svg("svg", { role: "group" });
  const shape = { refX: 0, markerWidth: HEAD, markerHeight: HEAD + 2, preserveAspectRatio: "none" };
  const circle = svg("circle", { cy: HIGH / 2 });
  const layers = { ways: svg("g"), words: svg("g"), numbers: svg("g") };
  picture.append(arrowHeads(own, ["query", "key"], shape), circle, layers.ways, layers.words, layers.numbers);
  root.append(caption, picture);
  el.append(root);

  const choose = (index) => channel.settle({ kind: "choose", index });

  function createWord(i) {
    const word = svg("g", { role: "button", tabindex: 0, "data-index": i });
    word.append(svg("circle", { r: 16, class: "abh-touch" }), svg("circle", { r: DOT }), svg("text"));
    word.addEventListener("click", () => choose(i));
    onKeys(word, (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      choose(i);
      consume(event);
    });
    return word;
  }

  // Where the words stand: angles from the right, and as large a radius as leaves room for names.
  function placed(names, letter) {
    const room = DOT + 8 + 0.6 * letter * Math.max(...names.map((name) => name.length));
    const wide = Math.max(WIDTH.least, Math.min(WIDTH.most, WIDTH.circle + 2 * room));
    const angles = names.map((_, i) => (2 * Math.PI * i) / names.length);
    const radius = Math.max(50, Math.min(HIGH / 2 - DOT - letter - 8, wide / 2 - room));
    const at = angles.map((a) => [wide / 2 + radius * Math.cos(a), HIGH / 2 - radius * Math.sin(a)]);
    return { angles, radius, wide, at };
  }

  function paintWords(now, names, { angles, at }, letter) {
    keyed(layers.words, names.length, createWord, (word, i) => {
      const [across, up] = [Math.cos(angles[i]), Math.sin(angles[i])];
      const side = Math.abs(across) < 0.3 ? "middle" : across > 0 ? "start" : "end";
      set(word, {
        transform: `translate(${at[i][0]} ${at[i][1]})`,
        class: `abh-press${i === now.chosen ? " abh-query" : ""}`,
        "aria-pressed": String(i === now.chosen),
        "aria-label": [now.names[i], now.texts[i]].filter(Boolean).join(": "),
      });
      const text = word.lastChild;
      const far = DOT + 5;
      set(text, { x: across * far, y: -up * (far + 0.3 * letter) + 0.35 * letter, style: `text-anchor: ${side}` });
      write(text, names[i]);
    });
  }

  // A way to the next word bows to the outside of the circle; one past other words, and one of
  // two that lead there and back, to the inside. `bow` is how far to the right of the way.
  function between([x1, y1], [x2, y2], bow) {
    const aside = [(x1 + x2) / 2 - bow * (y2 - y1), (y1 + y2) / 2 + bow * (x2 - x1)];
    const [from, to] = [toward([x1, y1], aside, DOT + 2), toward([x2, y2], aside, DOT + 1 + HEAD)];
    const top = [0, 1].map((k) => 0.25 * from[k] + 0.5 * aside[k] + 0.25 * to[k]);
    return { path: `M${from} Q${aside} ${to}`, top };
  }

  function toward(start, end, far) {
    const [x, y] = [end[0] - start[0], end[1] - start[1]];
    const length = Math.hypot(x, y) || 1;
    return [start[0] + (far * x) / length, start[1] + (far * y) / length];
  }

  // A word that looks at itself has a loop, to the inside of the circle, around its number.
  function loop([x, y], angle, letter) {
    const r = 1.6 * letter;
    const middle = [x - (r + 2) * Math.cos(angle), y + (r + 2) * Math.sin(angle)];
    const spot = (turn) => [middle[0] + r * Math.cos(turn - angle), middle[1] + r * Math.sin(turn - angle)];
    return { path: `M${spot(0.65)} A${r} ${r} 0 1 1 ${spot(-23 / r)}`, top: middle };
  }

  function paintWays(now, { angles, at }, letter) {
    const [pairs, weights] = [now.ends, floats(now.weights)];
    const ways = pairs.map(([i, j]) => {
      if (i === j) return { from: i, ...loop(at[i], angles[i], letter) };
      const back = pairs.some(([from, to]) => from === j && to === i);
      const round = Math.sin(angles[j] - angles[i]) > -1e-9 ? 1 : -1; // counter-clockwise, or the other way
      const next = (i - j + round) % now.names.length === 0;
      return { from: i, ...between(at[i], at[j], next ? (back ? 0.42 : 0.42 * round) : -0.2 * round) };
    });
    const role = (k) => (ways[k].from === now.chosen ? "query" : "key");
    keyed(layers.ways, ways.length, () => svg("path"), (path, k) => {
      set(path, { d: ways[k].path, class: `abh-way abh-${role(k)}`, "marker-end": `url(#${own}-${role(k)})` });
      path.style.strokeWidth = 1.2 + 4.8 * weights[k];
    });
    keyed(layers.numbers, ways.length, () => svg("text", { class: "abh-weight" }), (text, k) => {
      set(text, { x: ways[k].top[0], y: ways[k].top[1] + 5 });
      write(text, now.numbers[k]);
    });
  }

  function paint(now) {
    if (!now.names) return;
    set(picture, { "aria-label": view.label });
    write(caption, now.caption);
    const { letter, zoom } = LAYOUTS[el.closest(".abh-projector") ? "projector" : "page"];
    const names = now.names.map((name) => shortened(name, LONGEST));
    const places = placed(names, letter);
    set(picture, { viewBox: `0 0 ${places.wide} ${HIGH}` });
    root.style.width = `${zoom * places.wide}px`;
    root.style.setProperty("--letter", `${letter}px`);
    set(circle, { cx: places.wide / 2, r: places.radius, class: now.closed ? "abh-closed" : "abh-open" });
    paintWays(now, places, letter);
    paintWords(now, names, places, letter);
  }

  return follow(view, channel, paint, { root }); // whether it is projected shows once it is in its explorer
}
