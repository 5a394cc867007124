// The channel from the page to Python: at most three reports are under way, only the newest waits,
// and a Python that does not answer is said to be busy or gone.

import { html, keepKeys, set } from "./elements.js";

const UNDER_WAY = 3;
const PATIENCE = { first: 2000, again: 500 }; // ms until silence is looked into, and from then on
const AT_ONCE = 300; // ms that an answer may take before it is said to be under way
const SILENCE = {
  gone: "The kernel is gone. Run all the cells above again, then this one.",
  unheard: "The kernel isn't answering. If it has ended, run all the cells above again, then this one.",
  busy: "The kernel is busy. This picture will catch up.",
};
const ENDED = ["restarting", "autorestarting", "terminating", "dead"];

export function floats(buffer) {
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  return new Float64Array(bytes.slice().buffer);
}

// One message of the touched view brings the states of all that its report has changed.
function receiveFrames(model) {
  const take = async (message, buffers) => {
    if (!message.frame || message.taken) return;
    message.taken = true; // by the first, where the view is shown several times
    message.paths.forEach((path, k) => {
      const last = path.pop();
      path.reduce((part, name) => part[name], message.frame)[last] = buffers[k];
    });
    const ids = Object.keys(message.frame);
    const models = await Promise.allSettled(ids.map((id) => model.widget_manager.get_model(id)));
    models.forEach((found, k) => found.status === "fulfilled" && found.value.set_state(message.frame[ids[k]]));
  };
  model.on("msg:custom", take);
  return () => model.off("msg:custom", take);
}

export function connect(model, el) {
  const sender = Math.random().toString(36).slice(2);
  let sent = 0;
  let answered = 0;
  let waiting = null;
  const letGo = []; // what the view does when nobody will answer any more
  keepKeys(el);
  adopt(el, model);
  const endFrames = receiveFrames(model);
  const python = listenTo(model, el, () => {
    answered = sent;
    waiting = null;
    for (const go of letGo) go();
  });
  function send(report) {
    if (python.isGone()) return;
    sent += 1;
    python.expect();
    try {
      model.send({ ...report, sender, seq: sent });
    } catch {
      python.goes(); // JupyterLab closes the channel of a kernel that has ended
    }
  }
  return {
    // A report on the way: it may be dropped for a newer one.
    move(report) {
      if (model.get("scene").settle) return;
      if (sent - answered < UNDER_WAY) send(report);
      else waiting = report;
    },
    // A report that must arrive: a release, a choice, a typed number. Returns its place in order.
    settle(report) {
      waiting = null;
      send(report);
      return sent;
    },
    // Whether an answer is still to come, to a report or to any: until then the page knows better.
    awaits: (seq) => answered < seq,
    busy: () => sent > answered || waiting !== null,
    answer(scene) {
      const before = answered;
      if (scene.answer && scene.answer.sender === sender) answered = Math.max(answered, scene.answer.seq);
      python.speaks(sent > answered, answered > before);
      if (waiting && sent - answered < UNDER_WAY) {
        const report = waiting;
        waiting = null;
        send(report);
      }
    },
    whenGone: (go) => letGo.push(go),
    end() {
      endFrames();
      python.end();
    },
  };
}

// Notice that Python does not answer, find out why, and say so on the explorer around `el`.
function listenTo(model, el, whenGone) {
  let timer = 0;
  let computing = 0;
  let idle = 0; // how often in a row the kernel had nothing to do, and yet gave no answer
  let silence = null;

  function say(now) {
    if (now === silence) return;
    silence = now;
    showSilence(el, now);
    if (now !== "gone") return;
    rest();
    whenGone();
  }

  function inspect() {
    const why = whySilent(model.widget_manager?.kernel);
    idle = why === "idle" ? idle + 1 : 0;
    if (idle > 1) say("gone");
    else if (why !== "idle") say(why);
    timer = silence === "gone" ? 0 : setTimeout(inspect, PATIENCE.again);
  }

  function rest(computes = false) {
    clearTimeout(timer);
    clearTimeout(computing);
    timer = computing = idle = 0;
    el.toggleAttribute("data-computing", computes);
  }

  const goes = () => say("gone");

  function expect() {
    timer = timer || setTimeout(inspect, PATIENCE.first);
    computing = computing || setTimeout(() => el.toggleAttribute("data-computing", true), AT_ONCE);
  }

  model.on("comm_live_update", goes);
  return {
    goes,
    expect,
    isGone: () => silence === "gone",
    speaks(more, isAnswer) {
      rest(!isAnswer && more && el.hasAttribute("data-computing")); // an answer to another view ends no waiting
      say(null);
      if (more) expect();
    },
    end() {
      rest();
      model.off("comm_live_update", goes);
    },
  };
}

// Not every front end shows its kernel to a view.
function whySilent(kernel) {
  if (kernel === undefined) return "unheard";
  if (!kernel || kernel.isDisposed || ENDED.includes(kernel.status)) return "gone";
  if (kernel.connectionStatus !== "connected") return "unheard";
  return kernel.status === "idle" ? "idle" : "busy";
}

// Grey the explorer while any of its views is silent; nothing can be touched where Python is gone.
function showSilence(el, silence) {
  set(el, { "data-silence": silence });
  const explorer = el.closest(".abh-explorer") ?? el;
  const silent = [explorer, ...explorer.querySelectorAll("[data-silence]")].map((one) => one.dataset.silence);
  const worst = Object.keys(SILENCE).find((name) => silent.includes(name));
  let line = explorer.querySelector(":scope > .abh-silence");
  explorer.classList.toggle("abh-silent", Boolean(worst));
  if (!worst) line?.remove();
  else if (!line) {
    line = html("p", { class: "abh-silence", role: "status" });
    const { top, height } = explorer.getBoundingClientRect();
    line.style.top = `${Math.max(8, Math.min(height - 40, innerHeight / 3 - top))}px`; // in sight
    explorer.append(line);
  }
  if (worst) line.textContent = SILENCE[worst];
  for (const part of explorer.children) part.inert = worst === "gone" && part !== line;
}

// Say that a kernel computes what a widget beside the views has asked for, until it is done.
function tellOfKernel(model, explorer) {
  const look = () => {
    const computes = whySilent(model.widget_manager?.kernel) === "busy";
    explorer.toggleAttribute("data-computing", computes);
    if (computes) setTimeout(look, AT_ONCE / 3);
  };
  setTimeout(look, AT_ONCE);
}

// What the widgets beside the views lack, once for each explorer: they keep their keys, they tell of
// a kernel that takes long; a toggle says whether it is pressed.
function adopt(el, model) {
  const drawn = new ResizeObserver(() => {
    const explorer = el.closest(".abh-explorer");
    if (!explorer) return;
    drawn.disconnect();
    if (explorer.isAdopted) return;
    explorer.isAdopted = true;
    keepKeys(explorer);
    for (const name of ["click", "change"]) explorer.addEventListener(name, () => tellOfKernel(model, explorer));
    const tell = () => {
      for (const toggle of explorer.querySelectorAll(".widget-toggle-button")) {
        set(toggle, { "aria-pressed": String(toggle.classList.contains("mod-active")) });
      }
    };
    new MutationObserver(tell).observe(explorer, { subtree: true, childList: true, attributeFilter: ["class"] });
    tell();
  });
  drawn.observe(el);
}

// Paint the scene now and, from then on, once a frame at most, always the newest; also whenever
// `root` takes another size, where the picture depends on the room it has, or on being projected.
export function follow(model, channel, paint, { root = null, ends = [] } = {}) {
  let frame = 0;
  const now = () => {
    frame = 0;
    paint(model.get("scene"));
  };
  const changed = () => {
    channel.answer(model.get("scene"));
    frame = frame || requestAnimationFrame(now);
  };
  model.on("change:scene", changed);
  channel.whenGone(now);
  now();
  const sized = new ResizeObserver(() => paint(model.get("scene")));
  if (root) sized.observe(root);
  return () => {
    sized.disconnect();
    model.off("change:scene", changed);
    cancelAnimationFrame(frame);
    channel.end();
    for (const end of ends) end();
  };
}
