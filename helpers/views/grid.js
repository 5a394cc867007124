// Draws a table of fields and reports what is typed, as typed.

import { html, keyed, set, write } from "./elements.js";
import { follow } from "./wire.js";

export function render({ view, el, channel }) {
  const table = html("table", { class: "abh-grid" });
  const head = html("thead");
  const body = html("tbody");
  table.append(head, body);
  el.append(table);

  const scene = () => view.scene;

  // back() : what Escape gives back: what is shown, unless that was refused
  function field(about, current, back = current) {
    const input = html("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    // Enter reports at once; the browser's own `change` then comes for the same text.
    const report = () => {
      if (input.value === current() || input.value === input.dataset.reported) return;
      input.dataset.reported = input.value;
      channel.settle({ ...about(), text: input.value });
    };
    const mark = () => input.classList.toggle("abh-unread", input.value !== current());
    input.addEventListener("input", mark);
    input.addEventListener("change", report);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        input.value = back();
        mark();
      }
      if (event.key === "Enter") report();
      event.stopPropagation(); // JupyterLab takes keys otherwise
    });
    return input;
  }

  function createRow(i) {
    const row = html("tr");
    const name = html("th", { scope: "row" });
    name.append(html("span"), field(() => ({ kind: "rename", row: i }), () => scene().names?.[i] ?? ""));
    const last = html("td", { class: "abh-remove" });
    const remove = html("button", { type: "button" }, "×");
    remove.addEventListener("click", () => channel.settle({ kind: "remove", row: i }));
    last.append(remove);
    row.append(name, last);
    return row;
  }

  function createCell(i, j) {
    const cell = html("td");
    const [shown, good] = ["texts", "good"].map((part) => () => (scene()[part] ?? scene().texts)[i][j]);
    cell.append(field(() => ({ kind: "type", row: i, column: j }), shown, good));
    return cell;
  }

  function fill(input, text, label) {
    // What is being typed stays, unless the scene answers it: then the field shows what holds.
    const typed = document.activeElement === input && input.value !== (input.dataset.shown ?? "");
    const typing = typed && !scene().restore;
    if (!typing && input.value !== text) input.value = text;
    input.dataset.shown = text;
    if (!typing) delete input.dataset.reported;
    input.classList.toggle("abh-unread", input.value !== text);
    set(input, { "aria-label": label });
  }

  function paint(now) {
    if (!now.texts) return;
    set(table, { "aria-label": view.label });
    if (!head.firstChild) head.append(html("tr"));
    keyed(head.firstChild, now.columns.length + 1, (j) => html(j ? "th" : "td", j ? { scope: "col" } : {}), (name, j) => {
      if (j) write(name, now.columns[j - 1]);
    });
    keyed(body, now.rows.length, createRow, (row, i) => {
      const [label, input] = row.firstChild.children;
      write(label, now.renames ? "" : now.rows[i]);
      input.hidden = !now.renames;
      fill(input, now.names?.[i] ?? "", `name of token ${i + 1}`);
      while (row.children.length > now.columns.length + 2) row.children[row.children.length - 2].remove();
      while (row.children.length < now.columns.length + 2)
        row.lastChild.before(createCell(i, row.children.length - 2));
      for (let j = 0; j < now.columns.length; j += 1) {
        fill(row.children[j + 1].firstChild, now.texts[i][j], `${now.rows[i]}, ${now.columns[j]}`);
      }
      row.lastChild.hidden = !now.removes;
      set(row.lastChild.firstChild, { "aria-label": `remove ${now.rows[i]}` });
    });
  }

  return follow(view, channel, paint);
}
