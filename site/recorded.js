// Shows explorers without a kernel: what a hand does is answered by the nearest of the frames that
// Python has recorded. Nothing is computed here.

(() => {
  const ELSEWHERE = "In your own JupyterLab";
  const NUMBERS = ["x", "y", "height", "value"]; // of what is dragged
  const ENVELOPE = ["sender", "seq", "by"];
  const [LIST, DICT, FLOATS] = [0, 1, 2];
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const loading = new Map(); // by name
  const modules = new Map(); // of views, by name

  // As scripts, because a page that is opened from a folder may load nothing else.
  function load(name) {
    const fetched = new Promise((done, failed) => {
      const src = new URL(`recorded/${name}.js`, here).href;
      const onload = () => done(globalThis.recorded[name]);
      document.head.append(Object.assign(document.createElement("script"), { src, onload, onerror: failed }));
    });
    if (!loading.has(name)) loading.set(name, fetched);
    return loading.get(name);
  }

  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

  async function unpack(text) {
    const plain = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain).json();
  }

  function moduleOf(name, text) {
    const address = () => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    if (!modules.has(name)) modules.set(name, import(address()));
    return modules.get(name);
  }

  function make(name, classes = "", parts = []) {
    const element = document.createElement(name);
    element.className = classes;
    element.append(...parts);
    return element;
  }

  // Return what stands at a place of the table.
  function valueAt(table, place) {
    const entry = table[place];
    if (!Array.isArray(entry)) return entry;
    const [kind, ...parts] = entry;
    if (kind === FLOATS) return new DataView(Float64Array.from(parts, Number).buffer);
    if (kind !== LIST && kind !== DICT) return new DataView(bytes(parts[0]).buffer);
    const values = parts.map((part) => valueAt(table, part));
    return kind === LIST ? values : Object.fromEntries(values[0].map((name, k) => [name, values[k + 1]]));
  }

  // What a report is called: all that it says but its numbers.
  function nameOf(k, report) {
    const drags = ["move", "release"].includes(report.kind);
    const said = drags ? { ...report, kind: "move" } : report;
    const names = Object.keys(said).filter((name) => !ENVELOPE.includes(name) && !(drags && NUMBERS.includes(name)));
    return [k, ...names.sort().map((name) => `${name}=${[said[name]].flat(2).join(",")}`)].join(" ");
  }

  // Return the number of the place nearest to a spot, of those that count.
  function nearest(places, spot, counts) {
    const away = (k) => Math.hypot(...places[k].map((number, n) => number - spot[n]));
    const found = [...places.keys()].filter((k) => counts(places[k]));
    return found.length ? found.reduce((best, k) => (away(k) < away(best) ? k : best)) : undefined;
  }

  // The way from frame to frame; what is not recorded from the present one is so from the first.
  function createWay({ drags, next }) {
    const way = { frame: 0, follow, leads };
    let held = { drag: null, rest: 0 }; // what was dragged last, and where it came to rest
    const keys = [...drags.map((drag) => drag.key), ...Object.values(next).flatMap(Object.keys)];
    const led = new Set(keys.map((key) => Number.parseInt(key)));

    function leads(k) {
      return led.has(k);
    }

    function drag(one, report) {
      const spot = one.names.map((name) => report[name]);
      const rest = held.drag === one ? held.rest : 0;
      const from = one.at[rest];
      const isAhead = (at) => at.reduce((sum, number, n) => sum + (number - from[n]) * (spot[n] - from[n]), 0) > 1e-9;
      let k = nearest(one.at, spot, () => true);
      if (report.by === "keys" && k === rest) k = nearest(one.at, spot, isAhead) ?? rest; // a key moves it
      const moves = report.kind === "move";
      held = { drag: one, rest: moves ? rest : k };
      way.frame = one.first + k + (moves ? 0 : one.at.length);
    }

    // Return whether it led anywhere.
    function follow(key, report) {
      const found = drags.find((one) => one.key === key);
      const to = next[way.frame]?.[key] ?? next[0][key];
      if (found) drag(found, report);
      else if (to !== undefined) [way.frame, held] = [to, { drag: null, rest: 0 }];
      return Boolean(found) || to !== undefined;
    }
    return way;
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

  // The widgets beside the views: each has an element and shows a state.
  const STOCK = {
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
})();
