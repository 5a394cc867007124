// Elements of the page, made and kept up to date with as few changes as there are.

const SVG = "http://www.w3.org/2000/svg";

// Words from right to left, such as Hebrew or Arabic ones, in Unicode's marks (FSI and PDI) that keep
// a number beside them in its place. The same letters as in `wording.isolated`.
const TURNED = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const RIGHT_TO_LEFT = new RegExp(`${TURNED}+(?:[ '’-]+${TURNED}+)*`, "gu");

let names = 0;

// Return a name that no other element has, neither of this module nor of its copies. Heads of arrows
// need one: those of a picture that is hidden are not drawn in another.
export function uniqueName(kind) {
  return `${kind}-${Math.random().toString(36).slice(2)}-${(names += 1)}`;
}

// Keep one child per entry and hand each to `update`, so that focus and capture survive a repaint.
export function keyed(parent, count, create, update) {
  while (parent.childNodes.length > count) parent.lastChild.remove();
  while (parent.childNodes.length < count) parent.append(create(parent.childNodes.length));
  parent.childNodes.forEach((child, i) => update(child, i));
}

export function svg(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  write(element, text);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 */
export function html(name, attributes = {}, text = "") {
  const element = document.createElement(name);
  set(element, attributes);
  write(element, text);
  return element;
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if ((value ?? false) === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

// Write words into an element that holds nothing else; a new text node would have all around it laid
// out anew.
export function write(element, words) {
  const only = element.childNodes.length === 1 && element.firstChild;
  const text = element.tagName === "PRE" ? String(words) : isolated(words); // code is copied
  if (only?.nodeType !== Node.TEXT_NODE) element.textContent = text;
  else if (only.data !== text) only.data = text;
}

export function isolated(words) {
  return String(words ?? "").replace(RIGHT_TO_LEFT, "\u2068$&\u2069");
}

export function writeAt(element, words, x, y, anchor = "middle") {
  set(element, { x, y });
  element.style.textAnchor = anchor;
  write(element, words);
}

export function shortened(text, longest) {
  const letters = [...text];
  return letters.length > longest ? letters.slice(0, longest - 1).join("") + "…" : text;
}

// Keep a shape and a text per entry, and hand both to `update`.
export function labelled(parent, entries, shape, update) {
  keyed(parent, 2 * entries.length, (k) => svg(k % 2 ? "text" : shape), () => {});
  entries.forEach((entry, i) => update(parent.childNodes[2 * i], parent.childNodes[2 * i + 1], entry));
}

// Heads of arrows, one for each role and in its colour; `own` is the picture's own name.
export function arrowHeads(own, roles, shape) {
  const heads = svg("defs");
  for (const role of roles) {
    const always = { viewBox: "0 0 8 8", refY: 4, orient: "auto", markerUnits: "userSpaceOnUse" };
    const head = svg("marker", { id: `${own}-${role}`, ...always, ...shape });
    head.append(svg("path", { d: "M0 0 L8 4 L0 8 z", style: `fill: var(--${role})` }));
    heads.append(head);
  }
  return heads;
}

// Whether a key is meant for the browser or for JupyterLab, whatever part has the focus.
function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  return ctrlKey || metaKey || altKey || key === "Tab" || /^F\d/.test(key) || (shiftKey && key === "Enter");
}

// The keys of a part; shortcuts aren't among them.
export function onKeys(part, act) {
  part.addEventListener("keydown", (event) => isShortcut(event) || act(event));
}

// No key but a shortcut leaves this element: JupyterLab would insert, cut or leave the cell.
export function keepKeys(element) {
  onKeys(element, (event) => event.stopPropagation());
}

// A press on an element gives the focus to a part: `partOf` finds it, or undefined. Without it the
// browser would focus what lies there, or JupyterLab's cell.
export function pressFocuses(element, partOf) {
  const focus = (event) => {
    const part = event.button ? undefined : partOf(event);
    part?.focus({ preventScroll: true });
    return part && document.activeElement === part;
  };
  element.addEventListener("pointerdown", focus); // a finger that drags makes no mousedown
  element.addEventListener("mousedown", (event) => focus(event) && event.preventDefault());
}

// Nobody else acts on it: JupyterLab takes arrow keys otherwise, and browsers open menus.
export function consume(event) {
  event.preventDefault();
  event.stopPropagation();
}
