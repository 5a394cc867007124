// Lets what has changed at once be seen to move to its new place. What a hand drags follows at once.

import { planeWay } from "./turn.js";
import { floats } from "./wire.js";

const LONG = 500; // ms
const DRAGGED = ["move", "release"]; // reports of a hand that holds something
// Of each kind of view that moves: the scene at each share of the way between two, or null where nothing moves.
const WAYS = { bars: barsWay, plane: planeWay };
const LISTS = ["heights", "floors", "ghosts", "links"];
const ENDS = ["low", "high"]; // of the axis
const still = matchMedia("(prefers-reduced-motion: reduce)");

function barsWay(from, to) {
  const names = LISTS.filter((name) => from[name] && from[name].byteLength === to[name]?.byteLength);
  const lists = names.map((name) => ({ name, before: floats(from[name]), after: floats(to[name]) }));
  const isSame = ({ before, after }) => before.every((one, i) => Object.is(one, after[i]));
  if (ENDS.every((name) => from[name] === to[name]) && lists.every(isSame)) return null;
  const mixed = (a, b, share) => (Number.isFinite(a) && Number.isFinite(b) ? a + share * (b - a) : b);
  return (share) => {
    const scene = { ...to };
    for (const name of ENDS) scene[name] = mixed(from[name], to[name], share);
    for (const { name, before, after } of lists) scene[name] = after.map((one, i) => mixed(before[i], one, share));
    return scene;
  };
}

// now(number) : what Python has said of a part last
export function createTween(root, now) {
  const ways = new Map(); // of the parts that are on their way
  const shown = new Map(); // the scene that each part shows

  return {
    scene(number) {
      if (!ways.has(number)) shown.set(number, now(number).scene);
      return shown.get(number);
    },
    // Python has changed these parts, after a report of this kind. A scene may say itself whether it glides.
    hear(parts, report) {
      const isChosen = report && !DRAGGED.includes(report);
      for (const number of Object.keys(parts)) {
        const { kind, scene } = now(number);
        ways.delete(number);
        const moves = shown.has(number) && !still.matches && (scene.glides ?? isChosen);
        const way = moves && WAYS[kind]?.(shown.get(number), scene);
        if (way) ways.set(number, { way, since: performance.now() });
      }
    },
    // Take all a little further on their ways; return what is to be painted.
    goOn() {
      const numbers = [...ways.keys()];
      for (const [number, { way, since }] of ways) {
        const share = (performance.now() - since) / LONG;
        if (share < 1) shown.set(number, way(share * share * (3 - 2 * share)));
        else ways.delete(number);
      }
      root.toggleAttribute("data-tweens", ways.size > 0);
      return numbers;
    },
    isMoving: () => ways.size > 0,
  };
}
