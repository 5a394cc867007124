// Finds a place for each name beside its dot, clear of the other names, dots, lines and numbers.

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

function placeNames(labels, places, size, lines, numbers) {
  const drawn = beads(lines);
  const dots = places.map(([x, y]) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  const taken = [];
  return labels.map((label, i) => {
    const text = shortened(label, 14);
    const width = 7.8 * [...text].length + 2;
    const [x, y] = places[i];
    const corners = [
      [x + 9, y - 6], [x - 9 - width, y - 6], [x + 9, y + 15], [x - 9 - width, y + 15],
      [x - width / 2, y - 12], [x - width / 2, y + 22], [x + 12, y + 4], [x - 12 - width, y + 4],
      [x + 9, y - 22], [x - 9 - width, y - 22], [x + 9, y + 31], [x - 9 - width, y + 31],
    ];
    const boxes = corners.map(([left, base]) => ({
      left, right: left + width, top: base - 12, bottom: base + 4, x: left, y: base, text,
    }));
    const others = [...taken, ...drawn, ...numbers, ...dots.filter((_, j) => j !== i)];
    const costs = boxes.map((box) =>
      others.reduce((sum, other) => sum + overlap(box, other), 0) +
      1000 * (box.left < 2 || box.right > size - 2 || box.top < 2 || box.bottom > size - 2));
    const best = boxes.find((_, k) => costs[k] < Math.min(...costs) + 0.5);
    taken.push(best);
    return best;
  });
}
