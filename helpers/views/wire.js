// The channel from the page to Python: at most three reports are under way, only the newest waits,
// and a Python that does not answer is said to be busy or gone.

import { html, set } from "./elements.js";

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

// The channel of a stage: what `of` returns is that of one of its parts.
export function createChannel(model, root) {
  const sender = Math.random().toString(36).slice(2);
  const asked = new Map(); // the last report of each part, by its place in order
  const kinds = new Map(); // of the reports that aren't answered yet, by their place in order
  let sent = 0;
  let answered = 0;
  let waiting = null;
  const letGo = []; // what a part does when nobody will answer any more
  const python = listenTo(model, root, () => {
    answered = sent;
    waiting = null;
    for (const go of letGo) go();
  });
  function send(part, report) {
    if (python.isGone()) return;
    sent += 1;
    asked.set(part, sent);
    kinds.set(sent, report.kind);
    python.expect();
    try {
      model.send({ part, report, sender, seq: sent });
    } catch {
      python.goes(); // JupyterLab closes the channel of a kernel that has ended
    }
  }
  return {
    of: (part, scene) => ({
      // A report on the way: it may be dropped for a newer one.
      move(report) {
        if (scene().settle) return;
        if (sent - answered < UNDER_WAY) send(part, report);
        else waiting = { part, report };
      },
      // A report that must arrive: a release, a choice, a typed number. Returns its place in order.
      settle(report) {
        waiting = null;
        send(part, report);
        return sent;
      },
      // A report of all that's wished: while Python is at work, it takes the place of the one before.
      wish(report) {
        if (sent === answered) send(part, report);
        else waiting = { part, report };
      },
      // Whether an answer is still to come, to a report or to any: until then the page knows better.
      awaits: (seq) => answered < seq,
      busy: () => (asked.get(part) ?? 0) > answered || waiting?.part === part,
      whenGone: (go) => letGo.push(go),
    }),
    // Python has answered a report of this page or another, or has drawn by itself. Returns of this
    // page's report the part and the kind.
    answer(answer) {
      const isOurs = answer?.sender === sender;
      if (isOurs) answered = Math.max(answered, answer.seq);
      python.speaks(sent > answered);
      if (waiting && sent - answered < UNDER_WAY) {
        const { part, report } = waiting;
        waiting = null;
        send(part, report);
      }
      const kind = isOurs && kinds.get(answer.seq);
      if (isOurs) kinds.delete(answer.seq);
      return isOurs ? { part: answer.part, kind } : null;
    },
    end: python.end,
  };
}

// Notice that Python does not answer, find out why, and say so on the stage.
function listenTo(model, root, whenGone) {
  let timer = 0;
  let computing = 0;
  let idle = 0; // how often in a row the kernel had nothing to do, and yet gave no answer
  let silence = null;

  function say(now) {
    if (now === silence) return;
    silence = now;
    showSilence(root, now);
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
    root.toggleAttribute("data-computing", computes);
  }

  const goes = () => say("gone");

  function expect() {
    timer = timer || setTimeout(inspect, PATIENCE.first);
    computing = computing || setTimeout(() => root.toggleAttribute("data-computing", true), AT_ONCE);
  }

  model.on("comm_live_update", goes);
  return {
    goes,
    expect,
    isGone: () => silence === "gone",
    speaks(more) {
      rest(more && root.hasAttribute("data-computing"));
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

// Grey the stage while nobody answers; nothing can be touched where Python is gone.
function showSilence(root, silence) {
  let line = root.querySelector(":scope > .abh-silence");
  set(root, { "data-silence": silence });
  if (!silence) line?.remove();
  else if (!line) {
    line = html("p", { class: "abh-silence", role: "status" });
    const { top, height } = root.getBoundingClientRect();
    line.style.top = `${Math.max(8, Math.min(height - 40, innerHeight / 3 - top))}px`; // in sight
    root.append(line);
  }
  if (silence) line.textContent = SILENCE[silence];
  for (const part of root.children) part.inert = silence === "gone" && part !== line;
}

// Paint the scene now and, from then on, whenever the stage asks for it; also whenever `root` takes
// another size, where the picture depends on the room it has, or on being projected.
export function follow(view, channel, paint, { root = null, ends = [] } = {}) {
  const now = () => paint(view.scene);
  view.paint = now;
  channel.whenGone(now);
  now();
  const sized = new ResizeObserver(now);
  if (root) sized.observe(root);
  return () => {
    sized.disconnect();
    for (const end of ends) end();
  };
}
