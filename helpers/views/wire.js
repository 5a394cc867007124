// The wire between a hand and Python: at most three reports are under way, only the newest waits.

const UNDER_WAY = 3;

function floats(buffer) {
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  return new Float64Array(bytes.slice().buffer);
}

function takeHand(model) {
  const hand = Math.random().toString(36).slice(2);
  let sent = 0;
  let answered = 0;
  let waiting = null;
  const send = (report) => model.send({ ...report, hand, seq: ++sent });
  return {
    // A report on the way: it may be dropped for a newer one.
    move(report) {
      if (model.get("scene").settle) return;
      if (sent - answered < UNDER_WAY) send(report);
      else waiting = report;
    },
    // A report that must arrive: a release, a choice, a typed number.
    settle(report) {
      waiting = null;
      send(report);
    },
    // Whether an answer is still to come: until then the hand knows better than the scene.
    busy: () => sent > answered || waiting !== null,
    answer(scene) {
      if (scene.answer && scene.answer.hand === hand) answered = scene.answer.seq;
      if (waiting && sent - answered < UNDER_WAY) {
        const report = waiting;
        waiting = null;
        send(report);
      }
    },
  };
}

// Paint the scene now and, from then on, once a frame at most, always the newest.
function follow(model, hand, paint) {
  let frame = 0;
  const now = () => {
    frame = 0;
    paint(model.get("scene"));
  };
  const changed = () => {
    hand.answer(model.get("scene"));
    frame = frame || requestAnimationFrame(now);
  };
  model.on("change:scene", changed);
  now();
  return () => {
    model.off("change:scene", changed);
    cancelAnimationFrame(frame);
  };
}

const SVG = "http://www.w3.org/2000/svg";

// Keep one child per entry and hand each to `update`, so that focus and capture survive a repaint.
function keyed(parent, count, create, update) {
  while (parent.childNodes.length > count) parent.lastChild.remove();
  while (parent.childNodes.length < count) parent.append(create(parent.childNodes.length));
  parent.childNodes.forEach((child, i) => update(child, i));
}

function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  return element;
}

function html(name, attributes = {}, text = "") {
  const element = document.createElement(name);
  set(element, attributes);
  element.textContent = text;
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

function shortened(text, longest) {
  const letters = [...text];
  return letters.length > longest ? letters.slice(0, longest - 1).join("") + "…" : text;
}
