// Painting on the cells of a table: a stroke gives all cells that it passes what its first one became.

import { consume } from "./elements.js";

const STRIDE = 3; // pixels: how finely the way between two events is walked

// body       : holds rows, each a name and then cells
// scene()    : its `paints` tell which cells can be painted, and whether each is on
// came(i, j) : called with each cell that a pointer has come to, and with nothing when it lets go
// paint()    : shows what has been painted
export function createBrush(channel, body, scene, came, paint) {
  let stroke = null; // of a pointer or of keys: what it paints, what was there before, where it is
  let done = null; // a pointer's last stroke, until keys or another stroke follow it
  let last; // what was painted last, on or off
  const ahead = new Map(); // cells as the user has painted them, until Python has answered
  channel.whenGone(forget);

  const isOn = (i, j) => ahead.get(`${i} ${j}`) ?? scene().paints?.[i]?.[j];
  const canPaint = (i, j) => isOn(i, j) !== undefined;

  function forget() {
    stroke?.over?.abort();
    stroke = null;
  }

  function start(on, pointer = null) {
    forget();
    done = null;
    last = on;
    stroke = { on, pointer, before: new Map(), row: scene().row };
  }

  // Paint one cell; return whether the stroke has not been there before.
  function lay(i, j) {
    if (!canPaint(i, j)) return false;
    const key = `${i} ${j}`;
    const isNew = !stroke.before.has(key);
    if (isNew) stroke.before.set(key, [i, j, isOn(i, j)]);
    ahead.set(key, stroke.on);
    stroke.now = i;
    return isNew;
  }

  function report(kind) {
    const cells = [...stroke.before.values()].map(([i, j]) => [i, j, stroke.on]);
    return { kind, cells, row: stroke.now };
  }

  function release() {
    channel.settle(report("release"));
    paint();
  }

  // Put back what the last stroke has painted over; return whether there was something.
  function escape() {
    const back = stroke ?? done;
    if (!back || back.escaped) return false;
    const cells = [...back.before.values()];
    for (const [i, j, on] of cells) ahead.set(`${i} ${j}`, on);
    channel.settle({ kind: "release", cells, row: back.row });
    back.escaped = true;
    if (back.pointer === null) forget();
    paint();
    return true;
  }

  // What a pointer holds is released where it is, or put back.
  function end(back = false) {
    if (!stroke || stroke.pointer === null) return;
    if (back) escape();
    else if (!stroke.escaped) release();
    done = stroke;
    forget();
    came();
  }

  // Which of these boxes holds a number, by their edges before and after it.
  const placeOf = (boxes, [from, to], at) => boxes.findIndex((box) => box[from] <= at && at < box[to]);

  /** @param {number[]} start @param {number[]} end */
  function cellsAlong([x, y], [toX, toY]) {
    const rows = [...body.children].map((row) => row.getBoundingClientRect());
    const columns = [...body.firstChild.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect());
    const sight = body.closest(".abh-scroll").getBoundingClientRect();
    const count = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / STRIDE));
    return Array.from({ length: count + 1 }, (_, k) => [x + ((toX - x) * k) / count, y + ((toY - y) * k) / count])
      .filter(([across]) => sight.left <= across && across < sight.right)
      .map(([across, down]) => [placeOf(rows, ["top", "bottom"], down), placeOf(columns, ["left", "right"], across)]);
  }

  function begin(event) {
    const at = [event.clientX, event.clientY];
    const [[i, j] = [-1, -1]] = event.target.closest("td") ? cellsAlong(at, at) : [];
    if (event.button || !canPaint(i, j)) return;
    // A second finger takes nothing while the first one holds.
    if (stroke && stroke.pointer !== null && stroke.pointer !== event.pointerId) return;
    end();
    body.setPointerCapture(event.pointerId);
    start(!isOn(i, j), event.pointerId);
    stroke.at = at;
    stroke.over = new AbortController();
    const { signal } = stroke.over;
    addEventListener("blur", () => end(), { signal });
    addEventListener("contextmenu", consume, { signal, capture: true }); // no menu opens under what is dragged
    lay(i, j);
    came(i, j);
    channel.move(report("move"));
    paint();
  }

  function move(event) {
    if (!(event.buttons & 1)) return end(); // it was let go where nobody saw it
    if (stroke.escaped) return;
    const [from, to] = [stroke.at, [event.clientX, event.clientY]];
    stroke.at = to;
    const passed = cellsAlong(from, to).filter(([i, j]) => canPaint(i, j));
    if (!passed.length) return;
    const row = stroke.now;
    const grew = passed.map(([i, j]) => lay(i, j)).some(Boolean);
    came(...passed.at(-1));
    if (grew || row !== stroke.now) channel.move(report("move"));
    paint();
  }

  const on = (name, act) =>
    body.addEventListener(name, (event) => {
      if (stroke && stroke.pointer === event.pointerId) act(event);
    });
  // What can be painted does not scroll the page, and all that lies beside it does.
  const holds = (event) => event.target.closest("td") && scene().paints && event.preventDefault();
  body.addEventListener("touchstart", holds, { passive: false });
  body.addEventListener("pointerdown", begin);
  on("pointermove", move);
  on("pointerup", () => end());
  on("pointercancel", () => end(true));
  on("lostpointercapture", () => end());

  return {
    canPaint,
    escape,
    // What the user has painted on a cell and Python has not yet shown; undefined for nothing.
    ahead: (i, j) => ahead.get(`${i} ${j}`),
    forgetAnswered: () => channel.busy() || ahead.clear(),
    // Keys: paint a cell the other way, go on from a cell to the next, and be done.
    turn(i, j) {
      start(!isOn(i, j));
      lay(i, j);
      release();
    },
    /** @param {number[]} from @param {number[]} to */
    goOn([fromI, fromJ], [i, j]) {
      if (!canPaint(i, j)) return;
      if (!stroke) start(last ?? isOn(fromI, fromJ));
      lay(i, j);
      release();
    },
    rest() {
      if (stroke?.pointer === null) forget();
      done = null;
    },
    end: forget,
  };
}
