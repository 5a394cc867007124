// Draws a question with native radio inputs; what is chosen is reported when the button is pressed.

import { html, keyed, onKeys, set, uniqueName } from "./elements.js";
import { follow } from "./wire.js";

export function render({ view, el, channel }) {
  const group = uniqueName("abh-choices");
  const question = html("fieldset");
  const asks = html("legend");
  const options = html("div", { class: "abh-options" });
  const answer = html("button", { type: "button", disabled: "" }, "answer");
  const reply = html("div", { class: "abh-reply", role: "status", "aria-live": "polite" });
  const [verdict, reason, note] = ["verdict", "reason", "note"].map((part) => html("p", { class: `abh-${part}` }));
  reply.append(verdict, reason, note);
  question.append(asks, options, answer);
  const root = html("div", { class: "abh-choices" });
  root.append(question, reply);
  el.append(root);

  let painted = null; // the answer that the page shows
  let asked = null; // the answer that the user has given: its radio may have moved on since

  const radios = () => [...options.querySelectorAll("input")];
  const chosen = () => radios().findIndex((radio) => radio.checked);

  function createOption() {
    const option = html("label");
    const radio = html("input", { type: "radio", name: group });
    radio.addEventListener("change", enable);
    option.append(radio, html("span"));
    return option;
  }

  function enable() {
    answer.disabled = chosen() < 0;
  }

  // An arrow key chooses at once, which is free; Enter chooses as Space does, and only the button answers.
  function onKey(event) {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.target.checked = true;
    enable();
  }

  answer.addEventListener("click", () => {
    asked = chosen();
    channel.settle({ kind: "answer", index: asked });
  });
  onKeys(question, onKey);

  // What stands between backquotes is code.
  function write(element, text) {
    if (element.written === text) return; // a screen reader hears what is written anew
    element.written = text;
    element.hidden = !text;
    const parts = text.split("`");
    const closed = parts.length % 2 === 1;
    element.replaceChildren(...(closed ? parts.map((part, i) => (i % 2 ? html("code", {}, part) : part)) : [text]));
  }

  function paint(now) {
    if (!now.options) return;
    write(asks, now.asks);
    keyed(options, now.options.length, createOption, (option, i) => write(option.lastChild, now.options[i]));
    const shown = now.chosen ?? null; // a browser's Python sends no null
    if (shown !== painted) {
      painted = shown;
      if (painted !== asked) radios()[painted].checked = true; // code has answered, or another view
      asked = null;
    }
    enable();
    set(reply, { class: now.verdict ? `abh-reply abh-${now.right ? "right" : "wrong"}` : "abh-reply" });
    write(verdict, now.verdict);
    write(reason, now.reason);
    write(note, now.note);
  }

  return follow(view, channel, paint);
}
