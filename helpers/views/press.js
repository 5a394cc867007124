// What a pointer holds: one thing at a time, until that same pointer lets go of it or is lost.

import { consume, pressFocuses } from "./elements.js";

// Browsers tell of a move once a frame. The first after this many ms is taken at once, where they can:
// it is painted a frame sooner. Those of a drag stay with the frames, each of which then shows one.
const PAUSE = 40;
const SLACK = { drag: 3, press: 16 }; // pixels: further is a drag, and further is no press any more

// movable(i)             : whether thing i can be dragged now
// where(event), at(i)    : where the pointer and where thing i is, as lists of the same numbers
// put(i, place, kind, by) : bring thing i there; kind is "move", then once "release", by "esc" where that undoes
// choose(i, event)       : a press that was no drag
// part(i)                : what has the focus and the keys of thing i
export function createPress(channel, { movable, where, at, put, choose, part }) {
  let press = null;
  let last = null; // {thing, place, byKeys}: the last gesture, a press or a run of keys, and where it began
  channel.whenGone(() => forget());

  function forget() {
    const held = press;
    held?.over.abort();
    press = null;
    return held;
  }

  // What was dragged is released where it is, or goes back to where it was taken.
  function end(back = false) {
    const held = forget();
    if (held?.dragged && !held.escaped) put(held.thing, back ? held.from : at(held.thing), "release");
  }

  // Let thing i be, and bring it back to where it was before its last gesture.
  function undo(i) {
    if (press?.thing === i) press.escaped = true;
    const place = last?.thing === i ? last.place : at(i);
    last = null;
    put(i, place, "release", "esc");
  }

  // Of what the pointer holds, Esc is heard wherever the page has its focus.
  function undoHeld(event) {
    if (event.key !== "Escape" || press.escaped || !movable(press.thing)) return;
    undo(press.thing);
    consume(event);
  }

  const distance = (event) => Math.hypot(event.clientX - press.start[0], event.clientY - press.start[1]);

  function begin(event, element, i) {
    if (event.button) return;
    // A second finger takes nothing while the first one holds.
    if (press && press.pointer !== event.pointerId && press.element.isConnected) return;
    end();
    element.setPointerCapture(event.pointerId);
    const [from, spot, over] = [at(i), where(event), new AbortController()];
    const apart = from.map((number, k) => number - spot[k]); // the pointer keeps it as it took it
    const start = [event.clientX, event.clientY];
    press = { thing: i, element, pointer: event.pointerId, start, last: 0, from, apart, over };
    last = { thing: i, place: from, byKeys: false };
    const { signal } = over;
    addEventListener("blur", () => end(), { signal });
    addEventListener("keydown", undoHeld, { signal, capture: true });
    addEventListener("contextmenu", consume, { signal, capture: true }); // no menu opens under what is dragged
  }

  function move(event, i) {
    if (!(event.buttons & 1)) return end(); // it was let go where nobody saw it
    if (press.escaped || !movable(i)) return;
    if (event.timeStamp === press.last) return; // this move was taken before its frame
    press.last = event.timeStamp;
    press.dragged ||= distance(event) > SLACK.drag;
    if (press.dragged) put(i, where(event).map((number, k) => number + press.apart[k]), "move");
  }

  function release(event, i) {
    const pressed = !press.dragged && !press.escaped && distance(event) <= SLACK.press;
    end();
    if (pressed) choose(i, event);
  }

  return {
    // pick(event, i) : the thing that is taken there, i unless given
    listen(element, i, pick = (_, one) => one) {
      const on = (name, act) =>
        element.addEventListener(name, (event) => {
          if (press?.element === element && press.pointer === event.pointerId) act(event, press.thing);
        });
      // Not `touch-action`, which browsers do not heed on parts of a drawing: what can be dragged
      // does not scroll the page, and all that lies beside it does.
      element.addEventListener("touchstart", (event) => movable(pick(event.changedTouches[0], i)) && event.preventDefault(), { passive: false });
      element.addEventListener("pointerdown", (event) => begin(event, element, pick(event, i)));
      element.addEventListener("focus", () => press || (last = null)); // who knows what was done elsewhere
      pressFocuses(element, (event) => part(pick(event, i)));
      on("pointermove", move);
      on("pointerrawupdate", (event, taken) => event.timeStamp - press.last > PAUSE && move(event, taken));
      on("pointerup", release);
      on("pointercancel", () => end(true));
      on("lostpointercapture", () => end());
    },
    // Keys are about to move thing i: until something else happens, they're one gesture.
    keyed(i) {
      if (!last?.byKeys || last.thing !== i) last = { thing: i, place: at(i), byKeys: true };
    },
    undo,
  };
}

// Where the user has put things: ahead of the scene until Python has answered their release.
export function createPlaces(channel) {
  const places = new Map();
  channel.whenGone(() => places.clear());
  return {
    get: (i) => places.get(i)?.place,
    put: (i, place, released = 0) => places.set(i, { place, released }),
    // Of `count` things; a place that was never released is still dragged.
    forgetAnswered(count) {
      for (const [i, { released }] of places)
        if (i >= count || (released && !channel.awaits(released))) places.delete(i);
    },
  };
}

// What can be dragged pulses once, when it first comes into sight. Returns what ends the waiting.
export function invite(root) {
  const sight = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      root.classList.add("abh-inviting");
      sight.disconnect();
    },
    { threshold: 0.6 },
  );
  sight.observe(root);
  root.addEventListener("pointerdown", () => root.classList.remove("abh-inviting"));
  return () => sight.disconnect();
}
