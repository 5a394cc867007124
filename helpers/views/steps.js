// Draws named steps with back and next; one Tab stop for the names, arrow keys go back and on.

import { consume, html, keyed, onKeys, set, write } from "./elements.js";
import { follow } from "./wire.js";

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-steps", role: "group" });
  const back = html("button", { type: "button" }, "‹ back");
  const list = html("span", { class: "abh-step-names" });
  const next = html("button", { type: "button" }, "next ›");
  root.append(back, next, list);
  el.append(root);

  let asked = 0; // the step that the user asked for last: it counts until Python has answered

  const scene = () => view.scene;
  const at = () => (channel.busy() ? asked : scene().at);

  function go(index, keyboard) {
    const to = Math.max(0, Math.min(scene().names.length - 1, index));
    if (to !== at()) channel.settle({ kind: "choose", index: (asked = to) });
    if (keyboard) /** @type {HTMLElement} */ (list.childNodes[to]).focus();
  }

  function onKey(event) {
    const ends = { Home: 0, End: scene().names.length - 1 };
    const ways = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const to = ends[event.key] ?? at() + ways[event.key];
    if (Number.isNaN(to)) return;
    go(to, true);
    consume(event);
  }

  function createName(i) {
    const name = html("button", { type: "button" });
    name.addEventListener("click", () => go(i, false));
    return name;
  }

  back.addEventListener("click", () => go(at() - 1, false));
  next.addEventListener("click", () => go(at() + 1, false));
  onKeys(root, onKey);

  function paint(now) {
    if (!now.names) return;
    set(root, { "aria-label": view.label });
    // Not `disabled`: a button that has just been used keeps the focus and its keys.
    set(back, { "aria-disabled": String(now.at === 0) });
    set(next, { "aria-disabled": String(now.at === now.names.length - 1) });
    keyed(list, now.names.length, createName, (name, i) => {
      write(name, `${i + 1} ${now.names[i]}`);
      set(name, {
        "aria-current": now.at === i ? "step" : null,
        tabindex: now.at === i ? 0 : -1,
        class: now.at === i ? "abh-now" : i < now.at ? "abh-before" : "abh-later",
      });
    });
  }

  return follow(view, channel, paint);
}
