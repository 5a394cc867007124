// Finds a place for each name beside its dot, clear of the other names and dots.

function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

function placeNames(labels, places, size) {
  const dots = places.map(([x, y]) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  const taken = [];
  return labels.map((label, i) => {
    const text = shortened(label, 14);
    const width = 7.2 * [...text].length + 2;
    const [x, y] = places[i];
    const corners = [
      [x + 9, y - 6], [x - 9 - width, y - 6], [x + 9, y + 15], [x - 9 - width, y + 15],
      [x - width / 2, y - 12], [x - width / 2, y + 22], [x + 12, y + 4], [x - 12 - width, y + 4],
      [x + 9, y - 22], [x - 9 - width, y - 22], [x + 9, y + 31], [x - 9 - width, y + 31],
    ];
    const boxes = corners.map(([left, base]) => ({
      left, right: left + width, top: base - 12, bottom: base + 4, x: left, y: base, text,
    }));
    const cost = (box) =>
      [...taken, ...dots.filter((_, j) => j !== i)].reduce((sum, other) => sum + overlap(box, other), 0) +
      1000 * (box.left < 0 || box.right > size || box.top < 0 || box.bottom > size);
    const best = boxes.reduce((a, b) => (cost(b) < cost(a) - 0.5 ? b : a));
    taken.push(best);
    return best;
  });
}
