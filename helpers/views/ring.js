// Draws words on a circle and arrows between them; a word can be chosen.

const [WIDE, HIGH] = [230, 214];
const DOT = 8; // radius of a word's dot
const HEAD = 12; // length of an arrow's head
const LETTERS = { page: 13, wall: 17 }; // pixels; the wall's are drawn larger with the ring
const LONGEST = 9; // letters of a name

let rings = 0; // every ring names its arrow heads itself: a hidden one's are not drawn

function render({ model, el }) {
  const hand = takeHand(model, el);
  const own = `abh-ring-${Math.random().toString(36).slice(2)}-${(rings += 1)}`;
  const root = html("div", { class: "abh-bars abh-ring" });
  const caption = html("p", { class: "abh-ring-caption" });
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group" });
  const heads = svg("defs");
  for (const role of ["query", "key"]) {
    const head = svg("marker", {
      id: `${own}-${role}`, viewBox: "0 0 8 8", refX: 0, refY: 4, markerWidth: HEAD, markerHeight: HEAD + 2,
      orient: "auto", markerUnits: "userSpaceOnUse", preserveAspectRatio: "none",
    });
    head.append(svg("path", { d: "M0 0 L8 4 L0 8 z", style: `fill: var(--${role})` }));
    heads.append(head);
  }
  const circle = svg("circle", { cx: WIDE / 2, cy: HIGH / 2 });
  const layers = { ways: svg("g"), words: svg("g"), numbers: svg("g") };
  picture.append(heads, circle, layers.ways, layers.words, layers.numbers);
  root.append(caption, picture);
  el.append(root);

  const scene = () => model.get("scene");
  const choose = (index) => hand.settle({ kind: "choose", index });

  function createWord(i) {
    const word = svg("g", { role: "button", tabindex: 0, "data-index": i });
    word.append(svg("circle", { r: 16, class: "abh-touch" }), svg("circle", { r: DOT }), svg("text"));
    word.addEventListener("click", () => choose(i));
    word.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      choose(i);
      event.preventDefault();
      event.stopPropagation(); // JupyterLab takes keys otherwise
    });
    return word;
  }

  // Where the words stand: angles from the right, and as large a radius as leaves room for names.
  function placed(names, letter) {
    const angles = names.map((_, i) => (2 * Math.PI * i) / names.length);
    const room = names.map((name, i) => (WIDE / 2 - DOT - 8 - 0.6 * letter * name.length) / Math.abs(Math.cos(angles[i])));
    const radius = Math.max(44, Math.min(HIGH / 2 - DOT - letter - 8, ...room));
    const at = angles.map((a) => [WIDE / 2 + radius * Math.cos(a), HIGH / 2 - radius * Math.sin(a)]);
    return { angles, radius, at };
  }

  function paintWords(now, names, { angles, at }, letter) {
    keyed(layers.words, names.length, createWord, (word, i) => {
      const [across, up] = [Math.cos(angles[i]), Math.sin(angles[i])];
      const side = Math.abs(across) < 0.3 ? "middle" : across > 0 ? "start" : "end";
      set(word, {
        transform: `translate(${at[i][0]} ${at[i][1]})`,
        class: `abh-press${i === now.chosen ? " abh-query" : ""}`,
        "aria-pressed": String(i === now.chosen),
        "aria-label": [now.names[i], now.texts[i]].filter(Boolean).join(": "),
      });
      const text = word.lastChild;
      const far = DOT + 5;
      set(text, { x: across * far, y: -up * (far + 0.3 * letter) + 0.35 * letter, style: `text-anchor: ${side}` });
      if (text.textContent !== names[i]) text.textContent = names[i];
    });
  }

  // A way bows to its right: on the way round it lies outside, and the way back is another.
  function between([x1, y1], [x2, y2]) {
    const bow = [(x1 + x2) / 2 - 0.42 * (y2 - y1), (y1 + y2) / 2 + 0.42 * (x2 - x1)];
    const [from, to] = [toward([x1, y1], bow, DOT + 2), toward([x2, y2], bow, DOT + 1 + HEAD)];
    const top = [0, 1].map((k) => 0.25 * from[k] + 0.5 * bow[k] + 0.25 * to[k]);
    return { path: `M${from} Q${bow} ${to}`, top };
  }

  function toward(start, end, far) {
    const [x, y] = [end[0] - start[0], end[1] - start[1]];
    const length = Math.hypot(x, y) || 1;
    return [start[0] + (far * x) / length, start[1] + (far * y) / length];
  }

  // A word that looks at itself has a loop, to the inside of the circle.
  function loop([x, y], angle, radius) {
    const far = Math.min(46, 0.8 * radius);
    const spot = (turn, length) => [x - length * Math.cos(angle + turn), y + length * Math.sin(angle + turn)];
    const [from, to] = [spot(0.9, DOT + 2), spot(-0.9, DOT + 1 + HEAD)];
    return { path: `M${from} C${spot(0.9, far)} ${spot(-0.9, 1.5 * far)} ${to}`, top: spot(-0.05, 0.84 * far) };
  }

  function paintWays(now, { angles, at, radius }) {
    const [ends, weights] = [floats(now.ends), floats(now.weights)];
    const ways = now.numbers.map((_, k) => {
      const [i, j] = [ends[2 * k], ends[2 * k + 1]];
      return { from: i, ...(i === j ? loop(at[i], angles[i], radius) : between(at[i], at[j])) };
    });
    const role = (k) => (ways[k].from === now.chosen ? "query" : "key");
    keyed(layers.ways, ways.length, () => svg("path"), (path, k) => {
      set(path, { d: ways[k].path, class: `abh-way abh-${role(k)}`, "marker-end": `url(#${own}-${role(k)})` });
      path.style.strokeWidth = 1.2 + 4.8 * weights[k];
    });
    keyed(layers.numbers, ways.length, () => svg("text", { class: "abh-number" }), (text, k) => {
      set(text, { x: ways[k].top[0], y: ways[k].top[1] + 5 });
      if (text.textContent !== now.numbers[k]) text.textContent = now.numbers[k];
    });
  }

  function paint(now) {
    if (!now.names) return;
    set(picture, { "aria-label": model.get("label") });
    caption.textContent = now.caption;
    const letter = el.closest(".abh-projector") ? LETTERS.wall : LETTERS.page;
    const names = now.names.map((name) => shortened(name, LONGEST));
    const places = placed(names, letter);
    set(circle, { r: places.radius, class: now.closed ? "abh-closed" : "abh-open" });
    paintWays(now, places);
    paintWords(now, names, places, letter);
  }

  const unfollow = follow(model, hand, paint);
  const sized = new ResizeObserver(() => paint(scene())); // before it is placed, nobody knows of a wall
  sized.observe(root);
  return () => {
    sized.disconnect();
    unfollow();
  };
}

export default { render };
