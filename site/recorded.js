// Shows explorers without a kernel: what a hand does is answered by the nearest of the frames that
// Python has recorded. Nothing is computed here.

import { bytes, createWay, nameOf, valueAt } from "./way.js";
import { ELSEWHERE, STOCK, make } from "./stock.js";

const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const loading = new Map(); // by name
const modules = new Map(); // of views, by name
const INSIDE = { childList: true, subtree: true };

// As scripts, because a page that is opened from a folder may load nothing else.
function load(name) {
  const fetch = () => new Promise((done, failed) => {
    const src = new URL(`recorded/${name}.js`, here).href;
    const onload = () => done(globalThis.recorded[name]);
    document.head.append(Object.assign(document.createElement("script"), { src, onload, onerror: failed }));
  });
  if (!loading.has(name)) loading.set(name, fetch());
  return loading.get(name);
}

async function unpack(text) {
  const plain = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).json();
}

function moduleOf(name, text) {
  const address = () => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  if (!modules.has(name)) modules.set(name, import(address()));
  return modules.get(name);
}

// What a view of anywidget calls its model.
function createModel(state, answer) {
  const heard = new Map();
  const fire = (name) => heard.get(name)?.forEach((hear) => hear());
  return {
    get: (name) => state[name],
    set: (name, value) => (state[name] = value),
    on: (name, hear) => heard.set(name, (heard.get(name) ?? new Set()).add(hear)),
    off: (name, hear) => heard.get(name)?.delete(hear),
    save_changes: () => {},
    send(report) {
      const { sender, seq } = report;
      answer(report);
      state.scene = { ...state.scene, answer: { sender, seq } };
      fire("change:scene");
    },
    show(now) {
      const renamed = now.label !== state.label;
      Object.assign(state, now);
      fire("change:scene");
      if (renamed) fire("change:label");
    },
  };
}

// Menus of a view, whose words report a change.
function greyMenus(root) {
  for (const menu of root.querySelectorAll("select")) Object.assign(menu, { disabled: true, title: ELSEWHERE });
}

async function open(figure) {
  const [views, text] = await Promise.all([load("views"), load(figure.dataset.recorded)]);
  const { widgets, table, frames, ...ways } = await unpack(text);
  const way = createWay(ways);
  const shown = [];
  const parts = [];

  function show() {
    frames.forEach((places, k) => {
      const place = places[way.frame];
      if (shown[k] === place) return;
      shown[k] = place;
      const now = valueAt(table, place);
      parts[k].root.classList.add(...now.classes);
      parts[k].root.style.display = now.style.display ?? "";
      parts[k].show(now);
    });
  }

  function go(key, report = {}) {
    const led = way.follow(key, report);
    figure.classList.toggle("recorded-elsewhere", !led);
    if (!led) shown.length = 0; // what was pressed shows what holds
    show();
  }

  const answer = (k) => (report) => {
    if (!report.cells) go(nameOf(k, report), report);
    for (const cell of report.cells ?? []) go(nameOf(k, { ...report, cells: cell, row: cell[0] }));
  };

  async function build(k) {
    const { kind, children = [], module, acts } = widgets[k];
    const first = valueAt(table, frames[k][0]);
    if (kind === "View") {
      const root = make("div", "recorded-view");
      const model = createModel(first, answer(k));
      parts[k] = { root, show: model.show };
      root.inert = acts && !way.leads(k);
      if (!way.leads(k, "kind=change")) new MutationObserver(() => greyMenus(root)).observe(root, INSIDE);
      const { default: view } = await moduleOf(module, views[module]);
      parts[k].begin = () => view.render({ model, el: root });
      return root;
    }
    const within = await Promise.all(children.map(build));
    const [root, showPart, control] = STOCK[kind](k, go, within, kind);
    if (control) control.disabled = !way.leads(k);
    if (control?.disabled) Object.assign(control, { title: ELSEWHERE });
    Object.assign(root.style, { width: first.style.width ?? "", flexFlow: first.style.flex_flow ?? "" });
    root.classList.add(`widget-${kind.toLowerCase()}`);
    parts[k] = { root, show: showPart };
    return root;
  }

  const explorer = await build(0);
  show();
  figure.firstElementChild.replaceWith(explorer);
  for (const part of parts) part.begin?.();
  figure.classList.add("recorded-live");
}

// The page's own theme is told from the colour of its words.
function follow(figure) {
  const [red, green, blue] = getComputedStyle(figure.parentElement).color.match(/[\d.]+/g).map(Number);
  figure.dataset.jpThemeLight = String(red + green + blue < 384);
}

const figures = () => document.querySelectorAll("[data-recorded]");
const themed = () => figures().forEach(follow);
const seen = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((one) => one.isIntersecting)) {
    seen.unobserve(target);
    open(target);
  }
}, { rootMargin: "200px" });
document.addEventListener("DOMContentLoaded", () => {
  themed();
  figures().forEach((figure) => seen.observe(figure));
  new MutationObserver(themed).observe(document.documentElement, { subtree: false, attributes: true });
  new MutationObserver(themed).observe(document.body, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
});
