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

// A float64 buffer comes as a list, in which what is not finite is a text.
const revive = (_, part) => (part?.floats ? new DataView(Float64Array.from(part.floats, Number).buffer) : part);

// What a stage calls its model: it holds what Python has drawn, and takes reports.
function createModel(parts, answer) {
  const heard = new Set();
  return {
    get: () => parts,
    on: (name, hear) => name === "msg:custom" && heard.add(hear),
    off: (_, hear) => heard.delete(hear),
    send: answer,
    hear: (message) => heard.forEach((hear) => hear(message, [])),
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
  const { script, style, caption, packed } = await load(figure.dataset.recorded);
  const { parts, drags, steps, frames, table } = await unpack(packed);
  const [place, words] = figure.querySelectorAll(":scope > div, :scope > figcaption");
  let now = 0; // the frame that presses have led to
  let held = { drag: null, rest: 0, isAnother: false }; // what was dragged last, where it came to rest

  const part = (at) => JSON.parse(table[at], revive);

  function scenes(frame) {
    const drawn = (at) => Object.fromEntries(Object.entries(part(at)).map(([name, one]) => [name, part(one)]));
    return Object.fromEntries(Object.entries(frames[frame]).map(([number, at]) => [number, { scene: drawn(at) }]));
  }

  function answer({ part: number, report, sender, seq }) {
    const isDrag = report.kind === "move" || report.kind === "release";
    const drag = isDrag && drags.find((one) => one.view === number && one.index === (report.index ?? null));
    const step = steps[now]?.[`${number} ${report.on ?? report.place ?? report.index ?? ""}`];
    let changed = {};
    if (step !== undefined) changed = scenes((now = step));
    if (drag) {
      const isAnother = held.drag === drag ? held.isAnother : held.drag !== null;
      const rest = held.drag === drag ? held.rest : 0;
      const nearby = nearest(drag, report, rest);
      const isMove = report.kind === "move";
      held = { drag, rest: isMove ? rest : nearby, isAnother };
      changed = scenes(drag.first + nearby + (isMove ? 0 : drag.at.length));
    }
    // The caption stands out where it would surprise: nothing happens, or what was dragged before goes back.
    words.classList.toggle("recorded-told", steps.length ? step === undefined : !drag || held.isAnother);
    model.hear({ parts: changed, paths: [], answer: { part: number, sender, seq } });
  }

  const model = createModel(parts, answer);
  for (const [number, more] of Object.entries(scenes(0))) parts[number].scene = more.scene;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const stage = (await import(address)).default;
  figure.prepend(Object.assign(document.createElement("style"), { textContent: style }));
  place.replaceChildren();
  words.replaceChildren(caption, words.querySelector("a"), ".");
  stage.initialize({ model });
  stage.render({ model, el: place });
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
