// Draws how far a training is; a screen reader hears how it ended, and not every step.

import { html, set, write } from "./elements.js";
import { follow } from "./wire.js";

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-progress" });
  const name = html("span", { class: "abh-progress-name" });
  const track = html("div", { class: "abh-track", role: "progressbar", "aria-valuemin": 0 });
  const filled = html("div");
  const text = html("span", { class: "abh-progress-text" });
  const said = html("span", { role: "status", "aria-live": "polite" });
  track.append(filled);
  root.append(name, track, text, said);
  el.append(root);

  function paint({ steps, taken, text: now, said: ending }) {
    if (!steps) return;
    write(name, view.label);
    set(track, {
      "aria-label": view.label,
      "aria-valuemax": steps,
      "aria-valuenow": Math.min(taken, steps),
      "aria-valuetext": ending || now,
    });
    filled.style.width = `${(100 * Math.min(taken, steps)) / steps}%`;
    write(text, now);
    write(said, ending);
  }

  return follow(view, channel, paint);
}
