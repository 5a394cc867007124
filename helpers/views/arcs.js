// Draws a sentence in every panel, and arcs from the word that asks to all words, as thick as their weight.

import { consume, html, keyed, onKeys, pressFocuses, set, shortened, svg, write } from "./elements.js";
import { floats, follow } from "./wire.js";

// Pixels: letters of the words and of the numbers, height of the arcs, width of the thickest one.
const LAYOUTS = { page: { letter: 14, number: 12, high: 104, thick: 15 }, projector: { letter: 26, number: 24, high: 104, thick: 22 } };
const [GAP, EDGE, UPRIGHT] = [10, 4, 9]; // between words, beside them, and letters of a word that stands upright
const ASIDE = 9; // pixels from the middle of the word that asks, where its arcs to others begin
const FAINT = 0.1; // below this weight a number gives way to others

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-arcs" });
  const prompt = html("p", { class: "abh-prompt" });
  const row = html("div", { class: "abh-arc-row" });
  const strip = html("div", { class: "abh-strip" });
  root.append(prompt, row, strip);
  el.append(root);

  let layout = LAYOUTS.page;
  let asked = 0; // the word that keys have chosen last: it counts until Python has answered
  const scene = () => view.scene;
  const pressed = () => scene().target ?? scene().query;
  const choice = () => (channel.busy() ? asked : pressed());

  function choose(panel, index) {
    if (index >= 0 && !scene().panels[panel].guess) asked = index;
    channel.settle({ kind: "choose", panel, index });
  }

  function onKey(event, panel, index) {
    const last = scene().tokens.length - 1;
    const { guess } = scene().panels[panel];
    const from = guess ? index : choice();
    const ways = { ArrowLeft: from - 1, ArrowUp: from - 1, ArrowRight: from + 1, ArrowDown: from + 1, Home: 0, End: last };
    if (event.key in ways) {
      const to = Math.max(0, Math.min(last, ways[event.key]));
      if (!guess && to !== from) choose(panel, to);
      wordAt(panel, to).focus();
    } else if (event.key === "Enter" || event.key === " ") choose(panel, index);
    else return;
    consume(event);
  }

  const picture = (panel) => row.childNodes[panel].childNodes[1];
  const wordAt = (panel, index) => /** @type {SVGElement} */ (picture(panel).lastChild.childNodes[index]);

  // Say how a weight comes about, or what there is to say at rest.
  function tell(panel, index = -1) {
    write(row.childNodes[panel].lastChild, scene().details[panel][index] || scene().panels[panel].rest);
  }

  function createPanel(k) {
    const panel = html("div");
    const name = html("button", { type: "button", class: "abh-arc-name" });
    const drawing = svg("svg", { role: "radiogroup" });
    for (const layer of ["ghosts", "ways", "numbers", "tokens"]) drawing.append(svg("g", { class: `abh-${layer}` }));
    panel.append(name, drawing, html("div", { class: "abh-detail" }));
    const isOfWord = ({ target }) => target.closest(".abh-token, path");
    panel.addEventListener("click", (event) => isOfWord(event) || choose(k, -1));
    pressFocuses(panel, (event) => (isOfWord(event) ? undefined : name));
    return panel;
  }

  // An arc can be pressed like the word that it leads to, and says the same. Keys have the word alone:
  // browsers make a shape that listens to "focus" a stop of the Tab key.
  function listen(element, k, i) {
    element.addEventListener("click", () => choose(k, i));
    pressFocuses(element, () => wordAt(k, i));
    element.addEventListener("pointerenter", () => tell(k, i));
    element.addEventListener("pointerleave", () => tell(k));
    return element;
  }

  function createWord(k, i) {
    const word = svg("g", { role: "radio" });
    word.append(svg("rect", { rx: 4 }), svg("text"));
    onKeys(word, (event) => onKey(event, k, i));
    word.addEventListener("focus", () => tell(k, i));
    word.addEventListener("blur", () => tell(k));
    return listen(word, k, i);
  }

  // Places for the words: as a sentence has them, or upright and evenly spread where that is too wide.
  function layOut(words, width) {
    const widths = words.map((word) => Math.max(1.7, 0.56 * [...word].length) * layout.letter);
    const spare = width - 2 * EDGE - widths.reduce((sum, one) => sum + one, 0);
    const upright = spare < GAP * (words.length - 1);
    const slot = (width - 2 * EDGE) / words.length;
    const gap = Math.min(spare / words.length, 5 * layout.letter);
    let left = (width - (widths.reduce((sum, one) => sum + one, 0) + gap * (words.length - 1))) / 2;
    const spots = widths.map((wide, i) => {
      if (upright) return { x: EDGE + (i + 0.5) * slot, wide: slot };
      left += wide + gap;
      return { x: left - gap - wide / 2, wide: wide + Math.min(gap, 8) };
    });
    return { upright, spots };
  }

  // An arc back to the word itself is as wide as leaves it open inside.
  function arc(from, to, foot, all, thick, lift = 0) {
    const [aside, over] = [26 + 1.4 * thick, foot - 50 - thick - lift];
    if (from === to) return `M${from} ${foot} C${from - aside} ${over} ${from + aside} ${over} ${from} ${foot}`;
    const up = (26 + (layout.high - 40) * Math.min(1, Math.abs(to - from) / all) + lift) / 0.75;
    const start = from + Math.sign(to - from) * ASIDE;
    return `M${start} ${foot} C${start} ${foot - up} ${to} ${foot - up} ${to} ${foot}`;
  }

  function paintArcs(layer, k, weights, spots, foot, ghost) {
    const from = spots[scene().query].x;
    const all = Math.max(1, spots.at(-1).x - spots[0].x);
    keyed(layer, weights.length, (j) => (ghost ? svg("path") : listen(svg("path"), k, j)), (path, j) => {
      const thick = 1 + weights[j] * layout.thick; // no number where there is no arc
      path.style.display = thick ? "" : "none";
      if (!thick) return;
      set(path, {
        class: j === scene().marked ? "abh-marked" : "",
        d: arc(from, spots[j].x, foot, all, thick, ghost ? 9 : 0),
        "stroke-width": thick,
        "stroke-opacity": ghost ? null : 0.18 + 0.82 * weights[j],
      });
    });
  }

  // Every number where there is room; else those of the thick arcs.
  function paintNumbers(layer, { texts }, weights, places, foot, width) {
    const half = (i) => 0.31 * layout.number * texts[i].length + 1;
    const spots = places.map(({ x }, i) => ({ x: Math.max(half(i) + 3, Math.min(width - half(i) - 3, x)) }));
    const order = texts.map((_, i) => i).sort((a, b) => (weights[b] || 0) - (weights[a] || 0) || a - b);
    const all = spots.every((spot, i) => !i || spot.x - spots[i - 1].x >= half(i) + half(i - 1));
    const shown = new Set();
    for (const i of order)
      if (all || ((shown.size === 0 || weights[i] >= FAINT) && [...shown].every((k) => Math.abs(spots[k].x - spots[i].x) >= half(i) + half(k))))
        shown.add(i);
    keyed(layer, texts.length, () => svg("text"), (number, i) => {
      set(number, { x: spots[i].x, y: foot + 1.1 * layout.number, class: weights[i] < FAINT ? "abh-faint" : "" });
      number.style.display = shown.has(i) ? "" : "none";
      write(number, texts[i]);
    });
  }

  function paintWords(layer, k, words, { upright, spots }, top, foot) {
    const { panels, tokens } = scene();
    const ghosts = floats(panels[k].ghosts);
    const on = (i) => (panels[k].guess ? Number.isFinite(ghosts[i]) : i === pressed());
    const stop = tokens.findIndex((_, i) => on(i));
    const [line, high] = [1.3 * layout.letter, (upright ? 0.58 * Math.max(...words.map((word) => [...word].length)) + 0.6 : 1.5) * layout.letter];
    keyed(layer, words.length, (i) => createWord(k, i), (word, i) => {
      const [touch, text] = word.childNodes;
      const { x, wide } = spots[i];
      set(word, {
        tabindex: i === Math.max(0, stop) ? 0 : -1,
        "aria-checked": String(on(i)),
        "aria-label": `${tokens[i]}: ${panels[k].texts[i]}`,
        class: `abh-token${i === scene().query ? " abh-query" : ""}${i === scene().marked ? " abh-marked" : ""}${i === scene().target ? " abh-target" : ""}`,
      });
      set(touch, { x: x - wide / 2, width: wide, y: foot + 2, height: top + high - foot - 2 }); // its number, too
      set(text, {
        x: upright ? 0 : x, y: upright ? 0 : top + 0.8 * line, "text-anchor": upright ? "end" : "middle",
        transform: upright ? `translate(${x + 0.34 * layout.letter} ${top + 0.3 * layout.letter}) rotate(-90)` : null,
      });
      text.style.fontSize = upright ? `${Math.min(layout.letter, wide)}px` : "";
      write(text, words[i]);
    });
    return top + high + 2;
  }

  function paintPanel(panel, k) {
    const { panels, tokens, chosen } = scene();
    const now = panels[k];
    const [name, drawing] = panel.childNodes;
    write(name, now.name);
    set(panel, { class: `abh-arc-panel abh-head-${k + 1}${k === chosen && panels.length > 1 ? " abh-chosen" : ""}${now.guess ? " abh-guessing" : ""}` });
    set(name, { "aria-pressed": String(k === chosen) });
    const width = drawing.clientWidth || 300;
    const fitting = layOut(tokens.map((word) => shortened(word, 14)), width);
    const words = tokens.map((word) => shortened(word, fitting.upright ? UPRIGHT : 14));
    const weights = floats(now.weights);
    const [ghosts, ways, numbers, layer] = drawing.childNodes;
    const foot = layout.high;
    paintArcs(ghosts, k, floats(now.ghosts), fitting.spots, foot, true);
    paintArcs(ways, k, weights, fitting.spots, foot, false);
    paintNumbers(numbers, now, weights, fitting.spots, foot, width);
    const high = paintWords(layer, k, words, fitting, foot + 1.45 * layout.number, foot);
    set(drawing, { height: Math.ceil(high), viewBox: `0 0 ${width} ${Math.ceil(high)}`, "aria-label": `${now.name}: where ${tokens[scene().query]} looks` });
    const word = layer.contains(document.activeElement) ? [...layer.childNodes].indexOf(document.activeElement) : -1;
    const [way, under] = [ways, layer].map((all) => [...all.childNodes].findIndex((one) => one.matches(":hover")));
    tell(k, [way, under, word].find((place) => place >= 0));
  }

  // What stands side by side: the numbers of every panel, then what is mixed of them.
  function paintStrip(now) {
    strip.hidden = !now;
    if (!now) return;
    const parts = [...now.parts, ...(now.mixed.length ? [now.mixed] : [])];
    keyed(strip, parts.length + 1, (k) => html("span", k ? {} : { class: "abh-strip-label" }), (part, k) => {
      if (!k) return void (write(part, now.label));
      const mixed = k > now.parts.length;
      set(part, { class: mixed ? "abh-strip-mixed" : `abh-strip-part abh-head-${k}`, "data-mix": mixed ? now.mix : null });
      keyed(part, parts[k - 1].length, () => html("span"), (number, i) => write(number, parts[k - 1][i]));
    });
  }

  function paint(now) {
    if (!now.panels) return;
    layout = el.closest(".abh-projector") ? LAYOUTS.projector : LAYOUTS.page;
    root.style.setProperty("--letter", `${layout.letter}px`);
    root.style.setProperty("--number", `${layout.number}px`);
    write(prompt, now.prompt ?? "");
    prompt.hidden = !now.prompt;
    set(row, { role: "group", "aria-label": view.label, "data-count": now.panels.length });
    keyed(row, now.panels.length, createPanel, paintPanel);
    paintStrip(now.strip);
  }

  return follow(view, channel, paint, { root }); // words are placed by the room there is
}
