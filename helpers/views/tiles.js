// Draws maps as small pictures, each with a switch, and the chosen one large.

import { html, keyed, set, write } from "./elements.js";
import { follow } from "./wire.js";

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-tiles", role: "group" });
  const row = html("div", { class: "abh-tile-row" });
  const panel = html("figure");
  const large = html("canvas", { role: "img", "aria-label": "large map" });
  const caption = html("figcaption");
  panel.append(large, caption);
  root.append(row, panel);
  el.append(root);

  function createTile(k) {
    const tile = html("div");
    const choose = html("button", { type: "button", class: "abh-map", title: "show this map large" });
    choose.append(html("canvas"));
    const turn = html("button", { type: "button", class: "abh-turn", title: "switch this head off or on" });
    choose.addEventListener("click", () => channel.settle({ kind: "choose", head: k }));
    turn.addEventListener("click", () => channel.settle({ kind: "turn", head: k }));
    tile.append(choose, turn);
    return tile;
  }

  // Red, green and blue of a colour of the page.
  function inkOf(role) {
    const pen = html("canvas").getContext("2d");
    pen.fillStyle = getComputedStyle(root).getPropertyValue(`--${role}`).trim();
    pen.fillRect(0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data;
  }

  function paintMap(canvas, now, bytes, k, { key, query }) {
    const n = now.size;
    if (canvas.width !== n) canvas.width = canvas.height = n;
    const pen = canvas.getContext("2d");
    const image = pen.createImageData(n, n);
    for (let at = 0; at < n * n; at += 1) {
      const colour = Math.floor(at / n) === now.row ? query : key;
      image.data.set([colour[0], colour[1], colour[2], bytes[k * n * n + at]], 4 * at);
    }
    pen.putImageData(image, 0, 0);
  }

  function paint(now) {
    if (!now.maps) return;
    const bytes = new Uint8Array(now.maps.buffer, now.maps.byteOffset, now.maps.byteLength);
    const colours = { key: inkOf("key"), query: inkOf("query") };
    set(root, { "aria-label": view.label });
    keyed(row, now.names.length, createTile, (tile, k) => {
      const [choose, turn] = tile.childNodes;
      const [name, off] = [now.names[k], now.off[k]];
      set(tile, { class: `abh-tile${off ? " abh-off" : ""}${k === now.chosen ? " abh-chosen" : ""}` });
      set(choose, { "aria-label": `map of ${name}`, "aria-pressed": String(k === now.chosen) });
      set(turn, { "aria-label": name, "aria-pressed": String(!off) });
      write(turn, name + now.turns[Number(off)]);
      paintMap(choose.firstChild, now, bytes, k, colours);
    });
    paintMap(large, now, bytes, now.chosen, colours);
    const [name, off] = [now.names[now.chosen], now.off[now.chosen]];
    set(panel, { class: off ? "abh-large abh-off" : "abh-large" });
    const asks = off ? "it is off" : `the orange row is “${now.tokens[now.row]}”`;
    write(caption, `${name}: each row is a word that asks, each column a word it attends to; ${asks}`);
  }

  // A canvas keeps its colours when the page takes another theme.
  const themed = new MutationObserver(() => paint(view.scene));
  themed.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  return follow(view, channel, paint, { root, ends: [() => themed.disconnect()] });
}
