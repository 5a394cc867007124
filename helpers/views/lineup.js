// Draws words in a row under their bars; a word follows the pointer at once, and the others make room.

import { consume, html, keyed, onKeys, set, svg, write } from "./elements.js";
import { floats, follow } from "./wire.js";
import { createPress, invite } from "./press.js";

// Pixels: the width of a place at most, and of the numbers of the axis beside the words.
const LAYOUTS = { page: { slot: 150, gutter: 30 }, projector: { slot: 190, gutter: 52 } };
const LEVELS = 2; // lines across the bars, the topmost at a weight of 1, with every kind of position
const LOW = 14; // percent of the picture that a number needs between its bar and the ghost

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-lineup" });
  const prompt = html("p", { class: "abh-prompt" });
  const stage = html("div", { class: "abh-stage" });
  const levels = html("div", { class: "abh-lineup-levels", "data-name": "weight", "aria-hidden": "true" });
  const words = html("div", { class: "abh-lineup-words", role: "radiogroup" });
  const places = html("div", { class: "abh-lineup-places", "data-name": "position" });
  const caption = html("p", { class: "abh-lineup-caption" });
  stage.append(levels, words);
  root.append(prompt, stage, places, caption);
  el.append(root);

  let slot = LAYOUTS.page.slot;
  let dragged = null; // {word, place, x, released}: where the pointer has a word, until Python has answered
  let asked = null; // the word that was chosen last, until Python has answered
  const scene = () => view.scene;
  const count = () => scene().tokens.length;
  const clamp = (place) => Math.max(0, Math.min(count() - 1, place));
  channel.whenGone(() => (dragged = asked = null));

  // The words as they stand, with the one that is dragged at the place that it is over.
  function order() {
    const now = scene().order;
    if (!dragged) return now;
    const others = now.filter((word) => word !== dragged.word);
    return [...others.slice(0, dragged.place), dragged.word, ...others.slice(dragged.place)];
  }

  const placeOf = (word) => order().indexOf(word);
  const query = () => asked ?? scene().query;
  const at = (word) => [dragged?.word === word && dragged.x !== null ? dragged.x : (placeOf(word) + 0.5) * slot];
  const where = (event) => [event.clientX - words.getBoundingClientRect().left];

  function put(word, [x], kind) {
    const place = clamp(Math.floor(x / slot));
    if (kind === "release") return bring(word, place);
    const stays = place === placeOf(word);
    dragged = { word, place, x: Math.max(0, Math.min(slot * count(), x)), released: 0 };
    paint(scene());
    if (!stays) channel.move({ kind, index: word, place });
  }

  function bring(word, place) {
    dragged = { word, place, x: null, released: 0 };
    dragged.released = channel.settle({ kind: "release", index: word, place });
    paint(scene());
  }

  function choose(word) {
    asked = word;
    channel.settle({ kind: "choose", index: word });
    paint(scene());
  }

  const part = (word) => /** @type {HTMLElement} */ (words.childNodes[word]);
  const press = createPress(channel, { movable: () => true, where, at, put, choose, part });
  const unseen = invite(root);

  function onKey(event, word) {
    const here = placeOf(word);
    const ways = { ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1, Home: 0, End: count() - 1 };
    if (event.key in ways) {
      const there = clamp(ways[event.key]);
      if (there !== here && event.shiftKey) {
        press.keyed(word);
        bring(word, there);
      } else if (there !== here) goTo(order()[there]);
    } else if (event.key === "Escape") press.undo(word);
    else if (event.key === "Enter" || event.key === " ") choose(word);
    else return;
    consume(event);
  }

  function goTo(word) {
    choose(word);
    part(word).focus();
  }

  function createWord(i) {
    const word = html("div", { role: "radio", class: "abh-carried" });
    const [number, bars, name] = [html("span", { class: "abh-number" }), html("div", { class: "abh-lineup-bars" }), html("span", { class: "abh-lineup-name" })];
    bars.append(html("div", { class: "abh-lineup-bar" }), html("div", { class: "abh-lineup-ghost" }), number);
    word.append(bars, name);
    press.listen(word, i);
    onKeys(word, (event) => onKey(event, i));
    return word;
  }

  function paintWord(now, word, i, weight, ghost) {
    const [bars, name] = word.childNodes;
    const [bar, before, number] = bars.childNodes;
    const [place, asks] = [placeOf(i), i === query()];
    const roles = [asks && "abh-query", now.unseen[i] && "abh-unseen", dragged?.word === i && dragged.x !== null && "abh-dragged"];
    set(word, {
      class: ["abh-carried", ...roles].filter(Boolean).join(" "),
      tabindex: asks ? 0 : -1,
      "aria-checked": String(asks),
      "aria-posinset": place + 1,
      "aria-setsize": now.tokens.length,
      "aria-label": `${now.tokens[i]}, position ${place}: ${now.texts[i]}`,
    });
    word.style.transform = `translateX(${at(i)[0] - slot / 2}px)`;
    const [high, was] = [weight, ghost].map((share) => (Number.isFinite(share) ? 100 * share : 0));
    bar.style.height = `${high}%`;
    before.style.height = `${was}%`;
    before.hidden = !Number.isFinite(ghost);
    number.style.bottom = `${was > high && was < high + LOW ? was : high}%`;
    write(number, now.texts[i]);
    write(name, now.tokens[i]);
  }

  function createDial() {
    const dial = svg("svg", { viewBox: "-1.25 -1.25 2.5 2.5" });
    dial.append(svg("circle", { r: 1.1 }), svg("line", { x1: 0, y1: 0 }));
    return dial;
  }

  // The number of a place, and the vector or the turns that it gives to the word that stands there.
  function paintPlace(place, p, { fills, dials, said, each }) {
    const [name, mark] = place.childNodes;
    name.textContent = String(p);
    set(mark, { class: `abh-lineup-mark${fills.length ? " abh-cells" : dials.length ? " abh-dials" : ""}`, title: said[p] ?? null });
    const kind = fills.length ? "I" : "svg";
    if (mark.firstChild && mark.firstChild.nodeName !== kind) mark.replaceChildren();
    keyed(mark, each, fills.length ? () => document.createElement("i") : createDial, (one, k) => {
      if (fills.length) one.style.background = fills[p][k];
      else set(one.lastChild, { x2: dials[2 * (p * each + k)], y2: dials[2 * (p * each + k) + 1] });
    });
  }

  function createPlace() {
    const place = html("div", { class: "abh-lineup-place" });
    place.append(html("span"), html("div"));
    return place;
  }

  function paint(now) {
    if (!now.tokens) return;
    if (!channel.busy()) asked = null;
    if (dragged?.released && !channel.awaits(dragged.released)) dragged = null;
    if (dragged && dragged.word >= now.tokens.length) dragged = null;
    const layout = el.closest(".abh-projector") ? LAYOUTS.projector : LAYOUTS.page;
    slot = Math.min(layout.slot, ((root.clientWidth || 480) - layout.gutter) / now.tokens.length);
    write(prompt, now.prompt);
    prompt.hidden = !now.prompt;
    write(caption, now.caption);
    for (const part of [stage, places]) part.style.width = `${layout.gutter + slot * now.tokens.length}px`;
    for (const [name, wide] of Object.entries({ slot, gutter: layout.gutter })) root.style.setProperty(`--${name}`, `${wide}px`);
    keyed(levels, LEVELS, () => html("span"), (level, k) => {
      level.style.top = `${100 - (100 * (k + 1)) / LEVELS}%`;
      level.textContent = String((k + 1) / LEVELS);
    });
    set(words, { title: "drag, or Shift and an arrow key", "aria-label": `${view.label}: an arrow key chooses who asks, with Shift it moves the word` });
    const [weights, ghosts, dials] = [now.weights, now.ghosts, now.marks.dials].map(floats);
    keyed(words, now.tokens.length, createWord, (word, i) => paintWord(now, word, i, weights[i], ghosts[i]));
    keyed(places, now.tokens.length, createPlace, (place, p) => paintPlace(place, p, { ...now.marks, dials }));
  }

  return follow(view, channel, paint, { root, ends: [unseen] }); // a place is as wide as there is room
}
