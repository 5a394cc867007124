// Shows explorers without a kernel: a drag is answered by the nearest of the frames that Python has
// recorded. Nothing is computed here.

const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;

// As a script, because a page that is opened from a folder may load nothing else.
function load(cell) {
  return new Promise((done, failed) => {
    const src = new URL(`recorded/${cell}.js`, here).href;
    const onload = () => done(globalThis.recorded[cell]);
    document.head.append(Object.assign(document.createElement("script"), { src, onload, onerror: failed }));
  });
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).json();
}

function render(module, view) {
  const address = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  return import(address).then((made) => made.default.render(view));
}

// A float64 buffer comes as a list, in which what is not finite is a text.
const revive = (_, part) => (part?.floats ? new DataView(Float64Array.from(part.floats, Number).buffer) : part);

// What a view of anywidget calls its model.
function createModel(label, answer) {
  const heard = new Map();
  const state = { label, scene: {} };
  return {
    get: (name) => state[name],
    on: (name, hear) => heard.set(name, (heard.get(name) ?? new Set()).add(hear)),
    off: (name, hear) => heard.get(name)?.delete(hear),
    send: answer,
    show(scene) {
      state.scene = scene;
      heard.get("change:scene")?.forEach((hear) => hear());
    },
  };
}

// Return which of a drag's places is nearest to a report; a key moves a thing from where it rests.
function nearest({ at }, report, rest) {
  const spot = at[0].length > 1 ? [report.x, report.y] : [report.height ?? report.value];
  const away = (k) => Math.hypot(...at[k].map((number, n) => number - spot[n]));
  const ahead = (k) => at[k].reduce((sum, number, n) => sum + (number - at[rest][n]) * (spot[n] - at[rest][n]), 0);
  const closest = (all) => all.reduce((best, k) => (away(k) < away(best) ? k : best));
  const found = closest([...at.keys()]);
  const further = report.by === "keys" && found === rest ? [...at.keys()].filter((k) => ahead(k) > 1e-9) : [];
  return further.length ? closest(further) : found;
}

async function open(figure) {
  const { html, modules, labels, caption, packed } = await load(figure.dataset.recorded);
  const { drags, frames, table } = await unpack(packed);
  const [stage, words] = figure.children;
  const models = labels.map((label, view) => createModel(label, (report) => answer(view, report)));
  let frame = 0;
  let held = { drag: null, rest: 0, isAnother: false }; // what was dragged last, where it came to rest

  const part = (place) => JSON.parse(table[place], revive);

  function show(asked) {
    models.forEach((model, view) => {
      const { sender, seq } = asked[view] ?? {};
      const scene = Object.entries(part(frames[frame][view])).map(([name, place]) => [name, part(place)]);
      model.show({ ...Object.fromEntries(scene), answer: { sender, seq } });
    });
  }

  function answer(view, report) {
    const isDrag = report.kind === "move" || report.kind === "release";
    const drag = isDrag && drags.find((one) => one.view === view && one.index === (report.index ?? null));
    if (drag) {
      const isAnother = held.drag === drag ? held.isAnother : held.drag !== null;
      const rest = held.drag === drag ? held.rest : 0;
      const place = nearest(drag, report, rest);
      const isMove = report.kind === "move";
      held = { drag, rest: isMove ? rest : place, isAnother };
      frame = drag.first + place + (isMove ? 0 : drag.at.length);
    }
    // The caption stands out where it would surprise: nothing happens, or what was dragged before goes back.
    words.classList.toggle("recorded-told", !drag || held.isAnother);
    show({ [view]: report });
  }

  stage.innerHTML = html;
  words.innerHTML = caption;
  show({});
  await Promise.all([...stage.querySelectorAll(".recorded-view")].map((el, k) => render(modules[k], { model: models[k], el })));
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
  for (const page of [document.documentElement, document.body]) new MutationObserver(themed).observe(page, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
});
