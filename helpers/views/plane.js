// Draws dots, segments and areas in a square; a movable dot follows the hand at once.

const SIZE = 440;
const MARGIN = 22;
const STEPS = { plain: 0.1, fine: 0.01 };

function rounded(number) {
  return Math.round(number * 1000) / 1000;
}

function arrowHeads() {
  const heads = svg("defs");
  for (const role of ["key", "context", "query", "soft"]) {
    const head = svg("marker", {
      id: `abh-${role}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9,
      orient: "auto", markerUnits: "userSpaceOnUse",
    });
    head.append(svg("path", { d: "M0 0 L8 4 L0 8 z", style: `fill: var(--${role})` }));
    heads.append(head);
  }
  return heads;
}

function render({ model, el }) {
  const hand = takeHand(model);
  const root = html("div", { class: "abh-plane" });
  const picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group" });
  const layers = {};
  picture.append(arrowHeads());
  for (const name of ["grid", "areas", "segments", "dots", "names"]) {
    layers[name] = svg("g", { class: `abh-${name}` });
    picture.append(layers[name]);
  }
  root.append(picture);
  el.append(root);

  let reach = 0;
  let held = null; // {index, x, y, from, moved}: the dot in the hand, where the hand has it

  const px = (x) => MARGIN + ((x + reach) / (2 * reach)) * (SIZE - 2 * MARGIN);
  const py = (y) => MARGIN + ((reach - y) / (2 * reach)) * (SIZE - 2 * MARGIN);
  const inside = (number) => rounded(Math.max(-reach, Math.min(reach, number)));

  function place(event) {
    const box = picture.getBoundingClientRect();
    const unit = (SIZE / box.width) * ((2 * reach) / (SIZE - 2 * MARGIN));
    const edge = (MARGIN / SIZE) * box.width;
    return {
      x: inside((event.clientX - box.left - edge) * unit - reach),
      y: inside(reach - (event.clientY - box.top - edge) * unit),
    };
  }

  function position(at, i) {
    if (held && held.index === i) return [held.x, held.y];
    return [at[2 * i], at[2 * i + 1]];
  }

  function moveTo(index, x, y, kind) {
    held = { ...held, index, x: inside(x), y: inside(y) };
    paintDots(model.get("scene").dots);
    hand[kind === "release" ? "settle" : "move"]({ kind, index, x: held.x, y: held.y });
  }

  function createDot(i) {
    const dot = svg("g", {});
    dot.append(svg("circle", { r: 16, class: "abh-touch" }), svg("circle", { r: 6 }));
    dot.addEventListener("pointerdown", (event) => {
      const dots = model.get("scene").dots;
      dot.setPointerCapture(event.pointerId);
      const [x, y] = position(floats(dots.at), i);
      if (dots.movable[i]) held = { index: i, x, y, from: [x, y], moved: false };
    });
    dot.addEventListener("pointermove", (event) => {
      if (!held || held.index !== i || held.from === undefined) return;
      const to = place(event);
      if (!held.moved && Math.hypot(to.x - held.x, to.y - held.y) < 0.03) return;
      held.moved = true;
      moveTo(i, to.x, to.y, "move");
    });
    dot.addEventListener("pointerup", () => {
      if (held && held.moved) moveTo(i, held.x, held.y, "release");
      else hand.settle({ kind: "choose", index: i });
      held = null;
    });
    dot.addEventListener("pointercancel", () => {
      held = null;
    });
    dot.addEventListener("keydown", (event) => onKey(event, i));
    dot.addEventListener("focus", () => {
      dot.from = position(floats(model.get("scene").dots.at), i);
    });
    return dot;
  }

  function onKey(event, i) {
    const step = event.shiftKey ? STEPS.fine : STEPS.plain;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const dots = model.get("scene").dots;
    const [x, y] = position(floats(dots.at), i);
    if (ways[event.key] && dots.movable[i]) {
      const [right, up] = ways[event.key];
      moveTo(i, x + right * step, y + up * step, "release");
    } else if (event.key === "Escape" && (held?.from || event.currentTarget.from)) {
      const [x0, y0] = held?.from || event.currentTarget.from;
      moveTo(i, x0, y0, "release");
    } else if (event.key === "Enter" || event.key === " ") {
      hand.settle({ kind: "choose", index: i });
    } else return;
    held = null;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab takes arrow keys otherwise
  }

  function paintGrid() {
    const whole = Math.floor(reach);
    const ticks = [...Array(2 * whole + 1).keys()].map((k) => k - whole);
    layers.grid.replaceChildren(
      ...ticks.flatMap((t) => [
        svg("line", { x1: px(t), x2: px(t), y1: py(-reach), y2: py(reach), class: t ? "" : "abh-axis" }),
        svg("line", { y1: py(t), y2: py(t), x1: px(-reach), x2: px(reach), class: t ? "" : "abh-axis" }),
      ]),
      ...ticks.filter((t) => t).flatMap((t) => {
        const across = svg("text", { x: px(t), y: py(0) + 13, "text-anchor": "middle" });
        const up = svg("text", { x: px(0) - 5, y: py(t) + 4, "text-anchor": "end" });
        across.textContent = up.textContent = t;
        return [across, up];
      }),
    );
  }

  function paintDots(dots) {
    const at = floats(dots.at);
    keyed(layers.dots, dots.labels.length, createDot, (dot, i) => {
      const [x, y] = position(at, i);
      set(dot, {
        transform: `translate(${px(x)} ${py(y)})`,
        class: `abh-dot abh-${dots.roles[i]}${dots.movable[i] ? " abh-movable" : ""}`,
        tabindex: dots.movable[i] || dots.roles[i] !== "ghost" ? 0 : null,
        role: dots.roles[i] === "ghost" ? "img" : "button",
        "aria-pressed": dots.roles[i] === "ghost" ? null : String(dots.pressed === i),
        "aria-label": `${dots.labels[i]}: ${dots.texts[i]}`,
        "data-index": i,
      });
    });
    paintNames(dots, at);
  }

  function paintNames(dots, at) {
    const places = dots.labels.map((_, i) => position(at, i)).map(([x, y]) => [px(x), py(y)]);
    const boxes = placeNames(dots.labels, places, SIZE);
    keyed(layers.names, dots.labels.length, () => svg("text"), (name, i) => {
      set(name, { x: boxes[i].x, y: boxes[i].y, class: `abh-name abh-${dots.roles[i]}` });
      if (name.textContent !== boxes[i].text) name.textContent = boxes[i].text;
    });
  }

  function paint(scene) {
    if (!scene.dots) return;
    set(picture, { "aria-label": model.get("label") });
    if (reach !== (scene.reach || 2.5)) {
      reach = scene.reach || 2.5;
      paintGrid();
    }
    const areas = scene.areas || [];
    keyed(layers.areas, areas.length, () => svg("polygon"), (area, i) => {
      const at = floats(areas[i].at);
      const corners = Array.from({ length: at.length / 2 }, (_, k) => `${px(at[2 * k])},${py(at[2 * k + 1])}`);
      set(area, { points: corners.join(" "), class: `abh-area abh-${areas[i].role}` });
    });
    const roles = scene.segments?.roles || [];
    const ends = roles.length ? floats(scene.segments.ends) : [];
    keyed(layers.segments, roles.length, () => svg("line"), (line, i) => {
      const [x1, y1, x2, y2] = ends.slice(4 * i, 4 * i + 4);
      const short = Math.hypot(px(x2) - px(x1), py(y2) - py(y1)) < 8;
      set(line, { x1: px(x1), y1: py(y1), x2: px(x2), y2: py(y2) });
      set(line, { class: `abh-segment abh-${roles[i]}${short ? " abh-short" : ""}` });
    });
    paintDots(scene.dots);
  }

  return follow(model, hand, paint);
}

export default { render };
