// Draws a story as chips, with arcs from the cursor to the words that it looks at.

import { consume, html, keyed, onKeys, set, svg, write } from "./elements.js";
import { floats, follow } from "./wire.js";

const FAINT = 0.04; // a weight below which there is no arc

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-story" });
  const arcs = svg("svg", { "aria-hidden": "true" });
  const chips = html("div", { class: "abh-chips", role: "radiogroup" });
  root.append(arcs, chips);
  el.append(root);

  let held = 1; // the place of the menu that Tab reaches
  let first = ""; // its word before the last gesture, which Esc gives back
  const scene = () => view.scene;
  const menus = () => [...chips.querySelectorAll("select")];
  const radios = () => [...chips.querySelectorAll("button")];

  function createMenu(i) {
    const menu = html("select", { title: "choose another word" });
    menu.append(...scene().words.map((word) => html("option", {}, word)));
    menu.addEventListener("focus", () => take(i));
    menu.addEventListener("mousedown", () => (first = scene().tokens[i]));
    onKeys(menu, (event) => onMenuKey(event, i));
    menu.addEventListener("change", () => channel.settle({ kind: "change", index: i, word: menu.selectedIndex }));
    return menu;
  }

  function createChip(i) {
    const chip = html("span", { class: "abh-chip" });
    const button = html("button", { type: "button", role: "radio", title: "ask what comes after this word" });
    button.addEventListener("click", () => channel.settle({ kind: "choose", index: i }));
    onKeys(button, (event) => onKey(event, i));
    chip.append(i ? createMenu(i) : html("span"), button);
    return chip;
  }

  // The one menu that Tab reaches: that of the cursor, or the one that was reached from there.
  function take(i) {
    held = i;
    first = scene().tokens[i];
    menus().forEach((menu, k) => set(menu, { tabindex: k + 1 === i ? null : -1 }));
  }

  function onMenuKey(event, i) {
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1 }[event.key];
    if (to === undefined && event.key !== "Escape") return;
    consume(event);
    if (to !== undefined) menus()[to - 1]?.focus();
    else channel.settle({ kind: "change", index: i, word: scene().words.indexOf(first) });
  }

  function onKey(event, i) {
    const last = scene().tokens.length - 1;
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    consume(event);
    if (to < 0 || to > last) return;
    radios()[to].focus();
    channel.settle({ kind: "choose", index: to });
  }

  function paintChip(chip, i, now, weight) {
    const [menu, button] = chip.childNodes;
    const token = now.tokens[i];
    const at = i === now.cursor;
    if (i) {
      if (menu.value !== token) menu.value = token;
      menu.style.width = `${[...token].length + 1.6}ch`;
      set(menu, { "aria-label": `word ${i}`, tabindex: i === held ? null : -1 });
    } else write(menu, token);
    set(chip, { class: `abh-chip${at ? " abh-query" : i > now.cursor ? " abh-later" : ""}` });
    chip.style.setProperty("--share", `${Math.round(45 * (i > now.cursor ? 0 : weight))}%`);
    set(button, { "aria-checked": String(at), tabindex: at ? 0 : -1, "aria-label": `ask after ${token}, word ${i}: ${now.texts[i]}` });
    write(button, now.shown[i]);
  }

  // Above the words of one line; to a line higher up from below, between the words of those between.
  function way(from, to, tall, spots) {
    if (from.y === to.y) {
      const up = 1.3 * Math.min(0.6 * tall, 14 + Math.abs(to.x - from.x) / 6);
      return `M${from.x} ${from.y} C${from.x} ${from.y - up} ${to.x} ${to.y - up} ${to.x} ${to.y}`;
    }
    let d = `M${from.x} ${from.y}`;
    let at = from;
    const lines = [...new Set(spots.map((spot) => spot.y))].filter((y) => y < from.y && y > to.y).reverse();
    for (const y of [...lines, to.y]) {
      const gaps = y === to.y ? [to] : spots.filter((spot) => spot.y === y).map((spot) => ({ ...spot, x: spot.left }));
      const aim = at.x + ((to.x - at.x) * (at.y - y)) / (at.y - to.y);
      const next = gaps.reduce((a, b) => (Math.abs(b.x - aim) < Math.abs(a.x - aim) ? b : a));
      const up = at.y - next.foot;
      d += ` C${at.x} ${at.y - up} ${next.x} ${next.foot + up} ${next.x} ${next.foot}${y === to.y ? "" : ` V${y}`}`;
      at = next;
    }
    return d;
  }

  function paintArcs(now, weights) {
    const spots = [.../** @type {NodeListOf<HTMLElement>} */ (chips.childNodes)].map((chip) => ({
      x: chip.offsetLeft + chip.offsetWidth / 2,
      left: chip.offsetLeft - 1.5,
      y: chip.offsetTop,
      foot: chip.offsetTop + chip.offsetHeight,
    }));
    const seen = now.tokens.map((_, j) => j).filter((j) => j < now.cursor && weights[j] >= FAINT);
    set(arcs, { class: now.off ? "abh-off" : "", width: root.clientWidth, height: root.clientHeight });
    keyed(arcs, seen.length, () => svg("path"), (path, k) => {
      const weight = weights[seen[k]];
      const d = way(spots[now.cursor], spots[seen[k]], now.tall, spots);
      set(path, { d, "stroke-width": 1 + 5 * weight, "stroke-opacity": 0.25 + 0.75 * weight });
    });
  }

  function paint(now) {
    if (!now.tokens) return;
    const weights = floats(now.weights);
    const focused = radios().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!chips.contains(document.activeElement) || held >= now.tokens.length) held = Math.max(1, now.cursor);
    set(chips, { "aria-label": `${view.label}, seen by ${now.head}` });
    chips.style.setProperty("--tall", `${now.tall}px`);
    keyed(chips, now.tokens.length, createChip, (chip, i) => paintChip(chip, i, now, weights[i]));
    if (focused >= 0 && focused !== now.cursor && !channel.busy()) radios()[now.cursor].focus();
    paintArcs(now, weights);
  }

  return follow(view, channel, paint, { root }); // arcs go where the words have their room
}
