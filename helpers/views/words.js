// Shows the result, the message and the goals as they are now, and reads the first two out at rest.

import { html, isolated, keyed, set, write } from "./elements.js";
import { follow } from "./wire.js";

const CELEBRATION = 2600; // ms that a reached goal is praised beside the headline

export function render({ view, el, channel }) {
  const root = html("div", { class: "abh-words" });
  // What is seen follows every frame; a screen reader hears, and finds, what was true at the last rest.
  const headline = html("p", { class: "abh-headline", "aria-hidden": "true" });
  const title = html("div", { class: "abh-title" });
  title.append(headline);
  const more = html("p", { class: "abh-more", "aria-hidden": "true" });
  const message = html("p", { class: "abh-message", "aria-hidden": "true" });
  const result = html("p", { class: "abh-aloud", role: "status", "aria-live": "polite" });
  const alarm = html("p", { class: "abh-aloud", role: "alert" });
  const details = fold("details", "abh-details", html("table", { class: "abh-facts" }));
  const goals = fold("goals", "abh-goals", html("ul"));
  const code = html("div", { class: "abh-code" });
  const text = html("pre", { tabindex: 0, "aria-label": "code of the present state" });
  const copy = html("button", { type: "button" }, "copy");
  code.append(text, copy);
  const folds = html("div", { class: "abh-folds" });
  folds.append(details, goals);
  root.append(title, more, message, result, alarm, folds, code);
  el.append(root);

  let reached = null; // the goals that have been seen reached
  let projected = null;

  function fold(name, style, content) {
    const folded = html("details", { class: style });
    folded.append(html("summary", {}, name), content);
    return folded;
  }

  function createGoal() {
    const goal = html("li");
    const ask = html("button", { type: "button", "aria-expanded": "false" }, "hint");
    const hint = html("span", { class: "abh-hint", hidden: "" });
    ask.addEventListener("click", () => openHint(goal, hint.hidden));
    goal.append(html("span"), ask, hint);
    return goal;
  }

  function openHint(goal, open) {
    const [, ask, hint] = goal.children;
    hint.hidden = !open;
    set(ask, { "aria-expanded": String(open) });
  }

  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      copy.textContent = "copied";
    } catch {
      // Without the clipboard the text is selected, ready for Ctrl+C.
      getSelection().selectAllChildren(text);
      copy.textContent = "selected: press Ctrl+C";
    }
    setTimeout(() => (copy.textContent = "copy"), 2000);
  });

  function say(element, now) {
    write(element, now);
    element.hidden = !now;
  }

  function praise(goal) {
    const words = html("p", { class: "abh-praise", "aria-hidden": "true" }, `✓ ${goal}`);
    title.append(words);
    setTimeout(() => words.remove(), CELEBRATION);
  }

  function paintDetails(rows) {
    details.hidden = !rows.length;
    keyed(details.lastChild, rows.length, () => html("tr"), (row, i) => {
      const [name, value, role] = rows[i];
      set(row, { class: role ? `abh-${role}` : "" });
      keyed(row, 2, (k) => (k ? html("td") : html("th", { scope: "row" })), (cell, k) => write(cell, k ? value : name));
    });
  }

  // Return the texts of the goals that have just been reached.
  function paintGoals(all) {
    goals.hidden = !all.length;
    keyed(goals.lastChild, all.length, createGoal, (goal, i) => {
      const [name, ask, hint] = goal.children;
      write(name, `${all[i].done ? "✓ reached: " : "goal: "}${all[i].text}`);
      if (hint.textContent !== isolated(all[i].hint)) openHint(goal, false); // nobody has asked for the hint of another goal
      write(hint, all[i].hint);
      set(ask, { "aria-label": `hint: ${all[i].text}` });
      set(goal, { class: all[i].done ? "abh-done" : "" });
    });
    const done = all.filter((goal) => goal.done).map((goal) => goal.text);
    const won = reached ? done.filter((goal) => !reached.has(goal)) : [];
    reached = new Set([...(reached ?? []), ...done]);
    return won;
  }

  function paint(now) {
    if (now.headline === undefined) return;
    say(headline, now.headline);
    say(more, now.more);
    say(message, now.message);
    if (projected !== now.projected) goals.open = !(projected = now.projected);
    paintDetails(now.details);
    const won = paintGoals(now.goals);
    if (now.aloud) {
      write(result, [...won.map((goal) => `Goal reached: ${goal}.`), now.headline, now.more].filter(Boolean).join("\n"));
      write(alarm, now.message);
    }
    if (won.length) praise(won.join("; "));
    say(text, now.code);
    code.hidden = !now.code;
  }

  return follow(view, channel, paint);
}
