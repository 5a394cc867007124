// Draws a table of facts that only Python changes.

import { html, keyed, set, write } from "./elements.js";
import { follow } from "./wire.js";

export function render({ view, el, channel }) {
  const table = html("table", { class: "abh-facts" });
  const head = html("thead");
  const body = html("tbody");
  table.append(head, body);
  el.append(table);

  function paint(now) {
    if (!now.names) return;
    set(table, { "aria-label": view.label });
    keyed(head, now.columns?.length ? 1 : 0, () => html("tr"), (row) => {
      const first = (j) => html(j ? "th" : "td", j ? { scope: "col" } : {});
      keyed(row, now.columns.length + 1, first, (name, j) => j && write(name, now.columns[j - 1]));
    });
    keyed(body, now.names.length, () => html("tr"), (row, i) => {
      set(row, { class: now.roles?.[i] ? `abh-${now.roles[i]}` : "" });
      const first = (j) => html(j ? "td" : "th", j ? {} : { scope: "row" });
      keyed(row, now.texts[i].length + 1, first, (cell, j) => write(cell, j ? now.texts[i][j - 1] : now.names[i]));
    });
  }

  return follow(view, channel, paint);
}
