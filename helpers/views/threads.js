// Lines over a table, from the cells that a number is made of to that number; and numbers that travel.

import { set, svg } from "./elements.js";

const FLIGHT = 700; // ms that a number is on its way
const STAGGER = 90; // ms by which each row appears after the one above it
const FADE = 150; // ms in which a result appears
const BEND = 6; // the radius of a turn
const SIDE = 5; // how far beside a number its lines gather

// The lines lie in the table's scrolling box and so go with it; no pointer and no reader meets them.
export function createThreads(scroll, table) {
  const sheet = svg("svg", { class: "abh-threads", "aria-hidden": "true" });
  const lines = svg("g");
  const flights = svg("g");
  sheet.append(lines, flights);
  scroll.append(sheet);
  let drawn = { from: [], to: null };

  // The place of a cell in the table, without the gap that a group begins with.
  function box(cell) {
    const origin = table.getBoundingClientRect();
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const [x, y] = [cell.clientLeft - origin.left, -origin.top];
    return { left: left + x, right: right - origin.left, top: top + y, bottom: bottom + y };
  }

  function trace() {
    set(sheet, { width: table.offsetWidth, height: table.offsetHeight });
    if (!drawn.to) return;
    const to = box(drawn.to);
    drawn.from.forEach((cell, i) => set(lines.children[i], { d: way(box(cell), to, asks(cell) ? -1 : 1) }));
    const [x, y] = [to.left + 1, (to.top + to.bottom) / 2];
    set(lines.lastChild, { d: `M ${x} ${y} l -6 -4 v 8 z` });
  }

  const asks = (cell) => cell.classList.contains("abh-query");

  function draw(from, to) {
    const known = to === drawn.to && from.length === drawn.from.length && from.every((cell, i) => cell === drawn.from[i]);
    if (!known) {
      drawn = { from, to: from.length ? to : null };
      const strands = from.map((cell) => svg("path", { class: asks(cell) ? "abh-thread abh-query" : "abh-thread", pathLength: 1 }));
      lines.replaceChildren(...strands, ...(from.length ? [svg("path", { class: "abh-thread-end" })] : []));
    }
    trace();
  }

  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

  // The numbers that a block is made of are seen to move into it, each once, in the row that is spoken of alone, so that
  // an eye can follow; one block after the other. A result appears when its parts arrive, and the other rows after it.
  function fly(arrivals, spoken) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const blocks = [...new Set(arrivals.map(({ block }) => block))];
    for (const { cell, row, block } of arrivals) {
      const there = FLIGHT * (1 + blocks.indexOf(block)) + (row === spoken ? 0 : STAGGER * (row + 1));
      const frames = [{ opacity: 0 }, { opacity: 0, offset: there / (there + FADE) }, { opacity: 1 }];
      cell.animate(frames, { duration: there + FADE });
    }
    for (const [place, block] of blocks.entries()) {
      const fed = arrivals.filter((one) => one.row === spoken && one.block === block);
      for (const source of new Set(fed.flatMap(({ from }) => from))) {
        const goals = fed.filter(({ from }) => from.includes(source)).map(({ cell }) => middle(box(cell)));
        send(source, [0, 1].map((k) => goals.reduce((sum, goal) => sum + goal[k], 0) / goals.length), FLIGHT * place);
      }
    }
  }

  function send(source, to, delay) {
    const [[x, y], [u, v]] = [middle(box(source)), to];
    const number = svg("text", { x, y, class: "abh-flight" }, source.textContent);
    flights.append(number);
    const frames = [
      { transform: "none", opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { opacity: 1, offset: 0.7 },
      { transform: `translate(${u - x}px, ${v - y}px)`, opacity: 0 },
    ];
    number.animate(frames, { duration: FLIGHT, delay, easing: "ease-in-out", fill: "backwards" }).onfinish = () => number.remove();
  }

  const resized = new ResizeObserver(trace);
  resized.observe(table);
  return { draw, fly, end: () => resized.disconnect() };
}

// A line runs between the rows and beside the columns, never through a number.
// lane: -1 for what comes of the query, 1 for the rest, so that two lines do not lie on one another
function way(a, b, lane) {
  const y = (b.top + b.bottom) / 2;
  const [middle, across] = [(a.top + a.bottom) / 2, (a.left + a.right) / 2];
  if (Math.abs(middle - y) < 2 && b.left > a.right && b.left - a.right < 3 * SIDE) return `M ${a.right} ${y} H ${b.left}`;
  const x = b.left - SIDE + lane;
  const end = `Q ${x} ${y} ${b.left} ${y}`;
  if (Math.abs(a.left - b.left) < 2) {
    return `M ${a.left} ${middle} Q ${x} ${middle} ${x} ${middle + BEND} V ${y - BEND} ${end}`;
  }
  const down = middle <= y + 2;
  const gap = (down ? a.bottom : a.top) + 1.5 * lane;
  const turn = Math.sign(y - gap) * BEND;
  return `M ${across} ${gap} H ${x - BEND} Q ${x} ${gap} ${x} ${gap + turn} V ${y - turn} ${end}`;
}
