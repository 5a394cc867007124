// What stands beside the views on a page: JupyterLab's buttons and fields, of which each shows a state.

export const ELSEWHERE = "In your own JupyterLab";

export function make(name, classes = "", parts = []) {
  const element = document.createElement(name);
  element.className = classes;
  element.append(...parts);
  return element;
}

// The widgets beside the views: each has an element and shows a state.
export const STOCK = {
  Box(_, __, children) {
    return [make("div", "widget-box", children), () => {}];
  },
  Button(k, press, _, kind) {
    const button = make("button", `jupyter-button ${kind === "Button" ? "" : "widget-toggle-button"}`);
    let on = false;
    button.onclick = () => press(kind === "Button" ? `${k} click` : `${k} ${!on}`);
    const show = (now) => {
      on = now.value;
      button.textContent = now.description;
      button.title = button.disabled ? ELSEWHERE : (now.tooltip ?? "");
      button.classList.toggle("mod-active", Boolean(on));
    };
    return [button, show, button];
  },
  Dropdown(k, press) {
    const [label, select] = [make("span", "widget-label"), make("select")];
    select.onchange = () => press(`${k} ${select.selectedIndex}`);
    const show = (now) => {
      label.textContent = now.description;
      select.setAttribute("aria-label", now.description);
      select.replaceChildren(...now._options_labels.map((name) => make("option", "", [name])));
      select.selectedIndex = now.index;
    };
    return [make("label", "widget-dropdown", [label, select]), show, select];
  },
  Checkbox(k, press) {
    const [box, text] = [Object.assign(make("input"), { type: "checkbox" }), make("span")];
    box.onchange = () => press(`${k} ${box.checked}`);
    const show = (now) => ([box.checked, text.textContent] = [now.value, now.description]);
    return [make("label", "widget-checkbox", [box, text]), show, box];
  },
  HTML(_, __, ___, kind) {
    const element = make("div", kind === "Label" ? "widget-label" : "widget-html");
    return [element, (now) => (element.innerHTML = now.value)];
  },
  Text() {
    return [make("span"), () => {}]; // it stands in drawers, which stay shut
  },
};
Object.assign(STOCK, { VBox: STOCK.Box, HBox: STOCK.Box, ToggleButton: STOCK.Button, Label: STOCK.HTML });
