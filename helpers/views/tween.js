// Lets what a press or a choice has changed be seen to move to its new place. What a hand drags doesn't:
// that follows at once.

import { floats } from "./wire.js";

const LONG = 300; // ms
const DRAGGED = ["move", "release"]; // reports of a hand that holds something

const KINDS = ["bars", "columns", "plane"]; // of views that move; the others' numbers may be no places
const PLACES = ["at", "ends", "floors", "ghosts", "heights", "links", "rings"]; // lists of numbers of their scenes
const ENDS = ["low", "high"]; // of an axis

const isObject = (one) => one !== null && typeof one === "object" && !ArrayBuffer.isView(one);
const isPlaces = ([name, one]) => PLACES.includes(name) && ArrayBuffer.isView(one);
const hasPlaces = (one) => isObject(one) && Object.entries(one).some((entry) => isPlaces(entry) || hasPlaces(entry[1]));

// A scene between two others: its places and the ends of its axes are, all else is as it will be.
function between(from, to, share) {
  if (!isObject(from) || !isObject(to)) return to;
  if (Array.isArray(to)) return from.length === to.length ? to.map((one, i) => between(from[i], one, share)) : to;
  const mixed = (name, before, now) => {
    if (ENDS.includes(name)) return Number.isFinite(before) ? before + share * (now - before) : now;
    return isPlaces([name, now]) ? mixedPlaces(before, now, share) : between(before, now, share);
  };
  return Object.fromEntries(Object.entries(to).map(([name, now]) => [name, mixed(name, from[name], now)]));
}

function mixedPlaces(from, to, share) {
  if (from?.byteLength !== to.byteLength) return to;
  const before = floats(from);
  return floats(to).map((now, i) => (Number.isFinite(before[i]) && Number.isFinite(now) ? before[i] + share * (now - before[i]) : now));
}

// now(number) : what Python has said of a part last
export function createTween(root, now) {
  const ways = new Map(); // of the parts that move: the scene that they left, and when
  const shown = new Map(); // the scene that each part showed last
  const isOver = ({ since }) => performance.now() - since > LONG;

  return {
    // What a part shows at this moment.
    scene(number) {
      const way = ways.get(number);
      let scene = now(number).scene;
      if (way) {
        const share = Math.min(1, (performance.now() - way.since) / LONG);
        scene = between(way.from, scene, share * share * (3 - 2 * share));
      }
      shown.set(number, scene);
      return scene;
    },
    // Python has changed these parts, after a report of this kind.
    hear(parts, kind) {
      const moves = kind && !DRAGGED.includes(kind) && !matchMedia("(prefers-reduced-motion: reduce)").matches;
      for (const [number, { scene }] of Object.entries(parts)) {
        ways.delete(number);
        if (moves && KINDS.includes(now(number).kind) && shown.has(number) && hasPlaces(scene) && !now(number).scene.glides)
          ways.set(number, { from: shown.get(number), since: performance.now() });
      }
    },
    // The parts to be painted again; those that have arrived, for the last time.
    moving() {
      const numbers = [...ways.keys()];
      for (const [number, way] of ways) if (isOver(way)) ways.delete(number);
      return numbers;
    },
    goesOn() {
      root.toggleAttribute("data-tweens", ways.size > 0);
      return ways.size > 0;
    },
  };
}
