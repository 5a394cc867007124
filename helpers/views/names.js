// Finds places for names beside dots and arrows, clear of the other names, of rings, lines and numbers.

import { shortened } from "./elements.js";

export const STICKS = { rest: 80, way: 10 }; // square pixels: a name keeps its side until another side is clearer by so much

function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

// Small boxes along lines [x1, y1, x2, y2], every 10 pixels.
export function beads(lines) {
  return lines.flatMap(([x1, y1, x2, y2]) => {
    const steps = Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1) / 10));
    return Array.from({ length: steps + 1 }, (_, k) => {
      const [x, y] = [x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps];
      return { left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 };
    });
  });
}

// What a circle around each place covers, as three boxes.
export function discs(places, radii) {
  return places.map(([x, y], i) =>
    [[1, 0.4], [0.75, 0.75], [0.4, 1]].map(([a, b]) => [a * radii[i], b * radii[i]]).map(([across, down]) => (
      { left: x - across, right: x + across, top: y - down, bottom: y + down })));
}

// Return the first of the boxes that covers least of the others, and how much. The one that was taken before is kept
// until another covers less by as much as it sticks.
export function clearest(boxes, others, size, before = -1, sticks = 0) {
  const costs = boxes.map((box, k) =>
    (k === before ? -sticks : 0) + others.reduce((sum, other) => sum + overlap(box, other), 0) +
    1000 * Number(box.left < 2 || box.right > size - 2 || box.top < 2 || box.bottom > size - 2));
  const least = Math.min(...costs);
  const taken = costs.findIndex((cost) => cost < least + 0.5);
  return { ...boxes[taken], covers: taken === before ? least + sticks : least, taken };
}

// radii : of what is drawn around the places    letter : pixels of the names' letters    before : where they were taken
export function placeNames(labels, places, radii, size, drawn, letter, before, sticks) {
  const large = letter / 13;
  const round = discs(places, radii);
  const taken = [];
  return labels.map((label, i) => {
    const text = shortened(label, 14);
    const width = 7.8 * large * [...text].length + 2;
    const [x, y] = places[i];
    const [high, low] = [12 * large, 4 * large];
    const away = radii[i] + 3;
    const [left, right] = [x - away - width, x + away];
    const corners = [
      [right, y - 6], [left, y - 6], [right, y + low + 11], [left, y + low + 11],
      [x - width / 2, y - away - 1], [x - width / 2, y + high + away + 1], [right + 2, y + low], [left - 2, y + low],
      [right, y + 3 - away - high], [left, y + 3 - away - high],
      [right, y + 2 + away + high + low], [left, y + 2 + away + high + low],
    ];
    const boxes = corners.map(([left, base]) => ({
      left, right: left + width, top: base - high, bottom: base + low, x: left, y: base, text,
    }));
    const others = [...taken, ...drawn, ...round.filter((_, j) => j !== i).flat()];
    taken.push(clearest(boxes, others, size, before[i]?.taken, sticks));
    return taken[i];
  });
}
