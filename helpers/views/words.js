// Shows the result, the message and the goals as they are now, and reads the first two out at rest.

function render({ model, el }) {
  const hand = takeHand(model, el);
  const root = html("div", { class: "abh-words" });
  // What is seen follows every frame; a screen reader hears, and finds, what held at the last rest.
  const message = html("p", { class: "abh-message", "aria-hidden": "true" });
  const words = html("p", { class: "abh-result", "aria-hidden": "true" });
  const alarm = html("p", { class: "abh-aloud", role: "alert" });
  const result = html("p", { class: "abh-aloud", role: "status", "aria-live": "polite" });
  const goals = html("ul", { class: "abh-goals", "aria-label": "goals" });
  const code = html("div", { class: "abh-code" });
  const text = html("pre", { tabindex: 0, "aria-label": "code of the present state" });
  const copy = html("button", { type: "button" }, "copy");
  code.append(text, copy);
  root.append(words, message, result, alarm, goals, code);
  el.append(root);

  function createGoal(i) {
    const goal = html("li");
    const giveUp = html("button", { type: "button" }, "give up");
    giveUp.addEventListener("click", () => hand.settle({ kind: "give up", goal: i }));
    goal.append(html("span"), html("span", { class: "abh-reason" }), giveUp);
    return goal;
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
    if (element.textContent !== now) element.textContent = now;
    element.hidden = !now;
  }

  function readOut(element, now) {
    if (element.textContent !== now) element.textContent = now;
  }

  function paint(now) {
    say(words, now.words || "");
    say(message, now.message || "");
    if (now.aloud) {
      readOut(result, now.words || "");
      readOut(alarm, now.message || "");
    }
    say(text, now.code || "");
    code.hidden = !now.code;
    const all = now.goals || [];
    goals.hidden = !all.length;
    keyed(goals, all.length, createGoal, (goal, i) => {
      const [name, reason, giveUp] = goal.children;
      say(name, `${all[i].done ? "✓ reached: " : "goal: "}${all[i].text}`);
      say(reason, all[i].open ? all[i].reason : "");
      giveUp.hidden = !all[i].reason || all[i].open || all[i].done;
      set(giveUp, { "aria-label": `give up: ${all[i].text}` });
      set(goal, { class: all[i].done ? "abh-done" : "" });
    });
  }

  return follow(model, hand, paint);
}

export default { render };
