// Arrows and lines of a plane, their heads, and what some of them are called.

import { arrowHeads, keyed, set, svg, uniqueName, write } from "./elements.js";
import { beads, clearest } from "./names.js";
import { floats } from "./wire.js";

const HEADS = { pull: "soft", shift: "context", context: "context", vector: "soft", query: "query", key: "key", ghost: null, plain: null };

const [SHORT, CROWDED] = [30, 60]; // an arrow of fewer pixels goes without its word where that covers more
const SPOTS = [[1, 0.5], [-1, 0.5], [1, 0.8], [-1, 0.8], [1, 0.2], [-1, 0.2]]; // [side, along] of a word

const longer = ([x1, y1, x2, y2], least) => Math.hypot(x2 - x1, y2 - y1) >= least;

// Return the box of a word so far along an arrow: beside it to the left for side 1, to the right for -1.
function beside([x1, y1, x2, y2], side, along, half, letter) {
  const [across, down, length] = [x2 - x1, y2 - y1, Math.hypot(x2 - x1, y2 - y1) || 1];
  const x = x1 + along * across + side * ((12 * down) / length + Math.sign(down) * half);
  const y = y1 + along * down - (side * 12 * across) / length + 4;
  return { x, y, left: x - half, right: x + half, top: y - 0.85 * letter, bottom: y + 0.3 * letter };
}

// segments, names : where they are painted    size : pixels of the square
export function createArrows(picture, segments, names, size) {
  const own = uniqueName("abh-plane");
  let lines = []; // in pixels
  let words = []; // where the arrows have theirs
  picture.prepend(arrowHeads(own, ["key", "context", "query", "soft"], { refX: 7, markerWidth: 9, markerHeight: 9 }));

  function paintLines(roles) {
    keyed(segments, roles.length, () => svg("line"), (line, i) => {
      const [x1, y1, x2, y2] = lines[i];
      const head = roles[i] in HEADS ? HEADS[roles[i]] : "key";
      set(line, { x1, y1, x2, y2, class: `abh-segment abh-${roles[i]}` });
      set(line, { "marker-end": head && longer(lines[i], 12) ? `url(#${own}-${head})` : null });
    });
  }

  // What an arrow is called stands beside its middle, to the left of its way, or where there is more room.
  function paintWords(labels, roles, letter, others, sticks) {
    const named = labels.map((_, i) => i).filter((i) => labels[i]);
    const before = words;
    words = [];
    keyed(names, named.length, () => svg("text"), (element, k) => {
      const half = 0.32 * letter * labels[named[k]].length;
      const boxes = SPOTS.map(([side, along]) => beside(lines[named[k]], side, along, half, letter));
      const box = clearest(boxes, [...words.filter(({ fits }) => fits), ...others], size, before[k]?.taken, sticks);
      const fits = box.covers < CROWDED || longer(lines[named[k]], SHORT);
      words.push({ ...box, fits });
      set(element, { x: box.x, y: box.y, "text-anchor": "middle", class: `abh-word abh-${roles[named[k]]}` });
      write(element, fits ? labels[named[k]] : "");
    });
  }

  return {
    drawn: () => [...beads(lines), ...words.filter(({ fits }) => fits)], // what names keep clear of
    // px, py : the pixels of a number, across and down    others : boxes that words keep clear of
    paint(now, px, py, letter, others, sticks) {
      const roles = now?.roles ?? [];
      const ends = roles.length ? floats(now.ends) : [];
      lines = roles.map((_, i) => [px(ends[4 * i]), py(ends[4 * i + 1]), px(ends[4 * i + 2]), py(ends[4 * i + 3])]);
      paintLines(roles);
      paintWords(now?.labels ?? [], roles, letter, [...others, ...beads(lines)], sticks);
    },
  };
}
