// Draws dots, segments and areas in a square; a movable dot follows the hand at once.

const SIZE = 440;
// Beside the square, where its numbers stand, no dot comes: `margin`; `letter` is the names' size.
const LOOKS = { page: { margin: 32, letter: 13, number: 11 }, wall: { margin: 48, letter: 27, number: 27 } };
const STEPS = { plain: 0.1, fine: 0.01 }; // of a plane that reaches 2.5
const HEADS = { pull: "key", shift: "context", context: "context", vector: "soft", query: "query", key: "key", ghost: null, plain: null };

let planes = 0; // every plane names its arrow heads itself: a hidden one's are not drawn

function rounded(number) {
  return Math.round(number * 1000) / 1000;
}

function arrowHeads(own) {
  const heads = svg("defs");
  for (const role of ["key", "context", "query", "soft"]) {
    const head = svg("marker", {
      id: `${own}-${role}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9,
      orient: "auto", markerUnits: "userSpaceOnUse",
    });
    head.append(svg("path", { d: "M0 0 L8 4 L0 8 z", style: `fill: var(--${role})` }));
    heads.append(head);
  }
  return heads;
}

function render({ model, el }) {
  const hand = takeHand(model, el);
  const own = `abh-plane-${Math.random().toString(36).slice(2)}-${(planes += 1)}`;
  const root = html("div", { class: "abh-plane" });
  const prompt = html("p", { class: "abh-prompt" });
  const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group" });
  const layers = {};
  picture.append(arrowHeads(own));
  for (const name of ["grid", "areas", "segments", "dots", "words", "names"]) {
    layers[name] = svg("g", { class: `abh-${name}` });
    picture.append(layers[name]);
  }
  root.append(prompt, picture);
  el.append(root);

  let look = LOOKS.page;
  let reach = 0;
  let middle = [0, 0];
  let drawn = ""; // the frame that the grid shows
  let lines = []; // the segments in pixels, which names keep clear of
  let numbers = []; // where the axes have their numbers, which names keep clear of too
  let words = []; // and where the arrows have theirs
  let keys = null; // {index, from}: the dot that arrow keys are moving
  const places = takePlaces(hand);
  const press = takePress(hand, { movable, where, at: here, put: moveTo, choose });
  const unseen = invite(root);

  const scene = () => model.get("scene");
  const px = (x) => look.margin + ((x - middle[0] + reach) / (2 * reach)) * (SIZE - 2 * look.margin);
  const py = (y) => look.margin + ((middle[1] + reach - y) / (2 * reach)) * (SIZE - 2 * look.margin);
  const inside = (number, way) => rounded(Math.max(middle[way] - reach, Math.min(middle[way] + reach, number)));

  function where(event) {
    const box = picture.getBoundingClientRect();
    const unit = (SIZE / box.width) * ((2 * reach) / (SIZE - 2 * look.margin));
    const edge = (look.margin / SIZE) * box.width;
    const [across, down] = [event.clientX - box.left - edge, event.clientY - box.top - edge];
    return [middle[0] - reach + across * unit, middle[1] + reach - down * unit];
  }

  function movable(i) {
    return scene().dots.movable[i];
  }

  function choose(index) {
    hand.settle({ kind: "choose", index });
  }

  function position(at, i) {
    return places.get(i) ?? [at[2 * i], at[2 * i + 1]];
  }

  function here(i) {
    return position(floats(scene().dots.at), i);
  }

  function moveTo(index, at, kind, how = {}) {
    const [x, y] = at.map(inside);
    places.put(index, [x, y]);
    paintDots(scene().dots);
    const report = { kind, index, x, y, ...how };
    if (kind === "release") places.put(index, [x, y], hand.settle(report));
    else hand.move(report);
  }

  // Arrow keys let go of their own dot, whatever a pointer holds.
  function endKeys(i) {
    if (keys?.index !== i) return;
    keys = null;
    moveTo(i, here(i), "release", { by: "keys" });
  }

  function createDot(i) {
    const dot = svg("g", {});
    dot.append(svg("circle", { r: 16, class: "abh-touch" }), svg("circle", { r: 6, class: "abh-point" }));
    dot.append(svg("circle", { r: 11, class: "abh-handle" }));
    press.listen(dot, i);
    dot.addEventListener("keydown", (event) => onKey(event, dot, i));
    dot.addEventListener("keyup", () => endKeys(i));
    dot.addEventListener("blur", () => endKeys(i));
    dot.addEventListener("focus", () => (dot.from = here(i)));
    return dot;
  }

  function onKey(event, dot, i) {
    const step = (event.shiftKey ? STEPS.fine : STEPS.plain) * Math.max(1, reach / 2.5);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (ways[event.key] && movable(i)) {
      const [x, y] = here(i);
      keys ??= { index: i, from: dot.from };
      moveTo(i, [x + ways[event.key][0] * step, y + ways[event.key][1] * step], "move");
    } else if (event.key === "Escape" && movable(i)) {
      const from = press.escape(i) ?? dot.from;
      keys = null;
      moveTo(i, from, "release", { by: "keys" });
    } else if (event.key === "Enter" || event.key === " ") choose(i);
    else return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab takes arrow keys otherwise
  }

  function text(words, place, anchor) {
    const element = svg("text", { ...place, "text-anchor": anchor });
    element.textContent = words;
    return element;
  }

  function paintGrid(axes) {
    const close = reach < 2 && look === LOOKS.page; // a wall has no room for decimals
    const unit = reach > 5 ? Math.ceil(reach / 5) : close ? 0.5 : 1;
    const [across, up] = middle.map((center) => {
      const first = Math.ceil((center - reach) / unit);
      const count = Math.floor((center + reach) / unit) - first + 1;
      return Array.from({ length: count }, (_, k) => (first + k) * unit);
    });
    const ends = [look.margin, SIZE - look.margin];
    const name = (t) => (t ? "" : "abh-axis");
    const [left, low] = [look.margin - 8, SIZE - look.margin + 8 + look.number];
    const written = (t) => String(t).replace("-", "−");
    layers.grid.replaceChildren(
      ...across.map((t) => svg("line", { x1: px(t), x2: px(t), y1: ends[0], y2: ends[1], class: name(t) })),
      ...up.map((t) => svg("line", { y1: py(t), y2: py(t), x1: ends[0], x2: ends[1], class: name(t) })),
      ...across.map((t) => text(written(t), { x: px(t), y: low }, "middle")),
      ...up.map((t) => text(written(t), { x: left, y: py(t) + 0.36 * look.number }, "end")),
      text(axes[0] ?? "", { x: SIZE - 2, y: py(0) - 6, class: "abh-axis-name" }, "end"),
      text(axes[1] ?? "", { x: px(0) + 7, y: 12, class: "abh-axis-name" }, "start"),
    );
    numbers = [
      ...across.map((t) => ({ left: px(t) - 12, right: px(t) + 12, top: low - 10, bottom: low + 2 })),
      ...up.map((t) => ({ left: 0, right: left, top: py(t) - 6, bottom: py(t) + 6 })),
    ];
  }

  function paintDots(dots) {
    const at = floats(dots.at);
    const rings = dots.rings && floats(dots.rings);
    keyed(layers.dots, dots.labels.length, createDot, (dot, i) => {
      const [x, y] = position(at, i);
      const role = dots.roles[i];
      const acts = dots.movable[i] || !["ghost", "context", "mark", "tip"].includes(role);
      set(dot, {
        transform: `translate(${px(x)} ${py(y)})`,
        class: `abh-dot abh-${role} abh-group-${dots.groups?.[i]}${dots.movable[i] ? " abh-movable" : ""}${acts ? "" : " abh-still"}`,
        tabindex: acts || role === "context" ? 0 : null,
        role: acts ? "button" : "img",
        "aria-pressed": acts ? String([dots.pressed].flat().includes(i)) : null,
        "aria-label": [dots.labels[i], dots.texts[i]].filter(Boolean).join(": "),
        "data-index": i,
        style: rings?.[i] ? `--ring: ${rounded(rings[i])}px` : null,
      });
    });
    paintNames(dots, at);
  }

  function paintNames(dots, at) {
    const spots = dots.labels.map((_, i) => position(at, i)).map(([x, y]) => [px(x), py(y)]);
    const boxes = placeNames(dots.labels, spots, SIZE, lines, [...numbers, ...words], look.letter);
    keyed(layers.names, dots.labels.length, () => svg("text"), (name, i) => {
      set(name, { x: boxes[i].x, y: boxes[i].y, class: `abh-name abh-${dots.roles[i]} abh-group-${dots.groups?.[i]}` });
      if (name.textContent !== boxes[i].text) name.textContent = boxes[i].text;
    });
  }

  function paintAreas(areas) {
    keyed(layers.areas, areas.length, () => svg("polygon"), (area, i) => {
      const at = floats(areas[i].at);
      const corners = Array.from({ length: at.length / 2 }, (_, k) => `${px(at[2 * k])},${py(at[2 * k + 1])}`);
      set(area, { points: corners.join(" "), class: `abh-area abh-${areas[i].role}` });
    });
  }

  function paintSegments(segments) {
    const roles = segments?.roles ?? [];
    const ends = roles.length ? floats(segments.ends) : [];
    lines = roles.map((_, i) => [px(ends[4 * i]), py(ends[4 * i + 1]), px(ends[4 * i + 2]), py(ends[4 * i + 3])]);
    keyed(layers.segments, roles.length, () => svg("line"), (line, i) => {
      const [x1, y1, x2, y2] = lines[i];
      const head = roles[i] in HEADS ? HEADS[roles[i]] : "key";
      const short = Math.hypot(x2 - x1, y2 - y1) < 12;
      set(line, { x1, y1, x2, y2, class: `abh-segment abh-${roles[i]}` });
      set(line, { "marker-end": head && !short ? `url(#${own}-${head})` : null });
    });
    paintWords(segments?.labels ?? [], roles);
  }

  // What an arrow is called stands beside its middle, to the left of its way.
  function paintWords(labels, roles) {
    const named = labels.map((_, i) => i).filter((i) => labels[i]);
    words = [];
    keyed(layers.words, named.length, () => svg("text"), (element, k) => {
      const [x1, y1, x2, y2] = lines[named[k]];
      const [across, down, length] = [x2 - x1, y2 - y1, Math.hypot(x2 - x1, y2 - y1) || 1];
      const [x, y] = [(x1 + x2) / 2 + (12 * down) / length, (y1 + y2) / 2 - (12 * across) / length + 4];
      const half = 0.32 * look.letter * labels[named[k]].length;
      const middle = Math.max(half, Math.min(SIZE - half, x + Math.sign(down) * half));
      words.push({ left: middle - half, right: middle + half, top: y - 0.85 * look.letter, bottom: y + 0.3 * look.letter });
      set(element, { x: middle, y, "text-anchor": "middle", class: `abh-word abh-${roles[named[k]]}` });
      if (element.textContent !== labels[named[k]]) element.textContent = labels[named[k]];
    });
  }

  function paint(now) {
    if (!now.dots) return;
    places.forgetAnswered(now.dots.labels.length);
    set(picture, { "aria-label": model.get("label") });
    prompt.textContent = now.prompt ?? "";
    prompt.hidden = !now.prompt;
    look = el.closest(".abh-projector") ? LOOKS.wall : LOOKS.page;
    const frame = JSON.stringify([now.reach, now.middle, now.axes, look]);
    if (frame !== drawn) {
      drawn = frame;
      picture.style.setProperty("--letter", `${look.letter}px`);
      picture.style.setProperty("--number", `${look.number}px`);
      [reach, middle] = [now.reach || 2.5, now.middle ?? [0, 0]];
      paintGrid(now.axes ?? []);
    }
    paintAreas(now.areas ?? []);
    paintSegments(now.segments);
    paintDots(now.dots);
  }

  const unfollow = follow(model, hand, paint);
  const placed = new ResizeObserver(() => paint(scene())); // before it is placed, nobody knows of a wall
  placed.observe(root);
  return () => {
    placed.disconnect();
    unfollow();
    unseen();
  };
}

export default { render };
