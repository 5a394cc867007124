// Draws a table of numbers; one Tab stop, arrow keys inside.

import { consume, html, keyed, onKeys, set, shortened, write } from "./elements.js";
import { follow } from "./wire.js";
import { invite } from "./press.js";
import { createThreads } from "./threads.js";
import { createBrush } from "./paint.js";

const MANY = 13; // columns of a page, past which they stand closer

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-heatmap" });
  const table = html("table", { role: "grid" });
  const head = html("thead");
  const body = html("tbody");
  const detail = html("div", { class: "abh-detail" });
  const stretch = html("button", { type: "button", class: "abh-switch" }, "stretch colours");
  const over = html("tr", { role: "row" });
  head.append(over, html("tr", { role: "row" }));
  table.append(head, body);
  const scroll = html("div", { class: "abh-scroll" });
  scroll.append(table);
  root.append(scroll, detail, stretch);
  el.append(root);

  let focus = [0, 0]; // the cell that Tab reaches; column -1 is the row's name
  let width = 0; // columns last painted: new ones are scrolled to
  let threads = null; // lines from the cells that a number is made of, where there are any
  let under = null; // the cell under the pointer

  const scene = () => view.scene;
  const cellAt = (i, j) => body.rows[i]?.cells[j + 1];
  const brush = createBrush(channel, body, scene, comeTo, () => paint(scene()));

  // The pointer that paints has come to a cell, or has let go.
  function comeTo(i, j) {
    under = i === undefined ? null : [i, j];
    if (under) focus = under;
  }

  // Say the detail of a cell, and mark the cells that feed it.
  function show(i, j) {
    write(detail, scene().details?.[i]?.[j] || scene().rest || "");
    if (!scene().feeds) return;
    const feeding = feedsOf(i, j);
    for (const cell of body.querySelectorAll("td")) cell.classList.toggle("abh-feeds", feeding.has(cell));
    for (const cell of body.querySelectorAll(".abh-fed")) cell.classList.remove("abh-fed");
    if (feeding.size) cellAt(i, j)?.classList.add("abh-fed");
    threads = threads ?? createThreads(scroll, table);
    threads.draw([...feeding], cellAt(i, j));
  }

  const feedsOf = (i, j) => new Set((scene().feeds[i]?.[j] ?? []).map(([a, b]) => cellAt(a, b)));

  // Columns that were to come and are there now: their numbers are seen to arrive.
  function arrive(cells) {
    if (!threads || !cells.length) return;
    const newest = cells.filter(([, j]) => stageOf(j) === "newest");
    const arrivals = newest.map(([i, j]) => ({ cell: cellAt(i, j), from: [...feedsOf(i, j)], row: i, block: blockOf(j) }));
    threads.fly(arrivals, scene().spoken?.[0]);
  }

  // Where the table is wider than its box, all that a step has made is brought into sight, and above
  // all what is spoken of.
  function bringIntoSight({ columns, spoken }) {
    columns.forEach((_, j) => stageOf(j) === "newest" && reveal(j));
    if (spoken) reveal(spoken[1]);
  }

  function reveal(j) {
    const cell = cellAt(0, j);
    if (cell.offsetLeft + cell.offsetWidth > scroll.scrollLeft + scroll.clientWidth) {
      scroll.scrollLeft = cell.offsetLeft + cell.offsetWidth - scroll.clientWidth;
    } else scroll.scrollLeft = Math.min(scroll.scrollLeft, cell.offsetLeft - body.querySelector("th").offsetWidth);
  }

  const tabindexOf = (i, j) => (focus[0] === i && focus[1] === j ? 0 : -1);

  // The place of a column's group.
  function blockOf(j) {
    let end = 0;
    return scene().groups.findIndex(([, span]) => j < (end += span));
  }

  // How the present step sees a column's group, where there are steps.
  const stageOf = (j) => scene().stages?.[blockOf(j)] ?? "";

  // With no pointer over it, the table shows the cell in focus, or the one the scene speaks of.
  function showResting() {
    const focused = body.contains(document.activeElement) && document.activeElement.matches("td");
    const [i, j] = focused ? focus : (scene().spoken ?? [-1, -1]);
    show(i, j);
    if (!focused) write(detail, scene().rest || "");
  }

  const isEmpty = (i, j) => scene().marks?.[i][j] === "empty";

  function moveFocus(i, j, paints) {
    const [n, m] = [scene().rows.length, scene().columns.length];
    const to = [Math.max(0, Math.min(n - 1, i)), Math.max(-1, Math.min(m - 1, j))];
    if (isEmpty(to[0], to[1])) return;
    const from = focus;
    focus = to;
    paint(scene());
    cellAt(to[0], to[1]).focus();
    if (!paints) brush.rest();
    else if (String(from) !== String(to)) brush.goOn(from, to);
  }

  function onKey(event, i, j) {
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const paints = brush.canPaint(i, j);
    if (ways[event.key]) moveFocus(i + ways[event.key][0], j + ways[event.key][1], paints && event.shiftKey);
    else if (event.key === "Home") moveFocus(i, 0);
    else if (event.key === "End") moveFocus(i, Infinity);
    else if (event.key === "Enter" || event.key === " ") choose(i, j);
    else if (event.key !== "Escape" || !brush.escape()) return;
    consume(event);
  }

  // A cell that can be painted is not chosen.
  function choose(i, j) {
    if (brush.canPaint(i, j)) brush.turn(i, j);
    else channel.settle({ kind: "choose", row: i, column: j });
  }

  function createCell(i, j) {
    const cell = html("td", { role: "gridcell" });
    cell.addEventListener("click", (event) => {
      if (!isEmpty(i, j) && !(event.detail && brush.canPaint(i, j))) choose(i, j); // or the brush has seen its press
    });
    cell.addEventListener("pointerenter", () => show(...(under = [i, j])));
    cell.addEventListener("pointerleave", () => {
      under = null;
      showResting();
    });
    cell.addEventListener("blur", (event) => {
      if (!body.contains(/** @type {Node} */ (event.relatedTarget))) brush.rest();
      showResting();
    });
    cell.addEventListener("focus", () => show(i, j));
    return listen(cell, i, j);
  }

  // The one stop of the Tab key is where the focus was last.
  function listen(cell, i, j) {
    cell.addEventListener("focus", () => {
      cellAt(...focus)?.setAttribute("tabindex", "-1");
      focus = [i, j];
      set(cell, { tabindex: 0 });
    });
    onKeys(cell, (event) => onKey(event, i, j));
    return cell;
  }

  function createRow(i) {
    const row = html("tr", { role: "row" });
    row.append(listen(html("th", { scope: "row" }), i, -1));
    row.firstChild.addEventListener("click", () => choose(i, -1));
    return row;
  }

  // Groups are [title, span] over the columns; each begins with a gap.
  function paintGroups(groups) {
    set(over, { hidden: groups.length ? null : "" });
    keyed(over, groups.length + 1, (k) => html(k ? "th" : "td", k ? { scope: "colgroup" } : {}), (name, k) => {
      if (!k) return;
      write(name, groups[k - 1][0]);
      const stage = scene().stages ? scene().stages[k - 1] : k === groups.length ? "newest" : "";
      set(name, { colspan: groups[k - 1][1], class: stage && `abh-${stage}` });
    });
  }

  function paintHead(columns) {
    const row = head.lastChild;
    keyed(row, columns.length + 1, (j) => html(j ? "th" : "td", j ? { scope: "col" } : {}), (name, j) => {
      if (!j) return;
      write(name, shortened(columns[j - 1], 12));
      const stage = stageOf(j - 1);
      set(name, { title: columns[j - 1], class: stage && `abh-${stage}` });
    });
  }

  function paint(now) {
    if (!now.rows) return;
    set(table, { "aria-label": view.label });
    const groups = now.groups ?? [];
    const starts = new Set(groups.map((_, k) => groups.slice(0, k).reduce((sum, [, span]) => sum + span, 0)));
    const page = now.columns.length > MANY ? "abh-page abh-full" : "abh-page";
    set(table, { class: groups.length ? page : now.columns.length > 8 ? "abh-dense" : now.paints ? "abh-painted" : "" });
    paintGroups(groups);
    paintHead(now.columns);
    brush.forgetAnswered();
    focus = [Math.min(focus[0], now.rows.length - 1), Math.min(focus[1], now.columns.length - 1)];
    const came = [];
    keyed(body, now.rows.length, createRow, (row, i) => {
      const name = row.firstChild;
      write(name, shortened(now.rows[i], 12));
      set(row, { class: now.row === i ? "abh-chosen" : "" });
      set(name, { title: now.rows[i], tabindex: tabindexOf(i, -1) });
      while (row.children.length > now.columns.length + 1) row.lastChild.remove();
      while (row.children.length < now.columns.length + 1) row.append(createCell(i, row.children.length - 1));
      for (let j = 0; j < now.columns.length; j += 1) {
        const cell = row.children[j + 1];
        const ahead = brush.ahead(i, j);
        const isAhead = ahead !== undefined;
        const mark = isAhead ? (ahead ? "" : "masked") : now.marks?.[i][j];
        const text = isAhead ? "" : now.texts[i][j];
        write(cell, text);
        if (cell.classList.contains("abh-later") && mark !== "later") came.push([i, j]);
        cell.style.background = isAhead ? "" : now.fills[i][j];
        cell.style.color = now.inks[i][j];
        set(cell, {
          "aria-label": mark === "masked" ? "hidden" : null,
          tabindex: tabindexOf(i, j),
          "aria-selected": String(now.row === i),
          class: [starts.has(j) ? "abh-start" : "", mark ? `abh-${mark}` : ""].filter(Boolean).join(" "),
        });
      }
    });
    if (now.groups && !now.stages && width !== now.columns.length) scroll.scrollLeft = scroll.scrollWidth;
    else if (now.stages) bringIntoSight(now);
    width = now.columns.length;
    if (under && cellAt(...under)) show(...under);
    else showResting();
    arrive(came);
    stretch.hidden = now.stretch === null || now.stretch === undefined;
    set(stretch, { "aria-pressed": String(Boolean(now.stretch)) });
  }

  stretch.addEventListener("click", () => channel.settle({ kind: "stretch", on: !scene().stretch }));
  const unseen = invite(root);
  root.addEventListener("animationend", () => root.classList.remove("abh-inviting")); // no row that is chosen later pulses
  return follow(view, channel, paint, { ends: [unseen, brush.end, () => threads?.end()] });
}
