// Lines over a table, from the cells that a number is made of to that number; and numbers that travel.

import { set, svg } from "./elements.js";

const FLIGHT = 750; // ms that a number is on its way
const STAGGER = 110; // ms by which each column starts after the one before it, and each row below
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

  // The numbers that a cell is made of are seen to move into it, in the row that is spoken of alone, so that an eye can
  // follow; the other rows light up after it. Every cell has its number already.
  function fly(arrivals, spoken) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const first = arrivals.filter(({ row }) => row === spoken);
    const all = first.flatMap(({ cell, from }, place) => from.map((source) => ({ cell, source, place })));
    for (const { cell, source, place } of all) {
      const [a, b] = [box(source), box(cell)];
      const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
      const [[x, y], [u, v]] = [middle(a), middle(b)];
      const number = svg("text", { x, y, class: "abh-flight" });
      number.textContent = source.textContent;
      flights.append(number);
      const frames = [
        { transform: "none", opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { transform: `translate(${u - x}px, ${v - y}px)`, opacity: 0 },
      ];
      const timing = { duration: FLIGHT, delay: STAGGER * place, easing: "ease-in-out", fill: "backwards" };
      number.animate(frames, timing).onfinish = () => number.remove();
    }
    for (const { cell, row } of arrivals) {
      const delay = row === spoken ? FLIGHT * 0.7 : FLIGHT + STAGGER * (row + 1);
      cell.animate([{ filter: "none" }, { filter: "brightness(0.85)", offset: 0.4 }, { filter: "none" }], { duration: 450, delay });
    }
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
