// Elements of the page, made and kept up to date with as few changes as there are.

const SVG = "http://www.w3.org/2000/svg";

// Keep one child per entry and hand each to `update`, so that focus and capture survive a repaint.
function keyed(parent, count, create, update) {
  while (parent.childNodes.length > count) parent.lastChild.remove();
  while (parent.childNodes.length < count) parent.append(create(parent.childNodes.length));
  parent.childNodes.forEach((child, i) => update(child, i));
}

function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  return element;
}

function html(name, attributes = {}, text = "") {
  const element = document.createElement(name);
  set(element, attributes);
  element.textContent = text;
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

// Write words into an element that holds nothing else; a new text node would have all around it laid
// out anew.
function write(element, words) {
  const only = element.childNodes.length === 1 && element.firstChild;
  if (only?.nodeType !== Node.TEXT_NODE) element.textContent = words;
  else if (only.data !== String(words)) only.data = words;
}

function shortened(text, longest) {
  const letters = [...text];
  return letters.length > longest ? letters.slice(0, longest - 1).join("") + "…" : text;
}
