// The frames of a recording, and the way that a hand takes from one to another.

const NUMBERS = ["x", "y", "height", "value"]; // of what is dragged
const ENVELOPE = ["sender", "seq", "by"];
const [LIST, DICT, FLOATS] = [0, 1, 2];

export const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// Return what stands at a place of the table.
export function valueAt(table, place) {
  const entry = table[place];
  if (!Array.isArray(entry)) return entry;
  const [kind, ...parts] = entry;
  if (kind === FLOATS) return new DataView(Float64Array.from(parts, Number).buffer);
  if (kind !== LIST && kind !== DICT) return new DataView(bytes(parts[0]).buffer);
  const values = parts.map((part) => valueAt(table, part));
  return kind === LIST ? values : Object.fromEntries(values[0].map((name, k) => [name, values[k + 1]]));
}

// What a report is called: all that it says but its numbers.
export function nameOf(k, report) {
  const drags = ["move", "release"].includes(report.kind);
  const said = drags ? { ...report, kind: "move" } : report;
  const names = Object.keys(said).filter((name) => !ENVELOPE.includes(name) && !(drags && NUMBERS.includes(name)));
  return [k, ...names.sort().map((name) => `${name}=${[said[name]].flat(2).join(",")}`)].join(" ");
}

// Return the number of the place nearest to a spot, of those that count.
function nearest(places, spot, counts) {
  const away = (k) => Math.hypot(...places[k].map((number, n) => number - spot[n]));
  const found = [...places.keys()].filter((k) => counts(places[k]));
  return found.length ? found.reduce((best, k) => (away(k) < away(best) ? k : best)) : undefined;
}

// The way from frame to frame; what is not recorded from the present one is so from the first.
export function createWay({ drags, next }) {
  const way = { frame: 0, follow, leads };
  let held = { drag: null, rest: 0 }; // what was dragged last, and where it came to rest
  const keys = new Set([...drags.map((drag) => drag.key), ...Object.values(next).flatMap(Object.keys)]);

  // Whether anything that a widget reports leads anywhere, or anything that says this.
  function leads(k, said = "") {
    return [...keys].some((key) => key.startsWith(`${k} `) && key.includes(said));
  }

  function drag(one, report) {
    const spot = one.names.map((name) => report[name]);
    const rest = held.drag === one ? held.rest : 0;
    const from = one.at[rest];
    const isAhead = (at) => at.reduce((sum, number, n) => sum + (number - from[n]) * (spot[n] - from[n]), 0) > 1e-9;
    let k = nearest(one.at, spot, () => true);
    if (report.by === "keys" && k === rest) k = nearest(one.at, spot, isAhead) ?? rest; // a key moves it
    const moves = report.kind === "move";
    held = { drag: one, rest: moves ? rest : k };
    way.frame = one.first + k + (moves ? 0 : one.at.length);
  }

  // Return whether it led anywhere.
  function follow(key, report) {
    const found = drags.find((one) => one.key === key);
    const to = next[way.frame]?.[key] ?? next[0][key];
    if (found) drag(found, report);
    else if (to !== undefined) [way.frame, held] = [to, { drag: null, rest: 0 }];
    return Boolean(found) || to !== undefined;
  }
  return way;
}
