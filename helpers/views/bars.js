// Draws upright bars; a movable bar's end follows the hand at once.

const HEIGHT = 230;
const TOP = 30;
const FOOT = 40;
const SLOT = { least: 44, most: 84 };

function render({ model, el }) {
  const hand = takeHand(model);
  const picture = svg("svg", { class: "abh-bars", role: "group" });
  const zero = svg("line", { class: "abh-axis" });
  const bars = svg("g");
  picture.append(zero, bars);
  el.append(picture);

  let held = null; // {index, height, from}: the bar in the hand
  let slot = SLOT.most;

  const scene = () => model.get("scene");
  const clamp = (h) => Math.max(scene().low, Math.min(scene().high, h));
  const py = (h) => TOP + ((scene().high - clamp(h)) / (scene().high - scene().low)) * (HEIGHT - TOP - FOOT);
  const heightOf = (i) => (held && held.index === i ? held.height : floats(scene().heights)[i]);

  function pullTo(i, height, kind) {
    held = { ...held, index: i, height: Math.round(clamp(height) * 100) / 100 };
    paint(scene());
    hand[kind === "release" ? "settle" : "move"]({ kind, index: i, height: held.height });
  }

  function heightAt(event) {
    const box = picture.getBoundingClientRect();
    const y = ((event.clientY - box.top) * HEIGHT) / box.height;
    return scene().high - ((y - TOP) / (HEIGHT - TOP - FOOT)) * (scene().high - scene().low);
  }

  function createBar(i) {
    const bar = svg("g", { "data-index": i });
    for (const name of ["touch", "ghost", "bar", "text", "label"]) {
      bar.append(svg(name === "text" || name === "label" ? "text" : "rect", { class: `abh-${name}` }));
    }
    bar.addEventListener("pointerdown", (event) => {
      if (!scene().movable) return;
      bar.setPointerCapture(event.pointerId);
      held = { index: i, height: heightOf(i), from: heightOf(i) };
      pullTo(i, heightAt(event), "move");
    });
    bar.addEventListener("pointermove", (event) => held?.index === i && pullTo(i, heightAt(event), "move"));
    bar.addEventListener("pointerup", () => {
      if (held) pullTo(i, held.height, "release");
      else hand.settle({ kind: "choose", index: i });
      held = null;
    });
    bar.addEventListener("pointercancel", () => (held = null));
    bar.addEventListener("focus", () => (bar.from = heightOf(i)));
    bar.addEventListener("keydown", (event) => onKey(event, i));
    return bar;
  }

  function onKey(event, i) {
    const ways = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };
    if (!scene().movable) {
      if (event.key !== "Enter" && event.key !== " ") return;
      hand.settle({ kind: "choose", index: i });
    } else if (ways[event.key]) {
      const step = scene().step * (event.shiftKey ? 0.1 : 1);
      pullTo(i, heightOf(i) + ways[event.key] * step, "release");
    } else if (event.key === "Escape") pullTo(i, held?.from ?? event.currentTarget.from, "release");
    else return;
    held = null;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab takes arrow keys otherwise
  }

  function box(element, i, height, role) {
    const ends = [py(0), Number.isNaN(height) ? py(0) : py(height)];
    set(element, {
      x: i * slot + slot * 0.2,
      width: slot * 0.6,
      y: Math.min(...ends),
      height: Math.max(1, Math.abs(ends[0] - ends[1])),
      class: `abh-bar abh-${role}`,
    });
  }

  function paint(now) {
    if (!now.heights) return;
    const count = now.labels.length;
    slot = Math.max(SLOT.least, Math.min(SLOT.most, 440 / count));
    set(picture, { viewBox: `0 0 ${slot * count} ${HEIGHT}`, "aria-label": model.get("label") });
    picture.style.maxWidth = `${slot * count}px`;
    set(zero, { x1: 0, x2: slot * count, y1: py(0), y2: py(0) });
    const ghosts = now.ghosts ? floats(now.ghosts) : [];
    keyed(bars, count, createBar, (bar, i) => {
      const [touch, ghost, body, text, label] = bar.childNodes;
      const height = heightOf(i);
      set(bar, {
        role: now.movable ? "slider" : "button",
        tabindex: 0,
        "aria-label": now.movable ? now.labels[i] : `${now.labels[i]}: ${now.texts[i]}`,
        "aria-valuenow": now.movable ? (Number.isFinite(height) ? height : 0) : null,
        "aria-valuemin": now.movable ? now.low : null,
        "aria-valuemax": now.movable ? now.high : null,
        "aria-valuetext": now.movable ? now.texts[i] : null,
        class: now.movable ? "abh-pull" : "abh-press",
      });
      set(touch, { x: i * slot, y: TOP - 20, width: slot, height: HEIGHT - TOP });
      const haunted = ghosts.length && Number.isFinite(ghosts[i]);
      ghost.style.display = haunted ? "" : "none";
      if (haunted) box(ghost, i, ghosts[i], "ghost");
      box(body, i, height, now.roles[i]);
      const above = !(height < 0);
      set(text, { x: (i + 0.5) * slot, y: above ? py(height) - 6 : py(height) + 15, class: "abh-number" });
      set(label, { x: (i + 0.5) * slot, y: HEIGHT - 6, class: "abh-name" });
      text.textContent = now.texts[i];
      label.textContent = shortened(now.labels[i], Math.floor(slot / 7));
    });
  }

  return follow(model, hand, paint);
}

export default { render };
