// The controls that stand beside the views: buttons, menus, fields, and words that only Python changes.

import { html, set, uniqueName, write } from "./elements.js";

// Each returns its element, and what paints a scene.
export const STOCK = {
  button: (channel) => button(channel, () => ({ kind: "press" })),

  toggle(channel) {
    const made = button(channel, (root) => {
      const on = root.getAttribute("aria-pressed") !== "true";
      set(root, { "aria-pressed": String(on) }); // until Python has answered the page knows better
      return { kind: "press", on };
    });
    return { root: made.root, paint: (now) => (made.paint(now), set(made.root, { "aria-pressed": String(now.on) })) };
  },

  // A button that is pressed again with each answer, until a hand presses anything or it's disabled.
  again(channel) {
    let runs = false;
    const press = () => ({ kind: "press" });
    const { root, paint } = button(channel, press);
    const stop = ({ target }) => root.contains(target) || run(false);

    function run(on) {
      runs = on;
      set(root, { "data-runs": String(on) });
      (on ? addEventListener : removeEventListener)("pointerdown", stop, true);
    }

    function begin(event) {
      if (runs) event.stopImmediatePropagation();
      run(!runs);
    }

    function passOn() {
      const others = [...root.parentElement.querySelectorAll(":is(button, input, select):enabled")];
      const next = /** @type {HTMLElement | undefined} */ (others.find((one) => one !== root));
      next?.focus();
    }

    function go(now) {
      if (runs && now.disabled) {
        run(false);
        if (root === document.activeElement) passOn(); // what is disabled loses the focus
      } else if (runs && !channel.busy()) channel.settle(press());
      paint({ ...now, text: runs ? now.stop : now.text });
    }

    run(false);
    root.addEventListener("click", begin, true);
    channel.whenGone(() => run(false));
    return { root, paint: go };
  },

  tick(channel) {
    const root = html("label", { class: "abh-tick" });
    const box = html("input", { type: "checkbox" });
    const text = html("span");
    root.append(box, text);
    box.addEventListener("change", () => channel.settle({ kind: "press", on: box.checked }));
    return { root, paint: (now) => (write(text, now.text), (box.checked = now.on)) };
  },

  menu(channel) {
    const { root, label, control } = labelled("select", "abh-menu");
    control.addEventListener("change", () => channel.settle({ kind: "choose", place: control.selectedIndex }));
    function paint(now, name) {
      write(label, name);
      set(control, { title: now.does || null });
      control.disabled = now.disabled;
      const isOther = now.names.length !== control.length || now.names.some((one, k) => control.options[k].text !== one);
      if (isOther) control.replaceChildren(...now.names.map((one) => html("option", {}, one)));
      control.selectedIndex = now.place;
    }
    return { root, paint };
  },

  field(channel) {
    const { root, label, control } = labelled("input", "abh-field");
    set(control, { type: "text", autocomplete: "off", spellcheck: "false" });
    control.addEventListener("change", () => channel.settle({ kind: "type", text: control.value }));
    let shown = null; // a text that is not yet read stays as it is typed
    function paint(now, name) {
      write(label, name);
      if (now.text !== shown || document.activeElement !== control) control.value = shown = now.text;
    }
    return { root, paint };
  },

  note() {
    const root = html("div", { class: "abh-html" });
    let shown = null;
    return { root, paint: ({ html: now }) => now !== shown && (root.innerHTML = shown = now) };
  },
};

function button(channel, report) {
  const root = html("button", { type: "button", class: "abh-button" });
  root.addEventListener("click", () => channel.settle(report(root)));
  function paint(now) {
    write(root, now.text);
    set(root, { title: now.does || null });
    root.disabled = now.disabled;
  }
  return { root, paint };
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 */
function labelled(name, look) {
  const id = uniqueName(look);
  const root = html("div", { class: look });
  const label = html("label", { for: id });
  const control = html(name, { id });
  root.append(label, control);
  return { root, label, control };
}
