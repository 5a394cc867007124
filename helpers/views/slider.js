// Draws a native range input with a label, a number and an optional play button.

import { html, onKeys, set, uniqueName, write } from "./elements.js";
import { follow } from "./wire.js";

const WALKING = ["Tab", "Shift"]; // keys that take nothing
const TOUCHES = ["pointerdown", "keydown", "click"];
export function render({ view, el, channel }) {
  const id = uniqueName("abh-slider");
  const root = html("div", { class: "abh-slider" });
  const label = html("label", { for: id });
  const input = html("input", { type: "range", id });
  const number = html("output", { for: id });
  const play = html("button", { type: "button" }, "play");
  root.append(label, input, number, play);
  el.append(root);

  let holding = false;
  let moved = false; // whether the pointer that holds it has moved it
  let escaped = false; // whether Esc has put back what the pointer still holds
  let byKeys = false;
  let playing = 0;
  let from = "0"; // the value before the last gesture, a drag or a run of keys, to which Esc returns

  const scene = () => view.scene;

  function report(kind, more = {}) {
    const how = byKeys ? { by: "keys" } : {};
    channel[kind === "release" ? "settle" : "move"]({ kind, value: Number(input.value), ...how, ...more });
  }

  // Every arrow key is a release by keys; Enter is what letting go is for the pointer.
  function onKey({ key }) {
    if (!byKeys && key !== "Escape") from = input.value;
    byKeys = key !== "Enter";
    escaped = holding && key === "Escape";
    if (key === "Escape") input.value = from;
    if (key === "Escape") report("release", { by: "esc" });
    if (key === "Enter") report("release");
  }

  function stop() {
    cancelAnimationFrame(playing);
    playing = 0;
    for (const name of TOUCHES) removeEventListener(name, pausePlay, true);
    set(play, { "aria-pressed": "false" });
    play.textContent = "play";
  }

  function begin() {
    const { low, high, play: seconds } = scene();
    const start = Number(input.value) >= high ? low : Number(input.value);
    byKeys = false;
    let began = null;
    const advance = (time) => {
      began = began ?? time;
      input.value = start + ((high - low) * (time - began)) / (1000 * seconds);
      const done = Number(input.value) >= high;
      report(done ? "release" : "move");
      if (done) stop();
      else playing = requestAnimationFrame(advance);
    };
    for (const name of TOUCHES) addEventListener(name, pausePlay, true);
    set(play, { "aria-pressed": "true" });
    play.textContent = "pause";
    playing = requestAnimationFrame(advance);
  }

  // Touching anything in the explorer stops what's playing, right where it is.
  function pausePlay(event) {
    const taken = root.closest(".abh-stage")?.contains(event.target) && !play.contains(event.target);
    if (taken && !WALKING.includes(event.key)) play.click();
  }

  input.addEventListener("focus", () => {
    from = input.value;
    byKeys = false;
  });
  input.addEventListener("pointerdown", () => {
    stop();
    holding = true;
    from = input.value;
    byKeys = escaped = moved = false;
  });
  // There and back is a choice, too, of which the browser tells no change.
  input.addEventListener("pointerup", () => holding && moved && !escaped && input.value === from && report("release"));
  const letGo = () => (holding = false);
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "change", "blur"]) input.addEventListener(end, letGo);
  input.addEventListener("input", () => {
    moved = holding;
    if (escaped) input.value = from;
    else if (!byKeys) report("move"); // keys are followed by a change
  });
  input.addEventListener("change", () => escaped || report("release"));
  onKeys(input, onKey);
  play.addEventListener("click", () => {
    if (!playing) return begin();
    stop();
    report("release"); // it rests where it was stopped
  });

  function paint(now) {
    if (now.low === undefined) return;
    write(label, view.label);
    set(input, { min: now.low, max: now.high, step: now.step, "aria-valuetext": now.text });
    if (!holding && !playing && !channel.busy()) input.value = now.value;
    write(number, now.text);
    play.hidden = !now.play;
    set(play, { "aria-label": `play ${view.label}` });
  }

  channel.whenGone(() => {
    stop();
    holding = false;
  });
  return follow(view, channel, paint, { ends: [stop] });
}
