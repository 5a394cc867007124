// Draws squares in rows and columns, of which one is chosen and any can be switched off.

import { consume, html, keyed, onKeys, set, write } from "./elements.js";
import { floats, follow } from "./wire.js";

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-lattice" });
  const grid = html("div", { role: "grid" });
  const head = html("div", { role: "row" });
  const body = html("div", { role: "rowgroup" });
  const detail = html("p", { class: "abh-detail" });
  const acts = html("div", { class: "abh-acts" });
  grid.append(head, body);
  root.append(grid, detail, acts);
  el.append(root);

  let wished = null; // what the hand wants, until Python has answered
  let under = -1; // the square under the pointer
  const scene = () => view.scene;
  const now = () => (channel.busy() && wished ? wished : { chosen: scene().chosen, off: scene().off });
  const high = () => scene().rows.length;
  const squareAt = (place) => /** @type {HTMLElement} */ (body.children[place % high()].children[1 + Math.floor(place / high())]);

  function wish(change) {
    wished = { ...now(), ...change };
    channel.wish({ kind: "wish", chosen: wished.chosen, off: wished.off });
    paint(scene());
  }

  // Switch all of them off, or on where all are off.
  function turn(places) {
    const others = now().off.filter((place) => !places.includes(place));
    wish({ off: now().off.length === others.length + places.length ? others : [...others, ...places] });
  }

  const one = () => [now().chosen];
  const column = () => scene().rows.map((_, i) => now().chosen - (now().chosen % high()) + i);
  const doing = [() => turn(one()), () => turn(column()), () => wish({ off: [] })];
  const buttons = doing.map((act) => {
    const button = html("button", { type: "button", class: "abh-button" });
    button.addEventListener("click", act);
    return button;
  });
  acts.append(...buttons);

  function onKey(event, place) {
    const ways = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -high(), ArrowRight: high() };
    if (event.key === "Enter" || event.key === " ") turn([place]);
    else if (!ways[event.key]) return;
    consume(event);
    const to = place + (ways[event.key] ?? 0);
    const isBeside = Math.abs(ways[event.key]) > 1 || Math.floor(to / high()) === Math.floor(place / high());
    if (to === place || to < 0 || to >= scene().texts.length || !isBeside) return;
    wish({ chosen: to });
    squareAt(to).focus();
  }

  function createSquare(place) {
    const square = html("div", { role: "gridcell" });
    square.addEventListener("click", () => wish({ chosen: place }));
    square.addEventListener("pointerenter", () => tell((under = place)));
    square.addEventListener("pointerleave", () => tell((under = -1)));
    onKeys(square, (event) => onKey(event, place));
    return square;
  }

  function tell(place) {
    write(detail, scene().texts[place] ?? scene().rest);
  }

  function paint(told) {
    if (!told.rows) return;
    const { chosen, off } = now();
    const shares = floats(told.shares);
    set(grid, { "aria-label": view.label });
    grid.style.gridTemplateColumns = `1.6em repeat(${told.columns.length}, minmax(0, 1fr))`;
    keyed(head, told.columns.length + 1, (j) => html("span", { role: j ? "columnheader" : "gridcell" }), (name, j) => write(name, j ? told.columns[j - 1] : ""));
    keyed(body, high(), () => html("div", { role: "row" }), (row, i) => {
      keyed(row, told.columns.length + 1, (j) => (j ? createSquare((j - 1) * high() + i) : html("span", { role: "rowheader" })), (square, j) => {
        if (!j) return write(square, told.rows[i]);
        const place = (j - 1) * high() + i;
        set(square, {
          tabindex: place === chosen ? 0 : -1,
          "aria-selected": String(place === chosen),
          "aria-label": told.texts[place],
          class: off.includes(place) ? "abh-off" : "",
        });
        square.style.setProperty("--share", `${(100 * shares[place]).toFixed(1)}%`);
      });
    });
    buttons.forEach((button, k) => write(button, told.acts[k]));
    const isOff = [off.includes(chosen), column().every((place) => off.includes(place))];
    isOff.forEach((on, k) => set(buttons[k], { "aria-pressed": String(on) }));
    buttons[2].disabled = !off.length;
    tell(under);
  }

  return follow(view, channel, paint);
}
