// Finds a place for each name beside its dot, clear of the other names, dots, lines and numbers.

import { shortened } from "./elements.js";

function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

// Small boxes along lines [x1, y1, x2, y2], every 10 pixels.
function beads(lines) {
  return lines.flatMap(([x1, y1, x2, y2]) => {
    const steps = Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1) / 10));
    return Array.from({ length: steps + 1 }, (_, k) => {
      const [x, y] = [x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps];
      return { left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 };
    });
  });
}

// letter : pixels of the names' letters
export function placeNames(labels, places, size, lines, numbers, letter) {
  const large = letter / 13;
  const drawn = beads(lines);
  const dots = places.map(([x, y]) => ({ left: x - 10, right: x + 10, top: y - 10, bottom: y + 10 }));
  const taken = [];
  return labels.map((label, i) => {
    const text = shortened(label, 14);
    const width = 7.8 * large * [...text].length + 2;
    const [x, y] = places[i];
    const [high, low] = [12 * large, 4 * large];
    const [left, right] = [x - 13 - width, x + 13];
    const corners = [
      [right, y - 6], [left, y - 6], [right, y + low + 11], [left, y + low + 11],
      [x - width / 2, y - 14], [x - width / 2, y + high + 14], [right + 2, y + low], [left - 2, y + low],
      [right, y - 10 - high], [left, y - 10 - high], [right, y + 15 + high + low], [left, y + 15 + high + low],
    ];
    const boxes = corners.map(([left, base]) => ({
      left, right: left + width, top: base - high, bottom: base + low, x: left, y: base, text,
    }));
    const others = [...taken, ...drawn, ...numbers, ...dots.filter((_, j) => j !== i)];
    const costs = boxes.map((box) =>
      others.reduce((sum, other) => sum + overlap(box, other), 0) +
      1000 * Number(box.left < 2 || box.right > size - 2 || box.top < 2 || box.bottom > size - 2));
    const best = boxes.find((_, k) => costs[k] < Math.min(...costs) + 0.5);
    taken.push(best);
    return best;
  });
}
