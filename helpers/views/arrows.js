// Arrows and lines of a plane, their heads, and what some of them are called.

import { arrowHeads, keyed, set, svg, uniqueName, write } from "./elements.js";
import { floats } from "./wire.js";

const HEADS = { pull: "key", shift: "context", context: "context", vector: "soft", query: "query", key: "key", ghost: null, plain: null };

// segments, names : where they are painted    size : pixels of the square
export function createArrows(picture, segments, names, size) {
  const own = uniqueName("abh-plane");
  let lines = []; // in pixels, which names keep clear of
  let words = []; // and where the arrows have theirs
  picture.prepend(arrowHeads(own, ["key", "context", "query", "soft"], { refX: 7, markerWidth: 9, markerHeight: 9 }));

  function paintLines(roles) {
    keyed(segments, roles.length, () => svg("line"), (line, i) => {
      const [x1, y1, x2, y2] = lines[i];
      const head = roles[i] in HEADS ? HEADS[roles[i]] : "key";
      const short = Math.hypot(x2 - x1, y2 - y1) < 12;
      set(line, { x1, y1, x2, y2, class: `abh-segment abh-${roles[i]}` });
      set(line, { "marker-end": head && !short ? `url(#${own}-${head})` : null });
    });
  }

  // What an arrow is called stands beside its middle, to the left of its way.
  function paintWords(labels, roles, letter) {
    const named = labels.map((_, i) => i).filter((i) => labels[i]);
    words = [];
    keyed(names, named.length, () => svg("text"), (element, k) => {
      const [x1, y1, x2, y2] = lines[named[k]];
      const [across, down, length] = [x2 - x1, y2 - y1, Math.hypot(x2 - x1, y2 - y1) || 1];
      const [x, y] = [(x1 + x2) / 2 + (12 * down) / length, (y1 + y2) / 2 - (12 * across) / length + 4];
      const half = 0.32 * letter * labels[named[k]].length;
      const middle = Math.max(half, Math.min(size - half, x + Math.sign(down) * half));
      words.push({ left: middle - half, right: middle + half, top: y - 0.85 * letter, bottom: y + 0.3 * letter });
      set(element, { x: middle, y, "text-anchor": "middle", class: `abh-word abh-${roles[named[k]]}` });
      write(element, labels[named[k]]);
    });
  }

  return {
    lines: () => lines,
    words: () => words,
    // px, py : the pixels of a number, across and down
    paint(now, px, py, letter) {
      const roles = now?.roles ?? [];
      const ends = roles.length ? floats(now.ends) : [];
      lines = roles.map((_, i) => [px(ends[4 * i]), py(ends[4 * i + 1]), px(ends[4 * i + 2]), py(ends[4 * i + 3])]);
      paintLines(roles);
      paintWords(now?.labels ?? [], roles, letter);
    },
  };
}
