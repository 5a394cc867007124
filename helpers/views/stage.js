// The stage: shows a tree of parts, one element each, and paints what Python has changed, once a frame.

import { html, keepKeys } from "./elements.js";
import { STOCK } from "./stock.js";
import { createTween } from "./tween.js";
import { createChannel } from "./wire.js";

// views : what draws each kind of view, by its name
export function createStage(views) {
  // What Python sends is taken up once, however often the stage is shown.
  function initialize({ model }) {
    model.on("msg:custom", ({ parts, paths }, buffers) => {
      if (!parts) return;
      paths.forEach((path, k) => {
        const last = path.pop();
        path.reduce((part, name) => part[name], parts)[last] = buffers[k];
      });
      const held = model.get("_scenes");
      for (const [number, more] of Object.entries(parts)) {
        const before = held[number] ?? {};
        held[number] = { ...before, ...more, scene: { ...before.scene, ...more.scene } };
      }
    });
  }

  function render({ model, el }) {
    const made = new Map(); // of each part that has been shown: its element, what paints it, what ends it
    const due = new Set();
    let frame = 0;
    const now = (number) => model.get("_scenes")[number];
    const root = html("div");
    const tween = createTween(root, now);
    const channel = createChannel(model, root);

    function create(number) {
      const { kind, children } = now(number);
      const own = channel.of(number, () => now(number).scene);
      if (STOCK[kind]) return STOCK[kind](own);
      if (!views[kind]) return { root: number === "0" ? root : html("div"), isBox: children };
      const view = {
        get scene() {
          return tween.scene(number);
        },
        get label() {
          return now(number).label;
        },
        paint: null,
      };
      const place = number === "0" ? root : html("div");
      return { root: place, begin: () => views[kind]({ view, el: place, channel: own }), paint: () => view.paint() };
    }

    // Paint a part that is seen, after those within it, which are made when they are first seen.
    function paint(number) {
      const { kind, hidden, classes, label, scene, children } = now(number);
      if (hidden && !made.has(number)) made.set(number, { root: html("div"), isWaiting: true });
      if (!hidden && (made.get(number)?.isWaiting || !made.has(number))) {
        const old = made.get(number);
        made.set(number, create(number));
        old?.root.replaceWith(made.get(number).root);
      }
      const part = made.get(number);
      part.root.style.display = hidden ? "none" : "";
      if (hidden) return;
      const look = STOCK[kind] ? part.root.classList[0] : views[kind] ? "abh-view" : `abh-${kind}`;
      part.root.className = [look, classes].filter(Boolean).join(" ");
      if (part.isBox) place(part.root, children);
      else if (part.begin && !part.ends) part.ends = part.begin();
      else part.paint(scene, label);
    }

    function place(box, children) {
      for (const child of children) made.has(child) || paint(child);
      const wanted = children.map((child) => made.get(child).root);
      const line = box.querySelector(":scope > .abh-silence");
      if (line) wanted.push(line);
      const isOther = wanted.some((element, k) => box.children[k] !== element);
      if (isOther || box.children.length > wanted.length) box.replaceChildren(...wanted);
    }

    function paintDue() {
      frame = 0;
      for (const number of tween.goOn()) due.add(number);
      for (const number of due) paint(number);
      due.clear();
      if (tween.isMoving()) paintSoon();
    }

    function paintSoon() {
      frame = frame || requestAnimationFrame(paintDue);
    }

    function hear({ parts, answer }) {
      if (!parts) return;
      const asked = channel.answer(answer);
      tween.hear(parts, asked?.kind);
      for (const number of [...Object.keys(parts), ...(asked ? [asked.part] : [])]) due.add(number);
      paintSoon();
    }

    function restart() {
      for (const number of made.keys()) due.add(number);
      paintSoon();
    }

    el.append(root);
    keepKeys(root);
    paint("0");
    model.on("msg:custom", hear);
    model.on("change:_scenes", restart); // a page that was away has all anew
    return () => {
      model.off("msg:custom", hear);
      model.off("change:_scenes", restart);
      cancelAnimationFrame(frame);
      channel.end();
      for (const { ends } of made.values()) ends?.();
    };
  }

  return { initialize, render };
}
